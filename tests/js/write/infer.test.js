import assert from 'node:assert/strict';
import test from 'node:test';

import { inferSchema } from '../../../js/write/infer.js';
import { normalizeSchema } from '../../../js/schema/schema.js';

/**
 * What is inferred for rows with one key, without its tag and name.
 * @param {unknown[]} values
 * @param {{ mixed?: 'error' | 'json' }} [options]
 */
function shapeOf(values, options) {
    const { columns } = inferSchema(values.map((v) => (v === undefined ? {} : { v })), options);
    normalizeSchema({ columns });
    return columns.map((column) => JSON.parse(JSON.stringify({ ...column, tag: undefined, name: undefined })));
}

test('takes whole numbers for the narrowest integer that holds them all', () => {
    assert.deepEqual(shapeOf([1, -(2 ** 31), 2 ** 31 - 1]), [{ type: 'i32' }]);
    assert.deepEqual(shapeOf([1, 2 ** 31]), [{ type: 'i64' }]);
    assert.deepEqual(shapeOf([1, -(2 ** 31) - 1]), [{ type: 'i64' }]);
    assert.deepEqual(shapeOf([2 ** 53 - 1]), [{ type: 'i64' }]);
    assert.deepEqual(shapeOf([1, 2 ** 53]), [{ type: 'f64' }]);
    assert.deepEqual(shapeOf([1, 1e58]), [{ type: 'f64' }]);
});

test('takes a column with a fraction, -0 or NaN for f64', () => {
    for (const value of [0.5, -0, NaN, Infinity]) {
        assert.deepEqual(shapeOf([1, value, 2]), [{ type: 'f64' }]);
    }
});

test('takes bigints for i64, together with whole numbers', () => {
    assert.deepEqual(shapeOf([1n, 2, -3]), [{ type: 'i64' }]);
    assert.deepEqual(shapeOf([1n << 62n]), [{ type: 'i64' }]);
});

test('refuses a bigint beyond int64, and one among fractions', () => {
    assert.throws(() => shapeOf([0n, 1n << 63n]), {
        code: 'VALUE', column: 'v', row: 1,
        message: /column "v", row 1: .*64 bits, found 9223372036854775808n/,
    });
    assert.throws(() => shapeOf([1n, 0.5]), { code: 'MIXED_TYPES' });
    assert.throws(() => shapeOf([1n, 'x'], { mixed: 'json' }), { code: 'MIXED_TYPES' });
});

test('never takes text for anything else', () => {
    assert.deepEqual(shapeOf(['2024-01-01T00:00:00', '12', 'true', 'NaN']), [{ type: 'string' }]);
    assert.deepEqual(shapeOf([true, false]), [{ type: 'bool' }]);
});

test('takes null and a missing key for absent', () => {
    assert.deepEqual(shapeOf([1, null]), [{ type: 'i32', optional: true }]);
    assert.deepEqual(inferSchema([{ a: 1 }, { a: 2, b: 'x' }]).columns, [
        { tag: 1, name: 'a', type: 'i32' },
        { tag: 2, name: 'b', type: 'string', optional: true },
    ]);
    assert.deepEqual(shapeOf([null, null]), [{ type: 'string', optional: true }]);
});

test('takes arrays for arrays, with null among their elements for absent ones', () => {
    assert.deepEqual(shapeOf([[1, 2], [3]]), [{ type: 'i32', array: true }]);
    assert.deepEqual(shapeOf([[1], [0.5]]), [{ type: 'f64', array: true }]);
    assert.deepEqual(shapeOf([['a', null], null]),
        [{ type: 'string', array: true, optional: true, optionalElements: true }]);
    assert.deepEqual(shapeOf([[], []]), [{ type: 'i32', array: true }]);
    assert.deepEqual(shapeOf([[null]]), [{ type: 'string', array: true, optionalElements: true }]);
});

test('makes a column of each member of a record', () => {
    const rows = [{ pos: { x: 1, at: { z: 'a' } } }, { pos: { x: 0.5 } }];
    assert.deepEqual(inferSchema(rows).columns, [
        { tag: 1, name: 'pos.x', type: 'f64', path: ['pos', 'x'] },
        { tag: 2, name: 'pos.at.z', type: 'string', optional: true, path: ['pos', 'at', 'z'] },
    ]);
});

test('makes the members of a record optional where the record is absent', () => {
    assert.deepEqual(shapeOf([{ x: 1 }, null]), [{ type: 'i32', optional: true, path: ['v', 'x'] }]);
});

test('makes array columns of the members of an array of records', () => {
    assert.deepEqual(shapeOf([[{ id: 1, n: 'a' }, { id: 2 }], []]), [
        { type: 'i32', array: true, records: true, path: ['v', 'id'] },
        { type: 'string', array: true, optionalElements: true, records: true, path: ['v', 'n'] },
    ]);
    assert.deepEqual(shapeOf([[{ id: 1 }], null]),
        [{ type: 'i32', array: true, optional: true, records: true, path: ['v', 'id'] }]);
});

test('keeps as json what is nested deeper', () => {
    for (const value of [[[1], [2]], [{ a: [1] }], [{ a: { b: 1 } }], [{ a: 1 }, null]]) {
        assert.deepEqual(shapeOf([value]), [{ type: 'json' }], JSON.stringify(value));
    }
});

test('keeps as json the empty records that columns could not tell from null', () => {
    assert.deepEqual(shapeOf([{}, { a: 1 }]), [{ type: 'json' }]);
    assert.deepEqual(shapeOf([{ a: null }, { a: 1 }]), [{ type: 'json' }]);
    assert.deepEqual(shapeOf([[{}, {}]]), [{ type: 'json' }]);
});

test('refuses a column that mixes kinds, naming column, row and both', () => {
    /** @type {[unknown[], string, string, number][]} */
    const cases = [
        [[1, null, 'x'], 'number', 'string', 2],
        [['x', ['y']], 'string', 'array', 1],
        [[{ a: 1 }, 5], 'record', 'number', 1],
        [[true, 0], 'bool', 'number', 1],
        [[[1], ['x']], 'number', 'string', 1],
    ];
    for (const [values, first, second, row] of cases) {
        assert.throws(() => shapeOf(values), {
            code: 'MIXED_TYPES', column: 'v', row, found: second,
            message: `column "v", row ${row}: expected ${first}, as in row 0, found ${second}`,
        });
    }
});

test('names a mixed member by its path', () => {
    const code = 'MIXED_TYPES';
    assert.throws(() => shapeOf([{ a: 1 }, { a: 'x' }]), { code, column: 'v.a', row: 1 });
    assert.throws(() => shapeOf([[{ a: 1 }, { a: 'x' }]]), { code, column: 'v.a', row: 0 });
});

test('keeps a column that mixes kinds as json when asked to', () => {
    assert.deepEqual(shapeOf([1, null, 'x'], { mixed: 'json' }), [{ type: 'json', optional: true }]);
    assert.deepEqual(shapeOf([[1, 'x']], { mixed: 'json' }), [{ type: 'json' }]);
    assert.deepEqual(shapeOf([{ a: 1 }, 5], { mixed: 'json' }), [{ type: 'json' }]);
    assert.deepEqual(shapeOf([{ a: 1, b: 1 }, { a: 'x', b: 2 }], { mixed: 'json' }), [
        { type: 'json', path: ['v', 'a'] }, { type: 'i32', path: ['v', 'b'] },
    ]);
});

test('orders columns by first appearance, members with their record', () => {
    const { columns } = inferSchema([{ b: 1, r: { x: 1 } }, { a: 1, r: { y: 1 }, b: 2 }]);
    assert.deepEqual(columns.map(({ name }) => name), ['b', 'r.x', 'r.y', 'a']);
    assert.deepEqual(columns.map(({ tag }) => tag), [1, 2, 3, 4]);
});

test('takes a key with dots for a plain name, and gives a path that has it another', () => {
    const { columns } = inferSchema([{ a: { b: 1 }, 'a.b': 2, 'a.b#2': 3, '': 4 }]);
    assert.deepEqual(columns, [
        { tag: 1, name: 'a.b#3', type: 'i32', path: ['a', 'b'] },
        { tag: 2, name: 'a.b', type: 'i32' },
        { tag: 3, name: 'a.b#2', type: 'i32' },
        { tag: 4, name: '_', type: 'i32', path: [''] },
    ]);
});

test('knows keys that every object inherits from those a row has', () => {
    const rows = [JSON.parse('{"__proto__":1,"toString":2}'), {}];
    assert.deepEqual(inferSchema(rows).columns, [
        { tag: 1, name: '__proto__', type: 'i32', optional: true },
        { tag: 2, name: 'toString', type: 'i32', optional: true },
    ]);
});

test('infers no columns of no rows', () => {
    assert.deepEqual(inferSchema([]), { columns: [] });
});

test('refuses rows and values that JSON does not have', () => {
    assert.throws(() => inferSchema(/** @type {any} */ ({})), TypeError);
    assert.throws(() => inferSchema([{}, [1]]), { code: 'VALUE', row: 1 });
    assert.throws(() => inferSchema([null]), { code: 'VALUE', row: 0 });
    for (const value of [new Date(), new Map(), () => 1, Symbol('s')]) {
        assert.throws(() => shapeOf([value]), { code: 'VALUE', column: 'v', row: 0 });
    }
    assert.throws(() => inferSchema([], { mixed: /** @type {any} */ ('jsn') }), RangeError);
});
