/**
 * What a system gives must be what went into its file, value by value.
 */

import { isDeepStrictEqual } from 'node:util';

import { parseTimespan } from '../../../js/write/parse.js';

/** @import { SampleColumn } from '../data/json.js' */
/** @import { DataSet } from './sets.js' */
/** @import { System } from './systems.js' */
/** @import { Plan } from './plan.js' */

/**
 * @param {any} expected
 * @param {any} found
 * @param {string} type
 */
function isSameValue(expected, found, type) {
    if (expected === null || found === null || found === undefined) return expected === (found ?? null);
    if (type === 'json') return isDeepStrictEqual(found, expected);
    if (type === 'bytes') return ArrayBuffer.isView(found) && Buffer.compare(/** @type {any} */ (found), expected) === 0;
    if (type === 'i64') return typeof found !== 'object' && String(found) === String(expected);
    // Zeros that a fraction ends in are no part of the value.
    if (type === 'timespan') return typeof found === 'string' && parseTimespan(found) === parseTimespan(expected);
    if (type === 'f32') return Object.is(Math.fround(found), Math.fround(expected));
    return Object.is(found, expected);
}

/**
 * @param {any} expected
 * @param {any} found
 * @param {string} place for the message
 * @param {string} path keys without array positions, which name the type
 * @param {Map<string, string>} types
 * @returns {string | null} what differs first
 */
function difference(expected, found, place, path, types) {
    const type = types.get(path);
    const isNested = expected !== null && typeof expected === 'object' && type !== 'json' && type !== 'bytes';
    if (!isNested) {
        if (isSameValue(expected, found, type ?? '')) return null;
        return `${place}: expected ${show(expected)}, found ${show(found)}`;
    }
    if (found === null || typeof found !== 'object') {
        return `${place}: expected ${show(expected)}, found ${show(found)}`;
    }
    const isList = Array.isArray(expected);
    if (isList && found.length !== expected.length) {
        return `${place}: expected ${expected.length} elements, found ${found.length}`;
    }
    for (const key of Object.keys(expected)) {
        const deeper = isList ? path : path ? `${path}\n${key}` : key;
        const differs = difference(expected[key], found[key], `${place}, ${key}`, deeper, types);
        if (differs) return differs;
    }
    return null;
}

/** @param {any} value */
function show(value) {
    const text = typeof value === 'bigint' ? `${value}n` : JSON.stringify(value) ?? String(value);
    return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

/**
 * @param {{ columns: SampleColumn[] }} schema
 * @returns {Map<string, string>}
 */
function typesByPath({ columns }) {
    return new Map(columns.map(({ name, path, type }) => [(path ?? [name]).join('\n'), type]));
}

/**
 * What differs first between the rows of a set and those that a system gives, or null.
 * @param {DataSet} set
 * @param {any[]} rows
 * @returns {string | null}
 */
export function firstDifference({ schema, rows: expected }, rows) {
    if (rows.length !== expected.length) return `expected ${expected.length} rows, found ${rows.length}`;
    const types = typesByPath(schema);
    for (let row = 0; row < expected.length; row++) {
        const differs = difference(expected[row], rows[row], `row ${row}`, '', types);
        if (differs) return differs;
    }
    return null;
}

/**
 * Rejects unless a system gives a set's rows, its sum, and the right row for each key.
 * @param {System} system
 * @param {DataSet} set
 * @param {Plan} plan
 * @param {Uint8Array} bytes
 */
export async function verify(system, set, plan, bytes) {
    verifyForm(system, set, plan, await system.load(bytes));
}

/**
 * @param {System} system
 * @param {DataSet} set
 * @param {Plan} plan
 * @param {any} form
 */
function verifyForm(system, set, plan, form) {
    for (const [t, table] of (set.tables ?? []).entries()) {
        const part = /** @type {NonNullable<System['table']>} */ (system.table)(form, t);
        verifyForm(part.system, table, /** @type {Plan[]} */ (plan.tables)[t], part.form);
    }
    if (set.tables) return;
    /** @param {string | null} differs */
    const refuse = (differs) => {
        if (differs) throw new Error(`${system.title}, ${set.name}: ${differs}`);
    };
    refuse(firstDifference(set, system.rows(form)));
    const keyColumn = set.key;
    if (set.sum !== null) {
        const sum = system.sum(form, set.sum);
        refuse(sum === plan.sum ? null : `sum of ${set.sum}: expected ${plan.sum}, found ${sum}`);
    }
    if (keyColumn === null) return;
    const find = system.index(form, keyColumn);
    const byKey = new Map(set.rows.map((row) => [row[keyColumn], row]));
    const wanted = plan.keys.map((key) => byKey.get(key) ?? {});
    refuse(firstDifference({ ...set, rows: wanted }, plan.keys.map(find)));
}
