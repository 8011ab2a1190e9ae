/** The committed fixtures: as made, readable by the oracle, and none of the format left out. */

import assert from 'node:assert/strict';
import test from 'node:test';

import { committedNames, differences, readFixture } from '../../fixtures/make.js';
import { decodeFile } from '../../oracle/decode.js';
import { E, ELEMENT_NAMES, ENCODING_NAMES, columnEncodings } from '../../oracle/format.js';
import { streamPlans } from '../../oracle/plans.js';

/** @import { OracleColumn } from '../../oracle/format.js' */

const BYTE_STREAM_ENCODINGS = [E.RAW, E.VARINT, E.DELTA, E.RLE, E.DELTA_RLE];

/** @type {Map<string, { rowCount: number, columns: OracleColumn[] }>} */
const decoded = new Map();
for (const name of committedNames()) {
    test(`the oracle reads ${name}`, () => {
        const table = decodeFile(readFixture(name));
        table.columns.forEach(({ rows }) => assert.equal(rows.length, table.rowCount));
        decoded.set(name, table);
    });
}

/** @returns {OracleColumn[]} columns of files with rows: an empty stream shows nothing */
function columnsWithRows() {
    return [...decoded.values()].filter(({ rowCount }) => rowCount > 0)
        .flatMap(({ columns }) => columns);
}

test('the fixtures are what make.js makes, byte for byte', () => {
    assert.deepEqual(differences(), []);
});

test('the fixtures are small', () => {
    const sizes = committedNames().map((name) => readFixture(name).length);
    assert.ok(sizes.length > 0);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 100_000);
});

test('the fixtures hold every element under every encoding that a column may have', () => {
    const found = new Set(columnsWithRows().map(({ element, array, encoding }) => (
        `${ELEMENT_NAMES[element]} ${array} ${encoding}`)));
    for (const [element, name] of ELEMENT_NAMES.entries()) {
        for (const array of [false, true]) {
            for (const encoding of columnEncodings(element, array)) {
                assert.ok(found.has(`${name} ${array} ${encoding}`),
                    `${array ? 'array of ' : ''}${name} under ${ENCODING_NAMES[encoding]}`);
            }
        }
    }
});

test('the fixtures hold every inner encoding, in columns and in arrays', () => {
    const columns = columnsWithRows();
    for (const [element, name] of ELEMENT_NAMES.entries()) {
        const found = columns.filter((column) => column.element === element);
        for (const { inner } of streamPlans(element)) {
            assert.ok(found.some((column) => !column.array && column.inner === inner),
                `${name} under ${inner}`);
            assert.ok(name === 'uuid' || found.some((column) => (
                column.array && column.inner?.startsWith(`ARRAY(${inner}, `))),
            `array of ${name} under ${inner}`);
        }
        for (const lengths of name === 'uuid' ? [] : ['RAW', 'RLE']) {
            assert.ok(found.some(({ inner }) => inner?.endsWith(`, lengths ${lengths})`)),
                `array of ${name} with lengths under ${lengths}`);
        }
    }
});

test('the fixtures hold both bitmaps under every encoding of a byte stream', () => {
    const columns = columnsWithRows();
    for (const encoding of BYTE_STREAM_ENCODINGS) {
        assert.ok(columns.some(({ bitmapEncoding }) => bitmapEncoding === encoding),
            `a row bitmap under ${ENCODING_NAMES[encoding]}`);
        assert.ok(columns.some(({ elementBitmapEncoding }) => elementBitmapEncoding === encoding),
            `an element bitmap under ${ENCODING_NAMES[encoding]}`);
    }
});

test('every fixture has its line in the list', () => {
    const list = new TextDecoder().decode(readFixture('README.md'));
    for (const name of committedNames()) {
        assert.ok(list.includes(`| \`${name}\` |`), name);
    }
});
