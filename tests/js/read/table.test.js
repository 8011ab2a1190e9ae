import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';

import fc from 'fast-check';

import { columnsFromRows } from '../../../js/write/build.js';
import { inferSchema } from '../../../js/write/infer.js';
import { jsonText, tableJsonText } from '../../../js/values/json.js';
import { normalizeSchema, schemaOf } from '../../../js/schema/schema.js';
import { Table } from '../../../js/read/table.js';
import { NO_CONFORMANCE, conformanceCases } from '../format/conformance-cases.js';

/**
 * @param {unknown[]} rows
 * @param {unknown} [schema] inferred by default
 */
function tableOf(rows, schema = inferSchema(rows, { mixed: 'json' })) {
    return new Table(columnsFromRows(rows, schema));
}

/**
 * Rows in which what stands for the same value is the same: an absent key is null, and a bigint is
 * the number that it was inferred from.
 * @param {any[]} rows
 */
function comparable(rows) {
    const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].sort();
    return rows.map((row) => keys.map((key) =>
        [key, plain(Object.hasOwn(row, key) ? row[key] : null)]));
}

/**
 * @param {any} value
 * @returns {any}
 */
function plain(value) {
    if (typeof value === 'bigint') return Number(value);
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value ?? null;
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, plain(value[key])])
        .filter(([, member]) => member !== null));
}

const EVERY_TYPE = { columns: [
    { name: 'id', type: 'i32' },
    { name: 'grade', type: 'enum', optional: true },
    { name: 'on', type: 'bool' },
    { name: 'big', type: 'i64' },
    { name: 'single', type: 'f32' },
    { name: 'double', type: 'f64' },
    { name: 'text', type: 'string', optional: true },
    { name: 'key', type: 'uuid' },
    { name: 'at', type: 'datetime' },
    { name: 'wait', type: 'timespan' },
    { name: 'any', type: 'json', optional: true },
    { name: 'list', type: 'i32', array: true, optional: true, optionalElements: true },
] };

const TWO_ROWS = [{
    id: 1, grade: 2, on: true, big: '9007199254740993', single: 0.1, double: 1e-8, text: '가',
    key: '3f2504e0-4f89-11d3-9a0c-0305e82c3301', at: '2026-01-02T03:04:05.5', wait: '-1.02:03:04',
    any: { a: [1, null] }, list: [1, null, 3],
}, {
    id: -1, grade: null, on: false, big: '-1', single: 1, double: 0, text: null,
    key: '00000000-0000-0000-0000-000000000000', at: '0001-01-01T00:00:00', wait: '00:00:00',
    any: null, list: null,
}];

test('gives the value of each type row by row', () => {
    const table = tableOf(TWO_ROWS, EVERY_TYPE);
    const first = { ...TWO_ROWS[0], big: 9007199254740993n, single: Math.fround(0.1) };
    const second = { ...TWO_ROWS[1], big: -1n };
    assert.deepEqual(table.rows(), [first, second]);
    assert.deepEqual(table.row(1), second);
    assert.deepEqual([...table], [first, second]);
    for (const column of table.columns) {
        const name = /** @type {'id'} */ (column.name);
        assert.deepEqual([...column], [first[name], second[name]]);
    }
});

test('gives rows as JSON has them, named and compact', () => {
    const table = tableOf(TWO_ROWS, EVERY_TYPE);
    assert.deepEqual(table.toJSON(), TWO_ROWS);
    assert.deepEqual(table.toJSON({ compact: true }), TWO_ROWS.map((row) => Object.values(row)));
    assert.equal(JSON.stringify({ table }), JSON.stringify({ table: TWO_ROWS }));
    assert.deepEqual(tableOf(table.toJSON({ compact: true }), EVERY_TYPE).rows(), table.rows());
});

test('gives a column its arrays, texts and elements', () => {
    const table = tableOf(TWO_ROWS, EVERY_TYPE);
    const list = table.column('list');
    assert.equal(table.column(12), list);
    assert.equal(list.array && list.optional && list.optionalElements, true);
    assert.deepEqual([list.isPresent(0), list.isPresent(1)], [true, false]);
    assert.deepEqual(list.offsets, Uint32Array.of(0, 3, 3));
    assert.deepEqual([.../** @type {any} */ (list.elements)], [1, null, 3]);
    assert.equal(list.elements?.isPresent(1), false);
    assert.deepEqual([...table.column('text').strings ?? []], ['가', '']);
    assert.deepEqual(table.column('single').values, Float32Array.of(0.1, 1));
});

test('refuses rows and columns that are not there, naming those that are', () => {
    const table = tableOf([{ a: 1, b: 2 }]);
    for (const i of [-1, 1, 0.5, NaN, /** @type {any} */ ('0')]) {
        assert.throws(() => table.row(i), { name: 'RangeError', message: /a row from 0 to 0/ });
        assert.throws(() => table.column('a').get(i), RangeError);
    }
    const name = 'RangeError';
    assert.throws(() => table.column('c'), { name, message: /name "c"; there are "a", "b"/ });
    assert.throws(() => table.column(9), { name, message: /tag 9; there are 1, 2/ });
    assert.throws(() => tableOf([]).column('a'), /there are none/);
});

test('names columns after their tags where there is no schema', () => {
    const { rowCount, columns } = columnsFromRows([{ a: 5n, b: 'x' }], {
        columns: [{ tag: 3, name: 'a', type: 'datetime' }, { tag: 8, name: 'b', type: 'string' }],
    });
    const table = new Table({ rowCount, columns });
    assert.deepEqual(table.rows(), [{ c3: 5n, c8: 'x' }]);
    assert.deepEqual(schemaOf(table).columns, [
        { tag: 3, name: 'c3', type: 'i64' }, { tag: 8, name: 'c8', type: 'string' },
    ]);
});

test('gives the schema of a table back', () => {
    const rows = [{ a: 1, r: { x: 'y' }, e: [{ id: 1 }], n: null }];
    const schema = inferSchema(rows);
    assert.deepEqual(schemaOf(tableOf(rows, schema)), schema);
});

test('finds columns by tag, in the schema\'s order, with unknown ones last', () => {
    const parts = columnsFromRows([{ a: 1, b: 2, c: 3 }], { columns: [
        { tag: 3, name: 'a', type: 'i32' },
        { tag: 2, name: 'b', type: 'i32' },
        { tag: 1, name: 'c', type: 'i32' },
    ] });
    const table = new Table({ ...parts, schema: normalizeSchema({ columns: [
        { tag: 1, name: 'c3', type: 'i32' },
        { tag: 2, name: 'y', type: 'i32' },
    ] }) });
    assert.deepEqual(Object.entries(table.row(0)), [['c3', 3], ['y', 2], ['c3_', 1]]);
});

test('fills a column that the file lacks with empty values, never null', () => {
    const member = { tag: 2, name: 'e.x', type: 'i32', array: true, records: true, path: ['e', 'x'] };
    const { rowCount, columns } = columnsFromRows(
        [{ a: 1, e: [{ x: 1 }, { x: 2 }] }, { a: 2, e: [] }],
        { columns: [{ tag: 1, name: 'a', type: 'i32' }, member] },
    );
    const schema = normalizeSchema({ columns: [
        ...EVERY_TYPE.columns.map((column, i) => ({ ...column, tag: 10 + i })),
        { ...member, tag: 30, name: 'e.n', type: 'string', path: ['e', 'n'] },
        member,
    ] });
    const table = new Table({ rowCount, columns, schema });
    assert.deepEqual(table.row(0), {
        id: 0, grade: 0, on: false, big: 0n, single: 0, double: 0, text: '',
        key: '00000000-0000-0000-0000-000000000000', at: '0001-01-01T00:00:00', wait: '00:00:00',
        any: null, list: [], e: [{ n: '', x: 1 }, { n: '', x: 2 }], c1: 1,
    });
    assert.deepEqual(table.row(1).e, []);
    assert.equal(table.column('text').missing, true);
    assert.equal(table.column('e.n').elements?.length, 0);
});

test('reads the elements that an older exporter wrote for a wider type', () => {
    const pairs = [['enum', 'i32', 7], ['enum', 'i64', 7n], ['i32', 'i64', 7n], ['i32', 'f64', 7],
        ['f32', 'f64', 7]];
    for (const [stored, type, expected] of pairs) {
        const parts = columnsFromRows([{ a: 7 }], { columns: [{ name: 'a', type: stored }] });
        const schema = normalizeSchema({ columns: [{ name: 'a', type }] });
        const table = new Table({ ...parts, schema });
        assert.equal(table.row(0).a, expected);
        assert.equal(table.toJSON()[0].a, type === 'i64' ? '7' : 7);
    }
});

test('refuses any other difference between schema and file, naming both types', () => {
    /** @type {[object, object, RegExp][]} */
    const cases = [
        [{ type: 'f64' }, { type: 'f32' },
            /column "a" \(tag 1\): the schema expects f32, the file holds f64/],
        [{ type: 'i32' }, { type: 'enum' }, /expects enum, the file holds i32/],
        [{ type: 'i32' }, { type: 'datetime' }, /expects datetime, the file holds i32/],
        [{ type: 'i32' }, { type: 'i32', optional: true }, /expects optional i32, the file holds i32/],
        [{ type: 'i32', array: true }, { type: 'i32', array: true, optionalElements: true },
            /expects array of optional i32, the file holds array of i32/],
        [{ type: 'i32', array: true }, { type: 'string' },
            /expects string, the file holds array of i32/],
    ];
    for (const [stored, read, message] of cases) {
        const { columns } = columnsFromRows([], { columns: [{ name: 'a', ...stored }] });
        const schema = normalizeSchema({ columns: [{ name: 'a', ...read }] });
        assert.throws(() => new Table({ rowCount: 0, columns, schema }), {
            code: 'SCHEMA_MISMATCH', column: 'a', tag: 1, message,
        });
    }
});

test('reads numbers that are kept as a dictionary', () => {
    const raw = (/** @type {number} */ element, /** @type {any} */ dictionary) => ({
        tag: element, element, array: false, optional: false, optionalElements: false, encoding: 5,
        byteLength: 9, validity: null, offsets: null, elementValidity: null, values: null,
        indices: Uint8Array.of(1, 0, 1), dictionary,
    });
    const columns = [
        raw(3, BigInt64Array.of(5n, 1n << 60n)),
        raw(4, Float32Array.of(0.1, 2)),
        raw(5, Float64Array.of(0.5, -0)),
    ];
    const table = new Table({ rowCount: 3, columns });
    const outer = { c3: 1n << 60n, c4: 2, c5: -0 };
    assert.deepEqual(table.rows(), [outer, { c3: 5n, c4: Math.fround(0.1), c5: 0.5 }, outer]);
    assert.deepEqual(table.toJSON()[1], { c3: '5', c4: 0.1, c5: 0.5 });
    assert.equal(table.column('c3').dictionary, columns[0].dictionary);
    const schema = normalizeSchema({ columns: [{ tag: 3, name: 'at', type: 'timespan' }] });
    assert.equal(new Table({ rowCount: 3, columns, schema }).row(1).at, '00:00:00.0000005');
});

test('names the column and value of a json cell that is no JSON', () => {
    const stored = { columns: [{ name: 'a', type: 'string' }] };
    const parts = columnsFromRows([{ a: '1' }, { a: '{' }], stored);
    const schema = normalizeSchema({ columns: [{ name: 'a', type: 'json' }] });
    const table = new Table({ ...parts, schema });
    assert.equal(table.row(0).a, 1);
    assert.throws(() => table.rows(), {
        code: 'BAD_JSON', column: 'a', message: /row 1: expected JSON, found "{"/,
    });
});

test('gives each json cell a value of its own', () => {
    const table = tableOf([{ a: [[1]] }, { a: [[1]] }]);
    assert.notEqual(table.row(0).a, table.row(1).a);
});

test('gives null for a record of optional members that are all absent', () => {
    const rows = [{ r: { x: 1, y: null } }, { r: null }];
    const table = tableOf(rows);
    assert.deepEqual(table.rows(), rows);
    assert.deepEqual(tableOf([{ j: { v: null } }], {
        columns: [{ name: 'j.v', type: 'json', path: ['j', 'v'] }],
    }).rows(), [{ j: { v: null } }]);
});

test('tells absent, empty and filled arrays of records apart', () => {
    const rows = [{ e: null }, { e: [] }, { e: [{ a: 1, b: null }, { a: null, b: 'x' }] }];
    assert.deepEqual(tableOf(rows).rows(), rows);
});

test('refuses arrays of records whose members differ in length', () => {
    const flat = ['a', 'b'].map((name) => ({ name, type: 'i32', array: true, optional: true }));
    const members = flat.map((column) => ({ ...column, records: true, path: ['e', column.name] }));
    const parts = columnsFromRows(
        [{ a: [1], b: [1] }, { a: [1, 2], b: null }, { a: [1, 2], b: [3] }], { columns: flat });
    const table = new Table({ ...parts, schema: normalizeSchema({ columns: members }) });
    assert.deepEqual(table.row(1), { e: [{ a: 1, b: null }, { a: 2, b: null }] });
    assert.throws(() => table.row(2), {
        code: 'RECORD_LENGTHS', column: 'b', row: 2,
        message: /expected 2 elements, as column "a".*found 1/,
    });
});

test('owns a key that is called __proto__, in rows and in records', () => {
    const rows = JSON.parse(
        '[{"__proto__":1,"constructor":2,"r":{"__proto__":"x"},"e":[{"__proto__":3}]},' +
        '{"__proto__":4,"constructor":5,"r":{"__proto__":"y"},"e":[]}]');
    const table = tableOf(rows);
    assert.equal(JSON.stringify(table.rows()), JSON.stringify(rows));
    assert.equal(JSON.stringify(table.row(1)), JSON.stringify(rows[1]));
    assert.equal(Object.getPrototypeOf(table.row(0)), Object.prototype);
    assert.deepEqual(Object.keys(table.row(0).r), ['__proto__']);
});

test('keeps rows apart from each other', () => {
    const table = tableOf([{ a: [1], r: { x: 1 } }, { a: [1], r: { x: 1 } }]);
    const [first] = table.rows();
    first.a.push(2);
    first.r.x = 5;
    assert.deepEqual(table.rows(), [{ a: [1], r: { x: 1 } }, { a: [1], r: { x: 1 } }]);
});

test('keeps rows whose column changes from whole numbers to fractions, texts or null', () => {
    const rows = [{ a: 1, b: 1 }, { a: 0.5, b: null }, { a: -0, b: 2 }, { a: 2, b: 1e6 }];
    assert.deepEqual(tableOf(rows).rows(), rows);
});

test('writes JSON text that keeps -0', () => {
    const table = tableOf([{ a: -0, b: 'x' }, { a: 1.5, b: null }]);
    assert.equal(tableJsonText(table), '[{"a":-0,"b":"x"},{"a":1.5,"b":null}]');
    assert.equal(tableJsonText(table, { compact: true }), '[[-0,"x"],[1.5,null]]');
});

test('spells floats that JSON has no number for so that they come back', () => {
    const schema = { columns: [{ name: 'a', type: 'f32' }, { name: 'b', type: 'f64' }] };
    const rows = [{ a: NaN, b: -Infinity }, { a: Infinity, b: NaN }];
    const json = JSON.parse(JSON.stringify(tableOf(rows, schema)));
    assert.deepEqual(json, [{ a: 'NaN', b: '-Infinity' }, { a: 'Infinity', b: 'NaN' }]);
    assert.deepEqual(tableOf(json, schema).rows(), rows);
});

const KEY = fc.oneof(
    fc.constantFrom('a', 'b', 'a.b', '__proto__', 'constructor', 'toString', '', '1', '안녕', 'c1'),
    fc.string({ maxLength: 4, unit: 'grapheme' }),
);
const TEXT = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('', '\ufeffbom', '안녕하세요', '𝆑𝆑', 'null', '2024-01-01T00:00:00'),
);
/** Generators of the values that one key holds in all rows. */
const SCALARS = [
    fc.integer(), fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }), TEXT,
    fc.boolean(), fc.constantFrom(-0, 0, 1, 1e58, 2 ** 53),
];

/**
 * @param {fc.Arbitrary<any>} scalar
 * @param {fc.Arbitrary<any>} other
 */
function valueKinds(scalar, other) {
    const record = fc.dictionary(KEY, fc.option(scalar), { maxKeys: 3 });
    return [
        scalar, fc.option(scalar), fc.array(scalar, { maxLength: 4 }),
        fc.option(fc.array(fc.option(scalar), { maxLength: 4 })),
        fc.record({ x: scalar, 'y.z': fc.option(other) }), fc.option(record),
        fc.array(record, { maxLength: 3 }),
        fc.array(fc.record({ p: scalar, q: other }), { maxLength: 3 }),
        fc.array(fc.array(scalar, { maxLength: 2 }), { maxLength: 2 }),
        fc.oneof(scalar, other), fc.jsonValue(),
    ];
}

const KEY_VALUES = fc.tuple(fc.constantFrom(...SCALARS), fc.constantFrom(...SCALARS))
    .map(([scalar, other]) => valueKinds(scalar, other)).chain((kinds) => fc.constantFrom(...kinds));

/** A few rows; what one key may hold is the same in all of them. */
const ROWS = fc.array(fc.tuple(KEY, KEY_VALUES), { maxLength: 5 }).chain((keys) => {
    const members = Object.fromEntries(keys);
    return fc.array(fc.record(members, { requiredKeys: [] }), { maxLength: 8 });
});

test('gives any JSON rows back through an inferred schema', () => {
    fc.assert(fc.property(ROWS, (rows) => {
        const schema = inferSchema(rows, { mixed: 'json' });
        const table = tableOf(rows, schema);
        assert.deepEqual(comparable(table.rows()), comparable(rows));
        assert.deepEqual(schemaOf(table), schema);
        const json = JSON.parse(tableJsonText(table));
        assert.deepEqual(tableOf(json, schema).rows(), table.rows());
        const compact = JSON.parse(tableJsonText(table, { compact: true }));
        assert.deepEqual(tableOf(compact, schema).rows(), table.rows());
        for (let i = 0; i < rows.length; i++) assert.deepEqual(table.row(i), table.rows()[i]);
    }), { numRuns: 1500 });
});

const dataFolder = new URL('../../../../shared/data/', import.meta.url);
const dataFiles = existsSync(dataFolder)
    ? readdirSync(dataFolder).filter((file) => /\.json(\.gz)?$/.test(file)) : [];

test('gives the rows of real game tables back',
    { skip: dataFiles.length ? false : 'the game tables (../shared/data) are not here' }, async (t) => {
        for (const file of dataFiles) {
            await t.test(file, () => {
                const bytes = readFileSync(new URL(file, dataFolder));
                const rows = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
                const table = tableOf(rows);
                assert.equal(table.rowCount, rows.length);
                const keys = table.columns.map(({ path }) => path[0]);
                table.rows().forEach((row, i) => assertSameRow(row, rows[i], keys, i));
            });
        }
    });

/**
 * Compares as text, since `deepEqual` takes minutes for all rows of all tables.
 * @param {any} found
 * @param {any} expected
 * @param {string[]} keys
 * @param {number} i
 */
function assertSameRow(found, expected, keys, i) {
    assert.equal(Object.keys(expected).filter((key) => !keys.includes(key)).length, 0);
    for (const key of keys) {
        const value = found[key];
        const text = jsonText(typeof value === 'bigint' || Array.isArray(value) ? plain(value) : value);
        const want = jsonText(expected[key] ?? null);
        if (text !== want) assert.fail(`row ${i}, ${key}: expected ${want}, found ${text}`);
    }
}

const conformance = conformanceCases();

/**
 * A schema of the exported tables in this project's form. It does not tell arrays of records from
 * records of arrays: the rows do.
 * @param {import('../../oracle/fromRows.js').ConformanceColumn[]} columns
 * @param {any[]} rows
 */
function adaptSchema(columns, rows) {
    return { columns: columns.map((column) => ({
        tag: column.tag,
        name: column.name,
        type: column.logical ?? (column.element === 'varint' ? 'enum' : column.element),
        array: column.kind === 'array',
        optional: column.nullable ?? false,
        optionalElements: column.elementNullable ?? false,
        ...(column.path && {
            path: column.path,
            records: rows.some((row) => Array.isArray(row[/** @type {string[]} */ (column.path)[0]])),
        }),
    })) };
}

test('gives the rows of the exported tables back, spelled the same',
    { skip: conformance.length ? false : NO_CONFORMANCE }, async (t) => {
        for (const { folder, table: name, rows, schema } of conformance) {
            await t.test(`${folder}/${name}`, () => {
                const table = tableOf(rows, adaptSchema(schema, rows));
                assert.deepEqual(table.toJSON(), rows);
                assert.equal(tableJsonText(table), JSON.stringify(rows));
                const compact = table.toJSON({ compact: true });
                assert.deepEqual(tableOf(compact, schemaOf(table)).toJSON(), rows);
            });
        }
    });
