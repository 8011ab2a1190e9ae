/** The oracle's decoder: a plain `.tcb` file to plain JavaScript values. */

import {
    E, ELEMENT_NAMES, ENCODING_NAMES, HEADER_SIZE, MAX_INT32, SCALAR_ENCODINGS, SIGNATURE, UUID,
    VERSION, columnEncodings,
} from './format.js';
import { Reader } from './reader.js';
import { bitOf, checkLimit, readByteStream, readInts, readRaw, readStream } from './streams.js';

/** @import { OracleColumn, OracleValue } from './format.js' */
/** @import { Limits } from './streams.js' */

/**
 * @typedef {object} Descriptor
 * @property {number} tag
 * @property {number} wire
 * @property {number} encoding
 * @property {number} byteLength
 */

/**
 * @param {Uint8Array} bytes a whole file that is not encrypted; its MAC is not looked at
 * @param {{ only?: number[], maxValues?: number, maxBytes?: number }} [options]
 *     `only`: the tags asked for; other columns are skipped and left out
 * @returns {{ rowCount: number, columns: OracleColumn[] }}
 */
export function decodeFile(bytes, options = {}) {
    const limits = {
        maxValues: options.maxValues ?? 1 << 24,
        maxBytes: options.maxBytes ?? 1 << 28,
    };
    checkHeader(bytes);
    const reader = new Reader(bytes);
    reader.position = HEADER_SIZE;
    const rowCount = reader.count('row count');
    const columnCount = reader.count('column count');
    const descriptors = readDescriptors(reader, rowCount, columnCount);

    /** @type {OracleColumn[]} */
    const columns = [];
    for (const descriptor of descriptors) {
        const block = new Reader(reader.take(descriptor.byteLength, 'block'));
        if (options.only && !options.only.includes(descriptor.tag)) {
            continue;
        }
        try {
            columns.push(decodeBlock(block, descriptor, rowCount, limits));
        } catch (cause) {
            throw new Error(`column tag ${descriptor.tag}: ${messageOf(cause)}`, { cause });
        }
    }
    return { rowCount, columns };
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}

/** @param {Uint8Array} bytes */
function checkHeader(bytes) {
    const reader = new Reader(bytes);
    expectSignature(reader.take(4, 'signature'), 'signature');
    const version = reader.fixed32('version');
    if (version !== VERSION) {
        throw new Error(`version: expected ${VERSION}, found ${version}`);
    }
    const flags = reader.fixed8('flags');
    const cipher = reader.fixed8('cipher');
    if (flags > 1) {
        throw new Error(`flags: expected no bit but bit 0, found ${flags}`);
    }
    if (cipher > 1) {
        throw new Error(`cipher: expected 0 or 1, found ${cipher}`);
    }
    if (flags !== 0 || cipher !== 0) {
        throw new Error('the file is encrypted: the oracle reads plain files only');
    }
    reader.take(12, 'nonce');
    reader.take(16, 'mac');
    expectSignature(reader.take(4, 'key check'), 'key check');
}

/**
 * @param {Uint8Array} found
 * @param {string} what
 */
function expectSignature(found, what) {
    if (!SIGNATURE.every((byte, i) => byte === found[i])) {
        throw new Error(`${what}: expected 54 43 42 00, found ${found}`);
    }
}

/**
 * @param {Reader} reader
 * @param {number} rowCount
 * @param {number} columnCount
 * @returns {Descriptor[]}
 */
function readDescriptors(reader, rowCount, columnCount) {
    /** @type {Descriptor[]} */
    const descriptors = [];
    const seen = new Set();
    let total = 0;
    for (let i = 0; i < columnCount; i++) {
        const descriptor = {
            tag: reader.counter32('tag'),
            wire: reader.fixed8('wire byte'),
            encoding: reader.fixed8('encoding'),
            byteLength: reader.fixed32('byte length'),
        };
        const { tag, encoding, byteLength } = descriptor;
        if (tag < 1) {
            throw new Error(`column ${i}: expected a tag of 1 or more, found ${tag}`);
        }
        if (seen.has(tag)) {
            throw new Error(`column ${i}: tag ${tag} stands twice`);
        }
        seen.add(tag);
        total += byteLength;
        if (total > reader.remaining()) {
            throw new Error(`column tag ${tag}: its block of ${byteLength} bytes does not fit`);
        }
        if (encoding === E.RAW && byteLength < rowCount) {
            throw new Error(
                `column tag ${tag}: a RAW block of ${byteLength} bytes cannot hold ` +
                `${rowCount} rows`,
            );
        }
        descriptors.push(descriptor);
    }
    if (total !== reader.remaining()) {
        throw new Error(`blocks: expected ${total} bytes in all, found ${reader.remaining()}`);
    }
    return descriptors;
}

/**
 * @param {Reader} reader over exactly the block
 * @param {Descriptor} descriptor
 * @param {number} rowCount
 * @param {Limits} limits
 * @returns {OracleColumn}
 */
function decodeBlock(reader, descriptor, rowCount, limits) {
    const { tag, wire, encoding, byteLength } = descriptor;
    const element = wire & 0x0f;
    const kind = (wire >> 4) & 0x03;
    const optional = (wire & 0x40) !== 0;
    const optionalElements = (wire & 0x80) !== 0;
    if (element > UUID) {
        throw new Error(`element type ${element} is reserved`);
    }
    if (kind > 1) {
        throw new Error(`kind: expected 0 or 1, found ${kind}`);
    }
    const array = kind === 1;
    if (optionalElements && !array) {
        throw new Error('optional elements: only an array can have them');
    }
    if (!columnEncodings(element, array).includes(encoding)) {
        throw new Error(
            `encoding ${encoding} is not one of ${array ? 'an array of ' : ''}` +
            ELEMENT_NAMES[element],
        );
    }
    checkLimit(rowCount, limits.maxValues, 'rows');

    /** @type {OracleColumn} */
    const column = {
        tag, element, array, optional, optionalElements, encoding, byteLength,
        validity: null, elementValidity: null, rows: [],
    };
    if (optional) {
        column.bitmapEncoding = reader.fixed8('row bitmap encoding');
        column.validity = readBitmap(reader, column.bitmapEncoding, rowCount);
    }
    let elementCount = 0;
    if (optionalElements) {
        elementCount = reader.count('element count');
        checkLimit(elementCount, limits.maxValues, 'elements');
        column.elementBitmapEncoding = reader.fixed8('element bitmap encoding');
        column.elementValidity = readBitmap(reader, column.elementBitmapEncoding, elementCount);
    }

    if (array) {
        const { rows, inner } = readArrays(reader, element, encoding, rowCount, limits);
        column.rows = rows;
        column.inner = inner;
        const found = rows.reduce((sum, row) => sum + row.length, 0);
        if (optionalElements && found !== elementCount) {
            throw new Error(`element count: expected ${elementCount} elements, found ${found}`);
        }
    } else {
        const { values, inner } = readStream(reader, element, encoding, rowCount, limits);
        column.rows = values;
        column.inner = inner;
    }
    reader.expectEnd('block');
    return column;
}

/**
 * @param {Reader} reader
 * @param {number} encoding
 * @param {number} count flags
 * @returns {boolean[]}
 */
function readBitmap(reader, encoding, count) {
    const bytes = readByteStream(reader, encoding, Math.ceil(count / 8));
    const flags = [];
    for (let i = 0; i < count; i++) {
        flags.push(bitOf(bytes, i) === 1);
    }
    return flags;
}

/**
 * @param {Reader} reader
 * @param {number} element
 * @param {number} encoding
 * @param {number} rowCount
 * @param {Limits} limits
 * @returns {{ rows: OracleValue[][], inner: string }}
 */
function readArrays(reader, element, encoding, rowCount, limits) {
    return encoding === E.RAW
        ? { rows: readRawArrays(reader, element, rowCount, limits), inner: 'RAW' }
        : readArrayEncoding(reader, element, rowCount, limits);
}

/**
 * @param {Reader} reader
 * @param {number} element
 * @param {number} rowCount
 * @param {Limits} limits
 * @returns {OracleValue[][]}
 */
function readRawArrays(reader, element, rowCount, limits) {
    /** @type {OracleValue[][]} */
    const rows = [];
    let total = 0;
    for (let row = 0; row < rowCount; row++) {
        const length = reader.count('array length');
        total += length;
        checkElementTotal(total, limits);
        rows.push(readRaw(reader, element, length));
    }
    return rows;
}

/**
 * @param {number} total
 * @param {Limits} limits
 */
function checkElementTotal(total, limits) {
    if (total > MAX_INT32) {
        throw new Error(`array lengths: ${total} elements are more than ${MAX_INT32}`);
    }
    checkLimit(total, limits.maxValues, 'elements');
}

/**
 * @param {Reader} reader
 * @param {number} element
 * @param {number} rowCount
 * @param {Limits} limits
 * @returns {{ rows: OracleValue[][], inner: string }}
 */
function readArrayEncoding(reader, element, rowCount, limits) {
    const elementEncoding = reader.fixed8('element encoding');
    if (!SCALAR_ENCODINGS[element].includes(elementEncoding)) {
        throw new Error(
            `element encoding ${elementEncoding} is not one of ${ELEMENT_NAMES[element]}`,
        );
    }
    const lengthEncoding = reader.fixed8('length encoding');
    if (lengthEncoding !== 0 && lengthEncoding !== E.RLE) {
        throw new Error(`length encoding: expected 0 or 3, found ${lengthEncoding}`);
    }
    const lengths = lengthEncoding === 0
        ? readInts(reader, E.VARINT, rowCount)
        : readInts(reader, E.RLE, rowCount);
    let total = 0;
    for (const length of lengths) {
        if (length < 0) {
            throw new Error(`array length: expected 0 or more, found ${length}`);
        }
        total += length;
        checkElementTotal(total, limits);
    }
    const { values, inner } = readStream(reader, element, elementEncoding, total, limits);
    /** @type {OracleValue[][]} */
    const rows = [];
    let start = 0;
    for (const length of lengths) {
        rows.push(values.slice(start, start + length));
        start += length;
    }
    return { rows, inner: `ARRAY(${inner}, lengths ${ENCODING_NAMES[lengthEncoding]})` };
}
