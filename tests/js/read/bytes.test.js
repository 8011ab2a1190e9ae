import assert from 'node:assert/strict';
import test from 'node:test';

import fc from 'fast-check';

import { columnsFromRows, decode, encode, init, inspect, makeIndex, Table, TcbError } from '../../../js/index.js';
import { parseBase64 } from '../../../js/write/parse.js';
import { base64Text } from '../../../js/values/text.js';

await init();

const schemaOf = (more = {}) => ({ columns: [{ name: 'data', type: 'bytes', ...more }] });
const bytesArbitrary = fc.uint8Array({ maxLength: 40 });

/** @param {number} count @param {number} seed */
function noise(count, seed) {
    let state = seed;
    return Uint8Array.from({ length: count }, () => {
        state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
        return state >>> 24;
    });
}

test('gives back the bytes of each row, and base64 in JSON', () => {
    fc.assert(fc.property(fc.array(fc.option(bytesArbitrary)), fc.boolean(), (rows, narrow) => {
        const schema = schemaOf({ optional: true });
        const file = encode(rows.map((data) => ({ data })), { schema });
        const table = decode(file, { schema, narrow });
        assert.deepEqual([...table.column('data')], rows);
        const json = rows.map((data) => ({ data: data && Buffer.from(data).toString('base64') }));
        assert.deepEqual(table.toJSON(), json);
        assert.deepEqual(table.toJSON({ compact: true }), json.map(({ data }) => [data]));
        assert.deepEqual(encode(table), file);
        assert.deepEqual(encode(table.rows(), { schema }), file);
        assert.deepEqual(encode(table.toJSON(), { schema }), file);
    }));
});

test('takes views of any kind, numbers and base64, and stores an array of i32', () => {
    const memory = Uint8Array.of(9, 1, 2, 255, 9);
    const same = [
        memory.subarray(1, 4), Buffer.from([1, 2, 255]), new DataView(memory.buffer, 1, 3), [1, 2, 255], 'AQL/',
    ];
    const file = encode(same.map((data) => ({ data })), { schema: schemaOf() });
    const list = { columns: [{ name: 'data', type: 'i32', array: true }] };
    assert.deepEqual(encode(same.map(() => ({ data: [1, 2, 255] })), { schema: list }), file);
    assert.deepEqual(decode(file, { schema: list }).row(4), { data: [1, 2, 255] });
    assert.deepEqual(columnsFromRows([{ data: Uint16Array.of(258) }], schemaOf()).columns[0].values, Int32Array.of(2, 1));
});

test('gives views of one array, made when it is first asked for', () => {
    const file = encode([{ data: [1, 2] }, { data: [] }, { data: [3] }], { schema: schemaOf() });
    const column = decode(file, { schema: schemaOf() }).column('data');
    assert.deepEqual(column.values, Int32Array.of(1, 2, 3));
    const [first, empty, last] = column;
    assert.deepEqual([first, empty, last], [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)]);
    for (const row of [empty, last, column.get(0)]) assert.equal(row.buffer, first.buffer);
});

test('names column, row and element of what is no byte in a file', () => {
    for (const wrong of [256, -1, -(2 ** 31)]) {
        const list = { columns: [{ name: 'data', type: 'i32', array: true }] };
        const file = encode([{ data: [1] }, { data: [] }, { data: [2, wrong, 300] }], { schema: list });
        for (const narrow of [false, true]) {
            const column = decode(file, { schema: schemaOf(), narrow }).column('data');
            assert.throws(() => column.get(0), (/** @type {any} */ error) => {
                assert.ok(error instanceof TcbError);
                assert.deepEqual([error.code, error.column, error.tag, error.row, error.found], ['VALUE', 'data', 1, 2, wrong]);
                assert.equal(error.message, `column "data", row 2, element 1: expected a byte (0 to 255), found ${wrong}`);
                return true;
            });
        }
    }
});

test('refuses rows with anything else, naming column and row', () => {
    /** @type {[unknown, RegExp][]} */
    const wrong = [
        [[1, 256], /found 256 in element 1/], [[-1], /found -1 in element 0/], [[0.5], /found 0.5/], [[-0, '1'], /found "1"/],
        [[null], /found null/], [[undefined], /found nothing/], [5, /found 5/], [null, /found null/], [{}, /found \[object Object\]/],
        ['AQ', /found "AQ"/], ['AQ=', /found/], ['AR==', /found "AR=="/], ['AQL_', /found/], ['AQ==AQ==', /found/],
        [' AQL/', /found/], ['A===', /found/], ['\u0101AAA', /found/],
    ];
    for (const [data, message] of wrong) {
        assert.throws(() => encode([{ data: [] }, { data }], { schema: schemaOf() }), (/** @type {any} */ error) => {
            assert.ok(error instanceof TcbError, String(error));
            assert.deepEqual([error.code, error.column, error.row], ['VALUE', 'data', 1]);
            assert.match(error.message, /^column "data", row 1: expected bytes, found /);
            assert.match(error.message, message);
            return true;
        });
    }
});

test('reads the base64 that it writes, and nothing else', () => {
    fc.assert(fc.property(bytesArbitrary, (bytes) => {
        const text = base64Text(bytes);
        assert.equal(text, Buffer.from(bytes).toString('base64'));
        assert.deepEqual(parseBase64(text), bytes);
    }));
    fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        const bytes = parseBase64(text);
        if (bytes) assert.equal(base64Text(bytes), text);
    }));
});

test('stores random bytes as an array of 8 bits each', () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({ data: noise(7168, i + 1) }));
    const file = encode(rows, { schema: schemaOf() });
    const [{ encoding, offset, byteLength }] = inspect(file).columns;
    const count = rows.length * 7168;
    assert.deepEqual([encoding, file[offset]], [9, 13]); // ARRAY of BITPACK
    assert.ok(byteLength >= count && byteLength < count + 100, `${byteLength} for ${count}`);
    const table = decode(file, { schema: schemaOf() });
    assert.deepEqual(table.rows(), rows);
});

test('works in records, for a column that the file lacks, and not as a key', () => {
    const schema = { columns: [
        { name: 'a.data', type: 'bytes', path: ['a', 'data'] }, { name: 'a.id', type: 'i32', path: ['a', 'id'] },
        { name: 'new', type: 'bytes' },
    ] };
    const rows = [{ a: { data: Uint8Array.of(7), id: 1 } }];
    const table = decode(encode(rows, { schema: schema.columns.slice(0, 2) }), { schema });
    assert.deepEqual(table.rows(), [{ ...rows[0], new: new Uint8Array(0) }]);
    assert.deepEqual(table.toJSON(), [{ a: { data: 'Bw==', id: 1 }, new: '' }]);
    assert.throws(() => makeIndex(table, 'new'), TypeError);
    const built = new Table(columnsFromRows(rows, schema.columns.slice(0, 2)));
    assert.deepEqual(built.rows(), rows);
});

test('refuses a file whose column is no plain array of i32', () => {
    for (const type of ['string', 'f32', 'enum']) {
        const file = encode([{ data: [] }], { schema: { columns: [{ name: 'data', type, array: true }] } });
        assert.throws(() => decode(file, { schema: schemaOf() }),
            { code: 'SCHEMA_MISMATCH', message: /the schema expects bytes, the file holds array of/ });
    }
    const optional = { columns: [{ name: 'data', type: 'i32', array: true, optionalElements: true }] };
    const file = encode([{ data: [1, null] }], { schema: optional });
    for (const more of [{}, { optionalElements: true }]) {
        assert.throws(() => decode(file, { schema: schemaOf(more) }), { code: 'SCHEMA_MISMATCH' });
    }
});
