/** Columns in the decoder's own form, with any typed array in any place: taken as they are, or refused. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';

import { decode, encode, init, weigh } from '../../../js/index.js';
import { BOOL, F32, F64, I32, I64, STRING, UUID, VARINT } from '../../../js/schema/types.js';

await init();

const ELEMENTS = [VARINT, BOOL, I32, I64, F32, F64, STRING, UUID];
const NUMBER_ARRAYS = [Uint8Array, Uint8ClampedArray, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array,
    Float32Array, Float64Array];
const BIGINT_ARRAYS = [BigInt64Array, BigUint64Array];
const ARRAYS = [...NUMBER_ARRAYS, ...BIGINT_ARRAYS];

/** @typedef {InstanceType<typeof ARRAYS[number]>} AnyArray */

/** A column of tag 7, with what is not given left out. @param {object} parts @returns {any} */
const column = (parts) => ({
    tag: 7, element: I32, array: false, optional: false, optionalElements: false, encoding: 0, byteLength: 0,
    validity: null, offsets: null, elementValidity: null, values: null, indices: null, dictionary: null, ...parts,
});

/** @param {object} parts @param {number} [rowCount] */
const encodeOne = (parts, rowCount = 1) => encode({ rowCount, columns: [column(parts)] });

const texts = { offsets: Uint32Array.of(0, 1, 3), bytes: Uint8Array.of(0x61, 0x62, 0x63) };

// --- What a column of an element holds, told by its values alone.

/** @type {Record<number, (value: any) => boolean>} */
const HOLDS = {
    [VARINT]: (value) => value === (value | 0),
    [BOOL]: (value) => value === 0 || value === 1,
    [I32]: (value) => value === (value | 0),
    [I64]: (value) => (typeof value === 'bigint' ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value)),
    [F32]: (value) => Object.is(Math.fround(value), value),
    [F64]: () => true,
    [UUID]: (value) => value === (value & 255),
};
/** @param {number} most @returns {(value: any) => boolean} */
const wholeTo = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;

/** @param {number} element @param {unknown} value */
const holds = (element, value) => (element === I64 || typeof value === 'number') && HOLDS[element](value);

const numbers = fc.oneof(
    fc.integer({ min: -3, max: 3 }), fc.integer(), fc.double(),
    fc.constantFrom(-0, NaN, Infinity, 0.5, 1e300, 255, 256, 65536, 2 ** 24 + 1, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, -(2 ** 63)));
const bigints = fc.oneof(
    fc.bigInt({ min: -3n, max: 3n }), fc.constantFrom(2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, -(2n ** 63n)));
const small = fc.constantFrom(0, 1, 0, 1, 2, 3, -1, 255, 0.5);

/** @param {unknown} Values */
const isBig = (Values) => BIGINT_ARRAYS.some((Big) => Big === Values);

/** Typed arrays of every type. @param {number} length @param {fc.Arbitrary<number>} [values] @returns {fc.Arbitrary<AnyArray>} */
const anyArray = (length, values = numbers) => {
    const list = { minLength: length, maxLength: length };
    return fc.oneof(
        fc.tuple(fc.constantFrom(...NUMBER_ARRAYS), fc.array(values, list)).map(([Values, items]) => Values.from(items)),
        fc.tuple(fc.constantFrom(...BIGINT_ARRAYS), fc.array(bigints, list)).map(([Values, items]) => Values.from(items)));
};

/** @param {unknown} a @param {unknown} b equal, but for the type of an integer */
const sameValue = (a, b) => Object.is(a, b) || typeof a !== typeof b && a == b || a === b; // eslint-disable-line eqeqeq

/**
 * Encodes: either the values are the given ones when read, or the error tells where one of them is wrong.
 * @param {object} parts
 * @param {number} rowCount
 * @param {boolean} fits
 * @param {(column: any) => void} compare
 */
function takenOrRefused(parts, rowCount, fits, compare) {
    let file;
    try {
        file = encodeOne(parts, rowCount);
    } catch (/** @type {any} */ error) {
        assert.equal(error.name, 'TcbError', error.stack);
        assert.match(error.message, /^column of tag 7: expected .+ in (\w|\.)+\[\d+\], found .+$/s);
        assert.equal(error.tag, 7);
        assert.equal(fits, false, error.message);
        return;
    }
    assert.equal(fits, true, 'taken');
    compare(decode(file).columns[0]);
}

test('values of any typed array are read back as they are, or refused', () => {
    const elements = fc.constantFrom(...ELEMENTS.filter((element) => element !== STRING));
    fc.assert(fc.property(elements, fc.integer({ min: 0, max: 3 }).chain((rows) => fc.tuple(anyArray(rows * 16), anyArray(rows))),
        fc.boolean(), (element, [bytes, scalars], array) => {
            const values = element === UUID ? bytes : scalars;
            const rowCount = scalars.length;
            const parts = { element, values, array, offsets: array ? Uint32Array.from({ length: rowCount + 1 }, (_, i) => i) : null };
            const fits = [...values].every((value) => holds(element, value));
            takenOrRefused(parts, rowCount, fits, (read) => {
                assert.equal(read.raw.values.length, values.length);
                values.forEach((value, i) => assert.ok(sameValue(read.raw.values[i], value), `${read.raw.values[i]}, ${value}`));
            });
        }), { numRuns: 3000 });
});

test('dictionaries and indices of any typed array are read back as they are, or refused', () => {
    const parts = fc.integer({ min: 1, max: 3 }).chain((entries) =>
        fc.record({ element: fc.constantFrom(I64, F32, F64), dictionary: anyArray(entries), indices: anyArray(3, small) }));
    fc.assert(fc.property(parts, ({ element, dictionary, indices }) => {
        const fits = [...dictionary].every((value) => holds(element, value)) &&
            [...indices].every(wholeTo(dictionary.length - 1));
        takenOrRefused({ element, dictionary, indices }, 3, fits, (read) => [...indices].forEach((index, i) =>
            assert.ok(sameValue(read.raw.values[i], dictionary[Number(index)]))));
    }), { numRuns: 3000 });
});

/** The same list in an array of each type. @param {fc.Arbitrary<number>[]} items @returns {fc.Arbitrary<AnyArray>} */
const listIn = (...items) => fc.tuple(fc.constantFrom(...ARRAYS), fc.tuple(...items)).map(([Values, list]) =>
    /** @type {any} */ (Values).from(list, (/** @type {number} */ value) => (isBig(Values) ? BigInt(Math.trunc(value)) : value)));

test('texts with indices, offsets and bytes of any typed array are read back as they are, or refused', () => {
    const letter = fc.constantFrom(97, 98, 97.5, -1);
    const parts = fc.record({ indices: anyArray(3, small), bytes: listIn(letter, letter).filter((bytes) => ![...bytes].includes(255)),
        offsets: listIn(fc.constant(0), fc.constantFrom(0, 1, 2, 1.5), fc.constant(2)) });
    fc.assert(fc.property(parts, ({ indices, offsets, bytes }) => {
        const fits = [...indices].every(wholeTo(1)) && [...offsets].every(wholeTo(2)) && [...bytes].every(wholeTo(127));
        takenOrRefused({ element: STRING, indices, dictionary: { offsets, bytes } }, 3, fits, (read) => {
            const [, middle] = offsets, letters = String.fromCharCode(...[...bytes].map(Number));
            const words = [letters.slice(0, Number(middle)), letters.slice(Number(middle))];
            assert.deepEqual([...read], [...indices].map((index) => words[Number(index)]));
        });
    }), { numRuns: 3000 });
});

test('bitmaps and offsets of any typed array are read back as they are, or refused', () => {
    const parts = fc.record({ validity: anyArray(1, small), elementValidity: anyArray(1, small),
        offsets: listIn(fc.constant(0), small, small, fc.constant(3)) });
    fc.assert(fc.property(parts, ({ validity, elementValidity, offsets }) => {
        const fits = [...validity, ...elementValidity].every(wholeTo(255)) && [...offsets].every(wholeTo(3)) &&
            offsets[1] <= offsets[2];
        const flags = { array: true, optional: true, optionalElements: true };
        const given = { ...flags, values: Int32Array.of(5, 6, 7), validity, elementValidity, offsets };
        takenOrRefused(given, 3, fits, ({ raw }) => {
            assert.deepEqual([...raw.offsets], [...offsets]);
            assert.deepEqual([...raw.validity], [Number(validity[0]) & 7]);
            assert.deepEqual([...raw.elementValidity], [Number(elementValidity[0]) & 7]);
        });
    }), { numRuns: 3000 });
});

/** @type {[string, object, string, RegExp][]} */
const REFUSED = [
    ['a number that i64 does not hold', { element: I64, values: Float64Array.of(1e300) }, 'VALUE',
        /expected an integer between -2\^53 and 2\^53 in values\[0\], found 1e\+300$/],
    ['2^63', { element: I64, values: Float64Array.of(2 ** 63) }, 'VALUE', /values\[0\], found 9223372036854776000$/],
    ['a number that may be rounded already', { element: I64, values: Float64Array.of(2 ** 53) }, 'VALUE', /found 9007199254740992$/],
    ['an unsigned bigint beyond i64', { element: I64, values: BigUint64Array.of(2n ** 64n - 1n) }, 'VALUE',
        /expected an integer of 64 bits in values\[0\], found 18446744073709551615n$/],
    ['NaN for i64', { element: I64, values: Float64Array.of(NaN) }, 'VALUE', /found NaN$/],
    ['a fraction for i64', { element: I64, values: Float64Array.of(1.5) }, 'VALUE', /found 1.5$/],
    ['a bigint for i32', { values: BigInt64Array.of(1n) }, 'VALUE', /found 1n$/],
    ['an integer that f32 rounds', { element: F32, values: Int32Array.of(16777217) }, 'VALUE',
        /expected a number that a 32-bit float holds in values\[0\], found 16777217$/],
    ['a double that f32 rounds', { element: F32, values: Float64Array.of(0.1) }, 'VALUE', /found 0.1$/],
    ['a bool of 2', { element: BOOL, values: Uint8Array.of(2) }, 'BOOL', /expected 0 or 1 in values\[0\], found 2$/],
    ['an index of -1', { element: I64, dictionary: BigInt64Array.of(5n), indices: Int8Array.of(-1) }, 'INDEX',
        /expected an integer from 0 to 4294967295 in indices\[0\], found -1$/],
    ['an index beyond the dictionary', { element: I64, dictionary: BigInt64Array.of(5n), indices: Uint8Array.of(1) }, 'INDEX',
        /expected an index below 1 in indices\[0\], found 1$/],
    ['an index beyond the texts', { element: STRING, dictionary: texts, indices: Uint8Array.of(9) }, 'INDEX',
        /expected an index below 2 in indices\[0\], found 9$/],
    ['words of validity', { optional: true, validity: Uint16Array.of(256), values: Int32Array.of(1) }, 'VALUE',
        /expected an integer from 0 to 255 in validity\[0\], found 256$/],
    ['floats of validity', { optional: true, validity: Float64Array.of(0.5), values: Int32Array.of(1) }, 'VALUE', /validity\[0\], found 0.5$/],
    ['offsets that fall', { array: true, offsets: Float64Array.of(0, -1), values: new Int32Array(0) }, 'OFFSETS', /offsets\[1\], found -1$/],
    ['offsets that do not begin with 0', { array: true, offsets: Uint32Array.of(1, 1), values: Int32Array.of(1) }, 'OFFSETS',
        /expected offsets from 0 on that never fall in offsets\[0\], found 1$/],
    ['offsets of texts that fall', { element: STRING, indices: Uint8Array.of(0),
        dictionary: { ...texts, offsets: Uint32Array.of(0, 9, 3) } }, 'OFFSETS', /in dictionary\.offsets\[2\], found 3$/],
    ['a plain array', { values: [1] }, 'VALUE', /expected values in a typed array, found an array of 1$/],
    ['a view without a type', { values: new DataView(new ArrayBuffer(4)) }, 'VALUE', /typed array, found \[object DataView\]$/],
    ['no values', {}, 'VALUE_COUNT', /expected values in a typed array, found none$/],
    ['no texts', { element: STRING, indices: Uint8Array.of(0) }, 'VALUE_COUNT', /expected a dictionary of texts, found none$/],
    ['no offsets of texts', { element: STRING, indices: new Uint8Array(1), dictionary: { ...texts, offsets: new Uint32Array(0) } },
        'VALUE_COUNT', /expected 1 or more offsets of texts, found 0$/],
    ['half a uuid', { element: UUID, values: new Uint8Array(8) }, 'VALUE_COUNT', /expected 1 values, found 0.5$/],
    ['an element beyond the last', { element: 8 }, 'ELEMENT', /expected an element from 0 to 7, found 8$/],
    ['a name for an element', { element: 'i32' }, 'ELEMENT', /found "i32"$/],
    ['a number for a flag', { optional: 1, values: Int32Array.of(1) }, 'KIND', /expected "optional" to be true or false, found 1$/],
    ['optional elements of a scalar', { optionalElements: true, values: Int32Array.of(1) }, 'KIND', /"optionalElements" to be false/],
    ['validity of a column that is not optional', { validity: Uint8Array.of(0), values: Int32Array.of(1) }, 'KIND',
        /expected no validity in a column of this kind, found \[object Uint8Array\]$/],
    ['values beside a dictionary', { element: F64, values: Float64Array.of(1), dictionary: Float64Array.of(2), indices: Uint8Array.of(0) },
        'KIND', /expected no values/],
    ['a dictionary without indices', { element: F64, values: Float64Array.of(1), dictionary: Float64Array.of(2) }, 'KIND', /expected no dictionary/],
    ['indices of i32', { dictionary: Int32Array.of(2), indices: Uint8Array.of(0) }, 'KIND', /expected no indices/],
];

test('a column that cannot be taken is refused by its tag, or by its name where it has one', () => {
    for (const [what, parts, code, message] of REFUSED) {
        for (const call of [encode, weigh]) {
            const table = { rowCount: 1, columns: [column({ tag: 3, values: Int32Array.of(1) }), column(parts)] };
            assert.throws(() => call(table, { file: 'Item' }), (/** @type {any} */ error) => {
                assert.deepEqual([error.name, error.code, error.tag, error.file], ['TcbError', code, 7, 'Item'], what);
                assert.match(error.message, /^Item: column of tag 7: expected /, what);
                assert.match(error.message, message, what);
                return true;
            }, what);
            const named = { rowCount: 1, columns: [{ name: 'price', raw: column(parts) }] };
            assert.throws(() => call(/** @type {any} */ (named)), { code, column: 'price', message: /^column "price": expected / }, what);
        }
    }
});

test('tags and numbers of rows that the format does not have are refused', () => {
    for (const tag of [1.5, 0, -1, 2 ** 31, 2 ** 32 + 7, NaN, '1', undefined]) {
        assert.throws(() => encodeOne({ tag, values: Int32Array.of(1) }),
            { name: 'TcbError', code: 'TAG', message: /^column at position 0: expected a tag from 1 to 2147483647, found / });
    }
    for (const rowCount of [2 ** 32, 2 ** 31, -1, 1.5, NaN]) {
        assert.throws(() => encode({ rowCount, columns: [] }), { name: 'TcbError', code: 'COUNT', found: rowCount }, String(rowCount));
    }
    assert.equal(decode(encode({ rowCount: 2 ** 31 - 1, columns: [] }), { limits: { rows: 2 ** 31 - 1 } }).rowCount, 2 ** 31 - 1);
    for (const wrong of [null, undefined, 5, 'column']) {
        assert.throws(() => encode({ rowCount: 0, columns: /** @type {any} */ ([wrong]) }),
            { name: 'TcbError', code: 'VALUE', message: /^column at position 0: expected the arrays of a column, found / });
    }
});

test('columns of more bytes than the module has are refused as such', () => {
    const rowCount = 2 ** 24, values = new Float64Array(rowCount);
    const columns = Array.from({ length: 33 }, (_, i) => column({ tag: i + 1, element: F64, values }));
    assert.throws(() => encode({ rowCount, columns }), { name: 'TcbError', code: 'MEMORY', expected: 33 * 2 ** 27 });
    const narrow = column({ element: I64, values: new Int8Array(2 ** 29) });
    assert.throws(() => encode({ rowCount: 2 ** 29, columns: [narrow] }), { name: 'TcbError', code: 'MEMORY', expected: 2 ** 32 });
});

test('arrays of another realm, of shared memory and of subclasses are taken as what they are', () => {
    class Own extends Int32Array {}
    const foreign = runInNewContext('Int32Array.of(4, 5)');
    const shared = new Int32Array(new SharedArrayBuffer(16), 4, 2);
    shared.set([4, 5]);
    const expected = encodeOne({ values: Int32Array.of(4, 5) }, 2);
    for (const values of [foreign, shared, Own.of(4, 5)]) {
        assert.deepEqual(encodeOne({ values }, 2), expected);
    }
});

test('an array whose buffer was transferred away is refused', () => {
    const values = Int32Array.of(4, 5);
    structuredClone(values.buffer, { transfer: [values.buffer] });
    assert.throws(() => encodeOne({ values }, 2), { name: 'TcbError', code: 'VALUE_COUNT', tag: 7, found: 0 });
    assert.equal(decode(encodeOne({ values }, 0)).rowCount, 0);
});

test('numbers of rows become floats of 32 bits by rounding, and -0 among integers is 0', () => {
    const schema = { columns: [{ name: 'single', type: 'f32' }, { name: 'whole', type: 'i32' }, { name: 'big', type: 'i64' }] };
    const rows = [{ single: 16777217, whole: -0, big: -0 }, { single: 0.1, whole: 1, big: 1 }, { single: -0, whole: 2, big: 2 }];
    const table = decode(encode(rows, { schema }), { schema });
    assert.deepEqual(table.column('single').values, Float32Array.of(16777216, 0.1, -0));
    assert.deepEqual(table.column('whole').values, Int32Array.of(0, 1, 2));
    assert.deepEqual(table.column('big').values, BigInt64Array.of(0n, 1n, 2n));
    assert.throws(() => encode([{ single: 1e39, whole: 1, big: 1 }], { schema }), { code: 'VALUE', column: 'single', row: 0 });
});
