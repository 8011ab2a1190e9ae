import assert from 'node:assert/strict';
import test from 'node:test';

import { TcbError } from '../../js/errors.js';
import { normalizeSchema, schemaOf } from '../../js/schema.js';
import { schemaColumns } from '../../js/tree.js';
import { TYPES } from '../../js/types.js';

test('fills in every default and freezes the result', () => {
    const columns = normalizeSchema({ name: 'Item', columns: [{ name: 'id', type: 'i32' }] });
    assert.deepEqual(columns, [{
        tag: 1, name: 'id', type: 'i32', element: 2, array: false, optional: false,
        optionalElements: false, records: false, path: ['id'],
    }]);
    for (const part of [columns, columns[0], columns[0].path]) assert.ok(Object.isFrozen(part));
});

test('tells the element of each type', () => {
    const columns = normalizeSchema({
        columns: Object.keys(TYPES).map((type) => ({ name: `a ${type}`, type })),
    });
    assert.deepEqual(columns.map(({ element }) => element), [0, 1, 2, 3, 4, 5, 6, 7, 3, 3, 6]);
});

test('takes its own result again', () => {
    const columns = normalizeSchema({ columns: [
        { tag: 7, name: 'x', type: 'enum', array: true, optional: true, optionalElements: true },
        { tag: 3, name: 'e.id', type: 'json', array: true, records: true, path: ['e', 'id'] },
    ] });
    assert.deepEqual(normalizeSchema(columns), columns);
    assert.deepEqual(normalizeSchema({ columns }), columns);
});

test('gives a schema back as it was written, without defaults', () => {
    const schema = { columns: [
        { tag: 2, name: '__proto__', type: 'f32' },
        { tag: 5, name: 'a.b', type: 'datetime', optional: true },
        { tag: 9, name: 'e.id', type: 'i32', array: true, records: true, path: ['e', 'id'] },
        { tag: 10, name: 'empty', type: 'i32', path: [''] },
    ] };
    assert.deepEqual(schemaOf({ columns: normalizeSchema(schema) }), schema);
});

test('takes a schema without columns, and any text as a name', () => {
    assert.deepEqual(normalizeSchema({ columns: [] }), []);
    const names = ['__proto__', 'constructor', 'a.b', ' ', '안녕', '\n'];
    const columns = normalizeSchema({ columns: names.map((name) => ({ name, type: 'i32' })) });
    assert.deepEqual(columns.map(({ name }) => name), names);
});

/** @type {[string, any[], RegExp][]} */
const MISTAKES = [
    ['a column that is no object', [5], /column 0: expected an object, found 5/],
    ['a column without a name', [{ type: 'i32' }],
        /column 0: expected "name" to be a text.*found nothing/],
    ['an empty name', [{ name: '', type: 'i32' }], /"name".*found ""/],
    ['an unknown type', [{ name: 'a', type: 'int' }],
        /"a": expected "type" to be one of .*found "int"/],
    ['a type that every object inherits', [{ name: 'a', type: 'toString' }],
        /"type".*found "toString"/],
    ['a type that is no text', [{ name: 'a', type: ['i32'] }], /"type".*found an array of 1/],
    ['no type', [{ name: 'a' }], /"type".*found nothing/],
    ['an unknown property', [{ name: 'a', type: 'i32', kind: 1 }],
        /expected "kind" to be left out/],
    ['tag 0', [{ tag: 0, name: 'a', type: 'i32' }], /"tag" to be a whole number.*found 0/],
    ['a tag beyond int32', [{ tag: 2 ** 31, name: 'a', type: 'i32' }], /"tag".*found 2147483648/],
    ['a fractional tag', [{ tag: 1.5, name: 'a', type: 'i32' }], /"tag".*found 1.5/],
    ['tags in some columns only', [{ tag: 1, name: 'a', type: 'i32' }, { name: 'b', type: 'i32' }],
        /"b": expected "tag" to be there/],
    ['a repeated tag', [{ tag: 1, name: 'a', type: 'i32' }, { tag: 1, name: 'b', type: 'i32' }],
        /"b": expected "tag" to differ from column "a"'s, found 1/],
    ['a repeated name', [{ name: 'a', type: 'i32' }, { name: 'a', type: 'f32' }],
        /expected "name" to differ.*found "a" in both/],
    ['a flag that is no boolean', [{ name: 'a', type: 'i32', optional: 1 }], /"optional".*found 1/],
    ['optional elements without an array', [{ name: 'a', type: 'i32', optionalElements: true }],
        /"optionalElements" to be false.*found true/],
    ['records without an array', [{ name: 'a', type: 'i32', records: true, path: ['a', 'b'] }],
        /"records" to be false/],
    ['records without a path', [{ name: 'a', type: 'i32', array: true, records: true }],
        /"records" to be false where "path"/],
    ['a path that is no array', [{ name: 'a', type: 'i32', path: 'a.b' }], /"path".*found "a.b"/],
    ['an empty path', [{ name: 'a', type: 'i32', path: [] }], /"path".*found an array of 0/],
    ['a path of numbers', [{ name: 'a', type: 'i32', path: ['a', 0] }], /"path"/],
    ['an element that is not the type\'s', [{ name: 'a', type: 'i32', element: 3 }],
        /"element" to be 2 for i32, found 3/],
    ['a path that another passes through',
        [{ name: 'a', type: 'i32' }, { name: 'b', type: 'i32', path: ['a', 'b'] }],
        /"b": its path \["a","b"\] collides with column "a"/],
    ['a path that ends where another passes through',
        [{ name: 'b', type: 'i32', path: ['a', 'b'] }, { name: 'a', type: 'i32' }],
        /"a": its path \["a"\] collides with column "b"/],
    ['two columns in one place',
        [{ name: 'x', type: 'i32', path: ['a', 'b'] }, { name: 'y', type: 'i32', path: ['a', 'b'] }],
        /"y": its path/],
    ['a record that is an array of records too', [
        { name: 'x', type: 'i32', array: true, records: true, path: ['a', 'x'] },
        { name: 'y', type: 'i32', array: true, path: ['a', 'y'] }], /"y": its path/],
    ['a record within an array of records', [
        { name: 'x', type: 'i32', array: true, records: true, path: ['a', 'x'] },
        { name: 'y', type: 'i32', array: true, records: true, path: ['a', 'b', 'y'] },
    ], /"y": its path/],
];

for (const [what, columns, message] of MISTAKES) {
    test(`refuses ${what}`, () => {
        assert.throws(() => normalizeSchema({ columns }), (error) => {
            assert.ok(error instanceof TcbError);
            assert.equal(error.code, 'SCHEMA');
            assert.match(error.message, message);
            return true;
        });
    });
}

test('refuses what is no schema at all', () => {
    for (const json of [null, undefined, 5, 'x', {}, { columns: {} }]) {
        assert.throws(() => normalizeSchema(json), { code: 'SCHEMA' });
    }
    assert.throws(() => normalizeSchema({ columns: [], tables: {} }),
        { message: /unknown property "tables"/ });
});

test('fills in the same defaults for a reader, without its checks', () => {
    const columns = [
        { name: 'a', type: 'datetime', array: true },
        { name: 'b', type: 'json', path: ['r', 'b'] },
    ];
    assert.deepEqual(schemaColumns({ columns }), normalizeSchema({ columns }));
    assert.deepEqual(schemaColumns(columns), normalizeSchema(columns));
    assert.throws(() => schemaColumns([{ name: 'a', type: 'toString' }]),
        { code: 'SCHEMA', column: 'a' });
});
