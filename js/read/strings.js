/** @import { StringDictionary } from '../schema/types.js' */

import { checkIndex } from '../values/describe.js';
import { TcbError } from '../values/errors.js';

/** The bytes that are decoded at once: a decoder call costs far more than cutting its text. */
const PART = 0x4000;

/**
 * The distinct texts of a column. They are decoded in parts, each when one of its texts is first asked
 * for, and kept.
 */
export class StringTable {
    /** @type {string[]} */
    #texts;
    /** @type {Map<string, number> | null} */
    #entries = null;
    /** @type {TextDecoder | null} */
    #decoder = null;
    #column;

    /**
     * @param {StringDictionary} dictionary
     * @param {string} [column] its name, for error messages
     */
    constructor({ offsets, bytes, ascii }, column) {
        this.offsets = offsets;
        this.bytes = bytes;
        this.ascii = ascii;
        this.length = Math.max(offsets.length - 1, 0);
        this.#texts = new Array(this.length);
        this.#column = column;
    }

    /**
     * Entry `i`.
     * @param {number} i
     * @returns {string}
     * @throws {TcbError} `STRING_LENGTH` where the text is longer than this engine's strings can be
     */
    get(i) {
        return this.#texts[i] ?? this.#decode(i);
    }

    /**
     * Decodes entry `i` and those after it that fit into a part.
     * @param {number} i
     */
    #decode(i) {
        checkIndex(i, this.length, 'a string');
        const { offsets, bytes, ascii } = this;
        const texts = this.#texts, from = offsets[i];
        let end = i + 1;
        while (end < this.length && offsets[end + 1] - from <= PART && texts[end] === undefined) end++;
        const part = this.#read(from, offsets[end]);
        for (let e = i, at = 0; e < end; e++) {
            const length = ascii ? offsets[e + 1] - offsets[e] : utf16Length(bytes, offsets[e], offsets[e + 1]);
            texts[e] = part.slice(at, at += length);
        }
        return texts[i];
    }

    /**
     * @param {number} start
     * @param {number} end
     */
    #read(start, end) {
        this.#decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        try {
            return this.#decoder.decode(this.bytes.subarray(start, end));
        } catch (cause) {
            if (cause instanceof TypeError) throw cause;
            throw new TcbError('STRING_LENGTH', `expected a text that this engine can hold, found ${end - start} bytes`,
                { found: end - start, cause }).in(undefined, this.#column);
        }
    }

    /**
     * The number of the first entry that is this text, or -1.
     * @param {string} text
     * @returns {number}
     */
    indexOf(text) {
        if (!this.#entries) {
            this.#entries = new Map();
            for (let i = 0; i < this.length; i++) {
                const entry = this.get(i);
                if (!this.#entries.has(entry)) this.#entries.set(entry, i);
            }
        }
        return this.#entries.get(text) ?? -1;
    }

    *[Symbol.iterator]() {
        for (let i = 0; i < this.length; i++) yield this.get(i);
    }
}

/**
 * How many UTF-16 units a UTF-8 text has: each character begins with one byte that continues none, and
 * those of four bytes are two units.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 */
function utf16Length(bytes, start, end) {
    let units = 0;
    for (let at = start; at < end; at++) {
        if ((bytes[at] & 0xc0) !== 0x80) units += bytes[at] < 0xf0 ? 1 : 2;
    }
    return units;
}
