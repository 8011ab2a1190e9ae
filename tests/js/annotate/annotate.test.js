/** What every byte of a file is: compared with the fixtures' files, the oracle and the decoder. */

import assert from 'node:assert/strict';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import {
    annotate, annotateColumn, columnFacts, encodingText, fieldAt, openColumn, readAlone, sizeDamage, sizeDamageText,
} from '../../../js/annotate.js';
import { TcbError } from '../../../js/values/errors.js';
import { committedNames, readFixture } from '../../fixtures/make.js';
import { decodeFile } from '../../oracle/decode.js';
import { encodeFile } from '../../oracle/encode.js';
import { BOOL, E, ENCODING_NAMES, F32, F64, STRING, UUID } from '../../oracle/format.js';
import { handmadeFile, hex } from '../../oracle/handmade.js';
import { plainColumn } from '../../oracle/plans.js';
import { annotatedColumns } from './annotated.js';

/** @import { SizeDamage } from '../../../js/annotate.js' */
/** @import { Field } from '../../../js/annotate/parts.js' */
/** @import { OracleValue } from '../../oracle/format.js' */

const KINDS = new Set(('signature version flags cipher nonce mac keycheck count tag wire encoding length bitmap ' +
    'run value difference index entry shared text width base packed').split(' '));

const fixtures = committedNames().map((name) => ({ name, bytes: new Uint8Array(readFixture(name)) }));

/**
 * @param {Uint8Array} bytes
 * @param {number} [k]
 */
function cursorOf(bytes, k = 0) {
    const { rowCount, descriptors } = annotate(bytes);
    return openColumn(bytes, rowCount, descriptors[k]);
}

/** @param {Uint8Array} bytes */
function allFields(bytes) {
    const { header, descriptors, rowCount } = annotate(bytes);
    return [
        header,
        ...descriptors.map(({ fields }) => fields),
        ...descriptors.map((descriptor) => openColumn(bytes, rowCount, descriptor).fields()),
    ].flat();
}

/** @param {readonly Field[]} fields */
const brief = (fields) => fields.map(({ start, end, kind, label, value }) => [start, end, kind, label, value]);

test('the fields of every fixture hold each of its bytes once, in order', () => {
    for (const { name, bytes } of fixtures) {
        let at = 0;
        for (const { start, end, kind, label } of allFields(bytes)) {
            assert.equal(start, at, `${name}: ${label}`);
            assert.ok(end > start, `${name}: ${label}`);
            assert.ok(KINDS.has(kind), `${name}: ${kind}`);
            at = end;
        }
        assert.equal(at, bytes.length, name);
    }
});

test('the sections of every block of the fixtures hold each of its bytes once, in order', () => {
    for (const { name, bytes } of fixtures) {
        annotate(bytes).descriptors.forEach((_, k) => {
            const cursor = cursorOf(bytes, k);
            cursor.scan();
            assert.equal(cursor.error, undefined, name);
            let at = cursor.start;
            for (const { start, end } of cursor.sections) {
                assert.equal(start, at, name);
                at = end ?? NaN;
            }
            assert.equal(at, cursor.end, name);
        });
    }
});

test('a window of a block gives the same fields as the whole, on a cursor fresh or used', () => {
    for (const { name, bytes } of fixtures.filter(({ bytes: { length } }) => length < 250)) {
        annotate(bytes).descriptors.forEach((_, k) => {
            const used = cursorOf(bytes, k);
            const whole = cursorOf(bytes, k).fields();
            for (let at = used.end - 1; at >= used.start; at -= 3) {
                const expected = whole.filter(({ start, end }) => end > at && start < at + 5);
                assert.deepEqual(used.fields(at, at + 5), expected, `${name}, byte ${at}`);
                assert.deepEqual(cursorOf(bytes, k).fields(at, at + 5), expected, `${name}, byte ${at}`);
            }
        });
    }
});

test('a window is the same wherever reading goes on from, past many states kept', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => new Array(i % 3).fill(0).map((__, k) => i * 7 - k));
    for (const [element, encoding, inner] of [[2, E.DELTA], [2, E.VARINT], [2, E.BITPACK, E.DELTA], [2, E.RAW]]) {
        const bytes = encodeFile({ rowCount: rows.length, columns: [{
            ...plainColumn(Number(element), true, rows),
            force: { encoding: E.ARRAY, lengthEncoding: 0, element: { encoding, inner } },
        }] });
        const cursor = cursorOf(bytes);
        const whole = cursorOf(bytes).fields();
        assert.equal(whole[whole.length - 1].end, bytes.length);
        for (let at = cursor.end - 3; at > cursor.start; at -= 4999) {
            assert.deepEqual(cursor.fields(at, at + 20),
                whole.filter(({ start, end }) => end > at && start < at + 20), `byte ${at} under ${encoding}`);
        }
    }
});

test('front-coded entries are the same wherever reading goes on from', () => {
    const texts = Array.from({ length: 4000 }, (_, i) => `shared beginning ${String(i * 37).padStart(7, '0')}`);
    for (const encoding of [E.DICT_FRONT, E.DICT_SEG_RLE, E.DICT_RLE]) {
        const bytes = encodeFile({ rowCount: texts.length, columns: [
            { ...plainColumn(STRING, false, texts), force: { encoding } },
        ] });
        const cursor = cursorOf(bytes);
        const whole = cursorOf(bytes).fields();
        assert.equal(whole[whole.length - 1].value, JSON.stringify(texts[3999]));
        for (let at = cursor.end - 3; at > cursor.start; at -= 4999) {
            assert.deepEqual(cursor.fields(at, at + 20),
                whole.filter(({ start, end }) => end > at && start < at + 20), `byte ${at} under ${encoding}`);
        }
    }
});

test('the values that the fields of every fixture tell are those that the oracle decodes', () => {
    for (const { name, bytes } of fixtures) {
        const expected = decodeFile(bytes).columns;
        const found = annotatedColumns(bytes);
        assert.equal(found.length, expected.length);
        expected.forEach(({ tag, element, array, rows, validity, elementValidity }, k) => {
            const what = `${name}, column of tag ${tag}`;
            const lengths = array ? rows.map((row) => /** @type {OracleValue[]} */ (row).length) : null;
            const values = /** @type {OracleValue[]} */ (rows.flat());
            assert.deepEqual(found[k].lengths, lengths, what);
            assert.deepEqual(found[k].values, values.map((value) => shown(element, value)), what);
            assert.deepEqual(found[k].presence, validity ?? [], what);
            assert.deepEqual(found[k].elementPresence, elementValidity ?? [], what);
        });
    }
});

/**
 * A value of the oracle as the fields show it.
 * @param {number} element
 * @param {OracleValue} value
 */
function shown(element, value) {
    const view = new DataView(new ArrayBuffer(8));
    switch (element) {
        case BOOL: return value === 1 ? 'true' : 'false';
        case STRING: return JSON.stringify(value);
        case UUID: {
            const digits = Array.from([3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15],
                (k) => /** @type {Uint8Array} */ (value)[k].toString(16).padStart(2, '0')).join('');
            return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
        }
        case F32: {
            view.setUint32(0, Number(value));
            return floatShown(view.getFloat32(0), true);
        }
        case F64: {
            view.setBigUint64(0, /** @type {bigint} */ (value));
            return floatShown(view.getFloat64(0), false);
        }
        default: return String(value);
    }
}

/**
 * @param {number} value
 * @param {boolean} single
 */
function floatShown(value, single) {
    if (Object.is(value, -0)) return '-0';
    if (!single || !Number.isFinite(value)) return String(value);
    for (let digits = 1; digits < 9; digits++) {
        const short = Number(value.toPrecision(digits));
        if (Math.fround(short) === value) return String(short);
    }
    return String(Number(value.toPrecision(9)));
}

test('the encodings of every fixture are in words what the oracle says', () => {
    for (const { name, bytes } of fixtures) {
        const { rowCount, descriptors } = annotate(bytes);
        decodeFile(bytes).columns.forEach(({ inner, bitmapEncoding, elementBitmapEncoding }, k) => {
            const text = encodingText(bytes, rowCount, descriptors[k]);
            assert.equal(text.replace(/ \d+ bits?/, ''), inner, name);
            assert.equal(/ \d+ bits?/.test(text), inner?.includes('BITPACK'), name);
            const facts = columnFacts(bytes, rowCount, descriptors[k]);
            assert.equal(facts.rowBitmap, ENCODING_NAMES[bitmapEncoding ?? -1], name);
            assert.equal(facts.elementBitmap, ENCODING_NAMES[elementBitmapEncoding ?? -1], name);
        });
    }
});

test('the facts of a column are its width, base, entries and segments', () => {
    const packed = handmadeFile(3, [[1, 0x12, E.ARRAY, '0d 03 06 04 09 13 00 00 00 00 00 00 00 00']]);
    const [column] = annotate(packed).descriptors;
    assert.equal(encodingText(packed, 3, column), 'ARRAY(BITPACK 9 bits/RAW, lengths RLE)');
    assert.deepEqual(columnFacts(packed, 3, column).encoding, {
        name: 'ARRAY', lengths: 'RLE', elements: { name: 'BITPACK', inner: 'RAW', width: 9, base: -10n },
    });
    const bytes = new Uint8Array(readFixture('two-byte-indices-seg.tcb'));
    const { rowCount, descriptors } = annotate(bytes);
    const { encoding } = columnFacts(bytes, rowCount, descriptors[0]);
    assert.equal(encoding.name, 'DICT_SEG');
    assert.equal(encoding.entries, new Set(decodeFile(bytes).columns[0].rows).size);
    assert.ok(Number(encoding.segments) > 0);
});

test('a whole file, byte by byte', () => {
    const bytes = hex(`
        54 43 42 00  6b 00 00 00  00 00  00 x12  00 x16  54 43 42 00
        02 06
        02 02 01 01 00 00 00
        04 06 00 06 00 00 00
        06 02 01 01 00 00 00
        02   0a 67 61 6d 6d 61   3c`);
    assert.deepEqual(brief(allFields(bytes)), [
        [0, 4, 'signature', 'signature', '"TCB\\0"'],
        [4, 8, 'version', 'format version', '107'],
        [8, 9, 'flags', 'flags', '0'],
        [9, 10, 'cipher', 'cipher', 'none'],
        [10, 22, 'nonce', 'nonce of the cipher', 'none'],
        [22, 38, 'mac', 'MAC', 'none'],
        [38, 42, 'keycheck', 'key check', '"TCB\\0"'],
        [42, 43, 'count', 'number of rows', '1'],
        [43, 44, 'count', 'number of columns', '3'],
        [44, 45, 'tag', 'tag of a column', '1'],
        [45, 46, 'wire', 'type of the column of tag 1', 'i32'],
        [46, 47, 'encoding', 'encoding of the column of tag 1', 'VARINT'],
        [47, 51, 'length', 'byte length of the block of the column of tag 1', '1'],
        [51, 52, 'tag', 'tag of a column', '2'],
        [52, 53, 'wire', 'type of the column of tag 2', 'string'],
        [53, 54, 'encoding', 'encoding of the column of tag 2', 'RAW'],
        [54, 58, 'length', 'byte length of the block of the column of tag 2', '6'],
        [58, 59, 'tag', 'tag of a column', '3'],
        [59, 60, 'wire', 'type of the column of tag 3', 'i32'],
        [60, 61, 'encoding', 'encoding of the column of tag 3', 'VARINT'],
        [61, 65, 'length', 'byte length of the block of the column of tag 3', '1'],
        [65, 66, 'value', 'row 0', '1'],
        [66, 67, 'length', 'byte length of row 0', '5'],
        [67, 72, 'text', 'text of row 0', '"gamma"'],
        [72, 73, 'value', 'row 0', '30'],
    ]);
    assert.deepEqual(annotate(bytes).descriptors.map(({ offset, tag }) => [tag, offset]), [[1, 65], [2, 66], [3, 72]]);
});

test('an array column with both bitmaps, byte by byte', () => {
    const bytes = handmadeFile(3, [[1, 0xd2, E.ARRAY, `
        00 05               # presence of rows: 0 and 2
        06 03 02 06         # 3 elements, presence under RLE: elements 0 and 1
        04 03               # elements under DELTA_RLE, lengths under RLE
        02 04 02 00 02 02   # lengths 2, 0, 1
        14 04 05            # 10, then twice -3
    `]]);
    const [descriptor] = annotate(bytes).descriptors;
    assert.ok(descriptor.array && descriptor.optional && descriptor.optionalElements);
    assert.equal(descriptor.fields[1].value, 'optional array of optional i32');
    assert.deepEqual(brief(cursorOf(bytes).fields()), [
        [51, 52, 'encoding', 'encoding of the row bitmap', 'RAW'],
        [52, 53, 'bitmap', 'presence of rows 0 to 2', '101'],
        [53, 54, 'count', 'number of elements', '3'],
        [54, 55, 'encoding', 'encoding of the element bitmap', 'RLE'],
        [55, 56, 'run', 'run of 1: presence of elements 0 to 2', '1'],
        [56, 57, 'bitmap', 'presence of elements 0 to 2', '11000000'],
        [57, 58, 'encoding', 'encoding of the elements', 'DELTA_RLE'],
        [58, 59, 'encoding', 'encoding of the lengths', 'RLE'],
        [59, 60, 'run', 'run of 1: row 0', '1'],
        [60, 61, 'length', 'length of row 0', '2'],
        [61, 62, 'run', 'run of 1: row 1', '1'],
        [62, 63, 'length', 'length of row 1', '0'],
        [63, 64, 'run', 'run of 1: row 2', '1'],
        [64, 65, 'length', 'length of row 2', '1'],
        [65, 66, 'value', 'element 0 of row 0', '10'],
        [66, 67, 'run', 'run of 2 equal differences: elements 1 to 2 of all, in rows 0 to 2', '2'],
        [67, 68, 'difference', 'difference to each of elements 1 to 2 of all, in rows 0 to 2', '-3 -> 4'],
    ]);
});

test('a dictionary of front-coded texts, byte by byte', () => {
    const bytes = handmadeFile(3, [[1, 6, E.DICT_FRONT_RLE, `
        04 00 06 61 62 63       # "abc"
        04 02 64                # its first 2 bytes and "d"
        04 02 02 00             # rows 0 to 1: entry 1, row 2: entry 0
    `]]);
    assert.deepEqual(brief(cursorOf(bytes).fields()), [
        [51, 52, 'count', 'number of entries', '2'],
        [52, 53, 'shared', 'bytes that entry 0 shares with the one before', '0'],
        [53, 54, 'length', 'byte length of the rest of entry 0', '3'],
        [54, 57, 'text', 'text of entry 0', '"abc"'],
        [57, 58, 'shared', 'bytes that entry 1 shares with the one before', '2'],
        [58, 59, 'length', 'byte length of the rest of entry 1', '1'],
        [59, 60, 'text', 'text of entry 1', '"abd"'],
        [60, 61, 'run', 'run of 2: rows 0 to 1', '2'],
        [61, 62, 'index', 'index of rows 0 to 1 -> entry 1', '"abd"'],
        [62, 63, 'run', 'run of 1: row 2', '1'],
        [63, 64, 'index', 'index of row 2 -> entry 0', '"abc"'],
    ]);
    assert.deepEqual(cursorOf(bytes).sections, [{ name: 'entries', start: 51, end: undefined }]);
});

test('packed bytes name the values that they touch', () => {
    const bytes = handmadeFile(4, [[1, 2, E.BITPACK, '05 13 00 41 0c 05']]);
    // 1, 2, 3, 10 in 5 bits each, low bits first, above a base of -10.
    assert.deepEqual(brief(cursorOf(bytes).fields()), [
        [51, 52, 'width', 'bits of a value', '5'],
        [52, 53, 'base', 'base, which is added to every value', '-10'],
        [53, 54, 'encoding', 'encoding of the packed bytes', 'RAW'],
        [54, 55, 'packed', 'bits of rows 0 to 1', '-9, -8'],
        [55, 56, 'packed', 'bits of rows 1 to 3', '-8, -7, 0'],
        [56, 57, 'packed', 'bits of row 3', '0'],
    ]);
});

test('a long text is cut between two characters, and so is what it shares', () => {
    const text = 'a' + '가'.repeat(30);
    const bytes = encodeFile({ rowCount: 2, columns: [{
        ...plainColumn(STRING, false, [text, `${text}나`]), force: { encoding: E.DICT_FRONT },
    }] });
    const texts = cursorOf(bytes).fields().filter(({ kind }) => kind === 'text' || kind === 'index');
    assert.equal(texts.length, 4);
    for (const { value } of texts) assert.equal(value, JSON.stringify('a' + '가'.repeat(19) + '…'));
});

test('fieldAt finds the field of every byte, and none beyond the file', () => {
    const bytes = new Uint8Array(readFixture('array-string-row-bitmap-rle-element-bitmap-varint.tcb'));
    for (const field of allFields(bytes)) {
        for (let at = field.start; at < field.end; at++) assert.deepEqual(fieldAt(bytes, at), field);
    }
    assert.equal(fieldAt(bytes, bytes.length), undefined);
    assert.equal(fieldAt(bytes, -1), undefined);
});

test('annotateColumn stops at a limit, and keeps to its bytes', () => {
    const bytes = new Uint8Array(readFixture('i32-long-delta.tcb'));
    const { rowCount, descriptors: [column] } = annotate(bytes);
    const whole = openColumn(bytes, rowCount, column).fields();
    assert.deepEqual([...annotateColumn(bytes, column, { rowCount, limit: 3 })], whole.slice(0, 3));
    assert.deepEqual([...annotateColumn(bytes, column, { rowCount, limit: 0 })], []);
    assert.deepEqual([...annotateColumn(bytes, column, { rowCount, from: whole[100].start, limit: 2 })],
        whole.slice(100, 102));
    assert.deepEqual([...annotateColumn(bytes, column, { rowCount, to: whole[4].end })], whole.slice(0, 5));
});

test('bytes on an offset of their buffer are read as others are', () => {
    for (const { name, bytes } of fixtures.filter(({ name: each }) => /f64-raw|uuid-raw|i64-dict\./.test(each))) {
        const shifted = new Uint8Array(bytes.length + 3).subarray(3);
        shifted.set(bytes);
        assert.deepEqual(allFields(shifted), allFields(bytes), name);
    }
});

test('an error in a block leaves all before it, and says where it is', () => {
    const bytes = handmadeFile(4, [
        [7, 2, E.RLE, '04 0a 0a 0c'],
        [8, 2, E.VARINT, '02 04 06 08'],
    ]);
    const cursor = cursorOf(bytes);
    assert.deepEqual(brief(cursor.fields()), [
        [58, 59, 'run', 'run of 2: rows 0 to 1', '2'],
        [59, 60, 'value', 'rows 0 to 1', '5'],
    ]);
    assert.ok(cursor.error instanceof TcbError);
    assert.equal(cursor.error.code, 'RUN');
    assert.equal(cursor.error.offset, 60);
    assert.equal(cursor.error.tag, 7);
    assert.equal(cursor.error.message,
        'column of tag 7: a run length: expected 1 to 2, found 5, at byte 60');
    assert.equal(cursorOf(bytes, 1).fields().length, 4);
});

test('what a block says too much or too little of is an error', () => {
    for (const [wire, encoding, block, code, offset] of /** @type {const} */ ([
        [2, E.VARINT, '80 80 80 80 10 00', 'VARINT', 51],
        [2, E.VARINT, '80 80 80 80 80 00', 'VARINT', 51],
        [2, E.VARINT, '02 04 06', 'BLOCK_END', 53],
        [0x92, E.RAW, '06 00 07  02 02 00 00 00  02 02 00 00 00', 'ELEMENT_COUNT', 51],
        [0x42, E.RLE, '00 03 06 04', 'RUN', 53],
        // 200 and 40 is below 256, but not 200 and twice 40.
        [2, E.BITPACK, '10 00 04 90 03 04 50 02 00', 'BYTE_RANGE', 57],
        [6, E.DICT_FRONT, '02 02 00 00 00', 'SHARED', 52],
        [6, E.DICT_SEG, '02 00 02 61 02 02 02 00 00', 'INDEX', 57],
        [3, E.DICT, '00 00 00', 'INDEX', 52],
        [0x12, E.ARRAY, '00 03 04 01', 'COUNT', 54],
        [0x12, E.ARRAY, '00 00 fe ff ff ff 0f 02', 'LIMIT_BYTES', 58],
        [2, E.BITPACK, '41 00 00', 'WIDTH', 51],
        [4, E.WHOLE, '00 02 02', 'INNER_ENCODING', 51],
        [6, E.RAW, '08 61', 'STRING_LENGTH', 51],
    ])) {
        const cursor = cursorOf(handmadeFile(2, [[1, wire, encoding, block]]));
        cursor.scan();
        assert.equal(cursor.error?.code, code, block);
        assert.equal(cursor.error?.offset, offset, block);
    }
});

test('what has been passed once is read again from a place near by', () => {
    const bytes = new Uint8Array(300_000).fill(2);
    let reads = 0;
    const counting = new Proxy(bytes, {
        get(target, key) {
            if (typeof key === 'string' && /^\d/.test(key)) reads++;
            return Reflect.get(target, key, target);
        },
    });
    const cursor = openColumn(counting, bytes.length,
        { tag: 1, wire: 2, encoding: E.VARINT, offset: 0, byteLength: bytes.length });
    assert.equal(cursor.fields(200_000, 200_001).length, 1);
    assert.ok(reads < 240_000, `${reads} bytes read to come to byte 200000`);
    reads = 0;
    assert.equal(cursor.fields(150_000, 150_001)[0].label, 'row 150000');
    assert.ok(reads > 0 && reads < 20_000, `${reads} bytes read to come to byte 150000 again`);
});

test('an item that ends in an error is told of up to there', () => {
    const bytes = handmadeFile(4, [[1, 2, E.RLE, '04 0a 04']]);
    const cursor = cursorOf(bytes);
    assert.deepEqual(cursor.fields().map(({ label }) => label),
        ['run of 2: rows 0 to 1', 'rows 0 to 1', 'run of 2: rows 2 to 3']);
    assert.equal(cursor.error?.code, 'TRUNCATED');
    assert.equal(cursor.error?.offset, 54);
    assert.deepEqual(cursor.fields(53, 54).map(({ label }) => label), ['run of 2: rows 2 to 3']);
});

test('a file that is cut short keeps its header, its descriptors and the values that are left', () => {
    const bytes = new Uint8Array(readFixture('whole-file.tcb'));
    const whole = allFields(bytes);
    for (let length = 0; length < bytes.length; length++) {
        const cut = bytes.slice(0, length);
        const { error } = annotate(cut);
        assert.ok(error, `first ${length} bytes`);
        assert.ok(Number(error.offset) <= length, `first ${length} bytes`);
        const found = allFields(cut);
        assert.deepEqual(found, whole.slice(0, found.length), `first ${length} bytes`);
        // A descriptor, or a text and its length, is lost as a whole: up to 8 bytes here.
        const least = whole.filter(({ end }) => end <= length - 8).length;
        assert.ok(found.length >= least, `first ${length} bytes: ${found.length} fields of ${least}`);
    }
});

test('a damaged header stops with its reason where it is', () => {
    const bytes = new Uint8Array(readFixture('whole-file.tcb'));
    for (const [at, value, code, fields] of /** @type {const} */ ([
        [0, 0, 'SIGNATURE', 1], [4, 106, 'VERSION', 2], [8, 1, 'ENCRYPTED', 7], [9, 1, 'CIPHER', 7],
        [38, 0, 'KEY_CHECK', 7], [8, 2, 'FLAGS', 7], [42, 1, 'COUNT', 7], [43, 1, 'COUNT', 8],
    ])) {
        const changed = bytes.slice();
        changed[at] = value;
        const { error, header, descriptors } = annotate(changed);
        assert.equal(error?.code, code);
        assert.equal(error?.offset, at, code);
        assert.equal(header.length, fields, code);
        assert.equal(descriptors.length, 0, code);
    }
});

test('columns can be looked at where descriptors are wrong about them', () => {
    const bytes = new Uint8Array(readFixture('whole-file.tcb'));
    for (const [at, value, code] of /** @type {const} */ ([
        [44, 0, 'TAG'], [51, 2, 'DUPLICATE_TAG'], [54, 0, 'RAW_LENGTH'], [61, 9, 'BLOCK_LENGTH'],
    ])) {
        const changed = bytes.slice();
        changed[at] = value;
        const { error, descriptors, rowCount } = annotate(changed);
        assert.equal(error?.code, code);
        assert.equal(error?.offset, at, code);
        const tag = descriptors.find(({ fields }) => fields.some(({ start }) => start === at))?.tag;
        assert.equal(error?.tag, tag, code);
        assert.ok(error?.message.startsWith(`column of tag ${tag}: `), error?.message);
        assert.equal(descriptors.length, 3, code);
        assert.equal(openColumn(changed, rowCount, descriptors[0]).fields()[0].value, '75', code);
    }
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    assert.equal(annotate(longer).error?.code, 'BLOCK_SUM');
    assert.equal(annotate(longer).error?.offset, bytes.length);
    assert.equal(annotate(longer).error?.expected, bytes.length, 'as the decoder has it');
});

test('a column of a type or an encoding that is not known is an error at its descriptor', () => {
    for (const [wire, encoding, code, offset] of [
        [8, 0, 'ELEMENT', 45], [0x22, 0, 'KIND', 45], [0x82, 0, 'KIND', 45], [2, 14, 'ENCODING', 46],
        [2, 5, 'ENCODING', 46], [0x17, 9, 'ENCODING', 46],
    ]) {
        const cursor = cursorOf(handmadeFile(1, [[1, Number(wire), Number(encoding), '02']]));
        assert.equal(cursor.error?.code, code);
        assert.equal(cursor.error?.offset, offset);
        assert.deepEqual(cursor.fields(), []);
        assert.deepEqual(cursor.sections, []);
    }
});

test('what the oracle refuses is an error, and what it reads is none, for changed bytes of every fixture', () => {
    let good = 0, bad = 0;
    for (const { name, bytes } of fixtures) {
        if (bytes.length > 160) continue;
        const changed = bytes.slice();
        for (let at = 42; at < bytes.length; at++) {
            changed[at] ^= [0x01, 0x80, 0xff][at % 3];
            const what = `${name}, byte ${at} is ${changed[at]}`;
            const refused = refusal(changed);
            const error = firstError(changed);
            if (error) {
                bad++;
                assert.ok(refused, `${what}: ${error.message}`);
                assert.ok(Number(error.offset) >= 42 && Number(error.offset) <= bytes.length, what);
            } else {
                good++;
                // That texts are UTF-8, and limits, are not the structure's matter.
                assert.ok(!refused || /encoded data was not valid|limit/.test(refused), `${what}: ${refused}`);
            }
            changed[at] = bytes[at];
        }
    }
    assert.ok(good > 1000 && bad > 1000, `${good} without an error, ${bad} with one`);
});

/** @param {Uint8Array} bytes */
function refusal(bytes) {
    try {
        decodeFile(bytes, { maxValues: 1 << 16, maxBytes: 1 << 20 });
        return null;
    } catch (error) {
        return /** @type {Error} */ (error).message;
    }
}

/**
 * Reads all that there is: the fields must lie in a row and end before the error.
 * @param {Uint8Array} bytes
 */
function firstError(bytes) {
    const { error, descriptors, rowCount } = annotate(bytes);
    let first = error;
    for (const descriptor of descriptors) {
        const cursor = openColumn(bytes, rowCount, descriptor);
        cursor.scan();
        first ??= cursor.error;
        let at = cursor.start;
        // A run of two thousand million rows is one field; a file of that many fields does not fit here.
        for (const field of cursor.walk()) {
            assert.equal(field.start, at, field.label);
            at = field.end;
        }
        assert.ok(cursor.error ? at <= cursor.end : at === cursor.end);
    }
    return first;
}

test('a file that claims two thousand million rows in one run is told of at once', () => {
    const bytes = handmadeFile(2e9, [
        [1, 2, E.RLE, '80 d0 ac f3 0e 02'],
        [2, 0x12, E.ARRAY, '03 03 80 d0 ac f3 0e 02   80 d0 ac f3 0e 04'],
    ]);
    assert.equal(annotate(bytes).rowCount, 2e9);
    assert.equal(cursorOf(bytes).fields()[1].label, 'rows 0 to 1999999999');
    assert.deepEqual(cursorOf(bytes, 1).fields().slice(-1).map(({ label, value }) => [label, value]),
        [['elements 0 to 1999999999 of all, in rows 0 to 1999999999', '2']]);
});

test('a column of a million rows tells of its last bytes without keeping what is before', () => {
    const rowCount = 1_000_000;
    const deltas = new Uint8Array(2 * rowCount);
    for (let i = 0; i < rowCount; i++) deltas.set([0x80 | i & 0x7e, 1], 2 * i);
    const column = { tag: 1, wire: 2, encoding: E.DELTA, offset: 0, byteLength: deltas.length };
    let last = 0;
    for (let i = 0; i < rowCount; i++) last += 64 + ((i & 0x7e) >> 1);

    const before = heapUsed();
    const cursor = openColumn(deltas, rowCount, column);
    const fields = cursor.fields(deltas.length - 4);
    assert.deepEqual(fields.map(({ label }) => label), ['difference to row 999998', 'difference to row 999999']);
    assert.equal(fields[1].value, `+${64 + ((999_999 & 0x7e) >> 1)} -> ${last}`);
    assert.equal(cursor.error, undefined);
    assert.deepEqual(cursor.fields(1_000_000, 1_000_001).map(({ first }) => first), [500_000]);
    assert.ok(heapUsed() - before < 4e6, 'bytes kept for 2 MB of a block');
});

/** Bytes of the heap that are in use, after a collection. */
function heapUsed() {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    return process.memoryUsage().heapUsed;
}

test('a part of fixed width is gone to at once, wherever the bytes are', () => {
    const rowCount = 4_000_000;
    const bytes = new Uint8Array(8 * rowCount);
    new DataView(bytes.buffer).setFloat64(8 * 3_999_999, 2.5, true);
    const cursor = openColumn(bytes, rowCount,
        { tag: 1, wire: F64, encoding: E.RAW, offset: 0, byteLength: bytes.length });
    assert.deepEqual(cursor.sections, [{ name: 'values', start: 0, end: bytes.length }]);
    assert.deepEqual(brief(cursor.fields(bytes.length - 1)), [
        [bytes.length - 8, bytes.length, 'value', 'row 3999999', '2.5'],
    ]);
});

test('what there is of a file that is cut off is told wherever it is cut', () => {
    const bytes = handmadeFile(4, [[1, 2, E.VARINT, '02 04 06 08'], [2, 2, E.RLE, '08 02'], [3, 2, E.RLE, '08 02'], [7, 2, E.RLE, '08 02']]);
    const [first, second] = annotate(bytes).descriptors;
    /** @param {number} length */
    const damageOf = (length) => {
        const cut = new Uint8Array(length);
        cut.set(bytes.subarray(0, length));
        return sizeDamage(annotate(cut), length);
    };
    /** @param {number} length */
    const textOf = (length) => sizeDamageText(/** @type {SizeDamage} */ (damageOf(length)));
    assert.equal(damageOf(bytes.length), null);
    assert.equal(damageOf(0), null, 'nothing tells that it was a table');
    assert.equal(damageOf(3), null);
    assert.equal(textOf(20), 'cut off: 20 bytes, which end in the header, before any values');
    assert.equal(textOf(52), 'cut off: 52 bytes, which end after 1 of 4 descriptors, before any values');
    const whole = bytes.length;
    assert.equal(textOf(first.offset), `cut off: ${first.offset} of ${whole} bytes; c1, c2, c3 and c7 are missing`);
    assert.equal(textOf(second.offset + 1), `cut off: ${second.offset + 1} of ${whole} bytes; c2 is there in part, c3 and c7 are missing`);
    assert.equal(textOf(whole - 1), `cut off: ${whole - 1} of ${whole} bytes; c7 is there in part`);
    assert.equal(textOf(whole + 1), `too long: ${whole + 1} bytes, 1 more than the ${whole} that its columns take`);
    assert.deepEqual(damageOf(second.offset + 1)?.columns.map(({ state, available }) => [state, available]),
        [['whole', 4], ['partial', 1], ['missing', 0], ['missing', 0]]);
});

test('columns that are missing are named as they are known, or by the first and the last tag', () => {
    const columns = Array.from({ length: 12 }, (_, i) => ({ tag: i + 1, state: /** @type {const} */ ('missing'), available: 0 }));
    const damage = { kind: /** @type {const} */ ('cut off'), size: 2000, expected: 36_594, columnCount: 12, columns };
    assert.equal(sizeDamageText(damage), 'cut off: 2,000 of 36,594 bytes; c1 to c12 are missing');
    assert.equal(sizeDamageText(damage, { nameOf: (tag) => `n${tag}`, count: String }),
        'cut off: 2000 of 36594 bytes; n1, n2, n3, n4, n5 and 7 more are missing');
});

test('a column is read out of a file that holds it alone, and its errors are those of the whole file', () => {
    const bytes = handmadeFile(4, [[1, 2, E.VARINT, '02 04 06 08'], [2, 2, E.RLE, '08 0a']]);
    const { rowCount, descriptors: [, second] } = annotate(bytes);
    assert.deepEqual(readAlone(bytes, rowCount, second, (alone) => {
        const { descriptors: [only], error } = annotate(alone);
        return [error, only.tag, openColumn(alone, rowCount, only).fields().map(({ value }) => value)];
    }), [undefined, 2, ['4', '5']]);
    assert.throws(() => readAlone(bytes, rowCount, second, (alone) => {
        const at = alone.length - 1;
        throw new TcbError('RUN', `a run: expected 1, found 2, at byte ${at}`, { offset: at, tag: 2 });
    }), { code: 'RUN', offset: bytes.length - 1, tag: 2, message: `a run: expected 1, found 2, at byte ${bytes.length - 1}` });
});
