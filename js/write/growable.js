/**
 * Typed arrays and bitmaps that grow. A plain array takes 8 bytes and more for every value, and as much
 * for a flag.
 */

const LEAST = 16;

/**
 * @template {import('../schema/types.js').Values} T
 */
export class GrowableArray {
    /** @type {any} */
    #array;
    #length = 0;

    /** @param {{ new (length: number): T }} Values */
    constructor(Values) {
        this.#array = new Values(LEAST);
    }

    get length() {
        return this.#length;
    }

    /** @param {number | bigint} value */
    push(value) {
        if (this.#length === this.#array.length) this.#reserve(1);
        this.#array[this.#length++] = value;
    }

    /** @param {ArrayLike<number>} values */
    pushAll(values) {
        this.#reserve(values.length);
        this.#array.set(values, this.#length);
        this.#length += values.length;
    }

    /** @param {number} count of values to come */
    #reserve(count) {
        const old = this.#array;
        const least = this.#length + count;
        if (least <= old.length) return;
        this.#array = new old.constructor(Math.max(least, old.length * 2));
        this.#array.set(old);
    }

    /** @param {number} i */
    get(i) {
        return this.#array[i];
    }

    /**
     * The values in an array of their own.
     * @returns {T}
     */
    toArray() {
        return this.#array.slice(0, this.#length);
    }
}

export class GrowableBitmap {
    #bytes = new GrowableArray(Uint8Array);
    #length = 0;
    #last = 0;

    get length() {
        return this.#length;
    }

    /** @param {boolean} flag */
    push(flag) {
        const bit = this.#length++ & 7;
        if (flag) this.#last |= 1 << bit;
        if (bit < 7) return;
        this.#bytes.push(this.#last);
        this.#last = 0;
    }

    /** @param {number} i */
    get(i) {
        const byte = i >> 3 < this.#bytes.length ? this.#bytes.get(i >> 3) : this.#last;
        return (byte >> (i & 7) & 1) === 1;
    }

    /** The bits, low bit first, the last byte padded with zeros. */
    toArray() {
        const bytes = new Uint8Array((this.#length + 7) >> 3);
        bytes.set(this.#bytes.toArray());
        if (this.#length & 7) bytes[bytes.length - 1] = this.#last;
        return bytes;
    }
}
