import assert from 'node:assert/strict';
import test from 'node:test';

import fc from 'fast-check';

import { decode, encode, init, link, makeIndex, TcbError } from '../../../js/index.js';

/** @import { SchemaColumnJson } from '../../../js/schema/types.js' */

await init();

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const MIN = -(2n ** 63n), MAX = 2n ** 63n - 1n;
const column = (/** @type {Partial<SchemaColumnJson>} */ more = {}) =>
    ({ columns: [{ name: 'big', type: 'i64', ...more }] });

const isSafe = (/** @type {bigint} */ value) => value >= -SAFE && value <= SAFE;
const safe = fc.bigInt({ min: -SAFE, max: SAFE });
const edges = fc.constantFrom(SAFE, -SAFE, 0n, -1n, 1n << 31n, -(1n << 31n), 1n << 32n, -(1n << 32n), (1n << 32n) - 1n);
const anywhere = fc.oneof(safe, edges, fc.bigInt({ min: MIN, max: MAX }),
    fc.constantFrom(MIN, MAX, SAFE + 1n, -SAFE - 1n, SAFE + 2n));
/** Lists with repetitions too, which are stored as dictionaries. @param {fc.Arbitrary<bigint>} value */
const listOf = (value) => fc.oneof(
    fc.array(value, { maxLength: 20 }),
    fc.array(value, { minLength: 1, maxLength: 3 }).chain((few) =>
        fc.array(fc.constantFrom(...few), { minLength: 40, maxLength: 60 })));

test('gives numbers where all values are within 2^53, whether as values or as a dictionary', () => {
    fc.assert(fc.property(listOf(fc.oneof(safe, edges)), fc.boolean(), fc.constantFrom('number', 'auto'),
        (values, dictionaries, int64) => {
            const file = encode(values.map((big) => ({ big })), { schema: column() });
            const options = /** @type {const} */ ({ schema: column(), dictionaries, int64 });
            const table = decode(file, /** @type {any} */ (options));
            const big = table.column('big');
            assert.ok((big.values ?? big.dictionary) instanceof Float64Array);
            assert.deepEqual([...big], values.map(Number));
            assert.deepEqual(table.toJSON(), values.map((value) => ({ big: String(value) })));
            assert.deepEqual(encode(table), file);
        }));
});

test('refuses to round under "number", and leaves the bigints under "auto"', () => {
    fc.assert(fc.property(listOf(anywhere), fc.boolean(), (values, dictionaries) => {
        const file = encode(values.map((big) => ({ big })), { schema: column() });
        const options = { schema: column(), dictionaries, file: 'Item' };
        const row = values.findIndex((value) => !isSafe(value));
        const auto = decode(file, { ...options, int64: 'auto' });
        assert.deepEqual([...auto.column('big')], row < 0 ? values.map(Number) : values);
        assert.deepEqual(encode(auto), file);
        if (row < 0) return;
        assert.throws(() => decode(file, { ...options, int64: 'number' }), (/** @type {any} */ error) => {
            assert.ok(error instanceof TcbError);
            assert.deepEqual([error.code, error.column, error.tag, error.row, error.found],
                ['INT64', 'big', 1, row, values[row]]);
            assert.equal(error.message, `Item: column "big", row ${row}: expected an integer between -2^53 ` +
                `and 2^53, found ${values[row]}n`);
            return true;
        });
    }));
});

test('decides column by column under "auto"', () => {
    const schema = { columns: [{ name: 'a', type: 'i64' }, { name: 'b', type: 'i64' }] };
    const table = decode(encode([{ a: 5n, b: 1n << 60n }, { a: -6n, b: 7n }], { schema }), { schema, int64: 'auto' });
    assert.deepEqual(table.rows(), [{ a: 5, b: 1n << 60n }, { a: -6, b: 7n }]);
});

test('names the element of an array', () => {
    const schema = column({ array: true, optional: true, optionalElements: true });
    const rows = [{ big: [1n, null] }, { big: null }, { big: [] }, { big: [2n, SAFE + 1n, 3n] }];
    const file = encode(rows, { schema });
    assert.throws(() => decode(file, { schema, int64: 'number' }),
        { code: 'INT64', row: 3, message: /^column "big", row 3, element 1: .* found 9007199254740992n$/ });
    rows[3] = { big: [2n, SAFE] };
    assert.deepEqual(decode(encode(rows, { schema }), { schema, int64: 'number' }).rows(),
        [{ big: [1, null] }, { big: null }, { big: [] }, { big: [2, Number(SAFE)] }]);
});

test('names a column of a file without a schema after its tag', () => {
    const file = encode([{ big: MAX }], { schema: column({ tag: 9 }) });
    assert.throws(() => decode(file, { int64: 'number' }), { code: 'INT64', column: 'c9', message: /^column "c9", row 0/ });
});

test('leaves ticks as bigints', () => {
    const schema = { columns: [{ name: 'at', type: 'datetime' }, { name: 'wait', type: 'timespan' }] };
    const rows = [{ at: '2024-03-01T12:30:00', wait: '00:00:01' }];
    const table = decode(encode(rows, { schema }), { schema, int64: 'number' });
    for (const { values } of table.columns) assert.ok(values instanceof BigInt64Array);
    assert.deepEqual(table.rows(), rows);
});

test('gives numbers for the int32 of an older file and for a column that the file lacks', () => {
    const file = encode([{ big: 7 }, { big: -8 }], { schema: column({ type: 'i32' }) });
    const schema = { columns: [{ name: 'big', type: 'i64' }, { name: 'new', type: 'i64' }] };
    assert.deepEqual(decode(file, { schema }).rows(), [{ big: 7n, new: 0n }, { big: -8n, new: 0n }]);
    for (const int64 of /** @type {const} */ (['number', 'auto'])) {
        for (const narrow of [false, true]) {
            const table = decode(file, { schema, int64, narrow });
            assert.deepEqual(table.rows(), [{ big: 7, new: 0 }, { big: -8, new: 0 }]);
            assert.deepEqual(table.toJSON()[0], { big: '7', new: '0' });
            assert.deepEqual(encode(table), file);
        }
    }
});

test('finds and links rows by numbers', () => {
    const schema = column();
    const file = encode([{ big: 30n }, { big: SAFE }, { big: 10n }], { schema });
    const numbers = decode(file, { schema, int64: 'number' }), bigints = decode(file, { schema });
    const index = makeIndex(numbers, 'big', { unique: true });
    assert.deepEqual([10, 10n, Number(SAFE), SAFE, 11, MAX].map(index.rowOf), [2, 2, 1, 1, -1, -1]);
    for (const [from, to] of [[numbers, bigints], [bigints, numbers], [numbers, numbers]]) {
        const links = link({ from, to }, [{ table: 'from', column: 'big', to: 'to', key: 'big' }], { strict: true });
        assert.deepEqual(links.rows('from', 'big'), Int32Array.of(0, 1, 2));
    }
});

test('refuses an int64 that there is not', () => {
    assert.throws(() => decode(encode([{ a: 1 }]), { int64: /** @type {any} */ ('string') }),
        { name: 'RangeError', message: 'int64: expected bigint, number or auto, found "string"' });
});

test('gives each row its own of many bigints and texts that share slots', () => {
    const values = Array.from({ length: 5000 }, (_, i) => BigInt(i % 3000) * 4294967297n - 1500n);
    const schema = { columns: [{ name: 'a', type: 'i64' }, { name: 'b', type: 'timespan' }] };
    const table = decode(encode(values.map((value) => ({ a: value, b: value })), { schema }), { schema });
    assert.deepEqual([...table.column('a')], values);
    const texts = new Map(table.rows().map(({ a, b }) => [a, b]));
    assert.equal(new Set(texts.values()).size, 3000);
    assert.deepEqual(table.toJSON().map(({ a }) => a), values.map(String));
    for (const row of [0, 2999, 3000, 4999]) assert.equal(table.column('b').get(row), texts.get(values[row]));
});
