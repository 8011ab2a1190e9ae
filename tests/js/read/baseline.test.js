import assert from 'node:assert/strict';
import test from 'node:test';

import { applyBaseline, namesFromBaseline, schemaFromBaseline } from '../../../js/read/baseline.js';
import { columnsFromRows, decode, encode, init, Table, TcbError } from '../../../js/index.js';
import { NO_CONFORMANCE, conformanceCases } from '../format/conformance-cases.js';

await init();

/**
 * @param {string} Name
 * @param {number} Element
 * @param {object} [rest]
 */
const entry = (Name, Element, rest) =>
    ({ Name, Element, Kind: 0, Retired: false, ExplicitTag: false, ...rest });

/** @param {Record<string, object>} tables */
const baselineOf = (tables) => ({ Comment: 'kept by the exporter', BaselineVersion: 2, Tables: tables });

const BASELINE = baselineOf({
    Item: {
        12: entry('ItemTags', 6, { Kind: 1 }), 1: entry('Index', 2), 3: entry('Price', 2, { Retired: true }),
        4: entry('Grade', 0), 5: entry('Weight', 5), 6: entry('Count', 3),
    },
    Empty: {},
});

const SCHEMA = { columns: [
    { tag: 12, name: 'tags', type: 'string', array: true, optional: true, optionalElements: true },
    { tag: 1, name: 'a', type: 'i32' },
    { tag: 3, name: 'old', type: 'i32' },
    { tag: 4, name: 'g', type: 'enum', optional: true },
    { tag: 5, name: 'w', type: 'f32' },
    { tag: 40, name: 'fresh', type: 'bool' },
] };

const FILE = encode(new Table(columnsFromRows([
    { tags: ['x', null], a: 1, old: 9, g: 2, w: 0.5, fresh: true },
    { tags: null, a: 2, old: 8, g: null, w: 1, fresh: false },
], SCHEMA)));

test('names columns by tag as the exporter\'s JSON does, without the retired', () => {
    assert.deepEqual([...namesFromBaseline(BASELINE, 'Item')], [
        [1, { name: 'index', element: 2, array: false }],
        [4, { name: 'grade', element: 0, array: false }],
        [5, { name: 'weight', element: 5, array: false }],
        [6, { name: 'count', element: 3, array: false }],
        [12, { name: 'itemTags', element: 6, array: true }],
    ]);
    assert.equal(namesFromBaseline(BASELINE, 'Empty').size, 0);
    assert.equal(namesFromBaseline(BASELINE, 'Item', { rename: (name) => name }).get(1)?.name, 'Index');
});

test('makes a schema that decodes a file without optional columns', () => {
    const schema = schemaFromBaseline(BASELINE, 'Item');
    assert.deepEqual(schema, { name: 'Item', columns: [
        { tag: 1, name: 'index', type: 'i32' }, { tag: 4, name: 'grade', type: 'enum' },
        { tag: 5, name: 'weight', type: 'f64' }, { tag: 6, name: 'count', type: 'i64' },
        { tag: 12, name: 'itemTags', type: 'string', array: true }] });
    const file = encode([{ index: 4, grade: 3 }], { schema: { columns: [
        { tag: 1, name: 'index', type: 'i32' }, { tag: 4, name: 'grade', type: 'enum' }] } });
    assert.deepEqual({ ...decode(file, { schema }).row(0) },
        { index: 4, grade: 3, weight: 0, count: 0n, itemTags: [] });
});

test('takes from the file what a baseline does not tell', () => {
    assert.deepEqual(schemaFromBaseline(BASELINE, 'Item', { columns: decode(FILE).columns }).columns, [
        { tag: 1, name: 'index', type: 'i32' },
        { tag: 4, name: 'grade', type: 'enum', optional: true },
        { tag: 5, name: 'weight', type: 'f64' },
        { tag: 12, name: 'itemTags', type: 'string', array: true, optional: true, optionalElements: true },
    ]);
});

test('names the columns of a decoded table, and shares its arrays', () => {
    const plain = decode(FILE);
    const table = applyBaseline(plain, BASELINE, 'Item');
    assert.deepEqual(table.toJSON(), [
        { index: 1, grade: 2, weight: 0.5, itemTags: ['x', null], c3: 9, c40: true },
        { index: 2, grade: null, weight: 1, itemTags: null, c3: 8, c40: false },
    ].map((row) => ({ ...row })));
    assert.equal(table.column('index').values, plain.column(1).values);
    assert.equal(table.column('weight').type, 'f64');
    const some = applyBaseline(decode(FILE, { columns: [1, 4] }), BASELINE, 'Item', { rename: (name) => name + '!' });
    assert.deepEqual(some.columns.map(({ name }) => name), ['Index!', 'Grade!']);
});

test('refuses a table whose types are not those of the baseline, naming both', () => {
    const wrong = baselineOf({ Item: { 12: entry('Tags', 6), 1: entry('Index', 2) } });
    assert.throws(() => applyBaseline(decode(FILE), wrong, 'Item'), { name: 'TcbError', code: 'SCHEMA_MISMATCH',
        column: 'tags', tag: 12 });
    assert.throws(() => applyBaseline(decode(FILE), baselineOf({ Item: { 1: entry('Index', 6) } }), 'Item'),
        { code: 'SCHEMA_MISMATCH', column: 'index', message: /expects string, the file holds i32/ });
});

test('refuses what is no baseline of this version, and a table that is not in it, naming those that are', () => {
    /** @type {[unknown, RegExp][]} */
    const wrong = [
        [null, /expected an object with "BaselineVersion", found null/],
        [[], /found an array of 0/],
        ['{}', /found "\{\}"/],
        [{ columns: [] }, /found keys "columns"/],
        [{}, /found keys none/],
        [{ ...BASELINE, BaselineVersion: 1 }, /expected "BaselineVersion" 2, found 1$/],
        [{ ...BASELINE, BaselineVersion: '2' }, /expected "BaselineVersion" 2, found "2"$/],
        [{ BaselineVersion: 2 }, /expected "Tables" to be an object, found nothing/],
        [{ BaselineVersion: 2, Tables: [] }, /found an array of 0/],
        [baselineOf({}), /no table "Item"; there are none/],
        [baselineOf({ Drop: {}, 'Drop 2': {} }), /no table "Item"; there are "Drop", "Drop 2"$/],
        [baselineOf(Object.fromEntries(Array.from({ length: 25 }, (_, i) => ['T' + i, {}]))), /"T19" and 5 more$/],
        [baselineOf({ Item: [] }), /table "Item": expected an object of tags, found an array of 0/],
    ];
    for (const [json, message] of wrong) {
        assert.throws(() => namesFromBaseline(json, 'Item'), { name: 'TcbError', code: 'SCHEMA', message });
    }
    assert.throws(() => namesFromBaseline(BASELINE, 'toString'), { code: 'SCHEMA', message: /"Item", "Empty"/ });
});

test('refuses columns that are not as they have to be, naming table and tag', () => {
    /** @type {[Record<string, any>, RegExp][]} */
    const wrong = [
        [{ 0: entry('A', 2) }, /tag from 1 to 2147483647, found "0"/],
        [{ '01': entry('A', 2) }, /found "01"/],
        [{ 2147483648: entry('A', 2) }, /found "2147483648"/],
        [{ x: entry('A', 2) }, /found "x"/],
        [{ 7: null }, /tag 7: expected an object, found null/],
        [{ 7: entry('', 2) }, /tag 7: expected "Name" .*, found ""/],
        [{ 7: { Element: 2, Kind: 0 } }, /"Name" .*, found nothing/],
        [{ 7: entry('A', 8) }, /"Element" to be a number from 0 to 7, found 8/],
        [{ 7: entry('A', /** @type {any} */ ('i32')) }, /"Element" .*, found "i32"/],
        [{ 7: entry('A', 2, { Kind: 2 }) }, /"Kind" to be 0 or 1, found 2/],
        [{ 7: entry('A', 2, { Retired: 'no' }) }, /"Retired" to be true or false, found "no"/],
        [{ 7: entry('Id', 2), 9: entry('id', 2) }, /tag 9: expected a name that tag 7 does not have, found "id"/],
    ];
    for (const [columns, message] of wrong) {
        assert.throws(() => namesFromBaseline(baselineOf({ Item: columns }), 'Item'), (error) =>
            error instanceof TcbError && error.code === 'SCHEMA' && error.file === 'Item' &&
            message.test(error.message), String(message));
    }
    const reused = baselineOf({ Item: { 7: entry('Id', 2, { Retired: true }), 9: entry('Id', 2) } });
    assert.deepEqual([...namesFromBaseline(reused, 'Item').keys()], [9]);
});

const cases = conformanceCases().filter(({ schema }) => schema.every(({ path }) => !path));

test('gives back the exported rows of flat tables from a baseline of them', {
    skip: cases.length === 0 && NO_CONFORMANCE,
}, () => {
    const elements = ['varint', 'bool', 'i32', 'i64', 'f32', 'f64', 'string', 'uuid'];
    let tables = 0;
    for (const { table, rows, schema } of cases) {
        if (schema.some(({ logical }) => logical)) continue;
        const columns = schema.map(({ tag, name, element, kind, nullable, elementNullable }) => ({
            tag, name, type: element === 'varint' ? 'enum' : element, array: kind === 'array',
            optional: nullable ?? false, optionalElements: elementNullable ?? false,
        }));
        const file = encode(new Table(columnsFromRows(rows, { columns })));
        const baseline = baselineOf({ [table]: Object.fromEntries(schema.map(({ tag, name, element, kind }) =>
            [tag, entry(name[0].toUpperCase() + name.slice(1), elements.indexOf(element),
                { Kind: kind === 'array' ? 1 : 0 })])) });
        assert.deepEqual(JSON.parse(JSON.stringify(applyBaseline(decode(file), baseline, table).toJSON())), rows, table);
        tables++;
    }
    assert.ok(tables > 20, `${tables} tables`);
});
