/** A cursor over bytes that knows the atoms of the format and refuses to leave its bounds. */
export class Reader {
    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
        this.position = 0;
    }

    /** @returns {number} bytes left */
    remaining() {
        return this.bytes.length - this.position;
    }

    /**
     * @param {string} what
     * @returns {number}
     */
    fixed8(what) {
        if (this.remaining() < 1) {
            throw new Error(`${what}: expected 1 more byte at ${this.position}, found the end`);
        }
        return this.bytes[this.position++];
    }

    /**
     * @param {number} count
     * @param {string} what
     * @returns {Uint8Array} a copy
     */
    take(count, what) {
        if (count < 0 || count > this.remaining()) {
            throw new Error(
                `${what}: expected ${count} bytes at ${this.position}, found ${this.remaining()}`,
            );
        }
        this.position += count;
        return this.bytes.slice(this.position - count, this.position);
    }

    /**
     * @param {string} what
     * @returns {number} unsigned
     */
    fixed32(what) {
        const [a, b, c, d] = this.take(4, what);
        return a + b * 0x100 + c * 0x10000 + d * 0x1000000;
    }

    /**
     * @param {string} what
     * @returns {bigint} unsigned
     */
    fixed64(what) {
        const low = BigInt(this.fixed32(what));
        const high = BigInt(this.fixed32(what));
        return low | (high << 32n);
    }

    /**
     * @param {number} bits 32 or 64
     * @param {string} what
     * @returns {bigint} unsigned
     */
    varint(bits, what) {
        const start = this.position;
        const mostBytes = Math.ceil(bits / 7);
        let value = 0n;
        for (let i = 0; i < mostBytes; i++) {
            const byte = this.fixed8(what);
            value |= BigInt(byte & 0x7f) << BigInt(7 * i);
            if ((byte & 0x80) === 0) {
                if (value >> BigInt(bits) !== 0n) {
                    throw new Error(`${what}: number at ${start} does not fit ${bits} bits`);
                }
                return value;
            }
        }
        throw new Error(`${what}: number at ${start} is longer than ${mostBytes} bytes`);
    }

    /**
     * @param {string} what
     * @returns {number} signed
     */
    counter32(what) {
        return Number(unfold(this.varint(32, what)));
    }

    /**
     * @param {string} what
     * @returns {bigint} signed
     */
    counter64(what) {
        return unfold(this.varint(64, what));
    }

    /**
     * A counter32 that must not be negative: a count or a length.
     * @param {string} what
     * @returns {number}
     */
    count(what) {
        const value = this.counter32(what);
        if (value < 0) {
            throw new Error(`${what}: expected 0 or more, found ${value}`);
        }
        return value;
    }

    /** @param {string} what */
    expectEnd(what) {
        if (this.remaining() !== 0) {
            throw new Error(`${what}: expected the end, found ${this.remaining()} more bytes`);
        }
    }
}

/**
 * Undoes zig-zag folding.
 * @param {bigint} folded
 * @returns {bigint}
 */
function unfold(folded) {
    return folded % 2n === 0n ? folded / 2n : -(folded + 1n) / 2n;
}
