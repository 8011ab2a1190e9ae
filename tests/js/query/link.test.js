import assert from 'node:assert/strict';
import test from 'node:test';

import { columnsFromRows, decode, encode, init, Table } from '../../../js/index.js';
import { link, referencesOf } from '../../../js/query/link.js';

/** @import { SchemaColumnJson } from '../../../js/schema/types.js' */

await init();

/**
 * @param {SchemaColumnJson[]} columns
 * @param {object[]} rows
 */
function tableOf(columns, rows) {
    return decode(encode(new Table(columnsFromRows(rows, { columns }))), { schema: { columns } });
}

const Item = tableOf([{ name: 'id', type: 'i32' }, { name: 'key', type: 'string' }], [
    { id: 10, key: 'lantern' }, { id: 30, key: 'rope' }, { id: 20, key: 'lantern' }]);

/**
 * Links one column of the given type to `Item`, or to another table.
 * @param {Omit<SchemaColumnJson, 'name'>} column
 * @param {unknown[]} values
 * @param {string} [key]
 */
function linkColumn(column, values, key = 'id', to = Item) {
    const Drop = tableOf([{ name: 'at', ...column }], values.map((at) => ({ at })));
    return link({ Item: to, Drop }, [{ table: 'Drop', column: 'at', to: 'Item', key }]);
}

test('finds the row of each value, and -1 for absent ones, which do not dangle', () => {
    const links = linkColumn({ type: 'i32', optional: true }, [20, null, 10, 30]);
    assert.deepEqual(links.rows('Drop', 'at'), Int32Array.of(2, -1, 0, 1));
    assert.equal(links.resolve('Drop', 'at', 0), 2);
    assert.equal(links.resolve('Drop', 'at', 1), -1);
    assert.deepEqual(links.dangling, []);
    assert.deepEqual(links.references, [{ table: 'Drop', column: 'at', to: 'Item', key: 'id',
        rows: Int32Array.of(2, -1, 0, 1), offsets: null }]);
});

test('lists what dangles', () => {
    const links = linkColumn({ type: 'i32' }, [20, 99, 10, 0]);
    assert.deepEqual(links.rows('Drop', 'at'), Int32Array.of(2, -1, 0, -1));
    assert.deepEqual(links.dangling, [
        { table: 'Drop', column: 'at', row: 1, key: 99, to: 'Item' },
        { table: 'Drop', column: 'at', row: 3, key: 0, to: 'Item' }]);
});

test('links each element of an array', () => {
    const links = linkColumn({ type: 'i32', array: true, optional: true, optionalElements: true },
        [[20, 99, null], [], null, [10]]);
    assert.deepEqual(links.resolve('Drop', 'at', 0), [2, -1, -1]);
    assert.deepEqual(links.resolve('Drop', 'at', 1), []);
    assert.deepEqual(links.resolve('Drop', 'at', 2), []);
    assert.deepEqual(links.resolve('Drop', 'at', 3), [0]);
    assert.deepEqual(links.references[0].offsets, Uint32Array.of(0, 3, 3, 3, 4));
    assert.deepEqual(links.dangling, [{ table: 'Drop', column: 'at', row: 0, element: 1, key: 99, to: 'Item' }]);
});

test('links members of records', () => {
    const Loot = tableOf([{ name: 'loot.item', type: 'i32', array: true, records: true, path: ['loot', 'item'] },
        { name: 'loot.count', type: 'i32', array: true, records: true, path: ['loot', 'count'] }],
    [{ loot: [{ item: 30, count: 1 }, { item: 10, count: 2 }] }]);
    const links = link({ Item, Loot }, [{ table: 'Loot', column: 'loot.item', to: 'Item' }]);
    assert.deepEqual(links.resolve('Loot', 'loot.item', 0), [1, 0]);
});

test('links texts, the first row of a repeated key being meant', () => {
    const links = linkColumn({ type: 'string', optional: true }, ['rope', 'lantern', 'torch', null, 'torch'], 'key');
    assert.deepEqual(links.rows('Drop', 'at'), Int32Array.of(1, 0, -1, -1, -1));
    assert.deepEqual(links.dangling.map(({ row, key }) => [row, key]), [[2, 'torch'], [4, 'torch']]);
});

test('links uuids', () => {
    const keys = ['00112233-4455-6677-8899-aabbccddeeff', '00000000-0000-0000-0000-000000000001'];
    const to = tableOf([{ name: 'id', type: 'uuid' }], keys.map((id) => ({ id })));
    assert.deepEqual(linkColumn({ type: 'uuid' }, [keys[1]], 'id', to).rows('Drop', 'at'), Int32Array.of(1));
});

test('links numbers of different types without rounding', () => {
    assert.deepEqual(linkColumn({ type: 'f64' }, [30, 10.5, NaN]).rows('Drop', 'at'), Int32Array.of(1, -1, -1));
    assert.deepEqual(linkColumn({ type: 'enum' }, [30]).rows('Drop', 'at'), Int32Array.of(1));
    assert.deepEqual(linkColumn({ type: 'i64' }, [30n, 2n ** 60n]).rows('Drop', 'at'), Int32Array.of(1, -1));
    const wide = tableOf([{ name: 'id', type: 'i64' }], [{ id: 7n }, { id: 2n ** 53n + 1n }, { id: 2n ** 53n }]);
    assert.deepEqual(linkColumn({ type: 'i64' }, [2n ** 53n, 7n], 'id', wide).rows('Drop', 'at'),
        Int32Array.of(2, 0));
    assert.deepEqual(linkColumn({ type: 'f64' }, [7, 2 ** 53, 7.5], 'id', wide).rows('Drop', 'at'),
        Int32Array.of(0, -1, -1));
    const floats = tableOf([{ name: 'id', type: 'f64' }], [{ id: 2 ** 53 }, { id: 0.5 }]);
    assert.deepEqual(linkColumn({ type: 'i64' }, [2n ** 53n + 1n], 'id', floats).rows('Drop', 'at'),
        Int32Array.of(-1));
    assert.deepEqual(linkColumn({ type: 'f64' }, [0.5], 'id', floats).rows('Drop', 'at'), Int32Array.of(1));
});

test('takes a column that the file lacks for one that refers to nothing', () => {
    const file = encode([{ a: 1 }, { a: 2 }]);
    const Drop = decode(file, { schema: { columns: [{ tag: 9, name: 'itemId', type: 'i32' }] } });
    const links = link({ Item, Drop }, [{ table: 'Drop', column: 'itemId', to: 'Item' }]);
    assert.deepEqual(links.rows('Drop', 'itemId'), Int32Array.of(-1, -1));
    assert.deepEqual(links.dangling, []);
});

test('links a table to itself, and tables given under any name', () => {
    const Node = tableOf([{ name: 'id', type: 'i32' }, { name: 'parent', type: 'i32', optional: true }],
        [{ id: 1, parent: null }, { id: 2, parent: 1 }, { id: 3, parent: 2 }]);
    const tables = Object.fromEntries([['__proto__', Node]]);
    const links = link(tables, [{ table: '__proto__', column: 'parent', to: '__proto__' }]);
    assert.deepEqual(links.rows('__proto__', 'parent'), Int32Array.of(-1, 0, 1));
});

test('refuses dangling references if strict, naming the first and their count', () => {
    const Drop = tableOf([{ name: 'itemId', type: 'i32' }], [{ itemId: 10 }, { itemId: 5 }, { itemId: 6 }]);
    const list = [{ table: 'Drop', column: 'itemId', to: 'Item' }];
    assert.throws(() => link({ Item, Drop }, list, { strict: true }), {
        name: 'TcbError', code: 'DANGLING', file: 'Drop', column: 'itemId', row: 1, found: 5,
        message: 'table "Drop", column "itemId", row 1: expected a key of table "Item" (its column "id"), ' +
            'found 5; 2 references dangle in all',
    });
    const Lists = tableOf([{ name: 'ids', type: 'i32', array: true }], [{ ids: [] }, { ids: [10, 5] }]);
    assert.throws(() => link({ Item, Lists }, [{ table: 'Lists', column: 'ids', to: 'Item' }], { strict: true }),
        { code: 'DANGLING', row: 1, message: /row 1, element 1: .*; 1 reference dangles in all$/ });
    const Good = tableOf([{ name: 'itemId', type: 'i32' }], [{ itemId: 10 }]);
    assert.equal(link({ Item, Drop: Good }, list, { strict: true }).resolve('Drop', 'itemId', 0), 0);
});

test('refuses references that cannot be: types, tables, columns, two of one column', () => {
    assert.throws(() => linkColumn({ type: 'string' }, []), { code: 'SCHEMA', column: 'at',
        message: 'table "Drop", column "at": expected keys of table "Item", whose column "id" is i32, found string' });
    assert.throws(() => linkColumn({ type: 'i32' }, [], 'key'), { code: 'SCHEMA' });
    assert.throws(() => linkColumn({ type: 'i32' }, [], 'none'), { name: 'RangeError', message: /"none"/ });
    const reference = { table: 'Item', column: 'id', to: 'Item' };
    assert.throws(() => link({ Item }, [{ ...reference, table: 'toString' }]),
        { name: 'RangeError', message: /"toString".*"Item"/ });
    assert.throws(() => link({ Item }, [{ ...reference, to: 'Other' }]), { name: 'RangeError', message: /"Other"/ });
    assert.throws(() => link({ Item }, [{ ...reference, column: 'x' }]), { name: 'RangeError', message: /"x"/ });
    assert.throws(() => link({ Item }, [reference, { ...reference, column: 1 }]),
        { name: 'TypeError', message: /two/ });
    assert.throws(() => link({ Item }, /** @type {any} */ ([null])), RangeError);
});

test('refuses to resolve what is not a reference or a row', () => {
    const links = linkColumn({ type: 'i32' }, [10, 20]);
    assert.throws(() => links.resolve('Drop', 'id', 0), { name: 'RangeError', message: /"id".*"Drop"/ });
    assert.throws(() => links.rows('Item', 'id'), RangeError);
    for (const row of [-1, 2, 0.5, NaN]) assert.throws(() => links.resolve('Drop', 'at', row), RangeError);
    const lists = linkColumn({ type: 'i32', array: true }, [[10, 20, 30]]);
    assert.throws(() => lists.resolve('Drop', 'at', 1), RangeError);
});

const FOLDER = { tables: {
    Item: { columns: [{ name: 'id', type: 'i32' }, { name: 'pos.x', type: 'i32' }] },
    Drop: { columns: [{ name: 'itemId', type: 'i32' }, { name: 'spot', type: 'i32' }],
        references: { itemId: 'Item.id', spot: 'Item.pos.x' } },
    'v2.Item': { columns: [{ name: 'id', type: 'i32' }] },
    Other: { columns: [{ name: 'a', type: 'i32' }], references: { a: 'v2.Item.id' } },
} };

test('takes references from a schema of a folder, dots in names and all', () => {
    assert.deepEqual(referencesOf(FOLDER), [
        { table: 'Drop', column: 'itemId', to: 'Item', key: 'id' },
        { table: 'Drop', column: 'spot', to: 'Item', key: 'pos.x' },
        { table: 'Other', column: 'a', to: 'v2.Item', key: 'id' }]);
    const Drop = tableOf([{ name: 'itemId', type: 'i32' }], [{ itemId: 20 }]);
    const { tables } = structuredClone(FOLDER);
    const schema = { tables: { Item: tables.Item, Drop: { ...tables.Drop, references: { itemId: 'Item.id' } } } };
    assert.equal(link({ Item, Drop }, schema).resolve('Drop', 'itemId', 0), 2);
});

test('refuses a schema whose references are not columns of its tables', () => {
    for (const target of ['Item', 'Item.', 'Itm.id', 'Item.ID', 'toString.length', '', 5, null]) {
        const schema = { tables: { ...FOLDER.tables, Drop: { ...FOLDER.tables.Drop, references: { itemId: target } } } };
        assert.throws(() => referencesOf(schema), { name: 'TcbError', code: 'SCHEMA', file: 'Drop',
            column: 'itemId', message: /such as "Item.id"/ }, String(target));
    }
    const wrong = { tables: { Drop: { columns: [], references: { none: 'Drop.x' } } } };
    assert.throws(() => referencesOf(wrong), { code: 'SCHEMA', message: /found one of "none"/ });
    assert.throws(() => referencesOf({ tables: { Drop: { columns: [], references: ['a'] } } }), { code: 'SCHEMA' });
    for (const schema of [null, 5, {}, { tables: [] }]) assert.throws(() => referencesOf(schema), TypeError);
});
