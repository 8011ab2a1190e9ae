/**
 * Which rows are seen, and in which order.
 */

/**
 * @import { Condition, Pause, Sort } from '../types.js'
 * @import { TableFile } from './tablefile.js'
 */

import { conditionTest } from './conditions.js';
import { allRows, sortRows } from './sort.js';

const STEP = 1 << 18;

/**
 * @param {TableFile} file
 * @param {readonly Condition[]} conditions of which rows fulfil every one
 * @param {readonly Sort[]} sorts
 * @param {Pause} pause
 * @returns {Promise<Uint32Array | null>} null for all rows as they stand
 */
export async function makeOrder(file, conditions, sorts, pause) {
    if (conditions.length === 0 && sorts.length === 0) return null;
    let rows = allRows(file.rowCount);
    for (const condition of conditions) {
        const test = await conditionTest(file.column(condition.tag), condition, pause);
        let kept = 0;
        for (let from = 0; from < rows.length; from += STEP) {
            const to = Math.min(rows.length, from + STEP);
            for (let i = from; i < to; i++) if (test(rows[i])) rows[kept++] = rows[i];
            await pause();
        }
        rows = rows.slice(0, kept);
    }
    const columns = sorts.map(({ tag, descending }) => ({ column: file.column(tag), descending }));
    return /** @type {Promise<Uint32Array<ArrayBuffer>>} */ (sortRows(rows, columns, pause));
}
