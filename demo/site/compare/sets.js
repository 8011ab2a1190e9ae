/**
 * The data sets that the page can generate.
 */

import { growthTable, sproutTables, typeTables } from '../../../tests/bench/data/index.js';
import { ROW_COUNTS, SET_IDS, sizeKey } from './set-ids.js';

/** @import { SampleTable } from '../../../tests/bench/data/json.js' */

/** @type {Readonly<Record<string, (rows: number) => SampleTable[]>>} */
const MAKERS = Object.freeze({
    sprout: () => sproutTables(),
    growth: (rows) => [growthTable({ rows })],
    types: () => typeTables(),
});

/**
 * @param {string} set
 * @param {number} rows of the growth table
 */
export function makeTables(set, rows) {
    return MAKERS[set](rows);
}

/** The names of all precomputed sizes, with what makes each set. */
export function builtInSets() {
    return SET_IDS.flatMap((set) => (set === 'growth' ? ROW_COUNTS : [0]).map((rows) =>
        ({ key: sizeKey(set, rows), rows, tables: () => makeTables(set, rows) })));
}
