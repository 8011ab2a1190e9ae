/**
 * Sample tables out of columns that each draw their own values.
 */

import { createRandom } from '../data/random.js';

/**
 * @import { SampleColumn, SampleTable } from '../data/json.js'
 * @import { Random } from '../data/random.js'
 */

/**
 * A column without its tag, and what draws its values, row by row.
 * @typedef {Omit<SampleColumn, 'tag'> & { draw: (random: Random, row: number) => any }} ColumnRule
 */

/**
 * Every column has a stream of its own: its values stay the same whatever is changed in another.
 * @param {string} name
 * @param {number} rowCount
 * @param {readonly ColumnRule[]} rules
 * @param {number} seed
 * @returns {SampleTable}
 */
export function buildTable(name, rowCount, rules, seed) {
    const columns = rules.map((rule, i) => {
        /** @type {SampleColumn & { draw?: unknown }} */
        const column = { tag: i + 1, ...rule };
        delete column.draw;
        return column;
    });
    const cells = rules.map(({ name: column, draw }) => ({
        column, draw, random: createRandom(seed, `${name}/${column}`),
    }));
    const rows = Array.from({ length: rowCount }, (_, row) =>
        Object.fromEntries(cells.map(({ column, draw, random }) => [column, draw(random, row)])));
    return { name, schema: { columns }, rows };
}

/**
 * The same rule, absent in this share of the rows.
 * @param {ColumnRule} rule
 * @param {number} share
 * @returns {ColumnRule}
 */
export function absentIn(rule, share) {
    return { ...rule, optional: true, draw: (random, row) => random.uniform() < share ? null : rule.draw(random, row) };
}

/** A random UUID as text. @param {Random} random */
export function drawUuid(random) {
    const hex = Array.from({ length: 4 }, () => random.below(2 ** 32).toString(16).padStart(8, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Digits of a random i64. @param {Random} random */
export function drawLong(random) {
    return String(BigInt.asIntN(64, BigInt(random.below(2 ** 32)) << 32n | BigInt(random.below(2 ** 32))));
}
