/** `init`, `decode` and `encode` as a user of the package calls them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import * as decodeOnly from '../../../js/decode.js';
import * as full from '../../../js/index.js';
import { Codec } from '../../../js/module/codec.js';
import { makeLoader } from '../../../js/module/load.js';
import { read } from '../../../js/read/read.js';

const { TcbError, decode, encode, init } = full;
const wasm = (name = 'tcb') => readFileSync(new URL(`../../../dist/${name}.wasm`, import.meta.url));

const schema = {
    columns: [
        { tag: 1, name: 'id', type: 'i32' },
        { tag: 2, name: 'name', type: 'string' },
        { tag: 4, name: 'tags', type: 'string', array: true, optional: true },
        { tag: 7, name: 'worth', type: 'i64' },
        { tag: 9, name: 'weight', type: 'f64', optional: true },
    ],
};
const rows = [
    { id: 1, name: 'lantern', tags: ['light', 'brass'], worth: 9007199254740993n, weight: 1.5 },
    { id: 2, name: 'rope', tags: [], worth: 12n, weight: null },
    { id: 3, name: 'lantern', tags: null, worth: -1n, weight: 0.25 },
];

test('decode before init says what to do', async () => {
    const fresh = makeLoader(() => wasm());
    assert.throws(() => fresh.run(() => 0), { code: 'NOT_READY', message: /await init\(\) first/ });
});

test('init may be called any number of times, also at once', async () => {
    await Promise.all([init(), init(), decodeOnly.init()]);
    await init();
    assert.equal(decode(encode(rows, { schema })).rowCount, 3);
});

test('init takes bytes, a module, a response and a promise of one; initSync bytes and a module', async () => {
    const bytes = wasm(), module = new WebAssembly.Module(bytes);
    const response = () => new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } });
    for (const source of [bytes, module, response(), Promise.resolve(response())]) {
        const loader = makeLoader(() => assert.fail('the embedded bytes are not used'));
        await loader.init(source);
        assert.ok(loader.run((codec) => codec.exports.tcb_call_encode));
    }
    for (const source of [bytes, module]) {
        const loader = makeLoader(() => assert.fail('the embedded bytes are not used'));
        loader.initSync(source);
        assert.ok(loader.run((codec) => codec.exports.tcb_call_encode));
    }
    await assert.rejects(makeLoader(() => bytes).init(new Response('no', { status: 404 })), { code: 'MODULE', message: /found 404/ });
    await assert.rejects(makeLoader(() => bytes).init(Uint8Array.of(60, 33, 100)), { code: 'MODULE' });
    await assert.rejects(makeLoader(() => bytes).init(/** @type {any} */ (7)), TypeError);
});

test('init touches no global that it was not given', async () => {
    const own = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(globalThis, 'Response'));
    Object.defineProperty(globalThis, 'Response', { configurable: true, get: () => assert.fail('Response was touched') });
    try {
        await makeLoader(wasm).init();
    } finally {
        Object.defineProperty(globalThis, 'Response', own);
    }
});

test('rows come back as they went in', () => {
    const table = decode(encode(rows, { schema }), { schema });
    assert.deepEqual(table.rows(), rows);
    assert.deepEqual(table.columns.map(({ name, tag }) => [name, tag]), schema.columns.map(({ name, tag }) => [name, tag]));
});

test('strings are interned: one narrow index a row, one entry a distinct text', () => {
    const name = decode(encode(rows, { schema }), { schema }).column('name');
    assert.deepEqual(name.indices, Uint8Array.of(0, 1, 0));
    assert.deepEqual([...(name.strings ?? [])], ['lantern', 'rope']);
});

test('arrays are offsets and one flat column of elements', () => {
    const tags = decode(encode(rows, { schema }), { schema }).column('tags');
    assert.deepEqual(tags.offsets, Uint32Array.of(0, 2, 2, 2));
    assert.deepEqual(tags.validity, Uint8Array.of(0b011));
    assert.deepEqual([...(tags.elements ?? [])], ['light', 'brass']);
});

test('decode-only and full modules give the same table', () => {
    const bytes = encode(rows, { schema });
    assert.deepEqual(decodeOnly.decode(bytes, { schema }).rows(), decode(bytes, { schema }).rows());
});

test('all columns are views on one buffer of their own, which later calls leave alone', () => {
    const bytes = encode(rows, { schema });
    const table = decode(bytes, { schema });
    const buffers = new Set(table.columns.flatMap(({ raw }) => [raw.values, raw.indices, raw.offsets, raw.validity])
        .filter((array) => array !== null).map((array) => array.buffer));
    assert.equal(buffers.size, 1);
    const before = table.rows();
    decode(encode(Array.from({ length: 5000 }, (_, i) => ({ i }))));
    assert.deepEqual(decode(bytes, { schema }).rows(), before);
    assert.deepEqual(table.rows(), before);
    const [buffer] = buffers;
    assert.equal(structuredClone(buffer, { transfer: [/** @type {ArrayBuffer} */ (buffer)] }).byteLength > 0, true);
});

test('bytes may be a buffer, a view at any offset, a DataView, or shared', () => {
    const bytes = encode(rows, { schema });
    for (let offset = 0; offset < 9; offset++) {
        const padded = new Uint8Array(bytes.length + 20);
        padded.set(bytes, offset);
        assert.deepEqual(decode(padded.subarray(offset, offset + bytes.length), { schema }).rows(), rows);
    }
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    for (const source of [bytes.buffer, shared, new DataView(bytes.buffer), Buffer.from(bytes)]) {
        assert.deepEqual(decode(source, { schema }).rows(), rows);
    }
    for (const wrong of [undefined, null, 'TCB', [1, 2], {}]) {
        assert.throws(() => decode(/** @type {any} */ (wrong)), TypeError);
    }
});

test('columns picks by name or tag, and the others are never looked at', () => {
    const bytes = encode(rows, { schema });
    const table = decode(bytes, { schema, columns: ['worth', 1] });
    assert.deepEqual(table.columns.map(({ name }) => name), ['id', 'worth']);
    const broken = bytes.slice();
    broken[bytes.length - decode(bytes, { schema }).column('weight').byteLength] = 9; // its bitmap's encoding
    assert.throws(() => decode(broken, { schema }));
    assert.deepEqual(decode(broken, { schema, columns: ['id', 'name'] }).rows(),
        rows.map(({ id, name }) => ({ id, name })));
    assert.throws(() => decode(bytes, { schema, columns: ['nmae'] }),
        { name: 'RangeError', message: /no column "nmae"; there are "id", "name"/ });
    assert.deepEqual(decode(bytes, { columns: ['c2'] }).rows(), rows.map(({ name }) => ({ c2: name })));
    assert.deepEqual(decode(bytes, { columns: [] }).rows(), [{}, {}, {}]);
});

test('a column that the schema does not know is skipped, whatever its type', () => {
    const bytes = encode(rows, { schema });
    const known = { columns: schema.columns.slice(0, 2) };
    assert.deepEqual(decode(bytes, { schema: known }).rows(), rows.map(({ id, name }) => ({ id, name })));
});

test('inspect tells rows and columns without looking at a value', () => {
    const bytes = encode(rows, { schema });
    const { rowCount, columns } = full.inspect(bytes);
    assert.equal(rowCount, 3);
    assert.deepEqual(columns.map(({ tag, element, array, optional }) => [tag, element, array, optional]), [
        [1, 2, false, false], [2, 6, false, false], [4, 6, true, true], [7, 3, false, false], [9, 5, false, true]]);
    assert.equal(columns[0].offset + columns.reduce((sum, { byteLength }) => sum + byteLength, 0), bytes.length);
    assert.throws(() => full.inspect(Uint8Array.from(Buffer.from('PK\x03\x04, not a table')), { file: 'a.zip' }),
        { code: 'SIGNATURE', message: /^a\.zip: not a TCB file: .*: the first bytes are 50 4b 03 04$/ });
    assert.throws(() => full.inspect(bytes.subarray(0, 20)),
        { code: 'TRUNCATED', message: 'the bytes end inside an item: 42 bytes are needed, 20 left, at byte 0' });
    const sealed = bytes.slice();
    sealed[8] = 1;
    assert.throws(() => full.inspect(sealed), { code: 'ENCRYPTED', message: /open it with its key first: at byte 8$/ });
});

test('dictionaries: true keeps numbers as indices and distinct values', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ v: [0.5, 1e300, -7.25][i % 3] }));
    const bytes = encode(many);
    const kept = decode(bytes, { dictionaries: true }).columns[0];
    assert.deepEqual(kept.dictionary, Float64Array.of(0.5, 1e300, -7.25));
    assert.ok(kept.indices instanceof Uint8Array && kept.values === null);
    const plain = decode(bytes).columns[0];
    assert.equal(plain.dictionary, null);
    assert.deepEqual([...kept], [...plain]);
    assert.deepEqual([...encode(decode(bytes, { dictionaries: true }))], [...bytes]);
});

test('a decoded table encodes to the bytes it came from', () => {
    const bytes = encode(rows, { schema });
    assert.deepEqual([...encode(decode(bytes, { schema }))], [...bytes]);
    assert.deepEqual([...encode(decode(bytes))], [...bytes]);
});

test('errors name the file, the column, what was expected and found, and the byte', () => {
    const bytes = encode(rows, { schema });
    const old = bytes.slice();
    old[4] = 106;
    assert.throws(() => decode(old, { file: 'Item.tcb' }), (/** @type {any} */ error) => {
        assert.ok(error instanceof TcbError);
        assert.equal(error.message, 'Item.tcb: another format version: this is version 106, and version 107 is read; export it again');
        const { code, file, offset, expected, found } = error;
        assert.deepEqual({ code, file, offset, expected, found },
            { code: 'VERSION', file: 'Item.tcb', offset: 4, expected: 107, found: 106 });
        return true;
    });
    const at = bytes.length - Number(decode(bytes, { schema }).column('weight').byteLength);
    const bad = bytes.slice();
    bad[at] = 9; // the encoding of the presence bitmap
    assert.throws(() => decode(bad, { schema, file: 'Item.tcb' }), (/** @type {any} */ error) => {
        assert.match(error.message, /^Item\.tcb: column "weight": unknown inner encoding: .* found 9, at byte \d+$/);
        assert.deepEqual([error.code, error.column, error.tag, error.offset], ['INNER_ENCODING', 'weight', 9, at]);
        return true;
    });
    assert.throws(() => decode(bad), { code: 'INNER_ENCODING', message: /^column of tag 9: / });
});

test('limits are checked, and unknown ones are refused', () => {
    const bytes = encode(rows, { schema });
    for (const [limits, code] of /** @type {[any, string][]} */ ([
        [{ rows: 2 }, 'LIMIT_ROWS'], [{ columns: 4 }, 'LIMIT_COLUMNS'],
        [{ decodedBytes: 40 }, 'LIMIT_BYTES'], [{ stringBytes: 10 }, 'LIMIT_STRINGS'],
    ])) assert.throws(() => decode(bytes, { limits }), { code });
    assert.throws(() => decode(bytes, { limits: /** @type {any} */ ({ row: 2 }) }), TypeError);
    assert.throws(() => decode(bytes, { limits: { rows: -1 } }), RangeError);
});

test('more memory than the module may have is an error, and the next call works', () => {
    // 20 columns of 67,108,864 rows each in a run of 5 bytes: 5 GiB decoded
    const count = 20;
    const descriptor = (/** @type {number} */ tag) => [tag * 2, 2, 3, 5, 0, 0, 0];
    const big = Uint8Array.from([...encode([]).slice(0, 42), 0x80, 0x80, 0x80, 0x40, count * 2,
        ...Array.from({ length: count }, (_, i) => descriptor(i + 1)).flat(),
        ...Array.from({ length: count }, () => [0x80, 0x80, 0x80, 0x40, 0x02]).flat()]);
    const bytes = encode(rows, { schema });
    const limits = { decodedBytes: 0xffffffff };
    assert.throws(() => decode(big, { limits }), { code: 'LIMIT_BYTES' });
    const columns = Array.from({ length: 12 }, (_, i) => i + 1);
    assert.throws(() => decode(big, { limits, columns }),
        { code: 'MEMORY', message: 'out of memory: 3221225472 bytes more are needed' });
    assert.deepEqual(decode(bytes, { schema }).rows(), rows);
});

test('a module that traps is replaced, and the error keeps the cause', async () => {
    const loader = makeLoader(() => wasm());
    await loader.init();
    const bytes = encode(rows, { schema });
    assert.throws(() => loader.run(() => { throw new WebAssembly.RuntimeError('unreachable'); }),
        (/** @type {any} */ error) => error.code === 'INTERNAL' && error.cause instanceof WebAssembly.RuntimeError);
    assert.equal(loader.memoryBytes(), 0, 'the trapped instance is gone');
    assert.deepEqual(loader.run((codec) => read(codec, bytes, { schema })).rows(), rows);
});

test('reset gives memory back and the next call makes a fresh instance', () => {
    const bytes = encode(Array.from({ length: 200000 }, (_, i) => ({ i })));
    decode(bytes);
    const grown = full.memoryBytes();
    assert.ok(grown > 1e6);
    full.reset();
    assert.equal(full.memoryBytes(), 0);
    assert.equal(decode(encode(rows, { schema })).rowCount, 3);
    assert.ok(full.memoryBytes() < grown);
});

test('encode refuses what it cannot hold, naming column, row and value', () => {
    for (const [value, found] of /** @type {[any, string][]} */ ([
        [2 ** 31, '2147483648'], ['7', '"7"'], [1.5, '1.5'], [null, 'null'], [undefined, 'nothing'],
    ])) {
        assert.throws(() => encode([{ id: 1 }, { id: value }], { schema: { columns: [{ name: 'id', type: 'i32' }] }, file: 'Item' }),
            (/** @type {any} */ error) => {
                assert.ok(error instanceof TcbError);
                assert.equal(error.row, 1);
                assert.ok(error.message.startsWith('Item: column "id", row 1: expected '), error.message);
                assert.ok(error.message.includes(found), error.message);
                return true;
            });
    }
    assert.throws(() => encode([{ a: 1, b: 2 }], { schema: { columns: [{ name: 'a', type: 'i32' }] } }), { code: 'VALUE', column: 'b' });
    assert.throws(() => encode(/** @type {any} */ (7)), TypeError);
    assert.throws(() => encode(rows, { profile: /** @type {any} */ ('tiny') }), RangeError);
});

test('encode refuses columns whose arrays do not fit together', () => {
    const { raw } = decode(encode([{ a: ['x', 'y'] }, { a: ['x'] }])).columns[0];
    const table = (/** @type {object} */ change) => ({ rowCount: 2, columns: [{ ...raw, ...change }] });
    const dictionary = /** @type {any} */ (raw.dictionary);
    assert.equal(encode(table({})).length > 42, true);
    for (const [change, code] of /** @type {[object, string][]} */ ([
        [{ offsets: Uint32Array.of(0, 2) }, 'VALUE_COUNT'],
        [{ offsets: Uint32Array.of(0, 3, 2) }, 'VALUE_COUNT'],
        [{ offsets: Uint32Array.of(0, 4, 3) }, 'OFFSETS'],
        [{ offsets: Uint32Array.of(1, 2, 3) }, 'OFFSETS'],
        [{ indices: Uint8Array.of(0, 1) }, 'VALUE_COUNT'],
        [{ indices: Uint8Array.of(0, 1, 2) }, 'INDEX'],
        [{ dictionary: { ...dictionary, bytes: Uint8Array.of(0x78, 0xff) } }, 'UTF8'],
        [{ dictionary: { ...dictionary, bytes: Uint8Array.of(0x78) } }, 'VALUE_COUNT'],
        [{ dictionary: { ...dictionary, offsets: Uint32Array.of(0, 2, 1), bytes: Uint8Array.of(0x78) } }, 'OFFSETS'],
        [{ optional: true, validity: null }, 'VALUE_COUNT'],
        [{ optional: true, validity: Uint8Array.of(3, 3) }, 'VALUE_COUNT'],
        [{ tag: 0 }, 'TAG'],
    ])) assert.throws(() => encode(table(change)), { name: 'TcbError', code }, JSON.stringify(change));
    assert.throws(() => encode({ rowCount: 2, columns: [raw, raw] }), { code: 'DUPLICATE_TAG' });
    assert.throws(() => encode(table({ offsets: [0, 2, 3] })), { name: 'TcbError', code: 'VALUE' });
});

test("a caller's code in the options runs before the module works, and may call it", () => {
    const bytes = encode(rows, { schema }), other = encode([{ a: 'x'.repeat(5000) }]);
    const expected = decode(bytes, { schema, columns: ['id', 'name'] }).rows();
    const busy = () => {
        decode(other);
        encode([{ a: 'y'.repeat(9000) }]);
    };
    class Keys extends Array {
        map(/** @type {any[]} */ ...given) {
            busy();
            return super.map(.../** @type {[any]} */ (given));
        }
    }
    /** @type {any} */ (Keys.prototype)[Symbol.iterator] = function* iterate() {
        for (let i = 0; i < this.length; i++) {
            busy();
            yield this[i];
        }
    };
    /** @param {object} target */
    const watched = (target) => new Proxy(target, {
        get: (from, key, self) => {
            busy();
            const value = Reflect.get(from, key, self);
            return value && typeof value === 'object' ? watched(value) : value;
        },
    });
    const options = watched({ schema, columns: Keys.of('id', 'name'), limits: { rows: 10 }, narrow: false });
    assert.deepEqual(decode(bytes, /** @type {any} */ (options)).rows(), expected);
    assert.equal(full.inspect(bytes, watched({ limits: { rows: 10 } })).rowCount, 3);
});

test('names and tags of columns are what is expected in `columns`', () => {
    assert.throws(() => decode(encode(rows, { schema }), { columns: [/** @type {any} */ ({})] }),
        { name: 'TypeError', message: 'columns: expected names and tags, found [object Object]' });
});

test('refuses more bytes than a file can have', () => {
    assert.throws(() => decode(new ArrayBuffer(2 ** 32 + 100), { file: 'Big.tcb' }), {
        name: 'TcbError', code: 'FILE_SIZE', file: 'Big.tcb', expected: 4294967295, found: 4294967396,
        message: 'Big.tcb: expected a file of at most 4294967295 bytes, found 4294967396',
    });
});

test('memory that the module or the engine does not have is told as such', () => {
    const memory = { buffer: { slice: () => new ArrayBuffer(2 ** 53 - 1) } };
    const exports = { tcb_abi_version: () => 1, memory, tcb_heap_alloc: () => 0 };
    const codec = new Codec(/** @type {any} */ ({ exports }));
    for (const work of [() => codec.copy(0, 77), () => codec.alloc(77)]) {
        assert.throws(work, { name: 'TcbError', code: 'MEMORY', expected: 77, message: /77 bytes more are needed/ });
    }
    assert.throws(() => codec.alloc(2 ** 32), { code: 'MEMORY', expected: 2 ** 32 });
});

test('a column that the file lacks costs nothing until its arrays are asked for, and then it counts', () => {
    const count = 2 ** 20;
    const ids = { tag: 1, element: 1, array: false, optional: false, optionalElements: false, values: new Uint8Array(count) };
    const bytes = encode(/** @type {any} */ ({ rowCount: count, columns: [ids] }));
    const types = ['f64', 'i64', 'string', 'uuid', 'i32', 'bytes', 'datetime', 'json', 'bool'];
    const lacking = Array.from({ length: 4000 }, (_, i) => ({ tag: i + 2, name: `m${i}`, type: types[i % types.length] }));
    const given = { columns: [{ tag: 1, name: 'id', type: 'bool' }, ...lacking] };
    const decodedBytes = 20 * count;
    const table = decode(bytes, { schema: given, limits: { decodedBytes } });
    const row = table.row(count - 1);
    assert.deepEqual(Object.entries(row).slice(0, 10), [['id', false], ['m0', 0], ['m1', 0n], ['m2', ''],
        ['m3', '00000000-0000-0000-0000-000000000000'], ['m4', 0], ['m5', new Uint8Array(0)],
        ['m6', '0001-01-01T00:00:00'], ['m7', null], ['m8', false]]);
    assert.equal(table.column('m5').isPresent(7), true);
    assert.equal(table.column('m0').values?.length, count);
    assert.equal(table.column('m9').values?.length, count);
    assert.equal(table.column('m0').values, table.column('m0').values);
    assert.throws(() => table.column('m18').values, {
        code: 'LIMIT_BYTES', column: 'm18', expected: 3 * count, found: 8 * count,
        message: /^column "m18": the file lacks this column: expected empty values of at most 3145728 bytes, found 8388608/,
    });
    assert.equal(table.column('m2').strings?.get(0), '');
});

test('members of records that the file lacks make no arrays of all rows', () => {
    const bytes = encode([{ slots: [{ id: 1 }, { id: 2 }] }, { slots: [] }]);
    const { array, optional, optionalElements } = decode(bytes).column(1);
    const id = { tag: 1, optional, optionalElements };
    const member = { ...id, array, tag: 9, name: 'slots.n', path: ['slots', 'n'], type: 'i32' };
    const table = decode(bytes, { schema: [{ ...id, array, name: 'slots.id', type: 'i32', path: ['slots', 'id'], records: true },
        { ...member, records: true }], limits: { decodedBytes: 100 } });
    assert.deepEqual(table.rows(), [{ slots: [{ id: 1, n: 0 }, { id: 2, n: 0 }] }, { slots: [] }]);
});

test('a column is made once, and gives the same arrays each time', () => {
    const table = decode(encode(rows, { schema }), { schema });
    for (const { name } of schema.columns) {
        const column = table.column(name);
        assert.equal(column, table.column(name));
        assert.equal(column, table.columns.find((one) => one.name === name));
        for (const key of /** @type {const} */ (['raw', 'values', 'validity', 'indices', 'offsets', 'strings', 'elements'])) {
            assert.equal(column[key], column[key], `${name} ${key}`);
        }
    }
});
