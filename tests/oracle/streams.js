/** The oracle's decoder of value streams: everything below a block. */

import {
    BOOL, E, ENCODING_NAMES, F32, F64, I32, I64, STRING, VARINT,
} from './format.js';
/** @import { OracleValue } from './format.js' */
/** @import { Reader } from './reader.js' */

/**
 * @typedef {object} Limits
 * @property {number} maxValues most rows, and most elements, of one column
 * @property {number} maxBytes most bytes of one column's dictionary
 */

/**
 * Values of one stream, and how they were laid out in words.
 * @typedef {{ values: OracleValue[], inner: string }} Stream
 */

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param {Reader} reader
 * @param {number} element
 * @param {number} encoding one of those of the element
 * @param {number} count
 * @param {Limits} limits
 * @returns {Stream}
 */
export function readStream(reader, element, encoding, count, limits) {
    const inner = ENCODING_NAMES[encoding];
    switch (encoding) {
        case E.RAW:
            return { values: readRaw(reader, element, count), inner };
        case E.VARINT:
        case E.DELTA:
        case E.RLE:
        case E.DELTA_RLE: {
            const ints = readInts(reader, encoding, count);
            return { values: element === BOOL ? ints.map(truth) : ints, inner };
        }
        case E.WHOLE:
            return readWhole(reader, element, count);
        case E.BITPACK:
            return readBitpack(reader, element, count);
        default: {
            const entries = readDictionary(reader, element, encoding, limits.maxBytes);
            const values = readIndexes(reader, encoding, count, entries.length)
                .map((index) => entries[index]);
            return { values, inner };
        }
    }
}

/**
 * @param {number} value
 * @returns {number} 0 or 1
 */
function truth(value) {
    return value === 0 ? 0 : 1;
}

/**
 * @param {Reader} reader
 * @param {number} element
 * @param {number} count
 * @returns {OracleValue[]}
 */
export function readRaw(reader, element, count) {
    const values = [];
    for (let i = 0; i < count; i++) {
        values.push(readRawValue(reader, element));
    }
    return values;
}

/**
 * @param {Reader} reader
 * @param {number} element
 * @returns {OracleValue}
 */
function readRawValue(reader, element) {
    switch (element) {
        case VARINT:
            return reader.counter32('varint value');
        case BOOL:
            return truth(reader.fixed8('bool value'));
        case I32:
            return reader.fixed32('i32 value') | 0;
        case I64:
            return BigInt.asIntN(64, reader.fixed64('i64 value'));
        case F32:
            return reader.fixed32('f32 value');
        case F64:
            return reader.fixed64('f64 value');
        case STRING:
            return utf8.decode(reader.take(reader.count('string length'), 'string'));
        default:
            return reader.take(16, 'uuid value');
    }
}

/**
 * An integer stream under VARINT, DELTA, RLE or DELTA_RLE.
 * @param {Reader} reader
 * @param {number} encoding
 * @param {number} count
 * @returns {number[]}
 */
export function readInts(reader, encoding, count) {
    switch (encoding) {
        case E.VARINT: {
            const values = [];
            for (let i = 0; i < count; i++) {
                values.push(reader.counter32('value'));
            }
            return values;
        }
        case E.RLE:
            return readRuns(reader, count);
        case E.DELTA:
        case E.DELTA_RLE: {
            if (count === 0) {
                return [];
            }
            const first = reader.counter32('first value');
            const inner = encoding === E.DELTA ? E.VARINT : E.RLE;
            const values = [first];
            for (const difference of readInts(reader, inner, count - 1)) {
                values.push((values[values.length - 1] + difference) | 0);
            }
            return values;
        }
        default:
            throw new Error(`integer stream: expected an encoding 1 to 4, found ${encoding}`);
    }
}

/**
 * @param {Reader} reader
 * @param {number} count
 * @returns {number[]}
 */
function readRuns(reader, count) {
    /** @type {number[]} */
    const values = [];
    while (values.length < count) {
        const run = reader.counter32('run length');
        const left = count - values.length;
        if (run < 1 || run > left) {
            throw new Error(`run length: expected 1 to ${left}, found ${run}`);
        }
        const value = reader.counter32('run value');
        for (let i = 0; i < run; i++) {
            values.push(value);
        }
    }
    return values;
}

/**
 * @param {Reader} reader
 * @param {number} encoding 0 to 4
 * @param {number} count bytes
 * @returns {ArrayLike<number>}
 */
export function readByteStream(reader, encoding, count) {
    if (encoding === E.RAW) {
        return reader.take(count, 'byte stream');
    }
    if (encoding > E.DELTA_RLE) {
        throw new Error(`byte stream: expected an encoding 0 to 4, found ${encoding}`);
    }
    const bytes = readInts(reader, encoding, count);
    for (const byte of bytes) {
        if (byte < 0 || byte > 255) {
            throw new Error(`byte stream: expected 0 to 255, found ${byte}`);
        }
    }
    return bytes;
}

/**
 * @param {Reader} reader
 * @param {number} element F32 or F64
 * @param {number} count
 * @returns {Stream}
 */
function readWhole(reader, element, count) {
    const encoding = reader.fixed8('inner encoding of WHOLE');
    if (encoding < E.VARINT || encoding > E.DELTA_RLE) {
        throw new Error(`inner encoding of WHOLE: expected 1 to 4, found ${encoding}`);
    }
    const values = readInts(reader, encoding, count)
        .map((value) => (element === F32 ? f32Bits(value) : f64Bits(value)));
    return { values, inner: `WHOLE/${ENCODING_NAMES[encoding]}` };
}

/**
 * @param {number} value
 * @returns {number}
 */
function f32Bits(value) {
    const view = new DataView(new ArrayBuffer(4));
    view.setFloat32(0, value);
    return view.getUint32(0);
}

/**
 * @param {number} value
 * @returns {bigint}
 */
function f64Bits(value) {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return view.getBigUint64(0);
}

/**
 * @param {Reader} reader
 * @param {number} element
 * @param {number} count
 * @returns {Stream}
 */
function readBitpack(reader, element, count) {
    const width = reader.fixed8('BITPACK width');
    if (width < 1 || width > 64) {
        throw new Error(`BITPACK width: expected 1 to 64, found ${width}`);
    }
    const base = reader.counter64('BITPACK base');
    const encoding = reader.fixed8('inner encoding of BITPACK');
    const bytes = readByteStream(reader, encoding, Math.ceil((count * width) / 8));
    const values = [];
    for (let i = 0; i < count; i++) {
        let packed = 0n;
        for (let bit = 0; bit < width; bit++) {
            packed |= BigInt(bitOf(bytes, i * width + bit)) << BigInt(bit);
        }
        values.push(narrow(element, BigInt.asIntN(64, base + packed)));
    }
    return { values, inner: `BITPACK/${ENCODING_NAMES[encoding]}` };
}

/**
 * @param {number} element
 * @param {bigint} value
 * @returns {number|bigint}
 */
function narrow(element, value) {
    if (element === I64) {
        return value;
    }
    const narrowed = Number(BigInt.asIntN(32, value));
    return element === BOOL ? truth(narrowed) : narrowed;
}

/**
 * @param {Reader} reader
 * @param {number} element
 * @param {number} encoding
 * @param {number} maxBytes
 * @returns {OracleValue[]}
 */
function readDictionary(reader, element, encoding, maxBytes) {
    switch (encoding) {
        case E.DICT:
        case E.DICT_RLE:
            return readRaw(reader, element, reader.count('entry count'));
        case E.DICT_FRONT:
        case E.DICT_FRONT_RLE:
            return readFrontCoded(reader, maxBytes).map((entry) => utf8.decode(entry));
        default:
            return readSegmented(reader, maxBytes).map((entry) => utf8.decode(entry));
    }
}

/**
 * @param {Reader} reader
 * @param {number} maxBytes
 * @returns {Uint8Array[]}
 */
function readFrontCoded(reader, maxBytes) {
    const count = reader.count('entry count');
    /** @type {Uint8Array[]} */
    const entries = [];
    let before = new Uint8Array(0);
    let total = 0;
    for (let i = 0; i < count; i++) {
        const shared = reader.count('shared length');
        if (shared > before.length) {
            throw new Error(
                `shared length: expected at most ${before.length}, found ${shared}`,
            );
        }
        const rest = reader.take(reader.count('rest length'), 'rest of an entry');
        total += shared + rest.length;
        checkLimit(total, maxBytes, 'dictionary bytes');
        before = join([before.slice(0, shared), rest]);
        entries.push(before);
    }
    return entries;
}

/**
 * @param {Reader} reader
 * @param {number} maxBytes
 * @returns {Uint8Array[]}
 */
function readSegmented(reader, maxBytes) {
    const segments = readFrontCoded(reader, maxBytes);
    const count = reader.count('entry count');
    /** @type {Uint8Array[]} */
    const entries = [];
    let total = 0;
    for (let i = 0; i < count; i++) {
        const pieceCount = reader.count('piece count');
        /** @type {Uint8Array[]} */
        const pieces = [];
        for (let piece = 0; piece < pieceCount; piece++) {
            const index = reader.counter32('segment number');
            checkIndex(index, segments.length, 'segment number');
            total += segments[index].length;
            checkLimit(total, maxBytes, 'dictionary bytes');
            pieces.push(segments[index]);
        }
        entries.push(join(pieces));
    }
    return entries;
}

/**
 * @param {Uint8Array[]} pieces
 * @returns {Uint8Array<ArrayBuffer>}
 */
function join(pieces) {
    const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let position = 0;
    for (const piece of pieces) {
        joined.set(piece, position);
        position += piece.length;
    }
    return joined;
}

/**
 * @param {Reader} reader
 * @param {number} encoding
 * @param {number} count
 * @param {number} entryCount
 * @returns {number[]}
 */
function readIndexes(reader, encoding, count, entryCount) {
    const inRuns = [E.DICT_RLE, E.DICT_FRONT_RLE, E.DICT_SEG_RLE].includes(encoding);
    const indexes = readInts(reader, inRuns ? E.RLE : E.VARINT, count);
    for (const index of indexes) {
        checkIndex(index, entryCount, 'index');
    }
    return indexes;
}

/**
 * @param {number} index
 * @param {number} count
 * @param {string} what
 */
function checkIndex(index, count, what) {
    if (index < 0 || index >= count) {
        throw new Error(`${what}: expected 0 to ${count - 1}, found ${index}`);
    }
}

/**
 * @param {ArrayLike<number>} bytes
 * @param {number} index of the bit, low bit of the first byte first
 * @returns {number}
 */
export function bitOf(bytes, index) {
    return (bytes[Math.floor(index / 8)] >> (index % 8)) & 1;
}

/**
 * @param {number} count
 * @param {number} most
 * @param {string} what
 */
export function checkLimit(count, most, what) {
    if (count > most) {
        throw new Error(`limit: ${count} ${what} are more than ${most}`);
    }
}
