import assert from 'node:assert/strict';
import test from 'node:test';

import fc from 'fast-check';

import { columnsFromRows, decode, encode, init, Table } from '../../../js/index.js';
import { makeIndex } from '../../../js/query/lookup.js';

/** @import { RawColumn, SchemaColumnJson } from '../../../js/schema/types.js' */

await init();

/**
 * A table as a file brings it.
 * @param {SchemaColumnJson[]} columns
 * @param {unknown[]} rows compact rows, or single values where there is one column
 * @param {{ dictionaries?: boolean }} [options]
 */
function tableOf(columns, rows, options) {
    const schema = { columns };
    const compact = columns.length > 1 ? rows : rows.map((value) => [value]);
    const raw = columnsFromRows(compact, schema, { compact: true });
    return decode(encode(new Table(raw)), { schema, ...options });
}

/**
 * @param {string} type
 * @param {unknown[]} keys
 * @param {{ dictionaries?: boolean }} [options]
 */
const keyed = (type, keys, options) => tableOf([{ name: 'key', type, optional: true }], keys, options);

const UUIDS = ['00112233-4455-6677-8899-aabbccddeeff', '00000000-0000-0000-0000-000000000001'];

/** Keys of each type that can be one, all different; the same with null and repeats are made of them. */
const KEYS = {
    'i32 counting up': ['i32', [7, 8, 9, 10]],
    'i32 counting up from below zero': ['i32', [-2, -1, 0, 1]],
    'i32 close together': ['i32', [10, 14, 11, 20]],
    'i32 far apart': ['i32', [-2147483648, 5, 2147483647, 0]],
    enum: ['enum', [3, 1, 2]],
    bool: ['bool', [true, false]],
    'i64 counting up': ['i64', [1n, 2n, 3n]],
    'i64 beyond 2^53': ['i64', [9007199254740993n, -9223372036854775808n, 9007199254740992n, 5n]],
    'i64 beyond 2^53, counting up': ['i64', [9007199254740993n, 9007199254740994n]],
    'f64 whole': ['f64', [5, 3, 4]],
    'f64 with fractions': ['f64', [0.5, -1e300, 7]],
    f32: ['f32', [0.5, 2, -3]],
    string: ['string', ['lantern', '', 'rope', '로프']],
    uuid: ['uuid', UUIDS],
    datetime: ['datetime', ['2024-03-01T12:30:00', '0001-01-01T00:00:00']],
    timespan: ['timespan', ['00:00:01', '-1.00:00:00.5']],
};

for (const [title, [type, keys]] of /** @type {[string, [string, any[]]][]} */ (Object.entries(KEYS))) {
    test(`finds the row of each key: ${title}`, () => {
        for (const rows of [keys, [...keys].reverse(), [null, ...keys], [...keys, null]]) {
            const table = keyed(type, rows);
            const index = makeIndex(table, 'key', { unique: true });
            assert.equal(index.size, keys.length);
            // As the column gives it: a timespan, for one, comes back in the exporter's spelling.
            for (const key of [...table.column('key')].filter((value) => value !== null)) {
                const row = rows.findIndex((_, i) => table.column('key').get(i) === key);
                assert.equal(index.rowOf(key), row);
                assert.equal(index.has(key), true);
                assert.deepEqual(index.get(key), table.row(row));
                assert.deepEqual(index.all(key), [row]);
            }
            assert.equal(index.get(null), undefined);
        }
    });

    test(`finds all rows of a repeated key, the first of them first: ${title}`, () => {
        const rows = [keys[1], null, ...keys, keys[0], keys[1]];
        const table = keyed(type, rows);
        const index = makeIndex(table, 1);
        const [second, first] = [0, 2].map((row) => table.column('key').get(row));
        assert.equal(index.size, keys.length);
        assert.deepEqual(index.all(second), [0, 3, rows.length - 1]);
        assert.deepEqual(index.all(first), [2, rows.length - 2]);
        assert.equal(index.rowOf(second), 0);
    });
}

test('finds nothing for keys that no row has', () => {
    for (const keys of [[7, 8, 9], [7, 9, 8], [7, -1000, 10000], []]) {
        for (const type of ['i32', 'f64']) {
            const index = makeIndex(keyed(type, keys), 'key');
            for (const key of [6, 10, 7.5, -0.5, NaN, Infinity, -Infinity, 2 ** 40]) {
                assert.equal(index.rowOf(key), -1, `${type} ${keys} ${key}`);
                assert.equal(index.has(key), false);
                assert.equal(index.get(key), undefined);
                assert.deepEqual(index.all(key), []);
            }
        }
    }
    assert.equal(makeIndex(keyed('i64', [1n, 2n]), 'key').rowOf(2n ** 62n), -1);
    assert.equal(makeIndex(keyed('i64', [1n, 9n]), 'key').rowOf(-(2n ** 62n)), -1);
    assert.equal(makeIndex(keyed('string', ['a', 'b']), 'key').rowOf('c'), -1);
    assert.equal(makeIndex(keyed('bool', [true]), 'key').rowOf(false), -1);
    assert.equal(makeIndex(keyed('uuid', UUIDS), 'key').rowOf('no uuid'), -1);
    assert.equal(makeIndex(keyed('i32', [null, null]), 'key').size, 0);
});

test('takes -0 for 0', () => {
    for (const keys of [[0, 1], [1, 0], [0, 1e9]]) {
        assert.deepEqual(makeIndex(keyed('f64', keys), 'key').all(-0), [keys.indexOf(0)]);
    }
    assert.equal(makeIndex(keyed('f64', [-0, 0.5]), 'key').rowOf(0), 0);
});

test('takes a safe whole number for an i64 key, and refuses one that was rounded', () => {
    const index = makeIndex(keyed('i64', [5n, 2n ** 53n + 1n]), 'key');
    assert.equal(index.rowOf(5), 0);
    assert.equal(index.rowOf(2n ** 53n + 1n), 1);
    assert.throws(() => index.rowOf(2 ** 53), { name: 'TypeError', message: /bigint.*9007199254740992/ });
});

test('takes a uuid in capitals', () => {
    assert.equal(makeIndex(keyed('uuid', UUIDS), 'key').rowOf(UUIDS[0].toUpperCase()), 0);
});

test('refuses a key of a type that the column cannot hold, naming both', () => {
    const wrong = [['i32', '1'], ['i32', 1n], ['i32', true], ['i32', undefined], ['enum', '1'], ['bool', 1],
        ['i64', '1'], ['i64', 1.5], ['f64', '1'], ['string', 1], ['uuid', 1n], ['datetime', new Date(0)],
        ['i32', [1]]];
    for (const [type, key] of /** @type {[string, any][]} */ (wrong)) {
        const index = makeIndex(keyed(type, []), 'key');
        for (const method of /** @type {const} */ (['get', 'has', 'rowOf', 'all'])) {
            assert.throws(() => index[method](key), (error) => error instanceof TypeError &&
                error.message.startsWith(`column "key" of type ${type}: expected a `), `${type} ${key}`);
        }
    }
});

test('refuses columns that cannot be keys, and columns that are not there', () => {
    const table = tableOf([{ name: 'list', type: 'i32', array: true }, { name: 'any', type: 'json' }], []);
    assert.throws(() => makeIndex(table, 'list'), { name: 'TypeError', message: /"list"/ });
    assert.throws(() => makeIndex(table, 'any'), { name: 'TypeError', message: /"any"/ });
    assert.throws(() => makeIndex(table, 'none'), { name: 'RangeError', message: /"none"/ });
    assert.throws(() => makeIndex(table, []), TypeError);
});

test('indexes numbers that are kept as indices and a dictionary', () => {
    const keys = Array.from({ length: 200 }, (_, i) => BigInt(i % 3) * 10n ** 17n);
    const table = keyed('i64', keys, { dictionaries: true });
    assert.notEqual(table.column('key').dictionary, null);
    const index = makeIndex(table, 'key');
    assert.equal(index.size, 3);
    assert.equal(index.rowOf(10n ** 17n), 1);
    assert.equal(index.all(2n * 10n ** 17n).length, 66);
});

test('finds rows by a text that a file holds as several entries', () => {
    const { rowCount, columns } = columnsFromRows([['a'], ['b'], ['c'], ['d']],
        { columns: [{ name: 'key', type: 'string' }] });
    const texts = 'unused b a b a'.split(' ');
    const offsets = Uint32Array.from([0, ...texts.map((_, i) => texts.slice(0, i + 1).join('').length)]);
    const raw = /** @type {RawColumn} */ ({ ...columns[0], indices: Uint8Array.of(4, 3, 1, 2),
        dictionary: { offsets, bytes: new TextEncoder().encode(texts.join('')), ascii: true } });
    const table = new Table({ rowCount, columns: [raw], schema: null });
    const index = makeIndex(table, 1);
    assert.equal(index.size, 2);
    assert.deepEqual(index.all('a'), [0, 3]);
    assert.deepEqual(index.all('b'), [1, 2]);
    assert.equal(index.has('unused'), false);
    assert.throws(() => makeIndex(table, 1, { unique: true }), { code: 'DUPLICATE_KEY', row: 2 });
});

const PAIR = [{ name: 'group', type: 'string', optional: true }, { name: 'level', type: 'i32' }];

test('finds rows by several columns together', () => {
    const rows = [['a', 1], ['a', 2], ['b', 1], [null, 1], ['b', 5], ['a', 2]];
    const index = makeIndex(tableOf(PAIR, rows), ['group', 'level']);
    assert.equal(index.size, 4);
    assert.equal(index.rowOf(['b', 1]), 2);
    assert.deepEqual(index.all(['a', 2]), [1, 5]);
    assert.deepEqual({ ...index.get(['b', 5]) }, { group: 'b', level: 5 });
    for (const key of [['a', 5], ['c', 1], ['b', 3], [null, 1]]) assert.equal(index.has(key), false);
    for (const key of ['ab', ['a'], ['a', 1, 2], null, undefined]) {
        assert.throws(() => index.get(key), { name: 'TypeError', message: /an array of 2 keys/ });
    }
    assert.throws(() => index.get(['a', '1']), { name: 'TypeError', message: /"level" of type i32/ });
});

test('takes a key in an array where the column was given in one', () => {
    const index = makeIndex(keyed('i32', [4, 6]), ['key']);
    assert.equal(index.rowOf([6]), 1);
    assert.throws(() => index.rowOf(6), TypeError);
});

test('refuses a repeated key in a unique index, naming column, key and both rows', () => {
    assert.throws(() => makeIndex(keyed('i32', [null, 5, 7, null, 5]), 'key', { unique: true }), {
        name: 'TcbError', code: 'DUPLICATE_KEY', column: 'key', row: 4,
        message: 'column "key", row 4: expected a key of its own, found 5, as in row 1',
    });
    assert.throws(() => makeIndex(tableOf(PAIR, [['a', 1], ['b', 1], ['b', 1]]), ['group', 'level'],
        { unique: true }), { code: 'DUPLICATE_KEY', row: 2,
        message: 'column "group" and "level", row 2: expected a key of its own, found "b" and 1, as in row 1' });
    assert.equal(makeIndex(keyed('i32', [null, 5, null]), 'key', { unique: true }).size, 1);
});

test('reads no row before it is asked', () => {
    const table = keyed('i32', [1, 2, 3]);
    let reads = 0;
    const column = table.column('key');
    const reader = column.reader.bind(column);
    column.reader = (json) => {
        const read = reader(json);
        return (k) => (reads++, read(k));
    };
    const index = makeIndex(table, 'key');
    assert.equal(reads, 0);
    assert.equal(index.rowOf(3), 2);
    const built = reads;
    assert.ok(built > 0);
    index.rowOf(2);
    assert.equal(reads, built);
});

test('agrees with a search through all rows, on three columns of any values', () => {
    const columns = [{ name: 'a', type: 'i32', optional: true }, { name: 'b', type: 'string', optional: true },
        { name: 'c', type: 'i64', optional: true }];
    const row = fc.tuple(fc.option(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer())),
        fc.option(fc.constantFrom('', 'x', 'y')), fc.option(fc.bigInt({ min: 0n, max: 2n })));
    fc.assert(fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const table = tableOf(columns, rows);
        for (const keys of [['a'], ['b', 'c'], ['c', 'b', 'a']]) {
            const index = makeIndex(table, keys);
            const at = keys.map((key) => columns.findIndex(({ name }) => name === key));
            /** @type {unknown[][]} */
            const wanted = [...rows.map((each) => at.map((i) => each[i])), at.map((i) => [1, 'z', 9n][i])];
            for (const key of wanted) {
                const expected = rows.flatMap((each, i) =>
                    !key.includes(null) && at.every((c, k) => each[c] === key[k]) ? [i] : []);
                assert.deepEqual(index.all(key), expected);
                assert.equal(index.rowOf(key), expected[0] ?? -1);
            }
            const distinct = wanted.slice(0, -1).filter((key) => !key.includes(null)).map(String);
            assert.equal(index.size, new Set(distinct).size);
        }
    }), { numRuns: 100 });
});
