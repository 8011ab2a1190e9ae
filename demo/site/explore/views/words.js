/**
 * What is known of columns, in words.
 */

/** @import { ColumnStats } from '../types.js' */

import { integer, share } from '../../ui/format.js';

/**
 * @param {{ type: string, array: boolean, optional: boolean, optionalElements: boolean }} column
 */
export function typeWords({ type, array, optional, optionalElements }) {
    return (optional ? 'optional ' : '') + (array && type !== 'bytes' ? 'array of ' : '') + (optionalElements ? 'optional ' : '') + type;
}

/** @param {ColumnStats} stats */
export function rangeWords({ min, max, lengths }) {
    const values = min === null || max === null ? '' : min === max ? min : `${min} – ${max}`;
    if (!lengths) return values;
    const words = lengths.min === lengths.max ? `${integer(lengths.min)} each` : `${integer(lengths.min)} to ${integer(lengths.max)} each`;
    return values ? `${values}, ${words}` : words;
}

/** @param {ColumnStats} stats */
export function presenceWords({ rows, presentRows, elements, presentElements }) {
    const words = rows === presentRows ? 'all' : share(presentRows / rows);
    if (elements === null || elements === presentElements) return words;
    return `${words}, elements ${share(Number(presentElements) / Math.max(1, elements))}`;
}
