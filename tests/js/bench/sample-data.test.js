import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';

import { CATALOGUE } from '../../bench/data/catalogue.js';
import {
    compactJson, growthTable, namedJson, sampleTables, sproutTables, typeTables,
} from '../../bench/data/index.js';
import { createRandom } from '../../bench/data/random.js';
import { decodeFile } from '../../oracle/decode.js';
import { encodeFile } from '../../oracle/encode.js';
import { columnsFromRows } from '../../oracle/fromRows.js';

/** @import { SampleColumn, SampleRow, SampleTable } from '../../bench/data/json.js' */

/** @type {Record<string, string>} */
const ELEMENTS = { enum: 'varint', datetime: 'i64', timespan: 'i64', json: 'string' };

const EXPORTED_CURVE = new URL(
    '../../../../shared/conformance/sprout/LevelCurve.json',
    import.meta.url,
);

/** @param {SampleColumn} column */
function oracleSchema(column) {
    const { tag, name, type, path } = column;
    return {
        tag,
        name,
        element: ELEMENTS[type] ?? type,
        kind: column.array ? 'array' : 'scalar',
        nullable: column.optional,
        elementNullable: column.optionalElements,
        ...(ELEMENTS[type] === 'i64' ? { logical: type } : {}),
        ...(path ? { path } : {}),
    };
}

/**
 * @param {SampleTable} table
 * @returns {SampleRow[]} rows with json cells as their text
 */
function rowsAsStored({ schema, rows }) {
    const jsonNames = schema.columns.filter(({ type }) => type === 'json').map(({ name }) => name);
    return rows.map((row) => {
        const texts = jsonNames.map((name) => [name, JSON.stringify(row[name])]);
        return { ...row, ...Object.fromEntries(texts) };
    });
}

/** @param {SampleTable} table */
function oracleColumns(table) {
    return columnsFromRows(rowsAsStored(table), table.schema.columns.map(oracleSchema));
}

/** @param {SampleTable} table */
function encode(table) {
    return encodeFile({ rowCount: table.rows.length, columns: oracleColumns(table) });
}

/**
 * @param {SampleTable[]} tables
 * @param {(table: SampleTable) => number} size
 */
function total(tables, size) {
    return tables.reduce((sum, table) => sum + size(table), 0);
}

/** @param {SampleTable} table */
const namedSize = (table) => Buffer.byteLength(namedJson(table));

/** @param {SampleTable} table */
const compactSize = (table) => Buffer.byteLength(compactJson(table));

/**
 * @param {number} found
 * @param {number} target
 */
function assertWithinFivePercent(found, target) {
    const off = Math.abs(found / target - 1);
    assert.ok(off <= 0.05, `expected ${target} within 5 %, found ${found}`);
}

/** @param {SampleTable[]} tables */
const allJson = (tables) => tables.map(namedJson).join('');

test('the growth table has its exact sizes as named and compact JSON', () => {
    const table = growthTable();
    assert.equal(table.rows.length, 95_490);
    assert.equal(namedSize(table), 13_244_687);
    assert.equal(compactSize(table), 4_459_607);
});

test('the growth table has its exact size as .tcb, column by column', () => {
    const bytes = encode(growthTable());
    const columns = decodeFile(bytes).columns;
    assert.equal(bytes.length, 360_594);
    assert.deepEqual(
        columns.slice(3, 8).map(({ inner, byteLength }) => [inner, byteLength]),
        [
            ['DELTA_RLE', 4_815],
            ['DELTA_RLE', 109_126],
            ['DELTA', 96_292],
            ['DICT', 140_554],
            ['DICT_RLE', 9_573],
        ],
    );
});

test('a small growth table holds the numbers of the exported curve', (t) => {
    if (!existsSync(EXPORTED_CURVE)) {
        t.skip('the exported tables are not here (../shared/conformance)');
        return;
    }
    /** @type {Record<string, unknown>[]} */
    const exported = JSON.parse(readFileSync(EXPORTED_CURVE, 'utf8'));
    const numbers = (/** @type {Record<string, unknown>} */ row) =>
        Object.values(row).filter((_, column) => column > 1);
    const rows = growthTable({ rows: exported.length }).rows;
    assert.deepEqual(rows.map(numbers), exported.map(numbers));
});

test('the growth table takes any number of rows, none included, and refuses other things', () => {
    assert.deepEqual(growthTable({ rows: 0 }).rows, []);
    assert.equal(growthTable({ rows: 2 }).rows.length, 2);
    for (const rows of [-1, 1.5, NaN]) {
        assert.throws(() => growthTable({ rows }), RangeError);
    }
});

test('the whole corpus has its row count and comes within 5 % of its sizes', () => {
    const tables = sproutTables();
    assert.equal(tables.length, 71);
    assert.equal(new Set(tables.map(({ name }) => name)).size, 71);
    assert.equal(total(tables, ({ rows }) => rows.length), 109_213);
    assert.equal(total(tables, ({ schema }) => schema.columns.length), 369);
    assertWithinFivePercent(total(tables, namedSize), 14.08 * 2 ** 20);
    assertWithinFivePercent(total(tables, compactSize), 5.03 * 2 ** 20);
    assertWithinFivePercent(total(tables, (table) => encode(table).length), 530_723);
});

test('the small corpus has its row count', () => {
    assert.equal(total(sproutTables({ scale: 'small' }), ({ rows }) => rows.length), 5_003);
});

test('every column that refers to a table holds ids of that table', () => {
    const tables = new Map(sproutTables({ scale: 'small' }).map((table) => [table.name, table]));
    let checked = 0;
    for (const section of CATALOGUE.trim().split(/\n(?! )/)) {
        const rows = tables.get(section.split(' ')[0])?.rows ?? [];
        for (const [, column, target] of section.matchAll(/(\w+)=(?:list:\d+:\d+:)?to:(\w+)/g)) {
            const ids = new Set(tables.get(target)?.rows.map(({ id }) => id));
            for (const value of rows.flatMap((row) => row[column])) {
                assert.ok(ids.has(value), `${column}: ${value} is no id of ${target}`);
                checked += 1;
            }
        }
    }
    assert.ok(checked > 1_000, `only ${checked} references were found`);
});

test('the same seed gives the same text, another seed a different one', () => {
    const options = /** @type {const} */ ({ scale: 'small', seed: 7 });
    const first = allJson(sproutTables(options));
    assert.equal(allJson(sproutTables(options)), first);
    assert.notEqual(allJson(sproutTables({ ...options, seed: 8 })), first);

    const types = allJson(typeTables({ seed: 7 }));
    assert.equal(allJson(typeTables({ seed: 7 })), types);
    assert.notEqual(allJson(typeTables({ seed: 8 })), types);
});

test('a table asked for by name is the one of the whole corpus', () => {
    const [gremlin] = sproutTables({ scale: 'small', names: ['Gremlin'] });
    const whole = sproutTables({ scale: 'small' }).find(({ name }) => name === 'Gremlin');
    assert.deepEqual(gremlin, whole);
    assert.throws(() => sproutTables({ names: ['Nowhere'] }), /no sample table "Nowhere"/);
});

test('an unknown scale and a seed that is no integer are refused', () => {
    assert.throws(() => sproutTables({ scale: /** @type {any} */ ('huge') }), RangeError);
    assert.throws(() => sproutTables({ scale: 'small', seed: 0.5 }), TypeError);
});

test('the random numbers never change, so that measurements stay comparable', () => {
    const random = createRandom(1, 'lamp');
    const drawn = Array.from({ length: 4 }, () => random.below(2 ** 32));
    assert.deepEqual(drawn, [3766535325, 345719393, 1393931703, 2682703697]);
});

test('random integers keep within their bounds and reach both ends', () => {
    const random = createRandom(3);
    const seen = new Set(Array.from({ length: 1_000 }, () => random.between(-2, 2)));
    assert.deepEqual([...seen].sort((a, b) => a - b), [-2, -1, 0, 1, 2]);
});

test('the sample tables fit their own schemas and show every type and kind of column', () => {
    const tables = sampleTables();
    const columns = tables.flatMap(({ schema }) => schema.columns);
    for (const table of tables) oracleColumns(table);

    assert.deepEqual(
        [...new Set(columns.map(({ type }) => type))].sort(),
        [
            'bool', 'datetime', 'enum', 'f32', 'f64', 'i32', 'i64', 'json', 'string', 'timespan',
            'uuid',
        ],
    );
    assert.ok(columns.some(({ array, records, path }) => array && !records && path));
    assert.ok(columns.some(({ array, path }) => !array && path));
    assert.ok(columns.some(({ records }) => records));
    assert.ok(columns.some(({ array, optional }) => array && optional));
    assert.ok(columns.some(({ array, optional }) => !array && optional));
    assert.ok(columns.some(({ optionalElements }) => optionalElements));
});

test('the type tables hold absent cells and elements, and texts of several scripts', () => {
    const rows = typeTables().flatMap((table) => table.rows);
    const cells = rows.flatMap((row) => Object.values(row));
    assert.ok(cells.includes(null));
    assert.ok(cells.includes(''));
    assert.ok(cells.some((cell) => Array.isArray(cell) && cell.length === 0));
    assert.ok(cells.some((cell) => Array.isArray(cell) && cell.includes(null)));
    assert.ok(cells.includes('9007199254740993'), 'an i64 that a double would round');
    assert.match(JSON.stringify(cells), /[\uac00-\ud7a3]/, 'Korean');
    assert.match(JSON.stringify(cells), /[\u3040-\u30ff]/, 'Japanese');
});
