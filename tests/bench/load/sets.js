/**
 * The data sets: tables with what is asked of them: rows by their key, and the sum of a column.
 */

import { growthTable, sproutTables } from '../data/index.js';
import { canopyTables } from '../sets/canopy.js';
import { dictionaryTable } from '../sets/dictionary.js';
import { orderTable } from '../sets/order.js';
import { personTable } from '../sets/person.js';
import { REAL_DICTIONARY, realTables, whyNoRealTables } from '../sets/real.js';
import { recordsTable } from '../sets/records.js';

/** @import { SampleColumn, SampleRow, SampleTable } from '../data/json.js' */

/**
 * A table, or many: then `tables` is what counts.
 * @typedef {object} DataSet
 * @property {string} name
 * @property {{ columns: SampleColumn[], tables?: { columns: SampleColumn[] }[] }} schema
 * @property {SampleRow[]} rows i64 values as digits, as the exporter's JSON has them
 * @property {string | null} key the column that rows are looked up by: unique, i32 or string; null where there is none
 * @property {string | null} sum the column that is summed: numbers, none absent; null where there is none
 * @property {DataSet[]} [tables]
 * @property {number} [rowCount] of all tables
 */

/**
 * @typedef {object} SetPlan
 * @property {string} title
 * @property {string} about
 * @property {(quick: boolean) => SampleTable[]} tables
 * @property {boolean} [messages] every row is a file of its own
 * @property {number} [heapMb] more heap than Node.js takes by itself
 * @property {() => string | null} [unless] why the set is not here
 * @property {{ key?: string, sum?: string }} [ask] else they are found
 */

/** Rows of each set under `--quick`. */
const QUICK_ROWS = 1000;
const QUICK_TABLES = 24;
const QUICK_ORDERS = 10;
const QUICK_PERSONS = 50;

/** Above this many rows JavaScript objects need more than the heap that Node.js takes by itself. */
const MANY_ROWS = 1e6;

/** @param {number} rows @returns {SetPlan} */
const growthAt = (rows) => ({
    title: `growth, ${rows.toLocaleString('en')} rows`,
    about: 'how the cost of the growth table grows with its rows',
    tables: () => [growthTable({ rows })],
    ask: { sum: 'gainFloor' },
    heapMb: rows >= MANY_ROWS ? Math.ceil(rows / 1000) + 3000 : undefined,
});

/** @param {'mixed' | 'strings' | 'longs'} kind @param {string} about @returns {SetPlan} */
const records = (kind, about) => ({
    title: kind, about: `100,000 records of 20 optional fields, about half of them absent: ${about}`,
    tables: (quick) => [recordsTable(kind, quick ? { rows: QUICK_ROWS } : {})],
});

/** @param {'numbers' | 'base64' | 'bytes'} form @param {string} about @returns {SetPlan} */
const orders = (form, about) => ({
    title: `order, picture as ${form}`, about: `100 orders of 50 fields and a picture of 7,000 bytes, ${about}`,
    tables: (quick) => [orderTable(form, quick ? { orders: QUICK_ORDERS } : {})],
});

/** @type {Readonly<Record<string, SetPlan>>} */
export const SETS = Object.freeze({
    growth: {
        title: 'growth', about: 'one big table of a game: few distinct values, long runs',
        tables: (quick) => [growthTable(quick ? { rows: QUICK_ROWS } : {})],
        ask: { sum: 'gainFloor' },
    },
    sprout: {
        title: 'sprout', about: 'the 71 tables of a whole game; one of them, growth, has most of the rows',
        tables: (quick) => sproutTables({ scale: quick ? 'small' : 'live' }),
    },
    canopy: {
        title: 'canopy', about: 'the 516 small tables of a whole game: paths and arrays',
        tables: (quick) => canopyTables(quick ? { tables: QUICK_TABLES } : {}),
    },
    dictionary: {
        title: 'dictionary', about: 'readings in kana, each with a list of words: hardly a text occurs twice',
        tables: (quick) => [dictionaryTable(quick ? { keys: QUICK_ROWS } : {})],
        heapMb: 6000,
    },
    skk: {
        title: 'SKK dictionary', about: 'a real dictionary of Japanese readings and words',
        tables: (quick) => realTables({ names: [REAL_DICTIONARY], most: quick ? QUICK_ROWS : undefined }),
        unless: whyNoRealTables,
        // Two of its readings occur twice.
        ask: { key: '' },
    },
    mixed: records('mixed', 'texts, doubles, longs, integers and floats'),
    strings: records('strings', 'UUIDs as texts'),
    longs: records('longs', '64-bit integers'),
    person: {
        title: 'person', about: 'one record of a name and a number at a time',
        tables: (quick) => [personTable(quick ? { rows: QUICK_PERSONS } : {})],
        messages: true,
    },
    'order-numbers': orders('numbers', 'as an array of numbers'),
    'order-base64': orders('base64', 'as text in base64'),
    'order-bytes': orders('bytes', 'as bytes, handed out as a Uint8Array'),
    real: {
        title: 'real tables', about: 'tables of real games and dictionaries; columns of mixed types are their JSON text',
        tables: (quick) => realTables({ most: quick ? QUICK_ROWS / 10 : undefined }),
        unless: whyNoRealTables,
    },
    'growth-1e3': growthAt(1e3),
    'growth-1e4': growthAt(1e4),
    'growth-1e5': growthAt(1e5),
    'growth-1e6': growthAt(1e6),
    'growth-1e7': growthAt(1e7),
});

export const SET_NAMES = Object.freeze(Object.keys(SETS));

/**
 * A column of unique values, of a type that rows can be looked up by.
 * @param {SampleTable} table
 */
function findKey({ schema, rows }) {
    const found = schema.columns.find(({ name, type, array, optional, path }) =>
        !array && !optional && !path && (type === 'i32' || type === 'string') &&
        new Set(rows.map((row) => row[name])).size === rows.length);
    return found?.name ?? null;
}

/** @param {SampleTable} table @param {string | null} key */
function findSum({ schema: { columns } }, key) {
    const fit = columns.filter(({ type, array, optional, path }) =>
        !array && !optional && !path && ['i32', 'enum', 'f64'].includes(type));
    return (fit.find(({ name }) => name !== key) ?? fit[0])?.name ?? null;
}

/**
 * @param {SampleTable} table
 * @param {SetPlan} plan
 * @returns {DataSet}
 */
function ask(table, { ask: asked = {} }) {
    const key = asked.key === undefined ? findKey(table) : asked.key || null;
    return { ...table, key, sum: asked.sum ?? findSum(table, key) };
}

/**
 * @param {string} name
 * @param {boolean} quick
 * @returns {DataSet}
 */
export function makeSet(name, quick) {
    const plan = SETS[name];
    const made = plan.tables(quick);
    const tables = made.flatMap((table) => plan.messages ? messagesOf(table) : ask(table, plan));
    if (tables.length === 1) return { ...tables[0], name };
    return {
        name, tables, rowCount: tables.reduce((sum, { rows }) => sum + rows.length, 0),
        schema: { columns: [], tables: tables.map(({ schema }) => schema) }, rows: [], key: null, sum: null,
    };
}

/** A table for each row. @param {SampleTable} table @returns {DataSet[]} */
function messagesOf({ name, schema, rows }) {
    return rows.map((row, i) => ({ name: `${name} ${i}`, schema, rows: [row], key: null, sum: null }));
}

/**
 * Why a system cannot hold a set, where it would not say so itself; else null.
 * @param {string} system
 * @param {DataSet} set
 */
export function whyUnable(system, { schema }) {
    const hasBytes = [schema, ...schema.tables ?? []].some(({ columns }) => columns.some(({ type }) => type === 'bytes'));
    return hasBytes && system.startsWith('json') ? 'JSON has no bytes: they are numbers or base64' : null;
}
