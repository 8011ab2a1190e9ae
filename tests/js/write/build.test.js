import assert from 'node:assert/strict';
import test from 'node:test';

import { columnsFromRows } from '../../../js/write/build.js';

/**
 * The raw column of rows with one key.
 * @param {object} column without its name
 * @param {unknown[]} values undefined: the row lacks the key
 */
function build(column, values) {
    const rows = values.map((v) => (v === undefined ? {} : { v }));
    return columnsFromRows(rows, { columns: [{ name: 'v', ...column }] }).columns[0];
}

test('gives the encoder every array and flag that it takes', () => {
    const flags = { array: true, optional: true, optionalElements: true };
    const { rowCount, columns, schema } = columnsFromRows(
        [{ a: [1, null] }, { a: null }, { a: [] }],
        { columns: [{ tag: 4, name: 'a', type: 'i32', ...flags }] },
    );
    assert.equal(rowCount, 3);
    assert.equal(schema[0].name, 'a');
    assert.deepEqual(columns, [{
        tag: 4, element: 2, ...flags, encoding: 0, byteLength: 0,
        validity: Uint8Array.of(0b101), offsets: Uint32Array.of(0, 2, 2, 2),
        elementValidity: Uint8Array.of(0b01), values: Int32Array.of(1, 0),
        indices: null, dictionary: null,
    }]);
});

test('stores the values of each type', () => {
    const digits = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 255];
    const sevens = new Uint8Array(16).fill(7);
    /** @type {[string, unknown[], unknown][]} */
    const cases = [
        ['i32', [-(2 ** 31), 2 ** 31 - 1, -0], Int32Array.of(-(2 ** 31), 2 ** 31 - 1, 0)],
        ['enum', [0, 300], Int32Array.of(0, 300)],
        ['bool', [true, false], Uint8Array.of(1, 0)],
        ['i64', [1, -2n, '9223372036854775807'], BigInt64Array.of(1n, -2n, 9223372036854775807n)],
        ['f32', [0.1, NaN, -Infinity, 'Infinity', -0],
            Float32Array.of(0.1, NaN, -Infinity, Infinity, -0)],
        ['f64', [0.1, 'NaN', -0], Float64Array.of(0.1, NaN, -0)],
        ['datetime', ['0001-01-01T00:00:01', 5n, new Date(0)],
            BigInt64Array.of(10000000n, 5n, 621355968000000000n)],
        ['timespan', ['-00:00:01', 5n], BigInt64Array.of(-10000000n, 5n)],
        ['uuid', ['00010203-0405-0607-0809-0a0b0c0d0eff', sevens], Uint8Array.of(...digits, ...sevens)],
    ];
    for (const [type, values, expected] of cases) {
        assert.deepEqual(build({ type }, values).values, expected, type);
        assert.deepEqual(build({ type, array: true }, [values, []]).values, expected, type);
    }
});

test('stores texts and json as numbers of their distinct texts', () => {
    const texts = build({ type: 'string' }, ['b', '', 'b']);
    assert.deepEqual(texts.indices, Uint8Array.of(0, 1, 0));
    assert.deepEqual(texts.dictionary, {
        offsets: Uint32Array.of(0, 1, 1), bytes: Uint8Array.of(0x62), ascii: true,
    });
    assert.equal(texts.values, null);
    const json = build({ type: 'json' }, [{ a: 1 }, null, [-0], { a: 1 }]);
    assert.deepEqual(json.indices, Uint8Array.of(0, 1, 2, 0));
    const { bytes } = /** @type {import('../../../js/schema/types.js').StringDictionary} */ (json.dictionary);
    assert.equal(new TextDecoder().decode(bytes), '{"a":1}null[-0]');
});

test('stores the empty value of its type where a cell is absent', () => {
    for (const type of ['i32', 'enum', 'bool', 'i64', 'f32', 'f64', 'datetime', 'uuid']) {
        const empty = type === 'i64' || type === 'datetime' ? 0n : 0;
        const column = build({ type, optional: true }, [null, undefined]);
        assert.deepEqual(column.validity, Uint8Array.of(0), type);
        assert.ok(column.values?.length === (type === 'uuid' ? 32 : 2), type);
        assert.ok([...column.values].every((value) => value === empty), type);
    }
    const texts = build({ type: 'string', optional: true }, [null, '']);
    assert.deepEqual(texts.indices, Uint8Array.of(0, 0));
    assert.deepEqual(texts.validity, Uint8Array.of(0b10));
});

test('takes null for absent in an optional json column, and for JSON in any other', () => {
    const column = build({ type: 'json', optional: true }, [null, 1]);
    assert.deepEqual(column.validity, Uint8Array.of(0b10));
    assert.equal(build({ type: 'json' }, [null]).validity, null);
    assert.throws(() => build({ type: 'json' }, [undefined]), /expected json, found nothing/);
});

/** @type {[string, object, unknown[], RegExp][]} */
const BAD_CELLS = [
    ['text for i32', { type: 'i32' }, [1, 2, 3, 'abc'],
        /^column "v", row 3: expected i32, found "abc"$/],
    ['a number beyond int32', { type: 'i32' }, [2 ** 31], /expected i32, found 2147483648/],
    ['a fraction for i32', { type: 'i32' }, [0.5], /expected i32, found 0.5/],
    ['NaN for i32', { type: 'i32' }, [NaN], /expected i32, found NaN/],
    ['a bigint for i32', { type: 'i32' }, [1n], /expected i32, found 1n/],
    ['a number beyond int32 for an enum', { type: 'enum' }, [-(2 ** 31) - 1], /expected enum/],
    ['a number for bool', { type: 'bool' }, [1], /expected bool, found 1/],
    ['a bigint beyond int64', { type: 'i64' }, [1n << 63n],
        /expected i64, found 9223372036854775808n/],
    ['digits beyond int64', { type: 'i64' }, ['9223372036854775808'], /expected i64/],
    ['a number that is rounded already for i64', { type: 'i64' }, [2 ** 53],
        /expected i64, found 9007199254740992/],
    ['a fraction for i64', { type: 'i64' }, [1.5], /expected i64/],
    ['text for i64', { type: 'i64' }, ['1.0'], /expected i64, found "1.0"/],
    ['a number that f32 turns into infinity', { type: 'f32' }, [1e39], /expected f32, found 1e\+39/],
    ['text for f64', { type: 'f64' }, ['1'], /expected f64, found "1"/],
    ['a number for string', { type: 'string' }, [1], /expected string, found 1/],
    ['half a surrogate pair', { type: 'string' }, ['a', '\ud800'],
        /row 1: expected well-formed string, found a lone surrogate in/],
    ['a bad date', { type: 'datetime' }, ['2024-02-30T00:00:00'],
        /expected datetime, found "2024-02-30/],
    ['an invalid Date', { type: 'datetime' }, [new Date(NaN)],
        /expected datetime, found \[object Date\]/],
    ['a number for a datetime', { type: 'datetime' }, [5], /expected datetime, found 5/],
    ['a Date for a timespan', { type: 'timespan' }, [new Date(0)], /expected timespan/],
    ['a bad timespan', { type: 'timespan' }, ['25:00:00'], /expected timespan/],
    ['a bad uuid', { type: 'uuid' }, ['x'], /expected uuid, found "x"/],
    ['uuid bytes of another length', { type: 'uuid' }, [new Uint8Array(15)], /expected uuid/],
    ['NaN inside json', { type: 'json' }, [[NaN]],
        /expected json, found NaN, which JSON has no form for/],
    ['no value', { type: 'i32' }, [1, undefined], /row 1: expected i32, found nothing/],
    ['null', { type: 'i32' }, [null], /row 0: expected i32, found null/],
    ['a scalar for an array', { type: 'i32', array: true }, [[], 5],
        /row 1: expected an array of i32, found 5/],
    ['no array', { type: 'i32', array: true }, [null], /expected an array of i32, found null/],
    ['a bad element', { type: 'i32', array: true }, [[1], [2, 'x']],
        /row 1, element 1: expected i32, found "x"/],
    ['a null element', { type: 'i32', array: true }, [[1, null]],
        /row 0, element 1: expected i32, found null/],
    ['an array for a scalar', { type: 'i32' }, [[1]], /expected i32, found an array of 1/],
];

for (const [what, column, values, message] of BAD_CELLS) {
    test(`refuses ${what}`, () => {
        assert.throws(() => build(column, values), (/** @type {any} */ error) => {
            assert.equal(error.code, 'VALUE');
            assert.equal(error.column, 'v');
            assert.equal(error.row, values.length - 1);
            assert.match(error.message, message);
            return true;
        });
    });
}

test('refuses keys that the schema does not know, at any depth', () => {
    const schema = { columns: [
        { name: 'a', type: 'i32' },
        { name: 'r.x', type: 'i32', path: ['r', 'x'] },
        { name: 'l.x', type: 'i32', array: true, records: true, path: ['l', 'x'] },
    ] };
    const good = { a: 1, r: { x: 1 }, l: [{ x: 1 }] };
    assert.equal(columnsFromRows([good, { ...good, b: undefined }], schema).rowCount, 2);
    for (const [row, column] of /** @type {[object, string][]} */ ([
        [{ ...good, b: null }, 'b'],
        [{ ...good, r: { x: 1, y: 2 } }, 'r.y'],
        [{ ...good, l: [{ x: 1 }, { x: 1, z: 2 }] }, 'l.z'],
    ])) {
        assert.throws(() => columnsFromRows([good, row], schema), {
            code: 'VALUE', row: 1, column, message: /no such key in the schema/,
        });
    }
});

test('refuses what is no record where one belongs', () => {
    const schema = { columns: [
        { name: 'r.x', type: 'i32', optional: true, path: ['r', 'x'] },
        { name: 'l.x', type: 'i32', array: true, optional: true, records: true, path: ['l', 'x'] },
    ] };
    assert.equal(columnsFromRows([{}, { r: null, l: null }], schema).rowCount, 2);
    const buildRow = (/** @type {unknown} */ row) => () => columnsFromRows([row], schema);
    assert.throws(buildRow({ r: 5 }), /column "r", row 0: expected a record, found 5/);
    assert.throws(buildRow({ l: {} }), /column "l", row 0: expected an array of records/);
    assert.throws(buildRow({ l: [{ x: 1 }, null] }), /"l", row 0: expected a record, found null/);
    assert.throws(buildRow(5), /row 0: expected an object, found 5/);
});

test('does not take an inherited member for a value of the row', () => {
    const schema = { columns: ['toString', '__proto__'].map((name) =>
        ({ name, type: 'i32', optional: true })) };
    const { columns } = columnsFromRows([{}, JSON.parse('{"__proto__":5,"toString":6}')], schema);
    assert.deepEqual(columns.map(({ values }) => [...values ?? []]), [[0, 6], [0, 5]]);
    assert.deepEqual(columns.map(({ validity }) => [...validity ?? []]), [[0b10], [0b10]]);
});

test('takes compact rows, told from the first', () => {
    const schema = { columns: [
        { name: 'a', type: 'i32' }, { name: 'r.x', type: 'string', path: ['r', 'x'] },
    ] };
    const { columns } = columnsFromRows([[1, 'x'], [2, 'y']], schema);
    assert.deepEqual(columns[0].values, Int32Array.of(1, 2));
    assert.deepEqual(columns[1].indices, Uint8Array.of(0, 1));
    assert.throws(() => columnsFromRows([[1, 'x'], [2]], schema),
        /row 1: expected an array of 2, found an array of 1/);
    assert.throws(() => columnsFromRows([[1, 'x'], { a: 1 }], schema),
        /row 1: expected an array of 2/);
    assert.throws(() => columnsFromRows([[1, 'x']], schema, { compact: false }),
        /row 0: expected an object/);
});

test('refuses compact rows whose arrays of records disagree', () => {
    const member = (/** @type {string} */ key) =>
        ({ name: key, type: 'i32', array: true, optional: true, records: true, path: ['e', key] });
    const schema = { columns: [member('a'), member('b')] };
    assert.equal(columnsFromRows([[[1], [2]], [null, null]], schema).rowCount, 2);
    assert.throws(() => columnsFromRows([[[], []], [[1], [2, 3]]], schema), {
        code: 'VALUE', column: 'b', row: 1,
        message: /expected 1 elements, as column "a" .*found 2 elements/,
    });
    assert.throws(() => columnsFromRows([[[], null]], schema), /expected 0 elements.*found null/);
});

test('builds columns of no rows', () => {
    const schema = { columns: [{ name: 'a', type: 'string', array: true, optional: true }] };
    const { rowCount, columns: [column] } = columnsFromRows([], schema);
    assert.equal(rowCount, 0);
    assert.deepEqual(column.offsets, Uint32Array.of(0));
    assert.equal(column.validity?.length, 0);
    assert.throws(() => columnsFromRows(/** @type {any} */ (5), schema), TypeError);
});
