/**
 * What a column's values are like: how many there are, how many differ, and from where to where they go.
 */

/** @import { Column } from 'tcb-wasm' */
/** @import { ColumnStats, Pause } from '../types.js' */

import { cellText } from './cells.js';
import { allRows, radixSort, sortWords } from './sort.js';

const STRING = 6, UUID = 7;
const MAX_COMPARED_TEXTS = 200_000;
const MAX_SHOWN = 60;

/**
 * @param {Column} column
 * @param {Pause} pause
 * @returns {Promise<ColumnStats>}
 */
export async function columnStats(column, pause) {
    const { length, offsets } = column;
    const presentRows = countPresent(column.validity, length);
    const values = column.elements ?? column;
    const presentValues = countPresent(values.validity, values.length);
    const lengths = offsets ? extent(length, (k) => offsets[k + 1] - offsets[k]) : null;
    const facts = column.type === 'bytes' ? { distinct: null, min: null, max: null } : await valueFacts(values, pause);
    return {
        ...facts, rows: length, presentRows, lengths,
        elements: offsets ? values.length : null, presentElements: offsets ? presentValues : null,
    };
}

/**
 * @param {Column} values
 * @param {Pause} pause
 * @returns {Promise<{ distinct: number | null, min: string | null, max: string | null }>}
 */
async function valueFacts(values, pause) {
    const rows = rowsWithValues(values);
    if (rows.length === 0) return { distinct: 0, min: null, max: null };
    if (values.element === STRING) return textFacts(values, rows, pause);
    const text = cellText(values);
    if (values.element === UUID || values.type === 'bool' || values.labels) {
        const order = await radixSort(rows, await sortWords(values, pause), pause);
        const size = values.element === UUID ? 16 : 1;
        const stored = /** @type {any} */ (values.values);
        let distinct = 1;
        for (let i = 1; i < order.length; i++) {
            let same = true;
            for (let j = 0; same && j < size; j++) same = stored[order[i] * size + j] === stored[order[i - 1] * size + j];
            if (!same) distinct++;
        }
        return { distinct, min: text(order[0]), max: text(order[order.length - 1]) };
    }
    return numberFacts(values, rows, pause);
}

/**
 * @param {Column} values
 * @param {Uint32Array} rows
 * @param {Pause} pause
 */
async function numberFacts(values, rows, pause) {
    const stored = /** @type {any} */ (values.values);
    const isWhole = rows.length === stored.length;
    const sorted = isWhole ? stored.slice() : new stored.constructor(rows.length);
    if (!isWhole) for (let i = 0; i < rows.length; i++) sorted[i] = stored[rows[i]];
    await pause();
    sorted.sort();
    await pause();
    let distinct = 1;
    for (let i = 1; i < sorted.length; i++) {
        if (sorted[i] !== sorted[i - 1] && (sorted[i] === sorted[i] || sorted[i - 1] === sorted[i - 1])) distinct++;
    }
    // The text of a value is told by its row: find the rows of both ends.
    const text = cellText(values);
    const rowOf = (/** @type {any} */ value) => /** @type {number} */ (
        isWhole ? stored.indexOf(value) : rows.find((k) => stored[k] === value));
    const least = rowOf(sorted[0]);
    let last = sorted.length - 1;
    while (last > 0 && sorted[last] !== sorted[last]) last--; // NaN stands last
    const greatest = rowOf(sorted[last]);
    if (!(least >= 0) || !(greatest >= 0)) return { distinct, min: 'NaN', max: 'NaN' };
    return { distinct, min: text(least), max: text(greatest) };
}

/**
 * @param {Column} values
 * @param {Uint32Array} rows
 * @param {Pause} pause
 */
async function textFacts({ strings: table, indices }, rows, pause) {
    const strings = /** @type {import('tcb-wasm').StringTable} */ (table);
    const stored = /** @type {Uint32Array} */ (indices);
    const used = new Uint8Array(strings.length);
    for (let i = 0; i < rows.length; i++) used[stored[rows[i]]] = 1;
    let entries = 0, min = /** @type {string | null} */ (null), max = /** @type {string | null} */ (null);
    const texts = strings.length <= MAX_COMPARED_TEXTS ? new Set() : null;
    for (let i = 0; i < used.length; i++) {
        if (!used[i]) continue;
        entries++;
        const text = strings.get(i);
        texts?.add(text);
        if (min === null || text < min) min = text;
        if (max === null || text > max) max = text;
        if ((i & 0xffff) === 0xffff) await pause();
    }
    return { distinct: texts?.size ?? entries, min: quoted(min), max: quoted(max) };
}

/** @param {string | null} text */
function quoted(text) {
    if (text === null) return null;
    return JSON.stringify(text.length > MAX_SHOWN ? text.slice(0, MAX_SHOWN) + '…' : text);
}

/** @param {Column} column */
function rowsWithValues({ validity, length }) {
    if (!validity) return allRows(length);
    const rows = new Uint32Array(countPresent(validity, length));
    for (let k = 0, at = 0; k < length; k++) if (validity[k >> 3] >> (k & 7) & 1) rows[at++] = k;
    return rows;
}

/**
 * @param {Uint8Array | null} validity
 * @param {number} length
 */
export function countPresent(validity, length) {
    if (!validity) return length;
    let count = 0;
    for (let k = 0; k < length; k++) count += validity[k >> 3] >> (k & 7) & 1;
    return count;
}

/**
 * @param {number} length
 * @param {(k: number) => number} read
 */
function extent(length, read) {
    if (length === 0) return null;
    let min = Infinity, max = -Infinity;
    for (let k = 0; k < length; k++) {
        const value = read(k);
        if (value < min) min = value;
        if (value > max) max = value;
    }
    return { min, max };
}

