/**
 * Values as the texts of cells.
 */

/** @import { Column } from 'tcb-wasm' */
/** @import { Cells } from '../types.js' */

const MAX_TEXT = 240, MAX_ELEMENTS = 40;

/** Places in the list of kinds.js. */
const TEXT = 0, NUMBER = 1, BOOL = 2, ABSENT = 3, ARRAY = 4, JSON_VALUE = 5, DATE = 6, ID = 7, EMPTY = 8, DAMAGED = 9;

/** @type {Record<string, number>} */
const KIND_OF_TYPE = {
    i32: NUMBER, i64: NUMBER, f32: NUMBER, f64: NUMBER, enum: NUMBER, bool: BOOL, string: TEXT,
    json: JSON_VALUE, datetime: DATE, timespan: DATE, uuid: ID, bytes: ARRAY,
};

/**
 * The cells of some rows of a column.
 * @param {Column} column
 * @param {ArrayLike<number>} rows
 * @param {boolean} local numbers and dates as this browser's language writes them
 * @returns {Cells}
 */
export function readCells(column, rows, local) {
    const texts = new Array(rows.length), kinds = new Uint8Array(rows.length);
    const kind = column.array && column.type !== 'bytes' ? ARRAY : KIND_OF_TYPE[column.type] ?? TEXT;
    const text = cellText(column, local);
    for (let i = 0; i < rows.length; i++) {
        const k = rows[i];
        if (!column.isPresent(k)) {
            texts[i] = '';
            kinds[i] = ABSENT;
            continue;
        }
        try {
            texts[i] = shorten(text(k));
            kinds[i] = texts[i] === '' ? EMPTY : kind;
        } catch (error) {
            texts[i] = /** @type {Error} */ (error).message;
            kinds[i] = DAMAGED;
        }
    }
    return { texts, kinds };
}

/**
 * What gives the text of a value that is there.
 * @param {Column} column
 * @param {boolean} [local]
 * @returns {(k: number) => string}
 */
export function cellText(column, local = false) {
    const { offsets, elements } = column;
    if (column.type === 'bytes') return bytesText(column);
    if (!offsets || !elements) return scalarText(column, local);
    const text = scalarText(elements, local);
    const quote = column.element === 6 && column.type !== 'json';
    return (k) => {
        const start = offsets[k], end = offsets[k + 1], shown = Math.min(end, start + MAX_ELEMENTS);
        const parts = [];
        for (let e = start; e < shown; e++) {
            parts.push(!elements.isPresent(e) ? '∅' : quote ? JSON.stringify(text(e)) : text(e));
        }
        if (shown < end) parts.push(`… ${end - shown} more`);
        return `[${parts.join(', ')}]`;
    };
}

/**
 * @param {Column} column
 * @param {boolean} local
 * @returns {(k: number) => string}
 */
function scalarText(column, local) {
    const { type, strings, labels } = column;
    const indices = /** @type {any} */ (column.indices), values = /** @type {any} */ (column.values);
    if (strings) return (k) => strings.get(indices[k]);
    if (labels) {
        const names = new Map(Object.entries(labels).map(([name, number]) => [number, name]));
        return (k) => (names.has(values[k]) ? `${names.get(values[k])} (${values[k]})` : String(values[k]));
    }
    const read = column.reader(true);
    if (type === 'datetime') return local ? localDate(read) : (k) => read(k).replace('T', ' ');
    if (!local || type === 'bool' || type === 'uuid' || type === 'timespan') return (k) => String(read(k));
    const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });
    return (k) => format.format(type === 'i64' ? values[k] : read(k));
}

/** @param {(k: number) => string} read */
function localDate(read) {
    const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
    return (/** @type {number} */ k) => {
        const text = read(k), ms = Date.parse(text + 'Z');
        return Number.isNaN(ms) ? text : format.format(ms);
    };
}

/** @param {Column} column */
function bytesText(column) {
    const read = column.reader(false);
    return (/** @type {number} */ k) => {
        const bytes = /** @type {Uint8Array} */ (read(k));
        const digits = Array.from(bytes.subarray(0, MAX_ELEMENTS), (byte) => byte.toString(16).padStart(2, '0'));
        return digits.join(' ') + (bytes.length > MAX_ELEMENTS ? ` … ${bytes.length} bytes` : '');
    };
}

/** @param {string} text */
function shorten(text) {
    if (text.length <= MAX_TEXT) return text;
    // Never between the halves of a character.
    const end = /[\uD800-\uDBFF]/.test(text[MAX_TEXT - 1]) ? MAX_TEXT - 1 : MAX_TEXT;
    return text.slice(0, end) + '…';
}
