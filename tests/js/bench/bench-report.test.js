import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Packr } from 'msgpackr';

import { compressedSizes } from '../../bench/load/compressed.js';
import { timeRuns } from '../../bench/load/measure.js';
import { makePlan } from '../../bench/load/plan.js';
import { SETS, makeSet } from '../../bench/load/sets.js';
import { openSystem } from '../../bench/load/systems.js';
import { joinFiles, splitFiles } from '../../bench/load/tables.js';
import { verify } from '../../bench/load/verify.js';
import { columnShares, encodingShares, growthColumns, setFacts } from '../../bench/report/facts.js';
import { htmlReport } from '../../bench/report/html.js';
import { markdownReport } from '../../bench/report/markdown.js';
import { readModel } from '../../bench/report/model.js';
import { readmePart } from '../../bench/report/readme.js';
import { betterThanOwn } from '../../bench/report/words.js';
import { CANOPY_TABLES, canopyTables } from '../../bench/sets/canopy.js';
import { DICTIONARY_KEYS, dictionaryObject, dictionaryTable } from '../../bench/sets/dictionary.js';
import { orderTable } from '../../bench/sets/order.js';
import { personTable } from '../../bench/sets/person.js';
import { csvBytes, recordsTable } from '../../bench/sets/records.js';
import { whyNoRealTables } from '../../bench/sets/real.js';
import { launchBrowser } from '../browsers.js';

const BENCHMARK = fileURLToPath(new URL('../../bench/bench.js', import.meta.url));
const execute = promisify(execFile);

/** @param {number} found @param {number} target @param {number} share */
function assertNear(found, target, share) {
    assert.ok(Math.abs(found / target - 1) <= share, `expected ${target} within ${share * 100} %, found ${found}`);
}

test('the same seed gives the same tables, another seed different ones', () => {
    const makers = [
        (/** @type {number} */ seed) => canopyTables({ tables: 12, seed }),
        (/** @type {number} */ seed) => dictionaryTable({ keys: 50, seed }),
        (/** @type {number} */ seed) => recordsTable('mixed', { rows: 50, seed }),
        (/** @type {number} */ seed) => recordsTable('strings', { rows: 50, seed }),
        (/** @type {number} */ seed) => recordsTable('longs', { rows: 50, seed }),
        (/** @type {number} */ seed) => orderTable('base64', { orders: 3, seed }),
        (/** @type {number} */ seed) => personTable({ rows: 50, seed }),
    ];
    for (const make of makers) {
        const first = JSON.stringify(make(7));
        assert.equal(JSON.stringify(make(7)), first);
        assert.notEqual(JSON.stringify(make(8)), first);
    }
});

test('the canopy has 516 tables, and the shares of arrays, paths and saved bytes that it imitates', async () => {
    const tables = canopyTables();
    assert.equal(tables.length, CANOPY_TABLES);
    assert.equal(new Set(tables.map(({ name }) => name)).size, 516);
    const facts = new Map((await setFacts('canopy', tables, false))
        .map(({ name, found }) => [name, Number.parseFloat(found)]));
    for (const [name, target] of /** @type {const} */ ([
        ['left of the bytes as RAW', 30], ['arrays, of the bytes', 28], ['paths, of the bytes', 39],
    ])) {
        const found = facts.get(name) ?? NaN;
        assert.ok(Math.abs(found - target) <= 2, `${name}: expected ${target} within 2 points, found ${found}`);
    }
});

test('the dictionary is as large as the published one in three forms, by what a key takes', () => {
    const table = dictionaryTable({ keys: 20_000 });
    const object = dictionaryObject(table), share = table.rows.length / DICTIONARY_KEYS;
    assertNear(Buffer.byteLength(JSON.stringify(object, null, 2)), 33e6 * share, 0.05);
    assertNear(Buffer.byteLength(JSON.stringify(object)), 19.5e6 * share, 0.05);
    const packr = new Packr({ useRecords: false, variableMapSize: true });
    assertNear(packr.pack(object).length, 15e6 * share, 0.06);
    assert.equal(new Set(table.rows.map(({ reading }) => reading)).size, 20_000);
    assert.match(table.rows[9].words[0], /^[\u4e00-\u9fff]+$/);
});

test('records have 20 optional fields, about half of them absent, and no value twice', () => {
    for (const kind of /** @type {const} */ (['mixed', 'strings', 'longs'])) {
        const { schema, rows } = recordsTable(kind, { rows: 500 });
        assert.equal(schema.columns.length, 20);
        assert.ok(schema.columns.every(({ optional }) => optional));
        const cells = rows.flatMap((row) => Object.values(row)), present = cells.filter((cell) => cell !== null);
        assertNear(present.length, cells.length / 2, 0.05);
        if (kind !== 'mixed') assert.equal(new Set(present).size, present.length);
    }
    const { columns } = recordsTable('mixed', { rows: 1 }).schema;
    assert.deepEqual([...new Set(columns.map(({ type }) => type))], ['string', 'f64', 'i64', 'i32', 'f32']);
    const few = { name: '', schema: { columns: [{ tag: 1, name: 'ab', type: 'i32' }, { tag: 2, name: 'c', type: 'i32' }] } };
    assert.equal(csvBytes({ ...few, rows: [{ ab: 12, c: null }, { ab: null, c: 345 }] }), 'ab,c\n12,\n,345\n'.length);
});

test('an order has 50 fields, and one picture of 7,000 bytes in all three forms', () => {
    const [numbers, base64, bytes] = /** @type {const} */ (['numbers', 'base64', 'bytes'])
        .map((form) => orderTable(form, { orders: 2 }));
    for (const { schema } of [numbers, base64, bytes]) assert.equal(schema.columns.length, 51);
    const { picture } = bytes.rows[1];
    assert.ok(picture instanceof Uint8Array);
    assert.equal(picture.length, 7_000);
    assert.deepEqual(numbers.rows[1].picture, [...picture]);
    assert.equal(base64.rows[1].picture, Buffer.from(picture).toString('base64'));
});

test('files of many tables are held together and come apart the same, aligned for views', () => {
    const files = [[1, 2, 3], [], [4, 5, 6, 7, 8, 9, 10, 11, 12]].map((bytes) => Uint8Array.from(bytes));
    const parts = splitFiles(joinFiles(files));
    assert.deepEqual(parts, files);
    for (const { byteOffset } of parts) assert.equal(byteOffset % 8, 0);
});

for (const name of ['tcb', 'json-compact', 'msgpackr-records']) {
    test(`${name} gives back every table of a set of many, and a wrong value in one of them fails it`, async () => {
        const set = makeSet('person', true), plan = makePlan(set);
        const system = await openSystem(name, set.schema);
        const bytes = await system.prepare(set);
        assert.equal(set.rowCount, set.tables?.length);
        assert.equal(system.parts?.(bytes).length, set.rowCount);
        await verify(system, set, plan, bytes);
        const [first, ...rest] = set.tables ?? [];
        const wrong = { ...rest[0], rows: [{ name: 'another', id: 2 }] };
        const changed = { ...set, tables: [first, wrong, ...rest.slice(1)] };
        await assert.rejects(verify(system, changed, plan, bytes), /Person 1: row 0, name: expected "another"/);
    });
}

test('the index and the sum of many tables are those of the tables together', async () => {
    const set = makeSet('canopy', true), plan = makePlan(set);
    const system = await openSystem('tcb', set.schema);
    const form = await system.load(await system.prepare(set));
    assert.equal(system.sum(form, plan.sumColumn), plan.sum);
    const find = system.index(form, plan.keyColumn), { table, key } = plan.keys[plan.keys.length - 1];
    assert.equal(table, (set.tables?.length ?? 0) - 1);
    assert.equal(find({ table, key }).rows[0].id, key);
});

test('bytes must come back as bytes, and JSON is said to have none', async () => {
    const set = makeSet('order-bytes', true), plan = makePlan(set);
    const json = await openSystem('json-named', set.schema);
    await assert.rejects(verify(json, set, plan, new TextEncoder().encode(JSON.stringify(set.rows))), /picture: expected/);
    const tcb = await openSystem('tcb', set.schema);
    await verify(tcb, set, plan, await tcb.prepare(set));
});

test('sizes of compressed files are kept by their contents', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tcb-sizes-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = new TextEncoder().encode('lamp and rope, '.repeat(10_000));
    const [first, second] = [compressedSizes([file, file], folder), compressedSizes([file], folder)];
    assert.equal(first.plain, 2 * file.length);
    assert.deepEqual({ ...second, plain: 0 }, { plain: 0, gzip: first.gzip / 2, brotli: Number(first.brotli) / 2 });
    assert.ok(Number(second.brotli) < second.gzip && second.gzip < file.length / 100);
    const other = new TextEncoder().encode('rope and lamp, '.repeat(10_000));
    assert.equal(compressedSizes([other], folder, 100_000).brotli, null, 'beyond the size that brotli is begun for');
    assert.equal(compressedSizes([file], folder, 100_000).brotli, second.brotli, 'kept from before');
});

test('a budget ends the runs early, but never before three', async (t) => {
    const { gc } = globalThis;
    globalThis.gc = /** @type {any} */ (() => {});
    t.after(() => {
        globalThis.gc = gc;
    });
    const pause = new Int32Array(new SharedArrayBuffer(4));
    const operation = { name: 'wait', work: () => Atomics.wait(pause, 0, 0, 5), isRight: () => true };
    assert.equal((await timeRuns(operation, 20, 10)).wall.length, 3);
    assert.equal((await timeRuns(operation, 4)).wall.length, 4);
});

test('the growth table\'s columns have the bytes that are known of it', async () => {
    const { columns, bytes } = await growthColumns();
    assert.equal(bytes, 360_594);
    const by = Object.fromEntries(columns.map(({ column, encoding, bytes: own }) => [column, [encoding, own]]));
    assert.deepEqual(by.gainPeak, ['DICT', 140_554]);
    assert.deepEqual(by.gainSlope, ['DELTA', 96_292]);
    const shares = encodingShares(columns);
    assert.deepEqual(shares.map(({ encoding }) => encoding).slice(0, 3), ['DICT', 'DELTA_RLE', 'DELTA']);
    assert.equal(shares.reduce((sum, share) => sum + share.columns, 0), 9);
});

test('an array\'s encoding is told with that of its elements', async () => {
    const { columns } = await columnShares(canopyTables({ tables: 1 }));
    assert.match(columns.find(({ column }) => column === 'anchors')?.encoding ?? '', /^ARRAY of WHOLE$/);
});

/** @param {number} median @param {number} [wobble] */
const spread = (median, wobble = 0) => ({ median, low: median - wobble, high: median + wobble });

/**
 * @param {string} system
 * @param {string} title
 * @param {{ set?: string, bytes?: number, rows?: number, columns?: number, wobble?: number, reader?: number }} figures
 */
function summary(system, title, { set = 'growth', bytes = 1000, rows = 4, columns = 4, wobble = 0, reader = 0 }) {
    const clock = (/** @type {number} */ ms) => {
        const one = { spent: spread(ms, wobble), ratio: spread(1) };
        return { cpu: one, wall: one };
    };
    return {
        kind: 'summary', set, system, title, rows: 1000, values: 9000,
        bytes: { plain: bytes, gzip: bytes / 2, brotli: bytes / 4 },
        operations: { columns: clock(columns), rows: clock(rows) },
        encode: clock(5), cold: { open: spread(1), columns: spread(2), rows: spread(3) },
        memory: { columns: { retained: 50_000, allocated: null }, rows: { retained: 60_000, allocated: 1 }, held: 0 },
        reader: { plain: reader * 3, gzip: reader, brotli: reader, left: [] },
    };
}

const ENVIRONMENT = {
    kind: 'environment', date: '2026-01-02T03:04:05.000Z', node: 'v20.0.0', v8: '11.3', os: 'Linux 6.1', cpu: 'A processor',
    cores: 2, memory: 16, load: [0.5, 0.25, 0.125], libraries: { msgpackr: '2.1.4', absent: undefined },
    processes: 3, runs: 30, quick: false,
};

const LINES = [
    ENVIRONMENT,
    summary('json-named', 'named JSON', { bytes: 9000, rows: 8, columns: 8 }),
    summary('msgpackr-records', 'msgpackr, records', { bytes: 4000, rows: 2, columns: 5, reader: 5000 }),
    summary('tcb', '.tcb', { bytes: 400, rows: 4, columns: 0.5, wobble: 0.1, reader: 17_000 }),
    summary('tcb-compiled', '.tcb, compiled rows', { bytes: 400, rows: 3, columns: 0.5, wobble: 0.1, reader: 17_400 }),
    { kind: 'unsupported', set: 'growth', system: 'csv', title: 'CSV <text>', unsupported: 'it has no types' },
    { kind: 'set', set: 'growth', date: '2026-01-02T03:05:00.000Z', load: [1.5, 1, 1], processes: 3, runs: 30, budgetMs: 200 },
    { kind: 'facts', set: 'growth', facts: [{ name: 'columns', found: '9' }] },
    summary('json-named', 'named JSON', { set: 'person', rows: 1 }),
    summary('tcb', '.tcb', { set: 'person', rows: 45 }),
    { kind: 'skipped', set: 'real', reason: 'the folder is not here' },
    { kind: 'encodings', set: 'growth', bytes: 400, headers: 100, shares: [{ encoding: 'DICT', columns: 2, bytes: 300, raw: 3000 }] },
    {
        kind: 'runtime', name: 'Deno', version: '2.0', set: 'dictionary', how: '3 rounds',
        forms: [{ title: '.tcb', bytes: 12, columns: spread(3), rows: spread(4) }],
    },
];

/** @param {Record<string, any>[]} lines */
const toText = (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

test('the report tells date, machine, libraries, rules, a table for each set, and why something is missing', () => {
    const text = markdownReport(readModel(toText(LINES)));
    assert.match(text, /2026-01-02 03:04 UTC; A processor, 2 cores, 16 GiB memory, Linux 6\.1; Node\.js v20\.0\.0/);
    assert.match(text, /Libraries: msgpackr 2\.1\.4\./);
    assert.match(text, /Measured 2026-01-02 03:05 UTC, load 1\.5: 3 processes, up to 30 runs within 200 ms\./);
    assert.match(text, /## Rules\n\n- Every value of every row/);
    assert.match(text, /\| \.tcb \| 400 \| 200 \| 100 \| 5\.00 \(4\.90-5\.10\) \| 0\.500 \(0\.400-0\.600\) \|/);
    assert.match(text, /\| CSV <text> \| cannot: it has no types \|/);
    assert.match(text, /Not measured: the folder is not here\./);
    assert.match(text, /\| DICT \| 2 \| 300 \| 75\.0 % \| 3,000 \| 10\.0 % \|/);
    assert.match(text, /\*\*Deno 2\.0, dictionary: 3 rounds\*\*/);
});

test('where .tcb loses and where it wins is said in words, out of the figures', () => {
    const text = markdownReport(readModel(toText(LINES)));
    assert.match(text, /On growth, loading to row objects: msgpackr, records \(2\.0 times\) is faster than \.tcb\./);
    assert.match(text, /the reader: named JSON \(needs none\) and msgpackr, records \(3\.4 times\) are smaller than \.tcb\./);
    assert.match(text, /Where it wins:\n\n- On growth, the file: nothing is smaller than \.tcb\./);
    assert.match(text, /wrong tool for one record at a time.*named JSON makes 166,667 round trips a second, \.tcb 20,000 \(8\.3 times fewer\)/);
    assert.doesNotMatch(markdownReport(readModel(toText([{ ...ENVIRONMENT, quick: true }, ...LINES.slice(1)]))), /loses:|wins:/);
});

test('nothing is claimed within the spread of the processes', () => {
    const own = summary('tcb', '.tcb', { rows: 4, wobble: 1 });
    const ahead = (/** @type {number} */ rows, /** @type {number} */ wobble) =>
        betterThanOwn(/** @type {any[]} */ ([own, summary('other', 'other', { rows, wobble })]), 'rows').length;
    assert.equal(ahead(2, 0.5), 1);
    assert.equal(ahead(2, 1), 0, 'the slowest of one is no better than the fastest of the other');
    assert.equal(ahead(3.9, 0), 0, 'within five percent');
});

test('the HTML report opens by itself: nothing is fetched, every chart has its data, texts are escaped', () => {
    const html = htmlReport(readModel(toText(LINES)));
    assert.doesNotMatch(html, /(?:src|href)="(?!#|data:)/);
    assert.doesNotMatch(html, /@import|url\(/);
    const [, data] = html.match(/of (\[.*\])\.entries\(\)/) ?? [];
    const charts = JSON.parse(data);
    assert.equal(html.split('<canvas ').length - 1, charts.length);
    assert.deepEqual(charts[0].data.labels, ['named JSON', 'msgpackr, records', '.tcb', '.tcb, compiled rows']);
    assert.deepEqual(charts[0].data.datasets[0].data, [9000, 4000, 400, 400]);
    assert.match(html, /CSV &lt;text&gt;/);
    assert.match(html, /Chart\.js v\d/);
});

test('the HTML report draws every chart in a browser without a network', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tcb-html-'));
    const browser = await launchBrowser('chromium');
    t.after(async () => {
        await browser.close();
        rmSync(folder, { recursive: true });
    });
    writeFileSync(join(folder, 'report.html'), htmlReport(readModel(toText(LINES))));
    const page = await browser.newPage();
    /** @type {string[]} */
    const asked = [];
    /** @type {string[]} */
    const errors = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`file://${join(folder, 'report.html')}`);
    await page.waitForFunction('document.body.dataset.drawn === "yes"', { timeout: 10_000 });
    assert.deepEqual(errors, []);
    assert.equal(asked.filter((url) => !url.startsWith('data:')).length, 1, 'the file itself');
    const blank = await page.$$eval('canvas', (all) => all.filter((canvas) => {
        // A copy of the element is without what was drawn.
        const copy = /** @type {HTMLCanvasElement} */ (canvas.cloneNode());
        return canvas.toDataURL() === copy.toDataURL();
    }).length);
    assert.equal(blank, 0);
});

test('the README\'s part holds the figures of a run with its date, and is not made of anything else', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tcb-readme-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'full.jsonl'), toText(LINES));
    const part = readmePart(join(folder, 'full.jsonl'));
    assert.match(part, /^2026-01-02 03:04 UTC; A processor/);
    assert.match(part, /^Each set's begin \(UTC\), load, time for runs: growth 2026-01-02 03:05, 1\.5, 200 ms\.$/m);
    assert.match(part, /\| growth \| 400; 9,000; 4,000 msgpackr, records \|/);
    assert.match(part, /\| 4\.00 ms \(compiled 3\.00 ms\); 8\.00 ms; 2\.00 ms msgpackr, records \|/);
    assert.match(part, /^- Loading to row objects: growth \(msgpackr, records: 2\.0 times\), person \(named JSON: 45 times\)\.$/m);
    assert.match(part, /^- The reader: growth \(named JSON: needs none\)\.$/m);
    assert.match(part, /^- A table format is the wrong tool for one record at a time/m);
    assert.throws(() => readModel('{"kind":"times"}\n'), /found no line of the kind environment/);
});

test('a quick run of two systems on one set measures them, writes all three files, and another adds to it', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tcb-bench-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const out = join(folder, 'run.jsonl');
    const { stdout } = await execute(process.execPath,
        [BENCHMARK, '--quick', '--sets', 'order-bytes', '--systems', 'json-named,msgpackr-records,tcb', '--out', out]);
    const model = readModel(readFileSync(out, 'utf8'));
    assert.deepEqual(model.sets.map(({ name, summaries }) => [name, summaries.map(({ system }) => system)]),
        [['order-bytes', ['msgpackr-records', 'tcb']]]);
    assert.match(model.sets[0].refusals[0].unsupported, /JSON has no bytes/);
    assert.equal(model.encodings[0].set, 'order-bytes');
    assert.match(stdout, /A quick run on small sets: it claims nothing/);
    for (const ending of ['jsonl', 'md', 'html']) assert.ok(existsSync(join(folder, `run.${ending}`)), ending);

    await execute(process.execPath,
        [BENCHMARK, '--quick', '--sets', 'growth-1e3', '--systems', 'tcb', '--append', '--out', out]);
    const both = readModel(readFileSync(out, 'utf8'));
    assert.deepEqual(both.sets.map(({ name, summaries }) => [name, summaries.map(({ system }) => system)]),
        [['order-bytes', ['msgpackr-records', 'tcb']], ['growth-1e3', ['tcb']]]);
});

test('a set or system that is not there is refused by name', async () => {
    await assert.rejects(execute(process.execPath, [BENCHMARK, '--quick', '--sets', 'heap']), /expected one of growth, .*, found 'heap'/);
    await assert.rejects(execute(process.execPath, [BENCHMARK, '--minutes', 'few']), /--minutes: expected a number above 0, found 'few'/);
});

test('the real tables are read, with mixed columns as their JSON text', (t) => {
    const missing = whyNoRealTables();
    if (missing) {
        t.skip(missing);
        return;
    }
    const tables = SETS.real.tables(true);
    assert.ok(tables.length >= 20);
    const abilities = tables.find(({ name }) => name === 'dota_abilities');
    assert.equal(abilities?.schema.columns.find(({ name }) => name === 'behavior')?.type, 'string');
    assert.ok(tables.every(({ schema }) => schema.columns.every(({ type }) => type !== 'json')));
});
