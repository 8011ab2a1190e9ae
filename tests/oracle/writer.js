/** The atoms of the format, appended to a growing list of bytes. */
export class Writer {
    constructor() {
        /** @type {number[]} */
        this.bytes = [];
    }

    /** @param {number} value */
    fixed8(value) {
        this.bytes.push(value & 0xff);
    }

    /** @param {number} value */
    fixed32(value) {
        this.fixed8(value);
        this.fixed8(value >>> 8);
        this.fixed8(value >>> 16);
        this.fixed8(value >>> 24);
    }

    /** @param {bigint} value */
    fixed64(value) {
        this.fixed32(Number(BigInt.asUintN(32, value)));
        this.fixed32(Number(BigInt.asUintN(32, value >> 32n)));
    }

    /** @param {bigint} value not negative */
    varint(value) {
        let rest = value;
        while (rest >= 0x80n) {
            this.fixed8(Number(rest & 0x7fn) | 0x80);
            rest >>= 7n;
        }
        this.fixed8(Number(rest));
    }

    /** @param {number} value int32 */
    counter32(value) {
        this.varint(fold(BigInt(value)));
    }

    /** @param {bigint} value int64 */
    counter64(value) {
        this.varint(fold(value));
    }

    /** @param {Iterable<number>} bytes */
    append(bytes) {
        for (const byte of bytes) {
            this.bytes.push(byte);
        }
    }
}

/**
 * Zig-zag folding: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4.
 * @param {bigint} value
 * @returns {bigint}
 */
function fold(value) {
    return value >= 0n ? value * 2n : -value * 2n - 1n;
}
