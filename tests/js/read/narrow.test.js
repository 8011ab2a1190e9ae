import assert from 'node:assert/strict';
import test from 'node:test';

import fc from 'fast-check';

import { decode, encode, init, makeIndex } from '../../../js/index.js';
import { columnArbitrary } from '../arbitrary.js';
import { toRaw } from '../bridge.js';

await init();

/**
 * The constructor's name of the narrowed values of one column.
 * @param {string} type
 * @param {unknown[]} values
 * @param {object} [options]
 */
function arrayOf(type, values, options = {}) {
    const schema = { columns: [{ name: 'a', type }] };
    const table = decode(encode(values.map((a) => ({ a })), { schema }), { schema, narrow: true, ...options });
    assert.deepEqual([...table.column('a')], values);
    return table.column('a').values?.constructor.name;
}

test('picks the narrowest array that holds the values, an unsigned one if none is negative', () => {
    for (const type of ['i32', 'enum', 'f64', 'f32']) {
        assert.equal(arrayOf(type, [0, 255]), 'Uint8Array', type);
        assert.equal(arrayOf(type, [-128, 127]), 'Int8Array', type);
        assert.equal(arrayOf(type, [256, 0]), 'Uint16Array', type);
        assert.equal(arrayOf(type, [-1, 128]), 'Int16Array', type);
        assert.equal(arrayOf(type, []), 'Uint8Array', type);
    }
    for (const type of ['i32', 'enum']) assert.equal(arrayOf(type, [65536]), 'Int32Array', type);
    assert.equal(arrayOf('f32', [65536]), 'Float32Array');
    assert.equal(arrayOf('f64', [2 ** 32 - 1]), 'Uint32Array');
    assert.equal(arrayOf('f64', [2 ** 32 - 1, -1]), 'Float64Array');
    assert.equal(arrayOf('f64', [-65536]), 'Int32Array');
});

test('keeps fractions, -0 and what is not finite as floats, of 32 bits where that is exact', () => {
    assert.equal(arrayOf('f64', [0.5, -Infinity]), 'Float32Array');
    assert.equal(arrayOf('f64', [0, -0]), 'Float32Array');
    assert.equal(arrayOf('f64', [0.1]), 'Float64Array');
    assert.equal(arrayOf('f64', [0.5, NaN]), 'Float64Array');
    assert.equal(arrayOf('f32', [0, -0]), 'Float32Array');
});

test('leaves bigints, and narrows them where they are numbers', () => {
    assert.equal(arrayOf('i64', [1n, 2n]), 'BigInt64Array');
    assert.equal(arrayOf('i64', [1, 2], { int64: 'number' }), 'Uint8Array');
    assert.equal(arrayOf('i64', [1, 2 ** 40 + 1], { int64: 'auto' }), 'Float64Array');
});

test('changes no value, no text and not the bytes that are written again', () => {
    fc.assert(fc.property(columnArbitrary, fc.boolean(), fc.constantFrom('bigint', 'auto'),
        ({ rowCount, columns }, dictionaries, int64) => {
            const file = encode({ rowCount, columns: columns.map(toRaw) });
            const plain = decode(file, { dictionaries });
            const table = decode(file, { dictionaries, narrow: true, int64: /** @type {any} */ (int64) });
            if (int64 === 'bigint') assert.deepEqual(table.rows(), plain.rows());
            assert.deepEqual(table.toJSON(), plain.toJSON());
            assert.deepEqual(encode(table), file);
        }));
});

test('lets go of the buffer that the arrays of a decoded table share', () => {
    const rows = [{ id: 1, text: 'x', list: [1.5, null], on: null }, { id: 2, text: 'y', list: [], on: true }];
    const table = decode(encode(rows), { narrow: true });
    for (const { raw } of table.columns) {
        for (const part of [...Object.values(raw), ...Object.values(raw.dictionary ?? {})]) {
            if (ArrayBuffer.isView(part)) assert.equal(part.buffer.byteLength, part.byteLength);
        }
    }
    assert.deepEqual(table.column('c3').offsets, Uint32Array.of(0, 2, 2));
});

test('finds rows by narrowed keys', () => {
    const table = decode(encode([{ id: 300 }, { id: 7 }]), { narrow: true });
    assert.deepEqual([300, 7, 8].map(makeIndex(table, 'c1').rowOf), [0, 1, -1]);
});

test('encode takes numbers of any array, where the element holds them', () => {
    const raw = (/** @type {any} */ values, element = 2) => ({ rowCount: 2, columns: [{
        tag: 1, element, array: false, optional: false, optionalElements: false, encoding: 0, byteLength: 0,
        validity: null, offsets: null, elementValidity: null, values, indices: null, dictionary: null,
    }] });
    assert.deepEqual(encode(raw(Int8Array.of(-1, 5))), encode(raw(Int32Array.of(-1, 5))));
    assert.deepEqual(encode(raw(Float64Array.of(-1, 5), 3)), encode(raw(BigInt64Array.of(-1n, 5n), 3)));
    assert.deepEqual(encode(raw(Int32Array.of(-1, 5), 4)), encode(raw(Float32Array.of(-1, 5), 4)));
    assert.throws(() => encode(raw(Float32Array.of(-1, 5.5))), { code: 'VALUE', tag: 1, found: 5.5 });
});
