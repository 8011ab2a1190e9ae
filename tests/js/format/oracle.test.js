/** The oracle itself: a second codec can only judge the first one if it is right on its own. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';

import { cutSegments, encodeInts, encodeStream } from '../../oracle/candidates.js';
import { decodeFile } from '../../oracle/decode.js';
import { candidatesOf, encodeBlock, encodeFile } from '../../oracle/encode.js';
import {
    BOOL, E, ELEMENT_NAMES, ENCODING_NAMES, F32, F64, I32, I64, STRING, VARINT,
} from '../../oracle/format.js';
import {
    columnsFromRows, compareRows, datetimeTicks, f32Bits, f64Bits, timespanTicks, uuidBytes,
} from '../../oracle/fromRows.js';
import { handmadeFile, hex, toHex } from '../../oracle/handmade.js';
import { forcedCases, plainColumn, sampleValues } from '../../oracle/plans.js';
import { NO_CONFORMANCE, conformanceCases } from './conformance-cases.js';

/** @import { OracleColumn, OracleValue } from '../../oracle/format.js' */

const cases = conformanceCases();

/**
 * @param {OracleColumn} column
 * @returns {OracleColumn} as it comes back from a file
 */
function roundTrip(column) {
    const rowCount = column.rows.length;
    const decoded = decodeFile(encodeFile({ rowCount, columns: [column] }));
    assert.equal(decoded.rowCount, rowCount);
    assert.equal(compareRows(decoded.columns, [column]), null);
    return decoded.columns[0];
}

/**
 * @param {number} element
 * @param {OracleValue[]} values
 * @returns {string} the encoding that the exporter would choose
 */
function chosen(element, values) {
    const { inner } = roundTrip(plainColumn(element, false, values));
    return String(inner);
}

/**
 * @param {number} element
 * @param {number} encoding
 * @param {OracleValue[]} values
 * @returns {string}
 */
function streamHex(element, encoding, values, plan = {}) {
    return toHex(encodeStream(element, encoding, values, plan) ?? []);
}

if (cases.length === 0) {
    test('exported tables', { skip: NO_CONFORMANCE }, () => {});
}

for (const { folder, table, rows, schema, size, md5 } of cases) {
    test(`encodes ${folder}/${table} to the exporter's bytes and reads them back`, () => {
        const columns = columnsFromRows(rows, schema);
        const bytes = encodeFile({ rowCount: rows.length, columns });
        assert.equal(bytes.length, size);
        assert.equal(createHash('md5').update(bytes).digest('hex'), md5);
        const decoded = decodeFile(bytes);
        assert.equal(decoded.rowCount, rows.length);
        assert.equal(compareRows(decoded.columns, columns), null);
    });
}

test('writes every candidate of CharacterSkin.model in the known size',
    { skip: cases.length === 0 && NO_CONFORMANCE }, () => {
        const skin = cases.find(({ table }) => table === 'Sprout_CharacterSkin');
        assert.ok(skin, 'CharacterSkin is among the exported tables');
        const schema = skin.schema.filter(({ name }) => name === 'model');
        const [model] = columnsFromRows(skin.rows, schema);
        const sizes = candidatesOf(model)
            .map(({ encoding, bytes }) => [ENCODING_NAMES[encoding], bytes.length]);
        assert.deepEqual(sizes, [
            ['RAW', 593], ['DICT', 531], ['DICT_RLE', 553], ['DICT_FRONT', 339],
            ['DICT_FRONT_RLE', 361], ['DICT_SEG', 449], ['DICT_SEG_RLE', 471],
        ]);
    });

test('writes and reads the whole file of the format page', () => {
    const expected = hex(`
        54 43 42 00  6b 00 00 00  00 00  00 x12  00 x16  54 43 42 00   # header
        02 06                                       # 1 row, 3 columns
        02 02 01 01 00 00 00                        # tag 1, i32, VARINT, 1 byte
        04 06 00 06 00 00 00                        # tag 2, string, RAW, 6 bytes
        06 02 01 01 00 00 00                        # tag 3, i32, VARINT, 1 byte
        02   0a 67 61 6d 6d 61   3c                 # the blocks
    `);
    const columns = [
        plainColumn(I32, false, [1]),
        { ...plainColumn(STRING, false, ['gamma']), tag: 2 },
        { ...plainColumn(I32, false, [30]), tag: 3 },
    ];
    assert.equal(expected.length, 73);
    assert.equal(toHex(encodeFile({ rowCount: 1, columns })), toHex(expected));
    const decoded = decodeFile(expected);
    assert.equal(compareRows(decoded.columns, columns), null);
    assert.deepEqual(decoded.columns.map(({ inner }) => inner), ['VARINT', 'RAW', 'VARINT']);
    assert.deepEqual(decoded.columns.map(({ byteLength }) => byteLength), [1, 6, 1]);
});

test('refuses every prefix of a file, and one byte more', () => {
    const columns = [
        plainColumn(I32, false, [1]),
        { ...plainColumn(STRING, false, ['é']), tag: 2 },
    ];
    const bytes = encodeFile({ rowCount: 1, columns });
    for (let length = 0; length < bytes.length; length++) {
        assert.throws(() => decodeFile(bytes.slice(0, length)), Error, `${length} bytes`);
    }
    assert.throws(() => decodeFile(Uint8Array.from([...bytes, 0])), /blocks: expected 4 bytes/);
});

test('writes empty streams as no bytes but those of their own fields', () => {
    assert.equal(streamHex(I32, E.RAW, []), '');
    assert.equal(streamHex(I32, E.VARINT, []), '');
    assert.equal(streamHex(I32, E.DELTA, []), '');
    assert.equal(streamHex(I32, E.RLE, []), '');
    assert.equal(streamHex(I32, E.DELTA_RLE, []), '');
    assert.equal(streamHex(STRING, E.DICT_RLE, []), '00');
    assert.equal(streamHex(STRING, E.DICT_FRONT, []), '00');
    assert.equal(streamHex(STRING, E.DICT_SEG, []), '00 00');
    assert.equal(streamHex(F64, E.WHOLE, []), '01');
    assert.equal(encodeStream(I32, E.BITPACK, [], {}), null);
});

test('writes no rows of any element as RAW, with a bitmap of no bytes where it is optional', () => {
    ELEMENT_NAMES.forEach((_, element) => {
        for (const array of [false, true]) {
            const plain = roundTrip(plainColumn(element, array, []));
            assert.equal(plain.inner, 'RAW');
            assert.equal(plain.byteLength, 0);
            const optional = { ...plainColumn(element, array, []), optional: true, validity: [] };
            assert.equal(toHex(encodeBlock(optional, 0).bytes), '00');
            roundTrip(optional);
        }
        const holes = { ...plainColumn(element, true, []), optionalElements: true };
        assert.equal(toHex(encodeBlock({ ...holes, elementValidity: [] }, 0).bytes), '00 00');
        roundTrip({ ...holes, elementValidity: [] });
    });
});

test('reads back one row of any element', () => {
    ELEMENT_NAMES.forEach((_, element) => {
        const [value] = sampleValues(element);
        roundTrip(plainColumn(element, false, [value]));
        roundTrip(plainColumn(element, true, [[value]]));
        roundTrip(plainColumn(element, true, [[]]));
    });
});

test('counts the runs of DELTA_RLE in differences, one less than values', () => {
    assert.equal(toHex(encodeInts(E.DELTA_RLE, [])), '');
    assert.equal(toHex(encodeInts(E.DELTA_RLE, [7])), '0e');
    assert.equal(toHex(encodeInts(E.DELTA_RLE, [7, 8])), '0e 02 02');
    assert.equal(toHex(encodeInts(E.DELTA_RLE, [7, 8, 9, 9])), '0e 04 02 02 00');
    for (const values of [[], [7], [7, 8], [7, 8, 9, 9]]) {
        roundTrip({ ...plainColumn(I32, false, values), force: { encoding: E.DELTA_RLE } });
    }
});

test('wraps differences and sums at 32 bits', () => {
    const values = [2147483647, -2147483648, 2147483647, -1];
    assert.equal(toHex(encodeInts(E.DELTA, values)), toHex(hex(`
        fe ff ff ff 0f      # 2147483647
        02                  # + 1 wraps to the least
        01                  # - 1 wraps back
        ff ff ff ff 0f      # - 2147483648
    `)));
    roundTrip({ ...plainColumn(I32, false, values), force: { encoding: E.DELTA } });
    roundTrip({ ...plainColumn(I32, false, values), force: { encoding: E.DELTA_RLE } });
});

test('packs the whole range of i64 at width 64', () => {
    const values = [-(2n ** 63n), 2n ** 63n - 1n];
    assert.equal(streamHex(I64, E.BITPACK, values), toHex(hex(`
        40                  # width 64
        ff x9 01            # base: the least int64
        03                  # inner RLE
        10 00  10 fe 03     # 8 times 0, 8 times 255
    `)));
    roundTrip({ ...plainColumn(I64, false, values), force: { encoding: E.BITPACK } });
});

test('packs values low bit first across byte boundaries', () => {
    const values = [0, 1, 2, 3, 4, 5, 6, 7];
    assert.equal(streamHex(I32, E.BITPACK, values, { inner: E.RAW }), '03 00 00 88 c6 fa');
});

test('packs equal values at width 1', () => {
    assert.equal(streamHex(I32, E.BITPACK, [9, 9, 9], { inner: E.RAW }), '01 12 00 00');
});

test('wraps base + packed at 64 bits and narrows it to the element', () => {
    const top = 2n ** 63n - 1n;
    const wrapping = roundTrip({
        ...plainColumn(I64, false, [top, -(2n ** 63n)]),
        force: { encoding: E.BITPACK, base: top, inner: E.RAW },
    });
    assert.equal(wrapping.byteLength, 1 + 10 + 1 + 1);
    // base 2^31 + packed 1 does not fit 32 bits: it is -2147483647 there.
    const [narrowed] = decodeFile(handmadeFile(1, [
        [1, I32, E.BITPACK, '01  80 80 80 80 10  00  01'],
    ])).columns;
    assert.deepEqual(narrowed.rows, [-2147483647]);
    // base 2^32 is 0 as a bool, although it is not 0 at 64 bits.
    const [flags] = decodeFile(handmadeFile(2, [
        [1, BOOL, E.BITPACK, '01  80 80 80 80 20  00  02'],
    ])).columns;
    assert.deepEqual(flags.rows, [0, 1]);
});

test('takes any bool but 0 as true', () => {
    const [raw, runs] = decodeFile(handmadeFile(2, [
        [1, BOOL, E.RAW, '00 ff'],
        [2, BOOL, E.RLE, '02 00  02 03'],
    ])).columns;
    assert.deepEqual(raw.rows, [0, 1]);
    assert.deepEqual(runs.rows, [0, 1]);
});

test('offers WHOLE only where every float comes back with its very bits', () => {
    /** @type {(values: (number|bigint)[], element: number) => boolean} */
    const offersWhole = (values, element) => candidatesOf(plainColumn(element, false, values))
        .some(({ encoding }) => encoding === E.WHOLE);
    const f32 = f32Bits;
    const f64 = f64Bits;
    assert.ok(offersWhole([0, 1, -2147483648, 2147483520].map(f32), F32));
    assert.ok(offersWhole([0, 1, -2147483648, 2147483647].map(f64), F64));
    for (const value of [-0, 0.5, NaN, Infinity, 2147483648, -2147483904]) {
        assert.ok(!offersWhole([f32(1), f32(value)], F32), `f32 ${value}`);
        assert.ok(!offersWhole([f64(1), f64(value)], F64), `f64 ${value}`);
    }
    assert.ok(!offersWhole([0x7ff8000000000001n], F64));
});

test('keeps floats of different bits apart in a dictionary', () => {
    const values = [f32Bits(0), f32Bits(-0), 0x7fc00000, 0x7fc00001, f32Bits(0)];
    assert.equal(streamHex(F32, E.DICT, values), toHex(hex(`
        08                                                      # 4 entries
        00 00 00 00  00 00 00 80  00 00 c0 7f  01 00 c0 7f
        00 02 04 06 00                                          # indexes
    `)));
});

test('keeps the lower number of two encodings of one size', () => {
    assert.equal(chosen(I32, [0]), 'VARINT');
    assert.equal(chosen(BOOL, [1]), 'RAW');
    assert.equal(chosen(BOOL, [1, 1]), 'RAW');
    assert.equal(chosen(BOOL, [1, 1, 1]), 'RLE');
    assert.equal(chosen(VARINT, [0, 0]), 'RAW');
    assert.equal(chosen(F64, [f64Bits(3)]), 'WHOLE/VARINT');
    assert.equal(chosen(STRING, ['']), 'RAW');
});

test('cuts segments after separators and where digits begin or end', () => {
    const encoder = new TextEncoder();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    /** @type {(text: string) => string[]} */
    const cut = (text) => cutSegments(Array.from(encoder.encode(text)))
        .map((piece) => decoder.decode(Uint8Array.from(piece)));
    assert.deepEqual(cut(''), []);
    assert.deepEqual(cut('plain'), ['plain']);
    assert.deepEqual(cut('Art/Hero_01.fbx'), ['Art/', 'Hero_', '01', '.', 'fbx']);
    assert.deepEqual(cut('a1b22'), ['a', '1', 'b', '22']);
    assert.deepEqual(cut('a_-b'), ['a_', '-', 'b']);
    assert.deepEqual(cut('_ - / . \\ : |'),
        ['_', ' ', '-', ' ', '/', ' ', '.', ' ', '\\', ' ', ':', ' ', '|']);
    assert.deepEqual(cut('a|b\\c:d'), ['a|', 'b\\', 'c:', 'd']);
    assert.deepEqual(cut('end_'), ['end_']);
    assert.deepEqual(cut('가1나'), ['가', '1', '나']);
    assert.deepEqual(cut('٣４,x'), ['٣４,x']);
});

test('writes front-coded segments once and entries as their pieces', () => {
    assert.equal(streamHex(STRING, E.DICT_SEG, ['a_1', 'a_', '', 'a_1']), toHex(hex(`
        04                  # 2 segments in order of their bytes
        00 02 31            # "1"
        00 04 61 5f         # "a_"
        06                  # 3 entries in order of first appearance
        04 02 00            # "a_" "1"
        02 02               # "a_"
        00                  # no pieces
        00 02 04 00         # indexes
    `)));
});

test('orders front-coded entries by bytes, not by UTF-16 units', () => {
    assert.equal(streamHex(STRING, E.DICT_FRONT, ['\u{1f600}', '\uff5e', 'ab', 'a']), toHex(hex(`
        08
        00 02 61                # "a"
        02 02 62                # "ab" shares 1
        00 06 ef bd 9e          # U+FF5E before U+1F600, whose first UTF-16 unit is less
        00 08 f0 9f 98 80
        06 04 02 00
    `)));
});

test('reads segments that split a character', () => {
    const [column] = decodeFile(handmadeFile(1, [
        [1, STRING, E.DICT_SEG, '04 00 02 a9 00 02 c3  02 04 02 00  00'],
    ])).columns;
    assert.deepEqual(column.rows, ['é']);
});

for (const { name, rowCount, column, inner } of forcedCases()) {
    test(`writes and reads ${name}`, () => {
        const decoded = roundTrip(column);
        assert.equal(decoded.inner, inner);
        assert.equal(decoded.encoding, column.force?.encoding);
        assert.equal(decoded.bitmapEncoding, column.force?.bitmap);
        assert.equal(decoded.byteLength, encodeBlock(column, rowCount).bytes.length);
        if (column.optionalElements) {
            assert.equal(decoded.elementBitmapEncoding, column.force?.elementBitmap);
        }
    });
}

test('refuses to force an encoding that cannot hold the values', () => {
    const half = { ...plainColumn(F32, false, [f32Bits(0.5)]), force: { encoding: E.WHOLE } };
    assert.throws(() => encodeBlock(half, 1), /WHOLE cannot hold this f32 column/);
    const text = { ...plainColumn(STRING, false, ['']), force: { encoding: E.DELTA } };
    assert.throws(() => encodeBlock(text, 1), /DELTA cannot hold this string column/);
});

test('looks at no encoding of a column that is not asked for', () => {
    const bytes = handmadeFile(1, [[1, 0x0f, 99, 'ff'], [2, I32, E.VARINT, '0e']]);
    assert.deepEqual(decodeFile(bytes, { only: [2] }).columns.map(({ rows }) => rows), [[7]]);
    assert.throws(() => decodeFile(bytes), /column tag 1: element type 15 is reserved/);
});

test('takes no padding of a varint beyond its bytes or bits', () => {
    /** @type {(block: string) => OracleColumn['rows']} */
    const rowsOf = (block) => decodeFile(handmadeFile(1, [[1, I32, E.VARINT, block]]))
        .columns[0].rows;
    assert.deepEqual(rowsOf('82 80 80 80 00'), [1]);
    assert.throws(() => rowsOf('82 80 80 80 80 00'), /longer than 5 bytes/);
    assert.throws(() => rowsOf('ff ff ff ff 1f'), /does not fit 32 bits/);
});

const ARRAY_I32 = 0x10 | I32;
const OPTIONAL_I32 = 0x40 | I32;
const HOLES_I32 = 0x90 | I32;

/** @type {[claim: string, rowCount: number, column: [number, number, string], reason: RegExp][]} */
const malformed = [
    ['kind 2', 1, [0x20 | I32, E.RAW, '00 x4'], /kind: expected 0 or 1, found 2/],
    ['optional elements of a scalar', 1, [0x80 | I32, E.VARINT, '00 00 00'], /only an array/],
    ['a pair outside the table', 1, [STRING, E.RLE, '02 00'], /encoding 3 is not one of string/],
    ['ARRAY over uuid', 0, [0x17, E.ARRAY, '00 00'], /encoding 9 is not one of an array of uuid/],
    ['ARRAY in ARRAY', 1, [ARRAY_I32, E.ARRAY, '09 00 00'], /element encoding 9/],
    ['DELTA lengths', 1, [ARRAY_I32, E.ARRAY, '00 02 00'], /length encoding: expected 0 or 3/],
    ['a RAW block shorter than its rows', 5, [I32, E.RAW, '00 x4'], /cannot hold 5 rows/],
    ['bytes left in a block', 1, [I32, E.VARINT, '00 00'], /found 1 more bytes/],
    ['a block that ends early', 2, [I32, E.VARINT, '00'], /expected 1 more byte/],
    ['a run of 0', 1, [I32, E.RLE, '00 00'], /run length: expected 1 to 1, found 0/],
    ['a run beyond the rows', 2, [I32, E.RLE, '06 00'], /run length: expected 1 to 2, found 3/],
    ['runs of differences for every value', 2, [I32, E.DELTA_RLE, '00 04 02'],
        /run length: expected 1 to 1, found 2/],
    ['a negative index', 1, [I64, E.DICT, '02 00 x8 01'], /index: expected 0 to 0, found -1/],
    ['an index past the entries', 1, [I64, E.DICT, '02 00 x8 02'], /index: .* found 1/],
    ['a shared length past the entry before', 1, [STRING, E.DICT_FRONT, '02 02 00 00'],
        /shared length: expected at most 0, found 1/],
    ['a segment number past the segments', 1, [STRING, E.DICT_SEG, '00 02 02 00 00'],
        /segment number: expected 0 to -1, found 0/],
    ['a negative string length', 1, [STRING, E.RAW, '01'], /string length: .* found -1/],
    ['a string past the block', 1, [STRING, E.RAW, '04 61'], /string: expected 2 bytes/],
    ['bytes that are not UTF-8', 1, [STRING, E.RAW, '02 ff'], /not valid/],
    ['width 0', 1, [I32, E.BITPACK, '00 00 00 00'], /BITPACK width: .* found 0/],
    ['width 65', 1, [I32, E.BITPACK, '41 00 00 00 x9'], /BITPACK width: .* found 65/],
    ['BITPACK bytes under BITPACK', 1, [I32, E.BITPACK, '01 00 0d 00'], /expected an encoding 0/],
    ['a packed byte of 256', 1, [I32, E.BITPACK, '01 00 01 80 04'], /expected 0 to 255, found 256/],
    ['a packed byte of -1', 1, [I32, E.BITPACK, '01 00 01 01'], /expected 0 to 255, found -1/],
    ['RAW in WHOLE', 1, [F64, E.WHOLE, '00 00'], /inner encoding of WHOLE: expected 1 to 4/],
    ['BITPACK in WHOLE', 1, [F64, E.WHOLE, '0d 01 00 00 00'], /inner encoding of WHOLE/],
    ['a bitmap under DICT', 1, [OPTIONAL_I32, E.VARINT, '05 01 00'], /expected an encoding 0 to 4/],
    ['more flags than elements', 1, [HOLES_I32, E.ARRAY, '02 00 01  01 00 00'],
        /element count: expected 1 elements, found 0/],
    ['a negative array length', 1, [ARRAY_I32, E.RAW, '01'], /array length: .* found -1/],
];

for (const [claim, rowCount, [wire, encoding, block], reason] of malformed) {
    test(`refuses ${claim}`, () => {
        assert.throws(
            () => decodeFile(handmadeFile(rowCount, [[1, wire, encoding, block]])),
            (error) => {
                assert.ok(error instanceof Error);
                assert.match(error.message, /column tag 1: /);
                assert.match(error.message, reason);
                return true;
            },
        );
    });
}

test('refuses more elements than 2^31 - 1 whatever its limit', () => {
    const bytes = handmadeFile(2, [[1, ARRAY_I32, E.ARRAY, '03 00  fe ff ff ff 0f  02  00']]);
    assert.throws(() => decodeFile(bytes, { maxValues: Infinity }),
        /2147483648 elements are more than 2147483647/);
});

test('refuses more rows than its limit before it reads them', () => {
    const bytes = handmadeFile(2147483647, [[1, I32, E.RLE, 'fe ff ff ff 0f 00']]);
    assert.throws(() => decodeFile(bytes), /limit: 2147483647 rows/);
    assert.deepEqual(decodeFile(bytes, { only: [] }), { rowCount: 2147483647, columns: [] });
});

test('refuses a header that is not the plain one of version 107', () => {
    const good = handmadeFile(0, []);
    assert.deepEqual(decodeFile(good), { rowCount: 0, columns: [] });
    /** @type {[offset: number, value: number, reason: RegExp][]} */
    const flips = [
        [0, 0x55, /signature/],
        [4, 105, /version: expected 107, found 105/],
        [8, 1, /encrypted/],
        [8, 2, /flags: .* found 2/],
        [9, 2, /cipher: .* found 2/],
        [38, 0, /key check/],
        [42, 1, /row count: expected 0 or more, found -1/],
        [43, 1, /column count: expected 0 or more, found -1/],
    ];
    for (const [offset, value, reason] of flips) {
        const bytes = Uint8Array.from(good);
        bytes[offset] = value;
        assert.throws(() => decodeFile(bytes), reason, `byte ${offset} set to ${value}`);
    }
});

test('refuses tags below 1 and tags that stand twice', () => {
    assert.throws(() => decodeFile(handmadeFile(0, [[0, I32, E.RAW, '']])), /found 0/);
    assert.throws(() => decodeFile(handmadeFile(0, [[3, I32, E.RAW, ''], [3, BOOL, E.RAW, '']])),
        /tag 3 stands twice/);
});

test('turns the spellings of JSON rows into stored values', () => {
    assert.equal(datetimeTicks('0001-01-01T00:00:00'), 0n);
    assert.equal(datetimeTicks('1970-01-01T00:00:00'), 621355968000000000n);
    assert.equal(datetimeTicks('9999-12-31T23:59:59.9999999'), 3155378975999999999n);
    assert.equal(timespanTicks('-1.00:00:00.5'), -864005000000n);
    assert.equal(timespanTicks('00:00:00.0000001'), 1n);
    assert.equal(toHex(uuidBytes('00112233-4455-6677-8899-aabbccddeeff')),
        '33 22 11 00 55 44 77 66 88 99 aa bb cc dd ee ff');
});

test('follows a path through records, arrays of records and arrays at the leaf', () => {
    const schema = { tag: 1, name: 'a.b', element: 'i32', path: ['a', 'b'] };
    assert.deepEqual(columnsFromRows([{ a: { b: 4 } }], [schema])[0].rows, [4]);
    const array = { ...schema, kind: 'array' };
    assert.deepEqual(columnsFromRows([{ a: [{ b: 4 }, { b: 5 }] }], [array])[0].rows, [[4, 5]]);
    assert.deepEqual(columnsFromRows([{ a: { b: [4, 5] } }], [array])[0].rows, [[4, 5]]);
    assert.throws(() => columnsFromRows([{ a: null }], [schema]), /null in a column/);
    assert.throws(() => columnsFromRows([{ a: { b: 2147483648 } }], [schema]), /row 0: .*int32/);
});

test('tells columns apart that differ in one value, bit or flag', () => {
    const column = plainColumn(F64, false, [f64Bits(0)]);
    assert.match(String(compareRows([{ ...column, rows: [f64Bits(-0)] }], [column])), /rows\[0\]/);
    assert.match(String(compareRows([{ ...column, tag: 2 }], [column])), /tag: expected 1/);
    assert.match(String(compareRows([], [column])), /expected 1 columns, found 0/);
    const optional = { ...column, optional: true, validity: [true] };
    assert.match(String(compareRows([{ ...optional, validity: [false] }], [optional])),
        /validity\[0\]: expected boolean true/);
    const array = plainColumn(I32, true, [[1, 2]]);
    assert.match(String(compareRows([{ ...array, rows: [[1]] }], [array])),
        /rows\[0\]: expected 2 values, found 1/);
});
