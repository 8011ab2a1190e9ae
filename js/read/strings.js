/** @import { StringDictionary } from '../schema/types.js' */

import { checkIndex } from '../values/describe.js';

/**
 * The distinct texts of a column. A text is decoded when it is first asked for, and kept.
 */
export class StringTable {
    /** @type {string[]} */
    #texts;
    /** @type {string | null} */
    #blob = null;
    /** @type {Map<string, number> | null} */
    #entries = null;
    /** @type {TextDecoder | null} */
    #decoder = null;

    /** @param {StringDictionary} dictionary */
    constructor({ offsets, bytes, ascii }) {
        this.offsets = offsets;
        this.bytes = bytes;
        this.ascii = ascii;
        this.length = Math.max(offsets.length - 1, 0);
        this.#texts = new Array(this.length);
    }

    /**
     * Entry `i`.
     * @param {number} i
     * @returns {string}
     */
    get(i) {
        return this.#texts[i] ?? this.#decode(i);
    }

    /** @param {number} i */
    #decode(i) {
        checkIndex(i, this.length, 'a string');
        const { offsets } = this;
        // A decoder call costs far more than a slice, and in ASCII an offset in bytes is one in
        // characters: one call decodes all.
        const text = this.ascii
            ? (this.#blob ??= this.#read(0, offsets[this.length])).slice(offsets[i], offsets[i + 1])
            : this.#read(offsets[i], offsets[i + 1]);
        return this.#texts[i] = text;
    }

    /**
     * @param {number} start
     * @param {number} end
     */
    #read(start, end) {
        this.#decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        return this.#decoder.decode(this.bytes.subarray(start, end));
    }

    /**
     * The number of the first entry that is this text, or -1.
     * @param {string} text
     * @returns {number}
     */
    indexOf(text) {
        if (!this.#entries) {
            this.#entries = new Map();
            for (let i = this.length - 1; i >= 0; i--) this.#entries.set(this.get(i), i);
        }
        return this.#entries.get(text) ?? -1;
    }

    *[Symbol.iterator]() {
        for (let i = 0; i < this.length; i++) yield this.get(i);
    }
}
