/**
 * The typed arrays that callers hand in. Only what the language itself knows of them is asked: a `length`
 * or a `buffer` that somebody put on one would be code of his.
 */

import { toInt64 } from './parse.js';

/** What the arrays of columns hold, for error messages. @type {Readonly<Record<string, string>>} */
const HELD = Object.freeze({
    Uint8Array: 'an integer from 0 to 255',
    Uint32Array: 'an integer from 0 to 4294967295',
    Int32Array: 'an integer from -2147483648 to 2147483647',
    Float32Array: 'a number that a 32-bit float holds',
    Float64Array: 'a number',
});

/**
 * The memory of a typed array in an array of ours, of the same type; null for anything else.
 * @param {unknown} value
 * @returns {any}
 */
export function viewOf(value) {
    /** @param {string | symbol} key */
    const known = (key) => Reflect.get(Uint8Array.prototype, key, value);
    const name = known(Symbol.toStringTag);
    if (name === undefined) return null;
    const Values = /** @type {any} */ (globalThis)[name];
    const length = known('length');
    // Of a buffer that was transferred away there is no view, not even an empty one.
    return length === 0 ? new Values(0) : new Values(known('buffer'), known('byteOffset'), length);
}

/**
 * The same values in an array of another type.
 * @param {any} from
 * @param {any} to of the same length
 * @param {(i: number, expected: string, found: unknown) => never} refuse takes a value that does not fit
 */
export function copyValues(from, to, refuse) {
    for (let i = 0; i < from.length; i++) {
        if (!putValue(to, i, from[i])) refuse(i, expectedOf(to, from[i]), from[i]);
    }
    return to;
}

/**
 * Whether a value could be put there unchanged. -0 among integers becomes 0, which is equal to it.
 * @param {any} to
 * @param {number} i
 * @param {any} value
 */
function putValue(to, i, value) {
    if (to instanceof BigInt64Array) {
        const stored = toInt64(value);
        if (stored !== null) to[i] = stored;
        return stored !== null;
    }
    // As in rows, bigints are for i64 alone.
    if (typeof value === 'bigint') return false;
    to[i] = value;
    return to[i] === value || Number.isNaN(value) && Number.isNaN(to[i]);
}

/**
 * @param {any} to
 * @param {unknown} value
 */
function expectedOf(to, value) {
    if (!(to instanceof BigInt64Array)) return HELD[to.constructor.name];
    return typeof value === 'bigint' ? 'an integer of 64 bits' : 'an integer between -2^53 and 2^53';
}
