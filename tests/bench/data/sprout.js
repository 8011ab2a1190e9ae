/**
 * A whole game's worth of sample tables, 71 of them, made from the notation in catalogue.js.
 * The same scale and seed always give the same rows.
 */

import { CATALOGUE } from './catalogue.js';
import { curve, growthTable } from './growth.js';
import { createRandom } from './random.js';
import { keyOf, nameOf, pathOf, sentenceOf } from './words.js';

/** @typedef {import('./json.js').SampleTable} SampleTable */
/** @typedef {import('./json.js').SampleRow} SampleRow */
/** @typedef {import('./random.js').Random} Random */
/** @typedef {'live' | 'small'} Scale */

/** @typedef {{ name: string, words: string[] }} ColumnPlan */

/**
 * A table as the catalogue tells it, rule words still uninterpreted.
 * @typedef {object} TablePlan
 * @property {string} name
 * @property {number} firstId
 * @property {Record<Scale, number>} rows
 * @property {ColumnPlan[]} columns
 */

/**
 * What a rule may draw on.
 * @typedef {object} Context
 * @property {TablePlan} table the table of the column
 * @property {Map<string, TablePlan>} tables
 * @property {Scale} scale
 * @property {Random} random the column's own stream
 */

/**
 * A rule made ready: the column's type, and its values row by row, in order.
 * @typedef {object} Rule
 * @property {string} type
 * @property {boolean} [array]
 * @property {(row: number) => any} value
 */

/** @type {Record<Scale, number>} */
const GROWTH_ROWS = { live: 95_490, small: 1_500 };

const FIRST_ID = 1_010_000;
const ID_STEP = 20_000;

/** @type {Record<string, (words: string[], context: Context) => Rule>} */
const RULES = {
    row: (_, { table }) => ({ type: 'i32', value: (row) => table.firstId + row }),
    from: ([start]) => ({ type: 'i32', value: (row) => Number(start) + row }),
    mod: ([period]) => ({ type: 'i32', value: (row) => row % Number(period) }),
    curve: ([base, slope, period]) => ({
        type: 'i32',
        value: (row) => curve(Number(base), Number(slope), row % Number(period)),
    }),
    even: ([low, high], { random }) => ({
        type: 'i32',
        value: () => random.between(Number(low), Number(high)),
    }),
    low: ([low, high], { random }) => ({
        type: 'i32',
        value: () => lowInteger(random, Number(low), Number(high)),
    }),
    real: ([low, high, decimals], { random }) => ({
        type: 'f32',
        value: () => roundedReal(random, Number(low), Number(high), Number(decimals)),
    }),
    coin: (_, { random }) => ({ type: 'bool', value: () => random.below(2) === 1 }),
    enum: ([labels], { random }) => ({
        type: 'enum',
        value: () => random.between(1, Number(labels)),
    }),
    to: ([name], { tables, scale, random }) => {
        const target = planOf(tables, name);
        return { type: 'i32', value: () => target.firstId + random.below(target.rows[scale]) };
    },
    list: ([fewest, most, ...inner], context) => {
        const element = interpret(inner, context);
        /** @param {number} row */
        const value = (row) => {
            const length = context.random.between(Number(fewest), Number(most));
            return Array.from({ length }, () => element.value(row));
        };
        return { type: element.type, array: true, value };
    },
    key: ([prefix]) => ({ type: 'string', value: (row) => keyOf(prefix, row) }),
    label: ([prefix, count], { random }) => ({
        type: 'string',
        value: () => keyOf(prefix, random.below(Number(count))),
    }),
    file: ([folder, count], { random }) => ({
        type: 'string',
        value: () => pathOf(folder, random.below(Number(count))),
    }),
    word: ([count], { random }) => ({
        type: 'string',
        value: () => nameOf(random.below(Number(count))),
    }),
    prose: ([count], { random }) => ({
        type: 'string',
        value: () => sentenceOf(random.below(Number(count))),
    }),
    // An i64 stands in JSON as a string of digits, so both of these give a text.
    long: (inner, context) => ({ ...asDigits(inner, context), type: 'i64' }),
    digits: (inner, context) => ({ ...asDigits(inner, context), type: 'string' }),
};

/**
 * @param {string[]} words
 * @param {Context} context
 */
function asDigits(words, context) {
    const integer = interpret(words, context);
    /** @param {number} row */
    const value = (row) => String(integer.value(row));
    return { value };
}

/**
 * @param {Random} random
 * @param {number} low
 * @param {number} high
 */
function lowInteger(random, low, high) {
    return low + Math.floor(random.uniform() ** 3 * (high - low + 1));
}

/**
 * @param {Random} random
 * @param {number} low
 * @param {number} high
 * @param {number} decimals
 */
function roundedReal(random, low, high, decimals) {
    const scale = 10 ** decimals;
    return Math.round((low + random.uniform() * (high - low)) * scale) / scale;
}

/**
 * @param {string[]} words
 * @param {Context} context
 * @returns {Rule}
 */
function interpret(words, context) {
    const [kind, ...rest] = words;
    const rule = Object.hasOwn(RULES, kind) ? RULES[kind] : undefined;
    if (rule === undefined) {
        throw new RangeError(`table ${context.table.name}: there is no rule "${kind}"`);
    }
    return rule(rest, context);
}

/**
 * @param {string} text
 * @returns {Map<string, TablePlan>}
 */
function readCatalogue(text) {
    const sections = text.trim().split(/\n(?! )/);
    const plans = sections.map((section, index) => {
        const [name, counts, ...columns] = section.split(/\s+/);
        const [live, small] = counts.split('/').map(Number);
        return {
            name,
            firstId: FIRST_ID + index * ID_STEP,
            rows: { live, small },
            columns: columns.map(readColumn),
        };
    });
    return new Map(plans.map((plan) => [plan.name, plan]));
}

/**
 * @param {string} token
 * @returns {ColumnPlan}
 */
function readColumn(token) {
    const [name, rule] = token.split('=');
    return { name, words: rule.split(':') };
}

/**
 * @param {Map<string, TablePlan>} tables
 * @param {string} name
 */
function planOf(tables, name) {
    const plan = tables.get(name);
    if (plan === undefined) throw new RangeError(`there is no sample table "${name}"`);
    return plan;
}

/**
 * @param {TablePlan} table
 * @param {Map<string, TablePlan>} tables
 * @param {Scale} scale
 * @param {number} seed
 * @returns {SampleTable}
 */
function buildTable(table, tables, scale, seed) {
    // A stream a column: one column's values stay the same whatever is changed in another.
    const rules = table.columns.map(({ name, words }) => {
        const random = createRandom(seed, `${scale}/${table.name}/${name}`);
        return { name, ...interpret(words, { table, tables, scale, random }) };
    });
    const columns = rules.map(({ name, type, array }, index) => ({
        tag: index + 1,
        name,
        type,
        ...(array ? { array } : {}),
    }));
    const rows = Array.from({ length: table.rows[scale] }, (_, row) => {
        /** @type {SampleRow} */
        const values = {};
        for (const rule of rules) values[rule.name] = rule.value(row);
        return values;
    });
    return { name: table.name, schema: { columns }, rows };
}

/**
 * All tables, the growth table first; or those named, in the order given.
 * @param {{ scale?: Scale, seed?: number, names?: string[] }} [options]
 * @returns {SampleTable[]}
 */
export function sproutTables({ scale = 'live', seed = 1, names } = {}) {
    if (!Object.hasOwn(GROWTH_ROWS, scale)) {
        throw new RangeError(`expected the scale 'live' or 'small', found '${String(scale)}'`);
    }
    const tables = readCatalogue(CATALOGUE);
    if (names !== undefined) {
        return names.map((name) => buildTable(planOf(tables, name), tables, scale, seed));
    }
    const growth = growthTable({ rows: GROWTH_ROWS[scale] });
    return [growth, ...[...tables.values()].map((plan) => buildTable(plan, tables, scale, seed))];
}
