/** What the tests of the envelope share: keys, damage, and a world without WebCrypto. */
import { hex } from '../../oracle/handmade.js';

/** @param {number} length @param {(i: number) => number} byteAt */
export const bytesFrom = (length, byteAt) => Uint8Array.from({ length }, (_, i) => byteAt(i));
/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Buffer.from(bytes).toString('hex');
/** @param {string} text */
export const fromHex = (text) => new Uint8Array(Buffer.from(text.replace(/\s/g, ''), 'hex'));
/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

export const encryptionKey = 'c3a1f05e7d926b48e1d4079a5fb3c82e6a94d7f1035be8c2794a1df60e83b5d7';
export const macKey = '5e8b13d9a4f72c60b9e5384d17fa6c02d3816f9eb4275ac8f06d1e93a7b24c58';
export const otherKey = '9f27c4e86b1d5a30f48e72b9c6d3150ae87b4f9216dca35e0b71f8d42a69ce13';

/**
 * The four combinations, under the names of what they do.
 * @type {Record<string, { encryptionKey?: string, macKey?: string }>}
 */
export const COMBINATIONS = {
    plain: {}, signed: { macKey }, encrypted: { encryptionKey }, 'encrypted and signed': { encryptionKey, macKey },
};

/** The file of the published vector: 242 bytes, of version 105. */
export const vectorFile = new Uint8Array(242);
vectorFile.set(hex('54 43 42 00 69 00 00 00 00 00 00 x12 00 x16 54 43 42 00'));
vectorFile.set(bytesFrom(200, (i) => (i * 31) % 253), 42);
export const vectorKey = bytesFrom(32, (i) => 0x40 + i);
export const VECTOR_TAG = '2d8298b1e59598105580e9a61d685a3f';

/**
 * Runs without WebCrypto, as in an insecure context.
 * @template T
 * @param {() => Promise<T>} work
 */
export async function withoutWebCrypto(work) {
    const property = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(globalThis, 'crypto'));
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
    try {
        return await work();
    } finally {
        Object.defineProperty(globalThis, 'crypto', property);
    }
}

/** @param {Uint8Array} bytes @param {Record<number, number>} changes */
export function changed(bytes, changes) {
    const copy = bytes.slice();
    for (const [at, value] of Object.entries(changes)) copy[Number(at)] = value;
    return copy;
}

/** Every change of one bit. @param {Uint8Array} bytes */
export function* bitFlips(bytes) {
    for (let bit = 0; bit < bytes.length * 8; bit++) {
        const copy = bytes.slice();
        copy[bit >> 3] ^= 1 << (bit & 7);
        yield { at: bit >> 3, bit: bit & 7, copy };
    }
}
