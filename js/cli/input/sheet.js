/**
 * What is read of a spreadsheet, before anyone knows how its sheet is laid out.
 */

/** @import { SchemaColumnJson } from '../../schema/types.js' */

/** @typedef {string | number | bigint | boolean | Date | null} Cell */

/**
 * A sheet's rows; its columns where the sheet tells their types.
 * @typedef {{ kind: 'named', names: readonly string[], rows: readonly (readonly unknown[])[], texts: false,
 *   columns?: readonly SchemaColumnJson[] }} SheetTable
 */

/**
 * A spreadsheet's date, which has no zone.
 * @param {Date} date
 */
export function dateText(date) {
    return date.toISOString().replace(/\.?0*Z$/, '');
}
