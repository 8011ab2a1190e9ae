/**
 * Files put together from whole blocks. A file of one column is decoded without touching the others,
 * which costs as much as that column alone, and works although another one may be damaged.
 */

/** @import { BlockPlace } from './cursor.js' */

import { TcbError } from '../values/errors.js';

const SIGNATURE = [0x54, 0x43, 0x42, 0];
const VERSION = 107;

/**
 * A column as it stands in a file.
 * @typedef {object} Block
 * @property {number} tag
 * @property {number} wire the descriptor's byte of element, kind and bitmaps
 * @property {number} encoding
 * @property {Uint8Array} bytes
 */

/**
 * The bytes of a plain file with these blocks.
 * @param {number} rowCount
 * @param {readonly Block[]} blocks
 * @returns {{ bytes: Uint8Array<ArrayBuffer>, starts: number[] }} `starts`: where each block begins
 */
export function fileOfBlocks(rowCount, blocks) {
    const head = [...SIGNATURE, VERSION, 0, 0, 0, ...new Array(30).fill(0), ...SIGNATURE];
    head.push(...counter(rowCount), ...counter(blocks.length));
    for (const { tag, wire, encoding, bytes } of blocks) {
        head.push(...counter(tag), wire, encoding, ...[0, 8, 16, 24].map((shift) => bytes.length >>> shift & 255));
    }
    const size = blocks.reduce((sum, { bytes }) => sum + bytes.length, head.length);
    const file = new Uint8Array(size);
    file.set(head);
    let at = head.length;
    const starts = blocks.map(({ bytes }) => {
        const start = at;
        file.set(bytes, start);
        at += bytes.length;
        return start;
    });
    return { bytes: file, starts };
}

/**
 * Reads one column out of a file that holds it alone. What is wrong is told as of the whole file.
 * @template T
 * @param {Uint8Array} bytes of the whole file
 * @param {number} rowCount
 * @param {BlockPlace} descriptor of a column whose block is all there
 * @param {(bytes: Uint8Array<ArrayBuffer>) => T} read a file
 */
export function readAlone(bytes, rowCount, { tag, wire, encoding, offset, byteLength }, read) {
    const block = { tag, wire, encoding, bytes: bytes.subarray(offset, offset + byteLength) };
    const { bytes: alone, starts } = fileOfBlocks(rowCount, [block]);
    try {
        return read(alone);
    } catch (error) {
        throw error instanceof TcbError ? moved(error, offset - starts[0]) : error;
    }
}

/**
 * @param {TcbError} error
 * @param {number} by
 */
function moved(error, by) {
    const { offset } = error;
    if (!offset || offset + by < 0) return error;
    const message = error.message.replace(new RegExp(`at byte ${offset}\\b`), `at byte ${offset + by}`);
    return new TcbError(error.code, message, { ...error, offset: offset + by, cause: error });
}

/**
 * A whole number that is not negative as a `counter32`.
 * @param {number} value
 */
function counter(value) {
    const bytes = [];
    let left = value * 2;
    for (; left > 127; left = Math.floor(left / 128)) bytes.push(left % 128 + 128);
    return [...bytes, left];
}

