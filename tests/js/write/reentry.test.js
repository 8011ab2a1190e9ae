/** A caller's code that runs in the midst of `encode`, and calls the module itself. */
import assert from 'node:assert/strict';
import test from 'node:test';

import { decode, encode, init, reset, weigh } from '../../../js/index.js';

await init();

const other = encode(Array.from({ length: 500 }, (_, i) => ({ id: i * 7919 % 500, name: 'x' + i })));
let calls = 0;

/** What a caller's code might do at the worst moment. */
function busy() {
    calls++;
    decode(other);
    encode([{ a: 'y'.repeat(3000), b: 1 }]);
}

/**
 * The same object, but whatever is asked of it or of what it holds makes other calls first. Typed arrays stay
 * themselves: they get properties of their own instead.
 * @template {object} T
 * @param {T} target
 * @returns {T}
 */
function watched(target) {
    /** @param {unknown} value */
    const watch = (value) => (value !== null && typeof value === 'object' ? watched(value) : value);
    if (ArrayBuffer.isView(target)) return /** @type {any} */ (watchedArray(/** @type {any} */ (target)));
    if (target instanceof Date) return target;
    return new Proxy(target, {
        get(from, key) {
            busy();
            const value = Reflect.get(from, key);
            return typeof value === 'function' ? value : watch(value);
        },
        has: (from, key) => (busy(), Reflect.has(from, key)),
        ownKeys: (from) => (busy(), Reflect.ownKeys(from)),
        getPrototypeOf: (from) => (busy(), Reflect.getPrototypeOf(from)),
        getOwnPropertyDescriptor: (from, key) => (busy(), Reflect.getOwnPropertyDescriptor(from, key)),
    });
}

/** @param {Uint8Array} array */
function watchedArray(array) {
    const copy = array.slice();
    for (const key of ['length', 'buffer', 'byteLength', 'byteOffset', 'constructor', Symbol.iterator, Symbol.toStringTag]) {
        const value = Reflect.get(copy, key);
        Object.defineProperty(copy, key, { get: () => (busy(), value) });
    }
    return copy;
}

/** Lists whose methods and iterator make other calls. */
class BusyArray extends Array {
    /** @returns {any} */
    static get [Symbol.species]() {
        busy();
        return this;
    }
}
/** @type {any} */ (BusyArray.prototype)[Symbol.iterator] = function* iterate() {
    for (let i = 0; i < this.length; i++) {
        busy();
        yield this[i];
    }
};
for (const name of /** @type {const} */ (['map', 'filter', 'forEach', 'some', 'every', 'flatMap', 'find'])) {
    /** @type {any} */ (BusyArray.prototype)[name] = function busily(/** @type {any[]} */ ...given) {
        busy();
        return Reflect.apply(Array.prototype[name], this, given);
    };
}

const schema = {
    columns: [
        { name: 'id', type: 'i32' }, { name: 'name', type: 'string', optional: true },
        { name: 'tags', type: 'string', array: true, optionalElements: true },
        { name: 'big', type: 'i64' }, { name: 'weight', type: 'f64' }, { name: 'on', type: 'bool' },
        { name: 'key', type: 'uuid' }, { name: 'data', type: 'bytes' }, { name: 'more', type: 'json' },
        { name: 'kind', type: 'enum', labels: { Sword: 1 } },
        { name: 'pos.x', type: 'f32', path: ['pos', 'x'] },
        { name: 'loot.item', type: 'i32', array: true, records: true, path: ['loot', 'item'] },
    ],
};
const rows = [1, 2, 3].map((id) => ({
    id, name: id === 2 ? null : 'n' + id, tags: ['a', null, 'b'], big: BigInt(id), weight: id / 2, on: id > 1,
    key: new Uint8Array(16).fill(id), data: id === 3 ? new Uint8Array([id, 9]) : [id, 8], more: { deep: [id, { x: 'y' }] },
    kind: 1, pos: { x: id }, loot: [{ item: id }, { item: 7 }],
}));
const file = encode(rows, { schema });
const table = decode(file, { schema });
const plainRows = [{ id: 1, name: 'x', list: [1, 2] }, { id: 2, name: 'y', list: [] }];

/** @param {() => unknown} call */
function interrupted(call) {
    const before = calls;
    const result = call();
    assert.ok(calls > before, 'nothing was called in between');
    return result;
}

test("encode gives the same file, whatever the getters of rows, schema and options call", () => {
    assert.deepEqual(interrupted(() => encode(watched(rows), { schema })), file);
    assert.deepEqual(interrupted(() => encode(rows, { schema: watched(schema) })), file);
    assert.deepEqual(interrupted(() => encode(rows, watched(/** @type {const} */ ({ schema, profile: 'compatible' })))), file);
    assert.deepEqual(interrupted(() => encode(watched(plainRows), watched(/** @type {const} */ ({ mixed: 'json' })))), encode(plainRows));
    const compact = table.toJSON({ compact: true });
    const flat = { columns: schema.columns.map((column) => ({ ...column, path: [column.name], records: false })) };
    assert.deepEqual(interrupted(() => encode(watched(compact), { schema: flat })), file);
});

test('encode gives the same file, whatever the methods and iterators of lists call', () => {
    const listed = BusyArray.from(rows, (row) => ({
        ...row, tags: BusyArray.from(row.tags), data: BusyArray.from(row.data), loot: BusyArray.from(row.loot),
    }));
    assert.deepEqual(interrupted(() => encode(listed, { schema })), file);
    assert.deepEqual(interrupted(() => encode(rows, { schema: BusyArray.from(schema.columns) })), file);
    const { rowCount, columns } = table;
    assert.deepEqual(interrupted(() => encode({ rowCount, columns: /** @type {any} */ (BusyArray.from(columns)) })), file);
});

test('encode and weigh give the same, whatever the getters of columns and arrays call', () => {
    const { rowCount, columns } = table;
    const raw = { rowCount, columns: columns.map((column) => column.raw) };
    assert.deepEqual(interrupted(() => encode(watched(raw))), file);
    assert.deepEqual(interrupted(() => weigh(watched(raw))), weigh(raw));
    const kept = decode(file, { schema, dictionaries: true, narrow: true, int64: 'auto' });
    const parts = { rowCount, columns: kept.columns.map(({ name, raw: arrays }) => ({ name, raw: arrays })) };
    assert.deepEqual(interrupted(() => encode(/** @type {any} */ (watched(parts)))), file);
});

test('encode gives the same file after a getter has dropped the instance', () => {
    const { rowCount, columns } = table;
    const dropping = { rowCount, get columns() {
        reset();
        return columns;
    } };
    assert.deepEqual(encode(/** @type {any} */ (dropping)), file);
});

test('columns whose arrays a getter takes away or changes are read after it', () => {
    const column = (/** @type {number} */ tag, /** @type {any} */ values) => ({
        tag, element: 2, array: false, optional: false, optionalElements: false, encoding: 0, byteLength: 0,
        validity: null, offsets: null, elementValidity: null, values, indices: null, dictionary: null,
    });
    const first = Int32Array.of(1, 2), second = Int32Array.of(3, 4);
    const change = { ...column(2, null), get values() {
        first[0] = 9;
        return second;
    } };
    assert.deepEqual(encode({ rowCount: 2, columns: [column(1, first), change] }),
        encode([{ a: 9, b: 3 }, { a: 2, b: 4 }], { schema: { columns: [{ name: 'a', type: 'i32' }, { name: 'b', type: 'i32' }] } }));
    const take = { ...column(2, null), get values() {
        structuredClone(first.buffer, { transfer: [first.buffer] });
        return second;
    } };
    assert.throws(() => encode({ rowCount: 2, columns: [column(1, first), take] }), { code: 'VALUE_COUNT', tag: 1, found: 0 });
});

test('lists that tell another length or other members each time are read once', () => {
    let asked = 0;
    const fickle = new Proxy([1, 2, 3], {
        get: (list, key) => (key === 'length' ? 3 - asked++ % 2 : key === '0' ? ++asked : Reflect.get(list, key)),
    });
    for (const column of [{ type: 'i32', array: true }, { type: 'bytes' }]) {
        const fickleSchema = { columns: [{ name: 'a', ...column }, { name: 'b', type: 'i32' }] };
        const read = decode(encode([{ a: fickle, b: 5 }, { a: fickle, b: 6 }], { schema: fickleSchema }), { schema: fickleSchema });
        assert.deepEqual([...read.column('b')], [5, 6]);
        for (const list of read.column('a')) assert.ok(list.length === 2 || list.length === 3);
    }
    const key = Object.defineProperty(new Uint8Array(5), 'length', { value: 16 });
    assert.throws(() => encode([{ key }], { schema: { columns: [{ name: 'key', type: 'uuid' }] } }), { code: 'VALUE', column: 'key' });
});
