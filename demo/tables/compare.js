/**
 * Compares a decoded table with the rows that it was made of, value by value.
 */

export { compareTable } from '../../js/cli/compare/compare.js';

/** @typedef {import('../../js/cli/compare/compare.js').Comparison} Comparison */
