/**
 * What fields say: the names of the rows, elements and entries that they are about, and values as
 * short text.
 */

import { floatJson, uuidText } from '../values/text.js';
import { BOOL, F32, F64, I64, UUID } from '../schema/types.js';

/**
 * What some bytes are about.
 * @typedef {object} Place
 * @property {Unit} unit
 * @property {number} first
 * @property {number} count
 * @property {string} name in words
 */

/** @typedef {'row' | 'element' | 'entry' | 'segment'} Unit elements are counted over all rows */

/** @typedef {(first: number, count: number) => Place} Subject the place of some values of a stream */

/** The longest text shown whole, in bytes. */
const SHOWN_BYTES = 60;

/** One byte more than is shown, so that a text kept so far tells whether it was longer. */
export const KEPT_BYTES = SHOWN_BYTES + 1;

/** @type {Readonly<Record<Unit, string>>} */
const PLURALS = { row: 'rows', element: 'elements', entry: 'entries', segment: 'segments' };

/**
 * @param {Unit} unit
 * @returns {Subject}
 */
export function subjectOf(unit) {
    return (first, count) => ({ unit, first, count, name: rangeText(unit, first, count) });
}

/**
 * @param {Unit} unit
 * @param {number} first
 * @param {number} count
 */
export function rangeText(unit, first, count) {
    return count === 1 ? `${unit} ${first}` : `${PLURALS[unit]} ${first} to ${first + count - 1}`;
}

/**
 * The subject of a stream of bytes that hold bits, `width` for each of `count` values.
 * @param {Subject} values
 * @param {number} count
 * @param {number} width
 * @param {string} what the bits are
 * @returns {Subject}
 */
export function bitsSubject(values, count, width, what) {
    return (firstByte, byteCount) => {
        const first = Math.floor(firstByte * 8 / width);
        const end = Math.min(count, Math.ceil((firstByte + byteCount) * 8 / width));
        const place = values(first, end - first);
        return { ...place, name: `${what} of ${place.name}` };
    };
}

/**
 * The bits of a bitmap's byte in the order of what they tell of.
 * @param {number} byte
 * @param {number} count of bits that count
 */
export function bitsText(byte, count) {
    let text = '';
    for (let bit = 0; bit < Math.min(count, 8); bit++) text += byte >> bit & 1;
    return text;
}

/**
 * An integer, as the value of an element that it stands for.
 * @param {number} element
 * @returns {(value: number | bigint) => string}
 */
export function integerText(element) {
    if (element === BOOL) return (value) => String(Number(value) !== 0);
    if (element === F32) return (value) => floatText(Math.fround(Number(value)), true);
    return String;
}

/**
 * A value of fixed width.
 * @param {number} element
 * @param {DataView} view
 * @param {number} at
 */
export function rawText(element, view, at) {
    switch (element) {
        case BOOL: return String(view.getUint8(at) !== 0);
        case I64: return String(view.getBigInt64(at, true));
        case F32: return floatText(view.getFloat32(at, true), true);
        case F64: return floatText(view.getFloat64(at, true), false);
        case UUID: return uuidText(new Uint8Array(view.buffer, view.byteOffset + at, 16));
        default: return String(view.getInt32(at, true));
    }
}

/**
 * @param {number} value
 * @param {boolean} single
 */
function floatText(value, single) {
    return Object.is(value, -0) ? '-0' : String(floatJson(value, single));
}

/**
 * The first bytes of a text, a character each: short, and cheap to cut and to join.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} size
 */
export function keptBytes(bytes, at, size) {
    return String.fromCharCode(...bytes.subarray(at, at + Math.min(size, KEPT_BYTES)));
}

/**
 * A text whose first bytes were kept, in quotes.
 * @param {string} kept
 */
export function quoted(kept) {
    const isCut = kept.length > SHOWN_BYTES;
    let end = isCut ? SHOWN_BYTES : kept.length;
    // Not through the middle of a character.
    while (isCut && end > 0 && (kept.charCodeAt(end) & 0xc0) === 0x80) end--;
    const bytes = Uint8Array.from(kept.slice(0, end), (char) => char.charCodeAt(0));
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return JSON.stringify(isCut ? text + '…' : text);
}

/** @param {Uint8Array} bytes */
export function hexText(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
