/**
 * The next cell that shows a text.
 */

/**
 * @import { Pause } from '../types.js'
 * @import { TableFile } from './tablefile.js'
 */

import { findTest } from './conditions.js';

/**
 * @typedef {object} Search
 * @property {readonly number[]} tags columns in the order in which they are seen
 * @property {string} text
 * @property {{ row: number, column: number }} from the cell to go on from: not looked at but at the end
 * @property {boolean} backwards
 */

/**
 * Row by row from a cell on, and round the end.
 * @param {TableFile} file
 * @param {any} search
 * @param {Pause} pause
 * @returns {Promise<{ row: number, fileRow: number, column: number, wrapped: boolean } | null>}
 */
export async function findCell(file, search, pause) {
    const { tags, text, from, backwards } = /** @type {Search} */ (search);
    const { order } = file;
    const count = order ? order.length : file.rowCount;
    const tests = [];
    for (const [column, tag] of tags.entries()) {
        if (file.fault(tag)) continue;
        const test = await findTest(file.column(tag), text, pause);
        if (test) tests.push({ column, test });
    }
    if (backwards) tests.reverse();
    if (count === 0 || tests.length === 0) return null;
    const step = backwards ? -1 : 1;
    for (let n = 0; n <= count; n++) {
        const at = ((from.row + n * step) % count + count) % count;
        const k = order ? order[at] : at;
        for (const { column, test } of tests) {
            const ahead = (column - from.column) * step > 0;
            // The first row counts from the cell on, and once more at the end up to it.
            if (n === 0 && !ahead || n === count && ahead) continue;
            if (test(k)) return { row: at, fileRow: k, column, wrapped: n === count || (at - from.row) * step < 0 };
        }
        if ((n & 0xfff) === 0xfff) await pause();
    }
    return null;
}
