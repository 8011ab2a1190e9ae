/** Files written by hand in tests: annotated hex, and a header around hex blocks. */

import { HEADER_SIZE, SIGNATURE, VERSION } from './format.js';
import { Writer } from './writer.js';

/**
 * A column of a hand-made file: tag, wire byte, encoding and its block as annotated hex.
 * @typedef {[tag: number, wire: number, encoding: number, block: string]} HandmadeColumn
 */

/**
 * Bytes of annotated hex: pairs of digits, `x12` for "the byte before, 12 times in all", and
 * comments from `#` to the end of the line.
 * @param {string} text
 * @returns {Uint8Array}
 */
export function hex(text) {
    /** @type {number[]} */
    const bytes = [];
    for (const word of text.replace(/#.*$/gm, '').split(/\s+/).filter(Boolean)) {
        if (/^[0-9a-f]{2}$/i.test(word)) {
            bytes.push(parseInt(word, 16));
        } else if (/^x\d+$/.test(word) && bytes.length > 0) {
            const times = Number(word.slice(1));
            bytes.push(...new Array(times - 1).fill(bytes[bytes.length - 1]));
        } else {
            throw new SyntaxError(`expected a byte in hex or x and a count, found ${word}`);
        }
    }
    return Uint8Array.from(bytes);
}

/**
 * @param {Iterable<number>} bytes
 * @returns {string} pairs of digits with spaces between
 */
export function toHex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/**
 * @param {number} rowCount
 * @param {HandmadeColumn[]} columns
 * @returns {Uint8Array} a file with that header, those descriptors and those blocks
 */
export function handmadeFile(rowCount, columns) {
    const writer = new Writer();
    writer.append(SIGNATURE);
    writer.fixed32(VERSION);
    writer.append(new Array(HEADER_SIZE - 12).fill(0));
    writer.append(SIGNATURE);
    writer.counter32(rowCount);
    writer.counter32(columns.length);
    for (const [tag, wire, encoding, block] of columns) {
        writer.counter32(tag);
        writer.fixed8(wire);
        writer.fixed8(encoding);
        writer.fixed32(hex(block).length);
    }
    for (const [, , , block] of columns) {
        writer.append(hex(block));
    }
    return Uint8Array.from(writer.bytes);
}
