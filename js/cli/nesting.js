/**
 * The encodings inside an encoding: what a block says at its head of its parts. Only for blocks that
 * have been decoded: nothing is checked here.
 */

import { encodingName } from '../encodings.js';

/** @import { Descriptor } from '../codec.js' */

const RAW = 0, VARINT = 1, DELTA = 2, RLE = 3, ARRAY = 9, WHOLE = 10, BITPACK = 13;
const OPTIONAL = 0x40, OPTIONAL_ELEMENTS = 0x80;

/**
 * A column's encoding with those inside it.
 * @typedef {object} Encoding
 * @property {string} name
 * @property {string} [lengths] of arrays: how the rows' lengths are laid out
 * @property {Encoding} [elements] of arrays
 * @property {string} [inner] of WHOLE and BITPACK
 * @property {number} [width] of BITPACK: bits a value
 */

/**
 * @param {Uint8Array} bytes of the file
 * @param {Descriptor} descriptor
 * @param {number} rowCount
 * @returns {Encoding}
 */
export function encodingOf(bytes, { offset, byteLength, wire, encoding }, rowCount) {
    const reader = new Reader(bytes.subarray(offset, offset + byteLength));
    if (wire & OPTIONAL) reader.skipBitmap(rowCount);
    if (wire & OPTIONAL_ELEMENTS) reader.skipBitmap(reader.counter());
    if (encoding !== ARRAY) return valueEncoding(reader, encoding);
    const elements = reader.byte(), lengths = reader.byte();
    reader.skipStream(lengths, rowCount);
    return {
        name: encodingName(ARRAY),
        lengths: encodingName(lengths),
        elements: valueEncoding(reader, elements),
    };
}

/**
 * @param {Reader} reader
 * @param {number} encoding
 * @returns {Encoding}
 */
function valueEncoding(reader, encoding) {
    const name = encodingName(encoding);
    if (encoding === WHOLE) return { name, inner: encodingName(reader.byte()) };
    if (encoding !== BITPACK) return { name };
    const width = reader.byte();
    reader.skipCounter();
    return { name, inner: encodingName(reader.byte()), width };
}

/**
 * An encoding as a person reads it: `ARRAY of BITPACK, 5 bits`.
 * @param {Encoding} encoding
 * @returns {string}
 */
export function encodingText({ name, elements, inner, width }) {
    if (elements) return `${name} of ${encodingText(elements)}`;
    if (width !== undefined) return `${name}, ${width} bit${width === 1 ? '' : 's'}`;
    return inner === undefined ? name : `${name} in ${inner}`;
}

class Reader {
    #at = 0;

    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
    }

    byte() {
        return this.bytes[this.#at++];
    }

    counter() {
        let folded = 0;
        for (let shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
            byte = this.byte();
            folded |= (byte & 0x7f) << shift;
        }
        return folded >>> 1 ^ -(folded & 1);
    }

    skipCounter() {
        while (this.byte() & 0x80);
    }

    /** @param {number} bits */
    skipBitmap(bits) {
        const encoding = this.byte();
        const size = Math.ceil(bits / 8);
        if (encoding === RAW) this.#at += size;
        else this.skipStream(encoding, size);
    }

    /**
     * Passes over integers: a `counter32` each for encoding 0, as the lengths of arrays have it.
     * @param {number} encoding
     * @param {number} count
     */
    skipStream(encoding, count) {
        if (encoding === RAW || encoding === VARINT || encoding === DELTA) {
            for (let i = 0; i < count; i++) this.skipCounter();
            return;
        }
        const first = encoding === RLE ? 0 : Math.min(count, 1);
        if (first) this.skipCounter();
        for (let done = first; done < count; this.skipCounter()) done += this.counter();
    }
}
