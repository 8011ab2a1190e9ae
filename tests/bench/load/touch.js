/**
 * Reading every value of rows, as an application would: by names it knows.
 */

import { forEachSchema } from './schemas.js';

/** @import { DataSet } from './sets.js' */

/**
 * @param {any} value
 * @returns {number} values in it: none where it is absent
 */
export function touchValue(value) {
    if (value === null || value === undefined) return 0;
    if (typeof value !== 'object') return 1;
    // Handed on as a whole: nobody reads a picture byte by byte.
    if (ArrayBuffer.isView(value)) return 1;
    let count = 0;
    for (const part of Array.isArray(value) ? value : Object.values(value)) count += touchValue(part);
    return count;
}

/**
 * A function that reads every value of a row and gives their number. It is compiled for the schema: a
 * loop over names would spend more on finding the values than some systems do on making them.
 * @param {DataSet['schema']} schema of many tables: a row is a table
 * @returns {(row: any) => number}
 */
export function rowToucher({ columns, tables }) {
    if (tables) {
        const touchers = forEachSchema(tables, rowToucher);
        return ({ table, rows }) => touchRows(touchers[table], rows);
    }
    const keys = [...new Set(columns.map(({ name, path }) => path?.[0] ?? name))];
    const terms = keys.map((key) => `touch(row[${JSON.stringify(key)}])`);
    return new Function('touch', `return (row) => ${terms.join(' + ') || 0};`)(touchValue);
}

/**
 * @param {(row: any) => number} touchRow
 * @param {any[]} rows
 */
export function touchRows(touchRow, rows) {
    let count = 0;
    for (const row of rows) count += touchRow(row);
    return count;
}
