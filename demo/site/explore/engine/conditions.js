/**
 * Conditions on the values of a column: what the filters and the search of the rows ask.
 */

/** @import { Column } from 'tcb-wasm' */
/** @import { Condition, Pause } from '../types.js' */

import { cellText } from './cells.js';

const BOOL = 1, I32 = 2, I64 = 3, STRING = 6, UUID = 7;
const EPOCH_TICKS = 621355968000000000n;
const COMPARISONS = new Set(['less', 'atMost', 'greater', 'atLeast']);

/** @typedef {(k: number) => boolean} Test */

/**
 * What tells whether a row fulfils a condition; an array does if any of its elements does.
 * @param {Column} column
 * @param {Condition} condition
 * @param {Pause} pause
 * @returns {Promise<Test>}
 */
export async function conditionTest(column, condition, pause) {
    const { op } = condition;
    if (op === 'absent') return (k) => !column.isPresent(k);
    if (op === 'present') return (k) => column.isPresent(k);
    const { offsets, elements } = column;
    const values = elements ?? column;
    const test = present(values, await valueTest(values, condition, pause));
    if (!offsets || column.type === 'bytes') return present(column, test);
    return present(column, (k) => {
        for (let e = offsets[k], end = offsets[k + 1]; e < end; e++) if (test(e)) return true;
        return false;
    });
}

/**
 * What tells whether a row shows a text somewhere in its cell, letter case aside; null where none can.
 * @param {Column} column
 * @param {string} text
 * @param {Pause} pause
 * @returns {Promise<Test | null>}
 */
export async function findTest(column, text, pause) {
    const isNumber = column.element !== STRING && column.element !== UUID && column.element !== BOOL &&
        !column.labels && ['i32', 'i64', 'f32', 'f64', 'enum'].includes(column.type);
    if (isNumber && /[^-+.0-9eainfNty]/i.test(text)) return null;
    return conditionTest(column, { tag: column.tag, op: 'contains', value: text }, pause);
}

/**
 * @param {Column} column
 * @param {Test} test
 * @returns {Test}
 */
function present({ validity }, test) {
    return validity ? (k) => (validity[k >> 3] >> (k & 7) & 1) === 1 && test(k) : test;
}

/**
 * @param {Column} column
 * @param {Condition} condition
 * @param {Pause} pause
 * @returns {Promise<Test>}
 */
async function valueTest(column, condition, pause) {
    const { op, value } = condition;
    const { strings, indices } = column;
    if (strings && indices) {
        const ok = await entryTest(strings, textTest(op, value), pause);
        return (k) => ok[indices[k]] === 1;
    }
    if (op === 'contains' && column.element === I32 && column.type === 'i32' && /^\d{1,9}$/.test(value)) {
        return digitsTest(/** @type {Int32Array} */ (column.values), value);
    }
    const operand = numberOperand(column, value);
    if (operand === null) {
        if (COMPARISONS.has(op)) throw new RangeError(`expected ${operandWords(column)}, found ${JSON.stringify(value)}`);
        const text = cellText(column);
        const test = textTest(op, value);
        return (k) => test(text(k));
    }
    if (op === 'contains' || op === 'starts') {
        const text = cellText(column);
        const test = textTest(op, value);
        return (k) => test(text(k));
    }
    return numberTest(/** @type {any} */ (column.values), op, operand);
}

/**
 * @param {import('tcb-wasm').StringTable} strings
 * @param {(text: string) => boolean} test
 * @param {Pause} pause
 */
async function entryTest(strings, test, pause) {
    const ok = new Uint8Array(strings.length);
    for (let i = 0; i < ok.length; i++) {
        ok[i] = test(strings.get(i)) ? 1 : 0;
        if ((i & 0xffff) === 0xffff) await pause();
    }
    return ok;
}

/**
 * @param {string} op
 * @param {string} value
 * @returns {(text: string) => boolean}
 */
export function textTest(op, value) {
    const wanted = value.toLowerCase();
    switch (op) {
        case 'contains': return (text) => text.toLowerCase().includes(wanted);
        case 'starts': return (text) => text.toLowerCase().startsWith(wanted);
        case 'equals': return (text) => text === value;
        case 'differs': return (text) => text !== value;
        case 'less': return (text) => text < value;
        case 'atMost': return (text) => text <= value;
        case 'greater': return (text) => text > value;
        case 'atLeast': return (text) => text >= value;
        default: throw new RangeError(`unknown operator ${JSON.stringify(op)}`);
    }
}

/**
 * Whether the digits of a number contain these, without a text of each number: that is what a search
 * through millions of rows waits for.
 * @param {Int32Array} values
 * @param {string} digits
 * @returns {Test}
 */
function digitsTest(values, digits) {
    const wanted = Number(digits), power = 10 ** digits.length;
    // With a zero in front there must be another digit before it.
    const least = digits[0] !== '0' ? power / 10 : power;
    return (k) => {
        let left = Math.abs(values[k]);
        if (left === 0) return digits === '0';
        if (digits === '0' && left < 10) return false;
        for (; left >= least; left = Math.floor(left / 10)) if (left % power === wanted) return true;
        return false;
    };
}

/**
 * @param {ArrayLike<any>} values
 * @param {string} op
 * @param {number | bigint} operand
 * @returns {Test}
 */
function numberTest(values, op, operand) {
    switch (op) {
        case 'equals': return (k) => values[k] === operand;
        case 'differs': return (k) => values[k] !== operand;
        case 'less': return (k) => values[k] < operand;
        case 'atMost': return (k) => values[k] <= operand;
        case 'greater': return (k) => values[k] > operand;
        case 'atLeast': return (k) => values[k] >= operand;
        default: throw new RangeError(`unknown operator ${JSON.stringify(op)}`);
    }
}

/**
 * What a text says in the terms of a column's stored numbers; null where it says no such number.
 * @param {Column} column
 * @param {string} text
 * @returns {number | bigint | null}
 */
function numberOperand({ element, type, labels }, text) {
    const trimmed = text.trim();
    if (element === UUID || element === BOOL || trimmed === '') return null;
    if (labels && Object.hasOwn(labels, trimmed)) return labels[trimmed];
    if (type === 'datetime') return datetimeTicks(trimmed);
    if (type === 'timespan') return timespanTicks(trimmed);
    if (element === I64) return /^[-+]?\d+$/.test(trimmed) ? BigInt(trimmed) : null;
    const number = Number(trimmed);
    if (Number.isNaN(number)) return null;
    return type === 'f32' ? Math.fround(number) : number;
}

/** @param {Column} column */
function operandWords({ type, element }) {
    if (type === 'datetime') return 'a date, such as 2024-03-01 or 2024-03-01T12:30:00';
    if (type === 'timespan') return 'a time, such as 1.02:30:00';
    return element === BOOL || element === UUID ? 'another operator for this type' : 'a number';
}

/** @param {string} text */
function datetimeTicks(text) {
    const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,7}))?)?$/.exec(text);
    if (!match) return null;
    const [, date, clock = '00:00', fraction = ''] = match;
    const ms = Date.parse(`${date}T${clock}Z`);
    return Number.isNaN(ms) ? null : BigInt(ms) * 10000n + EPOCH_TICKS + BigInt(fraction.padEnd(7, '0'));
}

/** @param {string} text */
function timespanTicks(text) {
    const match = /^(-?)(?:(\d+)\.)?(\d+):(\d\d)(?::(\d\d)(?:\.(\d{1,7}))?)?$/.exec(text);
    if (!match) return null;
    const [, sign, days = '0', hours, minutes, seconds = '0', fraction = ''] = match;
    const whole = BigInt(days) * 86400n + BigInt(hours) * 3600n + BigInt(minutes) * 60n + BigInt(seconds);
    const ticks = whole * 10000000n + BigInt(fraction.padEnd(7, '0'));
    return sign ? -ticks : ticks;
}
