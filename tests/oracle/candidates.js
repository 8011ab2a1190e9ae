/** The oracle's encoder of value streams: every candidate encoding, written out in full. */

import {
    BOOL, E, F32, F64, I32, I64, STRING, VARINT,
} from './format.js';
import { Writer } from './writer.js';

/** @import { OracleValue } from './format.js' */

/** @typedef {{ encoding: number, bytes: number[] }} Candidate */
/** @typedef {{ inner?: number, width?: number, base?: bigint }} StreamPlan */

const SEPARATORS = Array.from('_-/.\\: |', (character) => character.charCodeAt(0));

/**
 * @param {Candidate[]} candidates in the order in which they are tried, one at least
 * @returns {Candidate} the first of the smallest
 */
export function smallest(candidates) {
    let best = candidates[0];
    for (const candidate of candidates) {
        if (candidate.bytes.length < best.bytes.length) {
            best = candidate;
        }
    }
    return best;
}

/**
 * @param {number} element
 * @param {number} encoding
 * @param {OracleValue[]} values
 * @param {StreamPlan} plan
 * @returns {number[]|null} null where the encoding cannot hold the values
 */
export function encodeStream(element, encoding, values, plan) {
    switch (encoding) {
        case E.RAW:
            return encodeRaw(element, values);
        case E.VARINT:
        case E.DELTA:
        case E.RLE:
        case E.DELTA_RLE:
            return encodeInts(encoding, /** @type {number[]} */ (values));
        case E.DICT:
            return encodeDict(element, values, E.VARINT);
        case E.DICT_RLE:
            return encodeDict(element, values, E.RLE);
        case E.DICT_FRONT:
            return encodeDictFront(/** @type {string[]} */ (values), E.VARINT);
        case E.DICT_FRONT_RLE:
            return encodeDictFront(/** @type {string[]} */ (values), E.RLE);
        case E.WHOLE:
            return encodeWhole(element, values, plan);
        case E.DICT_SEG:
            return encodeDictSeg(/** @type {string[]} */ (values), E.VARINT);
        case E.DICT_SEG_RLE:
            return encodeDictSeg(/** @type {string[]} */ (values), E.RLE);
        case E.BITPACK:
            return encodeBitpack(/** @type {(number|bigint)[]} */ (values), plan);
        default:
            throw new RangeError(`no stream encoding ${encoding}`);
    }
}

/**
 * @param {number} element
 * @param {OracleValue[]} values
 * @returns {number[]}
 */
export function encodeRaw(element, values) {
    const writer = new Writer();
    for (const value of values) {
        appendRaw(writer, element, value);
    }
    return writer.bytes;
}

/**
 * @param {Writer} writer
 * @param {number} element
 * @param {OracleValue} value
 */
function appendRaw(writer, element, value) {
    switch (element) {
        case VARINT:
            writer.counter32(Number(value));
            break;
        case BOOL:
            writer.fixed8(Number(value));
            break;
        case I32:
        case F32:
            writer.fixed32(Number(value));
            break;
        case I64:
        case F64:
            writer.fixed64(/** @type {bigint} */ (value));
            break;
        case STRING: {
            const bytes = utf8Bytes(/** @type {string} */ (value));
            writer.counter32(bytes.length);
            writer.append(bytes);
            break;
        }
        default:
            writer.append(/** @type {Uint8Array} */ (value));
    }
}

/**
 * @param {string} text
 * @returns {number[]}
 */
function utf8Bytes(text) {
    if (/\p{Surrogate}/u.test(text)) {
        throw new RangeError('a string with a lone surrogate has no UTF-8');
    }
    return Array.from(new TextEncoder().encode(text));
}

/**
 * @param {number} encoding VARINT, DELTA, RLE or DELTA_RLE
 * @param {number[]} values
 * @returns {number[]}
 */
export function encodeInts(encoding, values) {
    switch (encoding) {
        case E.VARINT: {
            const writer = new Writer();
            values.forEach((value) => writer.counter32(value));
            return writer.bytes;
        }
        case E.RLE:
            return encodeRuns(values);
        case E.DELTA:
        case E.DELTA_RLE: {
            if (values.length === 0) {
                return [];
            }
            const writer = new Writer();
            writer.counter32(values[0]);
            const differences = values.slice(1).map((value, i) => (value - values[i]) | 0);
            writer.append(encodeInts(encoding === E.DELTA ? E.VARINT : E.RLE, differences));
            return writer.bytes;
        }
        default:
            throw new RangeError(`no integer stream encoding ${encoding}`);
    }
}

/**
 * @param {number[]} values
 * @returns {number[]}
 */
function encodeRuns(values) {
    const writer = new Writer();
    let start = 0;
    while (start < values.length) {
        let end = start;
        while (end < values.length && values[end] === values[start]) {
            end++;
        }
        writer.counter32(end - start);
        writer.counter32(values[start]);
        start = end;
    }
    return writer.bytes;
}

/**
 * @param {number[]} bytes
 * @param {number} [encoding] the smallest of 0 to 4 where it is left out
 * @returns {Candidate}
 */
export function encodeByteStream(bytes, encoding) {
    const encodings = encoding === undefined
        ? [E.RAW, E.VARINT, E.DELTA, E.RLE, E.DELTA_RLE]
        : [encoding];
    return smallest(encodings.map((number) => ({
        encoding: number,
        bytes: number === E.RAW ? bytes : encodeInts(number, bytes),
    })));
}

/**
 * The distinct values in order of first appearance, and each value's place among them.
 * @template T
 * @param {T[]} values
 * @returns {{ entries: T[], indexes: number[] }}
 */
function distinct(values) {
    const entries = [...new Set(values)];
    const places = new Map(entries.map((entry, i) => [entry, i]));
    return { entries, indexes: values.map((value) => places.get(value) ?? 0) };
}

/**
 * @param {number} element
 * @param {OracleValue[]} values
 * @param {number} indexEncoding VARINT or RLE
 * @returns {number[]}
 */
function encodeDict(element, values, indexEncoding) {
    const { entries, indexes } = distinct(values);
    const writer = new Writer();
    writer.counter32(entries.length);
    writer.append(encodeRaw(element, entries));
    writer.append(encodeInts(indexEncoding, indexes));
    return writer.bytes;
}

/**
 * @param {string[]} values
 * @param {number} indexEncoding VARINT or RLE
 * @returns {number[]}
 */
function encodeDictFront(values, indexEncoding) {
    const sorted = distinct(values).entries.sort(
        (a, b) => compareBytes(utf8Bytes(a), utf8Bytes(b)),
    );
    const places = new Map(sorted.map((entry, i) => [entry, i]));
    const writer = new Writer();
    appendFrontCoded(writer, sorted.map(utf8Bytes));
    writer.append(encodeInts(indexEncoding, values.map((value) => places.get(value) ?? 0)));
    return writer.bytes;
}

/**
 * @param {number[]} a
 * @param {number[]} b
 * @returns {number} less than 0 where a stands before b
 */
function compareBytes(a, b) {
    const shared = sharedLength(a, b);
    if (shared === a.length || shared === b.length) {
        return a.length - b.length;
    }
    return a[shared] - b[shared];
}

/**
 * @param {number[]} a
 * @param {number[]} b
 * @returns {number} how many bytes both begin with
 */
function sharedLength(a, b) {
    let length = 0;
    while (length < a.length && length < b.length && a[length] === b[length]) {
        length++;
    }
    return length;
}

/**
 * @param {Writer} writer
 * @param {number[][]} entries in ascending order
 */
function appendFrontCoded(writer, entries) {
    writer.counter32(entries.length);
    /** @type {number[]} */
    let before = [];
    for (const entry of entries) {
        const shared = sharedLength(before, entry);
        writer.counter32(shared);
        writer.counter32(entry.length - shared);
        writer.append(entry.slice(shared));
        before = entry;
    }
}

/**
 * @param {string[]} values
 * @param {number} indexEncoding VARINT or RLE
 * @returns {number[]}
 */
function encodeDictSeg(values, indexEncoding) {
    const { entries, indexes } = distinct(values);
    const entryPieces = entries.map((entry) => cutSegments(utf8Bytes(entry)));
    /** @type {Map<string, number[]>} */
    const segments = new Map();
    entryPieces.flat().forEach((piece) => segments.set(piece.join(), piece));
    const sorted = [...segments.values()].sort(compareBytes);
    const places = new Map(sorted.map((segment, i) => [segment.join(), i]));

    const writer = new Writer();
    appendFrontCoded(writer, sorted);
    writer.counter32(entries.length);
    for (const pieces of entryPieces) {
        writer.counter32(pieces.length);
        pieces.forEach((piece) => writer.counter32(places.get(piece.join()) ?? 0));
    }
    writer.append(encodeInts(indexEncoding, indexes));
    return writer.bytes;
}

/**
 * @param {number[]} bytes of one entry
 * @returns {number[][]} none where the entry is empty
 */
export function cutSegments(bytes) {
    /** @type {number[][]} */
    const pieces = [];
    let start = 0;
    for (let end = 1; end <= bytes.length; end++) {
        const cut = end === bytes.length ||
            SEPARATORS.includes(bytes[end - 1]) ||
            isDigit(bytes[end - 1]) !== isDigit(bytes[end]);
        if (cut) {
            pieces.push(bytes.slice(start, end));
            start = end;
        }
    }
    return pieces;
}

/**
 * @param {number} byte
 * @returns {boolean}
 */
function isDigit(byte) {
    return byte >= 0x30 && byte <= 0x39;
}

/**
 * @param {number} element F32 or F64
 * @param {OracleValue[]} values bits
 * @param {StreamPlan} plan
 * @returns {number[]|null}
 */
function encodeWhole(element, values, plan) {
    const wholes = values.map((bits) => wholeOf(element, bits));
    if (wholes.includes(null)) {
        return null;
    }
    const ints = /** @type {number[]} */ (wholes);
    const encodings = plan.inner === undefined
        ? [E.VARINT, E.DELTA, E.RLE, E.DELTA_RLE]
        : [plan.inner];
    const chosen = smallest(
        encodings.map((encoding) => ({ encoding, bytes: encodeInts(encoding, ints) })),
    );
    const writer = new Writer();
    writer.fixed8(chosen.encoding);
    writer.append(chosen.bytes);
    return writer.bytes;
}

/**
 * @param {number} element F32 or F64
 * @param {OracleValue} bits
 * @returns {number|null} the int32 that turns back into the very same bits
 */
function wholeOf(element, bits) {
    const view = new DataView(new ArrayBuffer(8));
    if (element === F32) {
        view.setUint32(0, Number(bits));
        const whole = view.getFloat32(0) | 0;
        view.setFloat32(0, whole);
        return view.getUint32(0) === bits ? whole : null;
    }
    view.setBigUint64(0, /** @type {bigint} */ (bits));
    const whole = view.getFloat64(0) | 0;
    view.setFloat64(0, whole);
    return view.getBigUint64(0) === bits ? whole : null;
}

/**
 * @param {(number|bigint)[]} values
 * @param {StreamPlan} plan
 * @returns {number[]|null}
 */
function encodeBitpack(values, plan) {
    const forced = plan.inner !== undefined || plan.width !== undefined;
    if (values.length === 0 && !forced) {
        return null;
    }
    const integers = values.map(BigInt);
    const base = plan.base ?? integers.reduce((a, b) => (b < a ? b : a), integers[0] ?? 0n);
    const packed = integers.map((value) => BigInt.asUintN(64, value - base));
    const greatest = packed.reduce((a, b) => (b > a ? b : a), 0n);
    const leastWidth = greatest.toString(2).length;
    const width = plan.width ?? leastWidth;
    if (width < leastWidth || width > 64) {
        throw new RangeError(`BITPACK width: expected ${leastWidth} to 64, found ${width}`);
    }

    const bytes = new Array(Math.ceil((values.length * width) / 8)).fill(0);
    packed.forEach((value, i) => {
        for (let bit = 0; bit < width; bit++) {
            const place = i * width + bit;
            bytes[Math.floor(place / 8)] |= Number((value >> BigInt(bit)) & 1n) << (place % 8);
        }
    });
    const stream = encodeByteStream(bytes, plan.inner);
    const writer = new Writer();
    writer.fixed8(width);
    writer.counter64(base);
    writer.fixed8(stream.encoding);
    writer.append(stream.bytes);
    return writer.bytes;
}
