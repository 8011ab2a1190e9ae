/**
 * Rows as columns: what formats keep that are columns themselves.
 */

import { schemaColumns } from '../../../js/schema/tree.js';

/**
 * @import { SampleColumn, SampleRow } from '../data/json.js'
 * @import { SchemaColumn } from '../../../js/schema/types.js'
 */

/**
 * The columns with every default filled in.
 * @param {{ columns: SampleColumn[] }} schema
 * @returns {SchemaColumn[]}
 */
export function allColumns(schema) {
    return schemaColumns(/** @type {any} */ (schema));
}

/**
 * The cells of a column, null where absent; those of a member of records are arrays of its values.
 * @param {readonly SampleRow[]} rows
 * @param {SchemaColumn} column
 * @returns {any[]}
 */
export function cellsOf(rows, { path }) {
    if (path.length === 1) {
        const [key] = path;
        return rows.map((row) => row[key] ?? null);
    }
    return rows.map((row) => valueAt(row, path, 0));
}

/**
 * @param {any} value
 * @param {readonly string[]} path
 * @param {number} depth
 * @returns {any}
 */
function valueAt(value, path, depth) {
    if (value === null || value === undefined) return null;
    if (depth === path.length) return value;
    if (Array.isArray(value)) {
        const members = value.map((element) => valueAt(element, path, depth));
        // A column that is absent in a row is so in all records of it.
        return members.length && value.every((element) => !(path[depth] in element)) ? null : members;
    }
    return valueAt(value[path[depth]], path, depth + 1);
}

/**
 * Cells with each value converted, within arrays, too.
 * @param {readonly any[]} cells
 * @param {SchemaColumn} column
 * @param {((value: any) => any) | undefined} convert
 * @returns {any[]}
 */
export function convertCells(cells, { array, type }, convert) {
    if (!convert) return /** @type {any[]} */ (cells);
    const one = (/** @type {any} */ value) => value === null || value === undefined ? null : convert(value);
    return array && type !== 'bytes' ? cells.map((cell) => cell && Array.from(cell, one)) : Array.from(cells, one);
}

/** Whether a text occurs twice as often as not, so that a dictionary pays. @param {readonly any[]} values */
export function repeats(values) {
    return new Set(values).size * 2 <= values.length;
}
