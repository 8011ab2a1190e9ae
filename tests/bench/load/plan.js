/**
 * What is asked of every system that holds a set, and what it must answer. It is kept in a file of its
 * own, so that a process that measures holds no rows but the system's.
 */

import { rowToucher, touchRows } from './touch.js';

/** @import { DataSet } from './sets.js' */

/**
 * Of a set of many tables, columns are a list with one a table, and keys tell their table.
 * @typedef {object} Plan
 * @property {DataSet['schema']} schema
 * @property {any} keyColumn null where rows cannot be looked up
 * @property {any[]} keys to look up
 * @property {any} sumColumn null where nothing is summed
 * @property {number} sum
 * @property {number} valueCount in all rows, absent ones left out
 * @property {number} foundCount in the rows of the keys
 * @property {Plan[]} [tables]
 */

export const LOOKUPS = 1000;
/** Coprime to the number of rows of any set here, and large: neighbours in time are none in the table. */
const STRIDE = 1_000_003;

/**
 * @param {DataSet} set
 * @param {number} [lookups]
 * @returns {Plan}
 */
export function makePlan({ schema, rows, tables, key, sum }, lookups = LOOKUPS) {
    if (tables) return planOfTables(schema, tables, lookups);
    const found = key === null ? [] : Array.from({ length: lookups }, (_, i) => rows[i * STRIDE % rows.length]);
    const touchRow = rowToucher(schema);
    return {
        schema,
        keyColumn: key,
        keys: key === null ? [] : found.map((row) => row[key]),
        sumColumn: sum,
        sum: sum === null ? 0 : rows.reduce((total, row) => total + row[sum], 0),
        valueCount: touchRows(touchRow, rows),
        foundCount: touchRows(touchRow, found),
    };
}

/**
 * The lookups are spread over the tables.
 * @param {DataSet['schema']} schema
 * @param {readonly DataSet[]} tables
 * @param {number} lookups
 * @returns {Plan}
 */
function planOfTables(schema, tables, lookups) {
    const plans = tables.map((table) => makePlan(table, Math.ceil(lookups / tables.length)));
    const total = (/** @type {'sum' | 'valueCount' | 'foundCount'} */ of) => plans.reduce((sum, plan) => sum + plan[of], 0);
    const columns = (/** @type {'keyColumn' | 'sumColumn'} */ of) =>
        plans.some((plan) => plan[of] !== null) ? plans.map((plan) => plan[of]) : null;
    return {
        schema,
        keyColumn: columns('keyColumn'),
        keys: plans.flatMap(({ keys }, table) => keys.map((key) => ({ table, key }))),
        sumColumn: columns('sumColumn'),
        sum: total('sum'), valueCount: total('valueCount'), foundCount: total('foundCount'),
        tables: plans,
    };
}
