/**
 * Records of 20 optional fields, about half of them absent: nothing repeats, so that no dictionary and
 * no run helps.
 */

import { absentIn, buildTable, drawLong, drawUuid } from './table.js';

/**
 * @import { SampleTable } from '../data/json.js'
 * @import { Random } from '../data/random.js'
 * @import { ColumnRule } from './table.js'
 */

export const RECORDS = 100_000;
const FIELDS = 20;
const ABSENT = 0.5;

/** @type {Record<string, (random: Random) => any>} */
const DRAW = {
    string: drawUuid,
    f64: (random) => random.uniform() * 1e6,
    i64: drawLong,
    i32: (random) => random.below(2 ** 32) - 2 ** 31,
    // Of 24 bits, so that a number read as a double is the same one.
    f32: (random) => random.below(2 ** 24) / 2 ** 10,
};

/** @type {Readonly<Record<string, readonly string[]>>} */
const TYPES = Object.freeze({ mixed: ['string', 'f64', 'i64', 'i32', 'f32'], strings: ['string'], longs: ['i64'] });

/**
 * @param {'mixed' | 'strings' | 'longs'} kind
 * @param {{ rows?: number, seed?: number }} [options]
 * @returns {SampleTable}
 */
export function recordsTable(kind, { rows = RECORDS, seed = 1 } = {}) {
    const rules = Array.from({ length: FIELDS }, (_, i) => {
        const type = TYPES[kind][i % TYPES[kind].length];
        /** @type {ColumnRule} */
        const rule = { name: `${type}${i + 1}`, type, draw: DRAW[type] };
        return absentIn(rule, ABSENT);
    });
    return buildTable(`Records-${kind}`, rows, rules, seed);
}

/**
 * The table as CSV, absent cells empty: the published comparison tells its sizes so.
 * @param {SampleTable} table
 */
export function csvBytes({ schema, rows }) {
    const names = schema.columns.map(({ name }) => name);
    let bytes = names.join().length + 1;
    for (const row of rows) {
        for (const name of names) bytes += 1 + (row[name] === null ? 0 : String(row[name]).length);
    }
    return bytes;
}
