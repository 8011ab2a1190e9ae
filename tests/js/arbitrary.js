/** Random tables for property tests: every element, scalar and array, with and without bitmaps. */
import fc from 'fast-check';
import { emptyValue } from '../oracle/fromRows.js';

/** @import { OracleColumn } from '../oracle/format.js' */

const MIN32 = -(2 ** 31), MAX32 = 2 ** 31 - 1;
const MIN64 = -(2n ** 63n), MAX64 = 2n ** 63n - 1n;

const f32 = new Float32Array(1), f64 = new Float64Array(1);
/** @param {number} value */
const f32Bits = (value) => {
    f32[0] = value;
    return new Uint32Array(f32.buffer)[0];
};
/** @param {number} value */
const f64Bits = (value) => {
    f64[0] = value;
    return new BigUint64Array(f64.buffer)[0];
};

const smallInt = fc.integer({ min: -70, max: 70 });
const anyInt = fc.oneof(smallInt, fc.integer({ min: MIN32, max: MAX32 }), fc.constantFrom(MIN32, MAX32, 0, -1));
const floats = fc.oneof(smallInt, fc.double(), fc.constantFrom(-0, 0.5, 2 ** 31, -(2 ** 31), 2 ** 31 - 1, 2 ** 24 + 1));
const text = fc.oneof(
    fc.constantFrom('', 'a', 'Art/Item_01', 'Art/Item_02', 'k-1.5|x:y\\z', '한국어 7', '𝄞1𝄞', '\ufeffbom'),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 8 }));

/** Values by element number. @type {fc.Arbitrary<any>[]} */
const values = [
    anyInt,
    fc.constantFrom(0, 1),
    anyInt,
    fc.oneof(smallInt.map(BigInt), fc.bigInt({ min: MIN64, max: MAX64 }), fc.constantFrom(MIN64, MAX64)),
    fc.oneof(floats.map(f32Bits), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
    fc.oneof(floats.map(f64Bits), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
    text,
    fc.uint8Array({ minLength: 16, maxLength: 16 }),
];

/**
 * Streams in the shapes that encodings are made for: anything, runs, steps, few distinct values.
 * @param {number} element
 * @param {number} count
 */
function stream(element, count) {
    const any = fc.array(values[element], { minLength: count, maxLength: count });
    const few = fc.array(values[element], { minLength: 1, maxLength: 4 })
        .chain((choice) => fc.array(fc.constantFrom(...choice), { minLength: count, maxLength: count }));
    const runs = fc.array(values[element], { minLength: 1, maxLength: 4 }).map((choice) =>
        Array.from({ length: count }, (_, i) => choice[Math.floor(i * choice.length / Math.max(count, 1))]));
    if (element !== 0 && element !== 2) return fc.oneof(any, few, runs);
    const steps = fc.tuple(anyInt, smallInt).map(([start, step]) =>
        Array.from({ length: count }, (_, i) => (start + i * step) | 0));
    return fc.oneof(any, few, runs, steps);
}

/** @type {(count: number) => fc.Arbitrary<boolean[]>} */
const flags = (count) => fc.oneof(
    fc.array(fc.boolean(), { minLength: count, maxLength: count }),
    fc.boolean().map((all) => new Array(count).fill(all)));

/** @type {(rowCount: number) => fc.Arbitrary<number[]>} */
const rowLengths = (rowCount) => fc.oneof(
    fc.array(fc.integer({ min: 0, max: 5 }), { minLength: rowCount, maxLength: rowCount }),
    fc.integer({ min: 0, max: 5 }).map((n) => new Array(rowCount).fill(n)));

/** @param {number} rowCount @param {number} tag @returns {fc.Arbitrary<OracleColumn>} */
function column(rowCount, tag) {
    return fc.record({
        element: fc.integer({ min: 0, max: 7 }), array: fc.boolean(), optional: fc.boolean(),
        lengths: rowLengths(rowCount),
        wantsElements: fc.boolean(), validity: flags(rowCount),
    }).chain(({ element, array, optional, lengths, wantsElements, validity }) => {
        const present = validity.map((v) => !optional || v);
        const sizes = lengths.map((n, i) => (array ? (present[i] ? n : 0) : 1));
        const count = sizes.reduce((a, b) => a + b, 0);
        const optionalElements = array && wantsElements;
        return fc.record({ list: stream(element, count), elementFlags: flags(count) }).map(({ list, elementFlags }) => {
            let next = 0;
            const rows = sizes.map((size, i) => {
                const items = Array.from({ length: size }, () => {
                    const k = next++;
                    const absent = array ? optionalElements && !elementFlags[k] : !present[i];
                    return absent ? emptyValue(element) : list[k];
                });
                return array ? items : items[0];
            });
            return {
                tag, element, array, optional, optionalElements, rows,
                validity: optional ? present : null,
                elementValidity: optionalElements ? elementFlags : null,
            };
        });
    });
}

/** @type {fc.Arbitrary<{ rowCount: number, columns: OracleColumn[] }>} */
export const columnArbitrary = fc.tuple(
    fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 4, max: 70 })),
    fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 3 }),
).chain(([rowCount, tags]) => fc.tuple(...tags.map((tag) => column(rowCount, tag)))
    .map((columns) => ({ rowCount, columns })));
