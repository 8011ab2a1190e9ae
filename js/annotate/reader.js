/**
 * The atoms of the format, read at a position that the caller keeps, and the errors of what does not
 * fit. Nothing is read beyond the end that the reader was made with.
 */

import { TcbError } from '../values/errors.js';

/**
 * Where a reader stands.
 * @typedef {{ at: number }} Position
 */

/**
 * @param {string} code as the decoder has it
 * @param {string} what should have stood there
 * @param {number} offset
 * @param {unknown} expected
 * @param {unknown} found
 * @returns {never}
 */
export function fail(code, what, offset, expected, found) {
    throw new TcbError(code, `${what}: expected ${expected}, found ${found}, at byte ${offset}`,
        { offset, expected, found });
}

export class Reader {
    /**
     * @param {Uint8Array} bytes of the file
     * @param {number} end where reading stops, at most their length
     */
    constructor(bytes, end = bytes.length) {
        this.bytes = bytes;
        this.end = end;
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }

    /**
     * Passes over some bytes, and tells where they began.
     * @param {Position} s
     * @param {number} size
     */
    take(s, size) {
        if (size > this.end - s.at) {
            fail('TRUNCATED', 'the bytes end too early', s.at, size, this.end - s.at);
        }
        s.at += size;
        return s.at - size;
    }

    /** @param {Position} s */
    byte(s) {
        return this.bytes[this.take(s, 1)];
    }

    /** @param {Position} s */
    counter(s) {
        const { bytes, end } = this;
        let at = s.at;
        let folded = 0;
        for (let shift = 0; ; shift += 7) {
            if (at >= end) fail('TRUNCATED', 'the bytes end inside a varint', at, 1, 0);
            const byte = bytes[at++];
            if (shift === 28 && byte > 0x0f) {
                fail('VARINT', 'a varint', s.at, 'at most 5 bytes and 32 bits', 'more');
            }
            folded |= (byte & 0x7f) << shift;
            if (byte < 0x80) {
                s.at = at;
                return folded >>> 1 ^ -(folded & 1);
            }
        }
    }

    /** @param {Position} s */
    counter64(s) {
        const begin = s.at;
        let folded = 0n;
        for (let shift = 0n; ; shift += 7n) {
            const byte = this.byte(s);
            if (shift === 63n && byte > 1) {
                fail('VARINT', 'a varint', begin, 'at most 10 bytes and 64 bits', 'more');
            }
            folded |= BigInt(byte & 0x7f) << shift;
            if (byte < 0x80) return BigInt.asIntN(64, folded >> 1n ^ -(folded & 1n));
        }
    }

    /**
     * A counter that is not below zero.
     * @param {Position} s
     * @param {string} what
     */
    count(s, what) {
        const begin = s.at;
        const count = this.counter(s);
        if (count < 0) fail('COUNT', what, begin, '0 or more', count);
        return count;
    }
}
