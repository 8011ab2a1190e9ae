import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
    copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

import { compareTable } from '../../../demo/tables/compare.js';
import { median, medianTimes } from '../../../demo/tables/measure.js';
import { decode, encode, init, normalizeSchema } from '../../../js/index.js';
import { compactJson, namedJson, sampleTables } from '../../bench/data/index.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SHARED = fileURLToPath(new URL('../../../../shared', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'tcb-job-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
await init();

/**
 * A new folder with these files; what is not bytes or text is written as JSON.
 * @param {Record<string, unknown>} files
 */
function folderOf(files) {
    const folder = mkdtempSync(join(scratch, 'case-'));
    for (const [name, data] of Object.entries(files)) {
        const isData = typeof data === 'string' || data instanceof Uint8Array;
        writeFileSync(join(folder, name), isData ? data : JSON.stringify(data));
    }
    return folder;
}

/**
 * The job, with its files in a folder of their own.
 * @param {...string} args
 */
function job(...args) {
    const out = mkdtempSync(join(scratch, 'out-'));
    const { status, stdout, stderr } = spawnSync(process.execPath,
        [join(ROOT, 'demo/tables.js'), '--out', out, '--runs', '1', ...args],
        { encoding: 'utf8', maxBuffer: 2 ** 26 });
    return { status, stdout, stderr, out };
}

test('brings the sample tables to disk and back without a difference', () => {
    const { status, stdout, stderr, out } = job('--json');
    assert.equal(status, 0, stderr);
    assert.equal(stderr, '');
    const { tables, totals, skipped, errors } = JSON.parse(stdout);
    const samples = sampleTables();
    assert.deepEqual(tables.map((/** @type {any} */ { name }) => name), samples.map(({ name }) => name));
    assert.deepEqual({ skipped, errors }, { skipped: [], errors: [] });
    assert.equal(totals.differences, 0);
    assert.equal(totals.rows, samples.reduce((sum, { rows }) => sum + rows.length, 0));

    const [growth] = tables;
    assert.equal(growth.rows, 95490);
    assert.equal(growth.bytes.tcb, 360594);
    assert.equal(growth.comparison.values, 95490 * 9);
    tables.forEach((/** @type {any} */ table, /** @type {number} */ i) => {
        assert.equal(statSync(join(out, `${table.name}.tcb`)).size, table.bytes.tcb);
        if (!hasTimespan(samples[i])) { // the sample data's own JSON ends with a line break
            assert.equal(table.bytes.namedJson, Buffer.byteLength(namedJson(samples[i])) - 1, table.name);
            assert.equal(table.bytes.compactJson, Buffer.byteLength(compactJson(samples[i])) - 1, table.name);
        }
        for (const ms of Object.values(table.milliseconds)) assert.ok(Number(ms) > 0);
    });
    assert.equal(readdirSync(out).length, samples.length);
});

/**
 * The sample data ends a timespan's fraction earlier than this package's JSON does.
 * @param {import('../../bench/data/json.js').SampleTable} table
 */
function hasTimespan({ schema }) {
    return schema.columns.some(({ type }) => type === 'timespan');
}

test('prints one line a table, the columns of each, and a closing line', () => {
    const Wide = [Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`column${i}`, 'x'.repeat(i * 3)]))];
    const folder = folderOf({ 'Small.json': [{ id: 1, on: true }, { id: 2, on: null }], 'Wide.json': Wide });
    const { status, stdout } = job(folder);
    assert.equal(status, 0);
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines.at(-1), '2 tables, 3 rows, 24 values compared, 0 differences');
    assert.match(stdout, /^Small +2 +2 +39 +19 +\d+ +\d\.\d( +[\d.]+){4}$/m);
    assert.match(stdout, /^total +3 /m);
    assert.match(stdout, /^ +1 +id +i32 +VARINT +2 /m);
    assert.match(stdout, /^Wide: \d+ bytes in 20 columns, largest first$/m);
    assert.match(stdout, /^ +20 +column19 +string +RAW +58 /m);
    assert.match(stdout, /^ {2}… and 8 more columns, \d+ bytes$/m);
    assert.equal(stdout.match(/^ +\d+ +column/gm)?.length, 12);
    assert.ok(lines.every((line) => line.length <= 100), 'fits 100 columns');

    const all = job(folder, '--columns', 'all').stdout;
    assert.equal(all.match(/^ +\d+ +column/gm)?.length, 20);
    assert.doesNotMatch(all, /more columns/);
});

test('takes types from a schema beside a table, from that of the folder, or from the rows', () => {
    const schemaOf = (/** @type {string} */ type) => ({ columns: [{ tag: 7, name: 'a', type }] });
    const folder = folderOf({
        'Own.json': [{ a: 1 }], 'Own.schema.json': schemaOf('f32'),
        'Shared.json': [{ a: 1 }], 'Inferred.json.gz': gzipSync('[{"a":1}]'),
        'Compact.json': [[1], [2]], 'Compact.schema.json': schemaOf('i64'),
        'schema.json': { tables: { Shared: schemaOf('f64'), Own: schemaOf('f64') } },
        'Empty.json': [],
    });
    const { status, stdout, stderr } = job(folder, '--json');
    assert.equal(status, 0, stderr);
    const { tables, skipped } = JSON.parse(stdout);
    assert.deepEqual(tables.map((/** @type {any} */ { name, facts }) => [name, facts.columns[0]?.type, facts.columns[0]?.tag]), [
        ['Compact', 'i64', 7], ['Empty', undefined, undefined], ['Inferred', 'i32', 1], ['Own', 'f32', 7], ['Shared', 'f64', 7],
    ]);
    assert.deepEqual(skipped, []);
});

test('skips what holds no rows, in a line that says so', () => {
    const folder = folderOf({
        'A.json': [{ a: 1 }], 'A.json.gz': gzipSync('[]'), 'manifest.json': { A: { size: 1 } }, 'names.json': ['x'],
        'schema.json': { A: [{ tag: 1, name: 'a', element: 'i32' }] }, 'readme.txt': 'no JSON',
    });
    const { status, stdout, stderr } = job(folder);
    assert.equal(status, 0);
    assert.equal(stderr, '');
    assert.match(stdout, /^schema\.json: not of the form .*, skipped; types are inferred$/m);
    assert.match(stdout, /^A\.json\.gz: A\.json is there too, skipped$/m);
    assert.match(stdout, /^manifest\.json: not an array of rows, skipped$/m);
    assert.match(stdout, /^names\.json: not an array of rows, skipped$/m);
    assert.match(stdout, /^1 table, 1 row, 1 value compared, 0 differences$/m);
});

test('does the other tables where one is broken, and ends with status 1', () => {
    const folder = folderOf({
        'Bad.json': '[{"a":1},\n{"a":2},,]', 'Good.json': [{ a: 1 }], 'Odd.json': [{ a: 1 }, 5],
        'Wrong.json': [{ a: 'x' }], 'Wrong.schema.json': { columns: [{ name: 'a', type: 'i32' }] },
    });
    const { status, stdout, stderr } = job(folder);
    assert.equal(status, 1);
    assert.deepEqual(stderr.trimEnd().split('\n').map((line) => line.replace(folder, '')), [
        `${join('/', 'Bad.json')}: line 2, column 9: expected a value, found ","`,
        'Odd: row 1: expected an object, found 5',
        'Wrong: column "a", row 0: expected i32, found "x"',
    ]);
    assert.match(stdout, /^1 table, 1 row, 1 value compared, 0 differences, 3 failed$/m);
});

test('answers wrong usage with status 2, and a folder without tables with 1', () => {
    /** @type {[string[], number, RegExp][]} */
    const cases = [
        [['--runs', '0'], 2, /^--runs: expected a whole number from 1, found "0"\n$/],
        [['--colums', '3'], 2, /^unknown option --colums, did you mean --columns\?; see node demo\/tables\.js --help\n$/],
        [['a', 'b'], 2, /^expected one folder, found 2; /],
        [[join(scratch, 'nosuch')], 1, /nosuch: no such file or folder\n$/],
        [[folderOf({ 'a.txt': '' })], 1, /: no tables: expected files named \*\.json or \*\.json\.gz\n$/],
    ];
    for (const [args, expected, message] of cases) {
        const { status, stderr } = job(...args);
        assert.equal(status, expected, stderr);
        assert.match(stderr, message);
    }
    const { status, stdout } = job('--help');
    assert.equal(status, 0);
    assert.match(stdout, /^Example:\n {2}node demo\/tables\.js /m);
});

test('ends with status 1 and prints the place where a value came back changed', () => {
    const folder = folderOf({ 'T.json': Array.from({ length: 9 }, (_, i) => ({ id: i, name: `n${i}` })) });
    const script = `
        import { main } from ${JSON.stringify(pathToFileURL(join(ROOT, 'demo/tables/main.js')).href)};
        import { decode, encode } from ${JSON.stringify(pathToFileURL(join(ROOT, 'js/index.js')).href)};
        const coder = { encode, decode(bytes, options) {
            const table = decode(bytes, options);
            for (let i = 2; i < 9; i++) table.column('id').values[i] += 100;
            return table;
        } };
        process.exitCode = await main(${JSON.stringify([folder, '--runs', '1', '--out', join(folder, 'out')])}, coder);`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stdout, /^T, row 2, column "id": expected 2, found 102$/m);
    assert.match(stdout, /^T: … and 2 more differences$/m);
    assert.match(stdout, /^1 table, 9 rows, 18 values compared, 7 differences$/m);
});

test('finds one changed value of any type', () => {
    const time = '2024-03-01T12:30:00.500';
    const uuid = '00112233-4455-6677-8899-aabbccddeeff';
    /** @type {[string, any, any][]} type, value, another value */
    const scalars = [
        ['i32', 5, 6], ['enum', 0, 1], ['bool', true, false], ['i64', '9007199254740993', '9007199254740992'],
        ['f32', 0.1, 0.10001], ['f64', 0.1, 0.1 + 2 ** -55], ['f64', 0, -0], ['string', 'a', 'a '],
        ['uuid', uuid.toUpperCase(), uuid.replace('0', '1')], ['datetime', time, '2024-03-01T12:30:00.501'],
        ['timespan', '1.02:03:04.50', '1.02:03:04.51'], ['json', { a: [1, null] }, { a: [1] }],
    ];
    for (const [type, value, other] of scalars) {
        for (const [cell, changed] of [[value, other], [value, null], [null, value]]) {
            assertFinds({ type, optional: true }, cell, changed);
            assertFinds({ type, array: true, optional: true, optionalElements: true }, [value, cell], [value, changed]);
        }
    }
    assertFinds({ type: 'i32', array: true }, [1, 2], [1]);
    assertFinds({ type: 'i32', array: true, optional: true }, [], null);
    assertFinds({ type: 'string', optional: true }, '', null);
});

/**
 * @param {object} column
 * @param {unknown} cell
 * @param {unknown} changed
 */
function assertFinds(column, cell, changed) {
    const schema = normalizeSchema({ columns: [{ name: 'v', ...column }] });
    const rows = [{ v: cell }, { v: cell }];
    const table = decode(encode(rows, { schema }), { schema });
    assert.equal(compareTable(rows, schema, table).count, 0, JSON.stringify({ column, cell }));
    const { count, differences } = compareTable([rows[0], { v: changed }], schema, table);
    assert.equal(count, 1, JSON.stringify({ column, cell, changed }));
    assert.deepEqual([differences[0].row, differences[0].column], [1, 'v']);
}

test('finds rows and keys that are missing in the table, and members of records', () => {
    const rows = [{ at: { x: 1 }, list: [{ n: 1, s: 'a' }, { n: 2, s: 'b' }] }];
    const schema = normalizeSchema({ columns: [
        { name: 'x', type: 'i32', path: ['at', 'x'] },
        { name: 'n', type: 'i32', array: true, records: true, path: ['list', 'n'] },
        { name: 's', type: 'string', array: true, records: true, path: ['list', 's'] },
    ] });
    const table = decode(encode(rows, { schema }), { schema });
    const countOf = (/** @type {any[]} */ other) => compareTable(other, schema, table).count;
    assert.deepEqual(compareTable(rows, schema, table), { values: 5, count: 0, differences: [] });
    assert.equal(countOf([...rows, ...rows]), 1);
    assert.equal(countOf([{ ...rows[0], extra: 1 }]), 1);
    assert.equal(countOf([{ ...rows[0], at: { x: 1, y: 2 } }]), 1);
    assert.equal(countOf([{ ...rows[0], at: null }]), 1);
    assert.equal(countOf([{ ...rows[0], list: [{ n: 1, s: 'a' }, { n: 2, s: 'c', more: 0 }] }]), 2);
    assert.equal(countOf([{ ...rows[0], list: [] }]), 2);
});

test('takes the median of each piece of work, which take turns', () => {
    assert.equal(median([5, 1, 100]), 5);
    assert.equal(median([4, 1, 2, 100]), 3);
    let order = '';
    const work = (/** @type {string} */ name) => () => {
        order += name;
        for (const end = performance.now() + 12; performance.now() < end;);
    };
    const times = medianTimes([work('a'), work('b')], 3);
    assert.equal(order, 'ab' + 'ababab', 'one warm-up each, as it lasts long enough');
    assert.ok(times.every((ms) => ms >= 11.9));
});

const exported = join(SHARED, 'conformance');
test('brings the exported tables to disk and back', {
    skip: !existsSync(exported) && 'the exported tables (../shared/conformance) are not here',
}, () => {
    const folder = folderOf({});
    for (const name of ['golden', 'sprout', 'canopy']) {
        for (const file of readdirSync(join(exported, name))) copyFileSync(join(exported, name, file), join(folder, file));
    }
    const { status, stdout, stderr } = job(folder);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^manifest\.json: not an array of rows, skipped$/m);
    assert.match(stdout, /^37 tables, .* 0 differences$/m);
});

const data = join(SHARED, 'data');
test('brings real tables to disk and back', { skip: !existsSync(data) && 'the real tables (../shared/data) are not here' }, () => {
    const folder = folderOf({});
    const names = readdirSync(data).filter((name) => /\.json(\.gz)?$/.test(name) && statSync(join(data, name)).size < 300000);
    for (const name of names) copyFileSync(join(data, name), join(folder, name));
    const { status, stdout, stderr, out } = job(folder, '--json');
    assert.equal(status, 0, stderr);
    const { tables, totals } = JSON.parse(stdout);
    assert.equal(tables.length, names.length);
    assert.ok(names.length >= 8);
    assert.equal(totals.differences, 0);
    for (const { name, bytes, facts } of tables) {
        assert.equal(bytes.tcb, readFileSync(join(out, `${name}.tcb`)).length);
        assert.equal(facts.headerBytes + facts.columns.reduce((/** @type {number} */ sum, /** @type {any} */ c) => sum + c.bytes, 0),
            bytes.tcb);
    }
});
