import assert from 'node:assert/strict';
import test from 'node:test';

import { TcbError } from '../../../js/values/errors.js';
import { columnsFromRows } from '../../../js/write/build.js';
import { normalizeSchema, schemaOf } from '../../../js/schema/schema.js';
import { Table } from '../../../js/read/table.js';
import { schemaColumns } from '../../../js/schema/tree.js';
import { TYPES } from '../../../js/schema/types.js';

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
    assert.deepEqual(columns.map(({ element }) => element), [0, 1, 2, 3, 4, 5, 6, 7, 3, 3, 6, 2]);
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
        /expected "kind" to be left out; there are tag, name, type, .*found 1/],
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
    ['bytes that are no array', [{ name: 'a', type: 'bytes', array: false }], /"array" to be true or left out/],
    ['bytes with optional elements', [{ name: 'a', type: 'bytes', optionalElements: true }],
        /"optionalElements" to be false in a column of type bytes/],
    ['bytes in an array of records', [{ name: 'a', type: 'bytes', records: true, path: ['a', 'b'] }],
        /"records" to be false in a column of type bytes/],
    ['labels of what is no enum', [{ name: 'a', type: 'i32', labels: {} }],
        /"a": expected "labels" to be left out where "type" is not enum/],
    ['labels that are no object', [{ name: 'a', type: 'enum', labels: ['Low'] }],
        /"labels" to be an object of names and numbers, found an array of 1/],
    ['a label that is no int32', [{ name: 'a', type: 'enum', labels: { Low: 0, High: 2 ** 31 } }],
        /"a": expected label "High" to be a 32-bit integer, found 2147483648/],
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
    assert.throws(() => normalizeSchema({ colums: [] }),
        { message: 'schema: unknown property "colums"; there are name, columns, references' });
});

test('takes references of its columns, and refuses those that cannot be any', () => {
    const columns = [{ name: 'itemId', type: 'i32' }];
    assert.deepEqual(normalizeSchema({ columns, references: { itemId: 'Item.id' } }), normalizeSchema(columns));
    /** @type {[unknown, RegExp][]} */
    const wrong = [
        [null, /"references" to be an object, found null/],
        [['Item.id'], /"references" to be an object, found an array of 1/],
        [{ id: 'Item.id' }, /references of its columns, found one of "id"/],
        [{ itemId: 'Item' }, /reference of column "itemId": expected a table and its column, such as "Item.id", found "Item"/],
        [{ itemId: '.id' }, /found ".id"/],
        [{ itemId: 'Item.' }, /found "Item."/],
        [{ itemId: { table: 'Item' } }, /found \[object Object\]/],
    ];
    for (const [references, message] of wrong) {
        assert.throws(() => normalizeSchema({ columns, references }), { name: 'TcbError', code: 'SCHEMA', message });
    }
});

test('keeps the labels of an enum, frozen, and those of a table too', () => {
    const labels = JSON.parse('{ "Low": 0, "__proto__": -1 }');
    const columns = [{ tag: 1, name: 'grade', type: 'enum', array: true, labels }, { tag: 2, name: 'plain', type: 'enum' }];
    const normalized = normalizeSchema({ columns });
    assert.deepEqual(Object.entries(normalized[0].labels ?? {}), [['Low', 0], ['__proto__', -1]]);
    assert.ok(Object.isFrozen(normalized[0].labels));
    assert.equal('labels' in normalized[1], false);
    assert.deepEqual(normalizeSchema(normalized), normalized);
    assert.deepEqual(schemaOf({ columns: normalized }), { columns });
    for (const schema of [normalized, schemaColumns(columns)]) {
        const table = new Table({ ...columnsFromRows([{ grade: [0], plain: 1 }], columns), schema });
        assert.deepEqual(schemaOf(table), { columns });
        assert.equal(table.column('grade').labels?.Low, 0);
    }
});

test('takes bytes for an array, and leaves that out again', () => {
    for (const array of [undefined, true]) {
        const columns = normalizeSchema([{ name: 'data', type: 'bytes', optional: true, array }]);
        assert.equal(columns[0].array, true);
        assert.deepEqual(schemaColumns([{ name: 'data', type: 'bytes', optional: true }]), columns);
        assert.deepEqual(schemaOf({ columns }), { columns: [{ tag: 1, name: 'data', type: 'bytes', optional: true }] });
    }
});

test('tells a reader who has the baseline file in place of a schema where that belongs', () => {
    const baseline = /** @type {any} */ ({ BaselineVersion: 2, Tables: {} });
    assert.throws(() => schemaColumns(baseline), { name: 'TcbError', code: 'SCHEMA', message: /tcb-wasm\/baseline/ });
    assert.throws(() => schemaColumns(/** @type {any} */ ({ tables: {} })),
        { name: 'TcbError', code: 'SCHEMA', message: 'schema: expected columns in an array' });
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
