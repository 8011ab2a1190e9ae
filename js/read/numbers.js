/**
 * Decoded numbers in other typed arrays than the ones they are decoded to.
 */

/** @import { RawColumn } from '../schema/types.js' */

import { allocate } from '../module/codec.js';
import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { I64 } from '../schema/types.js';

/** @typedef {'bigint' | 'number' | 'auto'} Int64 */

/**
 * A function that gives a column with its numbers as these options have them; null where those are
 * the numbers that were decoded.
 * @param {Int64} int64
 * @param {boolean} narrow
 * @returns {((raw: RawColumn, column: { name: string, type: string }) => RawColumn) | null}
 */
export function numberAdapter(int64, narrow) {
    if (!/^(bigint|number|auto)$/.test(int64)) {
        throw new RangeError(`int64: expected bigint, number or auto, found ${describe(int64)}`);
    }
    if (int64 === 'bigint' && !narrow) return null;
    return (raw, { name, type }) => {
        const adapted = int64 !== 'bigint' && type === 'i64' ? withNumbers(raw, name, int64) : raw;
        return narrow ? compacted(adapted) : adapted;
    };
}

/**
 * A column of type i64 with numbers; they take the place of the bigints in their buffer.
 * @param {RawColumn} raw
 * @param {string} name
 * @param {Int64} int64
 * @returns {RawColumn}
 */
function withNumbers(raw, name, int64) {
    const { element, values, indices } = raw;
    // An older file may hold int32 there.
    if (element !== I64) return { ...raw, numbers: true };
    const bigints = /** @type {BigInt64Array} */ (values ?? raw.dictionary);
    const { buffer, byteOffset, length } = bigints;
    const halves = new Int32Array(buffer, byteOffset, length * 2);
    // Quicker than Number(bigint), for which each value would become an object.
    const numberAt = (/** @type {number} */ i) => halves[2 * i + 1] * 0x100000000 + (halves[2 * i] >>> 0);
    for (let i = 0; i < length; i++) {
        if (Number.isSafeInteger(numberAt(i))) continue;
        if (int64 === 'auto') return raw;
        throw valueError('INT64', { ...raw, name }, indices ? indices.indexOf(i) : i,
            'an integer between -2^53 and 2^53', bigints[i]);
    }
    const numbers = new Float64Array(/** @type {ArrayBuffer} */ (buffer), byteOffset, length);
    for (let i = 0; i < length; i++) numbers[i] = numberAt(i);
    return { ...raw, [values ? 'values' : 'dictionary']: numbers, numbers: true };
}

/** From narrow to wide, with the whole numbers that each holds. @type {[any, number, number][]} */
const ARRAYS = [
    [Uint8Array, 0, 0xff], [Int8Array, -0x80, 0x7f], [Uint16Array, 0, 0xffff], [Int16Array, -0x8000, 0x7fff],
    [Uint32Array, 0, 0xffffffff], [Int32Array, -0x80000000, 0x7fffffff],
];

/**
 * Copies of all arrays, so that the buffer that they share can go, each number array in the narrowest
 * type. Offsets keep theirs.
 * @template {object} T
 * @param {T} parts of a column
 * @returns {T}
 */
function compacted(parts) {
    return /** @type {T} */ (Object.fromEntries(Object.entries(parts).map(([key, part]) => [key,
        part?.buffer ? narrowed(part, key === 'offsets') : part?.bytes ? compacted(part) : part])));
}

/**
 * @param {any} values
 * @param {boolean} asItIs
 */
function narrowed(values, asItIs) {
    const { length, byteLength, BYTES_PER_ELEMENT: size } = values;
    let low = Infinity, high = -Infinity, whole = true, single = true;
    if (asItIs || size === 1 || values instanceof BigInt64Array) whole = single = false;
    // One pass for all types: a small file may claim hundreds of millions of values.
    for (let i = 0; i < length && (whole || single); i++) {
        const value = values[i];
        if (value < low) low = value;
        if (value > high) high = value;
        // -0 is not 0, and a NaN may lose bits.
        whole &&= Number.isInteger(value) && !Object.is(value, -0);
        single &&= Math.fround(value) === value;
    }
    const Narrow = (whole && ARRAYS.find(([, least, most]) => low >= least && high <= most)?.[0]) ||
        single && Float32Array;
    return allocate(byteLength, () =>
        Narrow.BYTES_PER_ELEMENT < size ? new Narrow(values) : values.slice());
}

/**
 * The elements of a column of type bytes, each of which has to be one.
 * @param {{ values: any, name: string, tag: number, offsets: Uint32Array | null }} column
 * @returns {Uint8Array}
 */
export function byteValues(column) {
    const { values } = column;
    const bytes = Uint8Array.from(values);
    const wrong = bytes.findIndex((byte, i) => byte !== values[i]);
    if (wrong < 0) return bytes;
    throw valueError('VALUE', column, wrong, 'a byte (0 to 255)', values[wrong]);
}

/**
 * The error of a value that is in the wrong row.
 * @param {string} code
 * @param {{ name: string, tag: number, offsets?: Uint32Array | null }} column
 * @param {number} k number of the value; of an element, where there are offsets
 * @param {unknown} expected
 * @param {unknown} found
 * @param {unknown} [cause]
 */
export function valueError(code, { name, tag, offsets }, k, expected, found, cause) {
    const row = offsets ? offsets.findIndex((start) => start > k) - 1 : k;
    const element = offsets ? `, element ${k - offsets[row]}` : '';
    return new TcbError(code, `column ${JSON.stringify(name)}, row ${row}${element}: expected ${expected}, ` +
        `found ${describe(found)}`, { column: name, tag, row, expected, found, cause });
}
