/** The commands that look into files: inspect, report, verify, diff, check, explore. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';

import { compareTable } from '../../../js/cli/compare/compare.js';
import { rowChanges, schemaChanges } from '../../../js/cli/compare/difference.js';
import { tableFacts } from '../../../js/cli/facts/facts.js';
import { checkBaseline, checkTable, emptyBaseline, updatedBaseline } from '../../../js/cli/compare/gate.js';
import { hexLines } from '../../../js/cli/facts/hexlines.js';
import { tableReport } from '../../../js/cli/report/facts.js';
import { reportPage } from '../../../js/cli/report/html.js';
import { reportText } from '../../../js/cli/report/text.js';
import { fileOnDisk, serveSite } from '../../../js/cli/site.js';
import { colours } from '../../../js/cli/terminal/terminal.js';
import { schemaFromBaseline } from '../../../js/read/baseline.js';
import { seal } from '../../../js/envelope/envelope.js';
import { decode, encode, init, inspect, normalizeSchema } from '../../../js/index.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TCB = join(ROOT, 'js/cli/tcb.js');
const FIXTURES = join(ROOT, 'tests/fixtures');
const scratch = mkdtempSync(join(tmpdir(), 'tcb-read-'));
await init();
after(() => rmSync(scratch, { recursive: true, force: true }));

const SCHEMA = {
    columns: [
        { tag: 1, name: 'id', type: 'i32' },
        { tag: 2, name: 'name', type: 'string' },
        { tag: 3, name: 'price', type: 'i64' },
        { tag: 4, name: 'tags', type: 'string', array: true },
        { tag: 9, name: 'note', type: 'string', optional: true },
    ],
};
const ROWS = [
    { id: 1, name: 'Sword', price: '9007199254740993', tags: ['iron', 'sharp'], note: null },
    { id: 2, name: 'Śpiew', price: '-5', tags: [], note: 'rare' },
    { id: 3, name: '', price: '0', tags: ['iron'], note: null },
];
const ITEM = encode(ROWS, { schema: SCHEMA });
const PLAIN = colours({ isTTY: false });

/**
 * A new folder with these files; what is not bytes or text is written as JSON.
 * @param {Record<string, unknown>} files
 */
function folderOf(files) {
    const folder = mkdtempSync(join(scratch, 'case-'));
    for (const [name, data] of Object.entries(files)) {
        mkdirSync(join(folder, name, '..'), { recursive: true });
        const isData = typeof data === 'string' || data instanceof Uint8Array;
        writeFileSync(join(folder, name), isData ? data : JSON.stringify(data));
    }
    return folder;
}

/**
 * @param {string} cwd
 * @param {...string} args
 */
function tcb(cwd, ...args) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TCB, ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
    assert.doesNotMatch(stderr, /\n\s+at |node:internal/);
    return { status, stdout, stderr };
}

/** A copy with one byte changed. @param {Uint8Array} bytes @param {number} at from the end, if negative */
function damaged(bytes, at, flip = 0xff) {
    const copy = bytes.slice();
    copy[at < 0 ? copy.length + at : at] ^= flip;
    return copy;
}

/** @returns {[string, Uint8Array][]} */
function fixtures() {
    return readdirSync(FIXTURES).filter((name) => name.endsWith('.tcb')).map((name) => [name, readFileSync(join(FIXTURES, name))]);
}

/** A table of one file under a schema. @param {object[]} rows @param {any} schema */
function tableOf(rows, schema) {
    return decode(encode(rows, { schema }), { schema });
}

/* inspect */

test('the heads of blocks tell the same of presence as the decoded columns do', async () => {
    let optional = 0;
    for (const [name, bytes] of fixtures()) {
        const { columns } = await tableFacts(bytes, { values: false });
        const table = decode(bytes);
        const counted = (/** @type {any} */ column) => [...Array(column.length).keys()].filter((i) => column.isPresent(i)).length;
        columns.forEach(({ present, presentElements, error }, i) => {
            const { columns: { [i]: column } } = table;
            assert.equal(error, undefined, name);
            assert.equal(present, column.optional ? counted(column) : undefined, name);
            assert.equal(presentElements, column.elements?.optional ? counted(column.elements) : undefined, name);
            optional += Number(column.optional);
        });
    }
    assert.ok(optional >= 20, `${optional} optional columns`);
});

test('tells distinct values and the range, of what is there only', async () => {
    const schema = { columns: [
        { name: 'i', type: 'i32', optional: true }, { name: 'l', type: 'i64' }, { name: 'f', type: 'f32' }, { name: 'b', type: 'bool' },
        { name: 's', type: 'string', optional: true }, { name: 'd', type: 'datetime' }, { name: 'a', type: 'i32', array: true },
        { name: 'n', type: 'f64' },
    ] };
    const rows = [
        { i: 5, l: '9223372036854775807', f: 0.1, b: true, s: 'b', d: '2024-03-01T00:00:00', a: [3, 1], n: 'NaN' },
        { i: null, l: '-3', f: -0, b: true, s: null, d: '2023-01-01T12:00:00.5', a: [], n: 'NaN' },
        { i: 7, l: '-3', f: 0, b: true, s: 'a', d: '2024-03-01T00:00:00', a: [3], n: 'NaN' },
    ];
    const { columns } = await tableFacts(encode(rows, { schema }), { schema: normalizeSchema(schema) });
    assert.deepEqual(columns.map(({ distinct, min, max }) => [distinct, min, max]), [
        [2, 5, 7], [2, '-3', '9223372036854775807'], [3, -0, 0.1], [1, true, true],
        [2, 'a', 'b'], [2, '2023-01-01T12:00:00.5', '2024-03-01T00:00:00'], [2, 1, 3], [1, undefined, undefined],
    ]);
});

test('decodes nothing unless asked to: damage in the values is found with values only', async () => {
    const bytes = damaged(ITEM, -1);
    const heads = await tableFacts(bytes, { values: false });
    assert.ok(heads.columns.every(({ error }) => error === undefined));
    assert.equal(heads.columns[0].min, undefined);
    const whole = await tableFacts(bytes, { values: true });
    assert.deepEqual(whole.columns.map(({ error }) => error !== undefined), [false, false, false, false, true]);
});

test('never fails on damage, nor takes long, whatever the byte', async () => {
    let errors = 0;
    for (let at = 65; at < ITEM.length; at++) {
        for (const flip of [1, 0x80, 0xff]) {
            for (const values of [false, true]) {
                try {
                    const { columns } = await tableFacts(damaged(ITEM, at, flip), { values });
                    errors += columns.filter(({ error }) => error).length;
                } catch (error) {
                    assert.equal(/** @type {Error} */ (error).name, 'TcbError');
                }
            }
        }
    }
    assert.ok(errors > 20);
});

test('what there is of a file that is cut off is shown, its shares those of the whole file', () => {
    const { columns } = inspect(ITEM);
    const [id, name, price] = columns;
    const cut = ITEM.slice(0, price.offset + 5);
    cut[name.offset] = 0xff; // and damaged besides
    const size = `${cut.length} of ${ITEM.length} bytes`;
    const folder = folderOf({ 'cut.tcb': cut, 'Item.schema.json': SCHEMA });
    const { status, stdout, stderr } = tcb(folder, 'inspect', 'cut.tcb');
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, new RegExp(`^ {2}cut off: ${size}; c3 is there in part, c4 and c9 are missing$`, 'm'));
    assert.match(stdout, new RegExp(`^ +1 +c1 +i32 .* ${id.byteLength} +${(id.byteLength / ITEM.length * 100).toFixed(1)}% .* 1 \\.\\. 3$`, 'm'));
    assert.match(stdout, new RegExp(`^ +3 +c3 +i64 +\\w+ \\(5 bytes of it\\) +${price.byteLength} `, 'm'));
    assert.match(stdout, /^ +9 +c9 +string\? +\w+ \(missing\) /m);
    assert.deepEqual(stdout.match(/column of tag \d/g), ['column of tag 2'], 'only what the cut does not tell');
    assert.match(stdout, new RegExp(`at byte ${name.offset}\\b`));

    const named = tcb(folder, 'inspect', 'cut.tcb', '--schema', 'Item.schema.json').stdout;
    assert.match(named, new RegExp(`cut off: ${size}; price is there in part, tags and note are missing$`, 'm'));
    const verified = tcb(folder, 'verify', 'cut.tcb', '--schema', 'Item.schema.json');
    assert.equal(verified.status, 1);
    assert.match(verified.stderr, new RegExp(`^tcb: cut.tcb: cut off: ${size}; price is .*\ntcb: cut.tcb: column of tag 2: .*\n$`));
    const hex = tcb(folder, 'inspect', 'cut.tcb', '--hex');
    assert.equal(hex.status, 1);
    assert.match(hex.stdout, /^block of tag 3: \d+ bytes, of which 5 are there$/m);
    assert.match(hex.stdout, /^block of tag 9: \d+ bytes, missing\n\ncut off: .* are missing$/m);
    const [facts] = JSON.parse(tcb(folder, 'inspect', 'cut.tcb', '--json').stdout);
    assert.deepEqual([facts.damage.kind, facts.damage.expected], ['cut off', ITEM.length]);
    assert.deepEqual(facts.columns.map((/** @type {any} */ { available }) => available), [undefined, undefined, 5, 0, 0]);
});

test('a file with bytes too many is shown whole, and told of', () => {
    const folder = folderOf({ 'long.tcb': Buffer.concat([ITEM, Buffer.alloc(7)]) });
    const words = `too long: ${ITEM.length + 7} bytes, 7 more than the ${ITEM.length} that its columns take`;
    const { status, stdout } = tcb(folder, 'inspect', 'long.tcb');
    assert.equal(status, 1);
    assert.ok(stdout.includes(words), stdout);
    assert.match(stdout, /^ +3 +c3 +i64 .* -5 \.\. 9007199254740993$/m);
    assert.equal(tcb(folder, 'verify', 'long.tcb').stderr, `tcb: long.tcb: ${words}\n`);
});

test('inspects several files, good, damaged, sealed and foreign, each in its own words', async () => {
    const older = damaged(ITEM, 4, 1);
    const sealed = await seal(ITEM, { encryptionKey: '11'.repeat(32), macKey: '22'.repeat(32) });
    const signed = await seal(ITEM, { macKey: '22'.repeat(32) });
    const folder = folderOf({
        'Item.tcb': ITEM, 'older.tcb': older, 'sealed.tcb': sealed, 'signed.tcb': signed, 'short.tcb': ITEM.subarray(0, 20),
        'key.hex': '11'.repeat(32) + '\n', 'other.hex': '33'.repeat(32),
    });
    const { status, stdout, stderr } = tcb(folder, 'inspect', 'Item.tcb', 'older.tcb', 'sealed.tcb', 'signed.tcb', 'short.tcb');
    assert.equal(status, 1);
    assert.match(stdout, /^Item\.tcb: format version 107, 3 rows, 5 columns, \d+ bytes/);
    assert.match(stdout, /^ +3 +i64 .* 3 +-5 \.\. 9007199254740993$/m);
    assert.match(stdout, /^sealed\.tcb: format version 107, sealed, \d+ bytes \(42 of header\)\n\n {2}encrypted {2}ChaCha20, nonce [\da-f]{24}\n {2}signed {5}MAC [\da-f]{32}$/m);
    assert.match(stdout, /^signed\.tcb: .*\n\n {2}signed with a MAC, which was not verified/m);
    assert.match(stderr, /^tcb: older\.tcb: .*version 106.*version 107 is read; export it again$/m);
    assert.match(stderr, /^tcb: short\.tcb: cut off: 20 bytes, which end in the header, before any values$/m);
    for (const name of ['signed', 'sealed']) assert.match(stderr, new RegExp(`^tcb: note: ${name}\\.tcb: signed, not verified`, 'm'));
    assert.equal(stderr.trimEnd().split('\n').length, 4);

    const opened = tcb(folder, 'inspect', 'sealed.tcb', '--encrypt-key-file', 'key.hex', '--json');
    assert.equal(JSON.parse(opened.stdout)[0].rows, 3);
    const facts = JSON.parse(tcb(folder, 'inspect', 'sealed.tcb', '--json').stdout);
    assert.deepEqual({ ...facts[0], nonce: '', mac: '' },
        { file: 'sealed.tcb', signature: 'not verified', version: 107, encrypted: true, authenticated: true, cipher: 'ChaCha20', nonce: '', mac: '', bytes: sealed.length });
    const wrong = tcb(folder, 'inspect', 'sealed.tcb', '--encrypt-key-file', 'other.hex');
    assert.equal(wrong.status, 1);
    assert.match(wrong.stderr, /^tcb: sealed\.tcb: the encryption key is not the one/);
});

test('--hex shows each byte of every fixture once, in order', () => {
    for (const [file, bytes] of fixtures()) {
        const lines = [...hexLines(bytes, { limit: Infinity, colours: PLAIN, file })];
        const shown = lines.flatMap((line) => {
            const [, at, hex] = /^ {2}([\da-f]{4,}) {2}((?:[\da-f]{2} ?){1,8})/.exec(line) ?? [];
            return at ? [{ at: parseInt(at, 16), bytes: hex.trim().split(' ') }] : [];
        });
        assert.equal(shown.flatMap((row) => row.bytes).join(''), Buffer.from(bytes).toString('hex'), file);
        shown.reduce((at, row) => {
            assert.equal(row.at, at, file);
            return at + row.bytes.length;
        }, 0);
    }
});

test('--hex names fields with their values, of the columns asked for, and tells what is wrong', () => {
    const folder = folderOf({ 'Item.tcb': ITEM, 'bad.tcb': damaged(ITEM, -1), 'Item.schema.json': SCHEMA });
    const { status, stdout } = tcb(folder, 'inspect', '--hex', 'Item.tcb', '--columns', 'name', '--schema', 'Item.schema.json');
    assert.equal(status, 0);
    assert.match(stdout, /^ {2}0004 {2}6b 00 00 00 {14}format version: 107$/m);
    assert.match(stdout, /^descriptor of "note" \(tag 9\)$/m);
    assert.match(stdout, /^block of "name" \(tag 2\): \d+ bytes\n(?: {2}.*\n)* {2}[\da-f]+ {2}53 77 6f 72 64 +\S.*"Sword"$/m);
    assert.doesNotMatch(stdout, /^block of "id"/m);
    const short = tcb(folder, 'inspect', '--hex', 'bad.tcb', '--limit', '1');
    assert.match(short.stdout, /… and \d+ bytes more; --limit tells how many fields to print/);
    const bad = tcb(folder, 'inspect', '--hex', 'bad.tcb');
    assert.equal(bad.status, 1);
    assert.match(bad.stdout, /^ {2}column of tag 9: .*at byte \d+/m);
    const unknown = tcb(folder, 'inspect', '--hex', 'Item.tcb', '--columns', 'nope');
    assert.deepEqual([unknown.status, unknown.stderr], [2, 'tcb: Item.tcb: no column "nope"; there are 1, 2, 3, 4, 9\n']);
});

test('names an element of a later version by its number', async () => {
    const bytes = damaged(ITEM, 45, 2 ^ 9); // the wire byte of the first column
    const { columns: [first] } = await tableFacts(bytes);
    assert.equal(first.type, 'element 9');
    assert.match(String(first.error), /element/);
});

/* report */

test('reports every byte of the file, and the choice as the smallest candidate', async () => {
    const rows = Array.from({ length: 400 }, (_, i) => ({
        id: i, path: `Art/Hero_${i % 40}.fbx`, at: Array.from({ length: i % 3 }, (_, e) => i * e % 50), f: i / 3,
    }));
    const bytes = encode(rows);
    const report = await tableReport(bytes, { file: 'x.tcb' });
    assert.equal(report.columns.reduce((sum, column) => sum + column.bytes, report.headerBytes), bytes.length);
    assert.equal(report.encodings.reduce((sum, { bytes: own }) => sum + own, report.headerBytes), bytes.length);
    assert.deepEqual(report.columns.map((column) => column.bytes), report.columns.map((column) => column.bytes).sort((a, b) => b - a));
    for (const { encoding, candidates, smallest, bytes: own, elementCandidates, type, compressed } of report.columns) {
        assert.equal(encoding.name, smallest);
        assert.equal(candidates[smallest], own);
        assert.equal(elementCandidates !== null, type.endsWith('[]'));
        assert.ok(compressed && compressed.gzip > 0 && compressed.brotli > 0);
    }
    const text = reportText(report);
    for (const { candidates } of report.columns) {
        for (const size of Object.values(candidates)) assert.ok(text.includes(size.toLocaleString('en-US')));
    }
    assert.match(text, /ARRAY\(BITPACK\) +1 /);
    assert.equal((await tableReport(bytes, { file: 'x', compress: false })).compressed, null);
});

test('a file that another writer made is reported with what the exporter would take', async () => {
    const bytes = readFileSync(join(FIXTURES, 'i32-raw.tcb'));
    const { columns: [column] } = await tableReport(bytes, { file: 'i32-raw.tcb' });
    assert.equal(column.encoding.name, 'RAW');
    assert.notEqual(column.smallest, 'RAW');
    assert.ok(column.candidates[column.smallest] < column.bytes);
});

test('the page runs no script but its own, and shows names as text', async () => {
    const schema = { columns: [{ name: '</script><img src=x onerror=alert(1)>', type: 'i32', path: ['a'] }] };
    const bytes = encode([{ a: 1 }, { a: 2 }], { schema });
    const report = await tableReport(bytes, { file: '<b>&"x".tcb', schema: normalizeSchema(schema) });
    const page = reportPage([report]);
    const own = page.replace(/<script>[^]*<\/script>/, '');
    assert.doesNotMatch(own, /<img|<b>|<\w[^>]*\s(?:on\w+|src|style)=|https?:/);
    const [, code] = /<script>([^]*?)<\/script>\n<\/body>/.exec(page) ?? [];
    const hash = createHash('sha256').update(code).digest('base64');
    assert.ok(page.includes(`script-src 'sha256-${hash}'`));
    const [, data] = /<script type="application\/json" id="reports">([^]*?)<\/script>/.exec(page) ?? [];
    assert.deepEqual(JSON.parse(data), JSON.parse(JSON.stringify([report])));
});

test('writes reports as text, JSON and a page, never over a file unasked', () => {
    const folder = folderOf({ 'Item.tcb': ITEM, 'Item.schema.json': SCHEMA, 'bad.tcb': damaged(ITEM, -1) });
    const text = tcb(folder, 'report', 'Item.tcb', '--schema', 'Item.schema.json');
    assert.equal(text.status, 0);
    assert.match(text.stdout, /^ +4 +tags +string\[\] /m);
    assert.match(text.stdout, /^ {2}after brotli -11 +\d+ /m);
    const json = tcb(folder, 'report', 'Item.tcb', 'bad.tcb', '--json', '--no-compress');
    assert.equal(json.status, 1);
    assert.match(json.stderr, /^tcb: bad\.tcb: column of tag 9: .*\n$/);
    assert.deepEqual(JSON.parse(json.stdout).map((/** @type {any} */ { file, bytes, error }) => [file, bytes ?? error]),
        [['Item.tcb', ITEM.length], ['bad.tcb', json.stderr.slice('tcb: '.length).trimEnd()]]);
    assert.equal(tcb(folder, 'report', 'Item.tcb', '--html', '-o', 'r.html').status, 0);
    assert.match(readFileSync(join(folder, 'r.html'), 'utf8'), /^<!doctype html>[^]*Item\.tcb/);
    const again = tcb(folder, 'report', 'Item.tcb', '--html', '-o', 'r.html');
    assert.deepEqual([again.status, again.stderr], [1, 'tcb: r.html: this file exists already; --force overwrites it\n']);
});

/* verify */

test('verifies files whole: every damaged column is told', () => {
    const twice = damaged(damaged(ITEM, -1), ITEM.length - 1 - 20);
    const folder = folderOf({ 'Item.tcb': ITEM, 'bad.tcb': twice, 'long.tcb': Buffer.concat([ITEM, Buffer.of(0)]) });
    const { status, stdout, stderr } = tcb(folder, 'verify', 'Item.tcb', 'bad.tcb', 'long.tcb', 'nosuch.tcb');
    assert.equal(status, 1);
    assert.equal(stdout, `Item.tcb: good: 3 rows, 5 columns, ${ITEM.length} bytes\n`);
    const lines = stderr.trimEnd().split('\n');
    assert.equal(lines.filter((line) => /^tcb: bad\.tcb: column of tag \d+: /.test(line)).length, 2, stderr);
    assert.match(stderr, /^tcb: long\.tcb: .*\ntcb: nosuch\.tcb: no such file or folder$/m);
    assert.equal(tcb(folder, 'verify', 'Item.tcb', '--quiet').stdout, '');
    const results = JSON.parse(tcb(folder, 'verify', 'Item.tcb', 'long.tcb', '--json').stdout);
    assert.deepEqual(results.map((/** @type {any} */ { good }) => good), [true, false]);
});

test('compares with rows, value by value, and lists the first differences', () => {
    /** @type {any[]} */
    const other = structuredClone(ROWS);
    other[0].price = '9007199254740992';
    other[1].tags.push('x');
    other[2].name = 'z';
    const named = Object.fromEntries(['id', 'name', 'price', 'tags', 'note'].map((name) => [name, ROWS.map((row) => /** @type {any} */ (row)[name])]));
    const folder = folderOf({
        'Item.tcb': ITEM, 'Item.schema.json': SCHEMA, 'rows/Item.json': JSON.stringify(ROWS).replace(/"(-?\d+)"/g, '$1'), 'other.json': other,
        'rows.ndjson': ROWS.map((row) => JSON.stringify(row)).join('\n'), 'columns.json': named, 'few.json': [{ id: 1 }],
    });
    const sameAs = (/** @type {string[]} */ ...args) => {
        const { status, stdout, stderr } = tcb(folder, 'verify', 'Item.tcb', '--against', ...args);
        assert.deepEqual([status, stderr], [0, ''], stdout);
        assert.match(stdout, /^Item\.tcb: good: .*, 16 values as in /);
    };
    sameAs('rows', '--schema', 'Item.schema.json'); // a folder, and integers beyond 2^53 without quotes
    sameAs('rows.ndjson'); // the rows name the columns
    sameAs('columns.json', '--schema', 'Item.schema.json');
    const { status, stdout } = tcb(folder, 'verify', 'Item.tcb', '--against', 'other.json', '--schema', 'Item.schema.json', '--limit', '2');
    assert.equal(status, 1);
    assert.equal(stdout, 'Item.tcb: 3 of 16 values differ from other.json\n' +
        '  row 2, column "name": expected "z", found ""\n' +
        '  row 0, column "price": expected "9007199254740992", found 9007199254740993\n' +
        '  … and 1 more\n');
    const few = tcb(folder, 'verify', 'Item.tcb', '--against', 'few.json');
    assert.deepEqual([few.status, few.stderr],
        [1, 'tcb: few.json: its rows have 1 column, and the file has 5: --schema is needed\n']);
});

test('takes only the same value for the same, whatever stands in the rows', () => {
    const schema = { columns: [
        { name: 'f', type: 'f64' }, { name: 'l', type: 'i64' }, { name: 'e', type: 'enum', labels: { one: 1 } },
        { name: 'b', type: 'bytes' }, { name: 'j', type: 'json' }, { name: 'r.x', type: 'i32', path: ['r', 'x'], array: true, records: true },
    ] };
    const good = { f: 1.5, l: '7', e: 1, b: 'AQI=', j: { k: [1] }, r: [{ x: 1 }] };
    const table = tableOf([good], schema);
    const columns = normalizeSchema(schema);
    /** @param {object} changes */
    const differ = (changes) => compareTable([{ ...good, ...changes }], columns, table).differences.map(({ column }) => column);
    for (const same of [{}, { l: 7 }, { l: 7n }, { e: 'one' }, { b: [1, 2] }]) assert.deepEqual(differ(same), [], JSON.stringify(Object.keys(same)));
    for (const [column, values] of /** @type {[string, any[]][]} */ ([
        ['f', ['1.5', null, true, {}, 1.25]], ['l', ['07', '7.0', 7.5, 'x', {}, null]], ['e', [2, '1', 'two', 'toString']],
        ['b', ['AQI', [1, 2, 3], null, 5]], ['j', [null, '{"k":[1]}', { k: [2] }]],
    ])) {
        for (const value of values) assert.deepEqual(differ({ [column]: value }), [column], String(value));
    }
    for (const r of [7, [7], { x: 1 }, [{ x: 1, y: 2 }], []]) assert.ok(differ({ r }).length, JSON.stringify(r));
    assert.ok(compareTable([7], columns, table).count > 0);
    assert.ok(compareTable([null], columns, table).count > 0);
});

/* diff */

test('tells changes of the schema, and which of them shipped readers refuse', () => {
    const a = tableOf([{ id: 1, v: 1, w: 1, x: 1, gone: 1 }], { columns: [
        { tag: 1, name: 'id', type: 'i32' }, { tag: 2, name: 'v', type: 'i64' }, { tag: 3, name: 'w', type: 'i32' },
        { tag: 4, name: 'x', type: 'i32' }, { tag: 5, name: 'gone', type: 'i32' },
    ] });
    const b = tableOf([{ id: 1, v: 1, w: 1, y: null, fresh: 'x' }], { columns: [
        { tag: 1, name: 'id', type: 'i32' }, { tag: 2, name: 'v', type: 'i32' }, { tag: 3, name: 'w', type: 'i64' },
        { tag: 4, name: 'y', type: 'i32', optional: true }, { tag: 6, name: 'fresh', type: 'string' },
    ] });
    assert.deepEqual(schemaChanges(a, b), [
        { change: 'changed', tag: 2, name: 'v', before: 'i64', after: 'i32', breaking: false },
        { change: 'changed', tag: 3, name: 'w', before: 'i32', after: 'i64', breaking: true },
        { change: 'changed', tag: 4, name: 'y', before: 'i32', after: 'optional i32', breaking: true },
        { change: 'renamed', tag: 4, name: 'y', before: 'x', after: 'y', breaking: false },
        { change: 'removed', tag: 5, name: 'gone', before: 'i32', breaking: false },
        { change: 'added', tag: 6, name: 'fresh', after: 'string', breaking: false },
    ]);
    // A wider type holds the same values.
    assert.deepEqual(rowChanges(a, b), { key: ['id'], added: [], removed: [], changed: [
        { key: 1, rows: [0, 0], cells: [{ column: 'y', before: 1, after: null }] }], cells: 1, same: 0 });
});

test('matches rows by a key of any columns, or by number, and refuses what is none', () => {
    const schema = { columns: [{ name: 'k', type: 'string' }, { name: 'n', type: 'i32' }, { name: 'a', type: 'f64', array: true }] };
    const row = (/** @type {string} */ k, /** @type {number} */ n, /** @type {number[]} */ ...list) => ({ k, n, a: list });
    const a = tableOf([row('x', 1, 0), row('x', 2), row('y', 1)], schema);
    const b = tableOf([row('y', 1, 5), row('x', 1, -0), row('z', 9)], schema);
    const byKey = rowChanges(a, b, ['k', 2]);
    assert.deepEqual(byKey.key, ['k', 'n']);
    assert.deepEqual(byKey.added, [{ key: ['z', 9], row: 2 }]);
    assert.deepEqual(byKey.removed, [{ key: ['x', 2], row: 1 }]);
    assert.deepEqual(byKey.changed.map(({ rows, cells }) => [rows, cells]), [
        [[0, 1], [{ column: 'a', before: [0], after: [-0] }]], [[2, 0], [{ column: 'a', before: [], after: [5] }]],
    ]);
    assert.equal(rowChanges(a, b).key, null, 'no column is a key in both');
    assert.throws(() => rowChanges(a, b, ['k']), /^Failure|first file: "k" is "x" in rows 0 and 1/);
    assert.throws(() => rowChanges(a, b, ['q']), /no column "q" in the first file; in both are k, n, a/);
    assert.throws(() => rowChanges(a, b, ['a']), /holds arrays, so it is no key/);
});

test('exits as diff does: 0 the same, 1 different, 2 trouble', () => {
    /** @type {any[]} */
    const next = structuredClone(ROWS);
    next[1].name = 'Song';
    next[2].id = 4;
    const folder = folderOf({ 'a.tcb': ITEM, 'b.tcb': encode(next, { schema: SCHEMA }), 's.json': SCHEMA, 'bad.tcb': damaged(ITEM, -1) });
    assert.deepEqual(tcb(folder, 'diff', 'a.tcb', 'a.tcb'), { status: 0, stdout: '', stderr: '' });
    assert.deepEqual(tcb(folder, 'diff', 'a.tcb', 'b.tcb', '--schema', 's.json'), {
        status: 1, stderr: '', stdout: 'rows by id: 1 added, 1 removed, 1 changed (1 cell), 1 the same\n' +
            '  - 3\n  + 4\n  ~ 2\n      name: "Śpiew" → "Song"\n',
    });
    const limited = tcb(folder, 'diff', 'a.tcb', 'b.tcb', '--limit', '1');
    assert.match(limited.stdout, /\n {2}- 3\n {2}… and 2 rows more; --limit tells how many to print\n$/);
    assert.equal(JSON.parse(tcb(folder, 'diff', 'a.tcb', 'b.tcb', '--json').stdout).rows.changed[0].cells[0].after, 'Song');
    assert.equal(tcb(folder, 'diff', 'a.tcb', 'b.tcb', '--schema-only').status, 0);
    const trouble = tcb(folder, 'diff', 'a.tcb', 'bad.tcb');
    assert.equal(trouble.status, 2);
    assert.match(trouble.stderr, /^tcb: bad\.tcb: column of tag 9: .*\n$/);
    assert.equal(tcb(folder, 'diff', 'a.tcb', 'nosuch.tcb').status, 2);
});

/* check */

/** @param {string} Name @param {number} Element @param {object} [rest] */
const entry = (Name, Element, rest) => ({ Name, Element, Kind: 0, Retired: false, ExplicitTag: false, ...rest });

/** @type {any} */
const BASELINE = {
    Comment: 'kept', BaselineVersion: 2, Other: { kept: true },
    Tables: {
        Item: { 1: entry('Index', 2), 2: entry('Price', 2), 3: entry('Weight', 5), 4: entry('Old', 6, { Retired: true }), 5: entry('Tags', 6, { Kind: 1 }) },
        Kept: { 1: entry('Id', 2) },
    },
};

/**
 * @param {number} tag
 * @param {number} element
 * @param {string} [name]
 */
const column = (tag, element, name, array = false) => ({ tag, element, array, name });
const AS_SHIPPED = [column(1, 2, 'index'), column(2, 2, 'price'), column(3, 5, 'weight'), column(5, 6, 'tags', true)];

/** The table as shipped but for some columns. @param {ReturnType<typeof column>[]} changes @param {number[]} [without] */
function changed(changes, without = []) {
    const tags = [...changes.map(({ tag }) => tag), ...without];
    return [...AS_SHIPPED.filter(({ tag }) => !tags.includes(tag)), ...changes];
}

test('finds each change that a shipped reader would not survive, and only those', () => {
    /** @type {[ReturnType<typeof column>[], string, boolean, RegExp][]} */
    const cases = [
        [changed([column(2, 3, 'price')]), 'type', true, /"Price" was i32 and is now i64/],
        [changed([column(2, 6, 'price')]), 'type', true, /was i32 and is now string/],
        [changed([column(1, 9, 'index')]), 'type', true, /is now element 9/],
        [changed([column(2, 0, 'price')]), 'narrowed', false, /is now enum/],
        [changed([column(5, 6, 'tags')]), 'kind', true, /was an array and is now one value a row/],
        [changed([column(4, 6, 'fresh')]), 'returned', true, /retired, and the file uses its tag again/],
        [changed([column(2, 5, 'weight'), column(3, 2, 'price')]), 'type', true, /./],
        [changed([column(7, 2, 'price')], [2]), 'moved', true, /"price" stands here, which shipped readers know under tag 2/],
        [changed([column(3, 4, 'weight')]), 'narrowed', false, /was f64 and is now f32: shipped readers read it/],
        [changed([], [3]), 'removed', false, /"Weight" is not in the file any more/],
        [changed([column(2, 2, 'cost')]), 'renamed', false, /is now called "cost"/],
        [changed([column(8, 2, 'fresh')]), 'added', false, /"fresh" \(i32\) is new/],
    ];
    assert.deepEqual(checkTable(BASELINE, 'Item', AS_SHIPPED), []);
    assert.deepEqual(checkTable(BASELINE, 'Item', AS_SHIPPED.map(({ name, ...rest }) => (name ? rest : rest))), [], 'names are not needed');
    for (const [columns, change, isBreaking, message] of cases) {
        const found = checkTable(BASELINE, 'Item', columns).find((finding) => finding.change === change);
        assert.ok(found, change);
        assert.equal(found.breaking, isBreaking, change);
        assert.match(found.message, message);
        assert.equal(isBreaking, isBreaking && Boolean(found.advice));
    }
    const [i32ForEnum] = checkTable({ ...BASELINE, Tables: { T: { 1: entry('A', 3) } } }, 'T', [column(1, 2)]);
    assert.equal(i32ForEnum.change, 'narrowed');
    assert.match(String(checkTable(BASELINE, 'Item', changed([column(2, 3)]))[0].advice), /ship readers that expect i64 first.*such as 6$/);
    assert.deepEqual(checkTable(BASELINE, 'New', AS_SHIPPED).map(({ change, breaking }) => [change, breaking]), [['newTable', false]]);
});

test('columns of one type that took each other\'s tags are found by their names', () => {
    const swapped = [column(1, 2, 'price'), column(2, 2, 'index'), ...AS_SHIPPED.slice(2)];
    const findings = checkTable(BASELINE, 'Item', swapped);
    assert.deepEqual(findings.map(({ change, tag, breaking }) => [change, tag, breaking]), [['moved', 1, true], ['moved', 2, true]]);
    assert.match(findings[0].message, /"price" stands here, which shipped readers know under tag 2; they would take it for "Index"/);
});

test('an updated baseline retires what is gone, never lets it return, and keeps all else', () => {
    const updated = updatedBaseline(BASELINE, 'Item', changed([column(8, 3, 'fresh'), column(4, 2, 'again'), column(3, 4)], [2]));
    assert.deepEqual(updated.Tables.Item, {
        1: entry('Index', 2), 2: entry('Price', 2, { Retired: true }), 3: entry('Weight', 4), 4: entry('Old', 6, { Retired: true }),
        5: entry('Tags', 6, { Kind: 1 }), 8: entry('Fresh', 3),
    });
    assert.deepEqual([updated.Tables.Kept, /** @type {any} */ (updated).Other, updated.Comment], [BASELINE.Tables.Kept, { kept: true }, 'kept']);
    assert.equal(BASELINE.Tables.Item[2].Retired, false, 'the old one is left alone');
    assert.equal(checkBaseline(updated), updated);
    const fresh = updatedBaseline(emptyBaseline(), 'Item', AS_SHIPPED);
    assert.deepEqual(schemaFromBaseline(fresh, 'Item').columns.map(({ name }) => name), ['index', 'price', 'weight', 'tags']);
    assert.deepEqual(checkBaseline(emptyBaseline()).Tables, {});
    for (const wrong of [null, {}, { BaselineVersion: 1, Tables: {} }, { BaselineVersion: 2 }, { BaselineVersion: 2, Tables: { T: { x: {} } } }]) {
        assert.throws(() => checkBaseline(wrong), /baseline: /);
    }
});

test('the gate makes its file, lets good changes pass, and stops bad ones', () => {
    const wider = { columns: SCHEMA.columns.map((one) => (one.name === 'id' ? { ...one, type: 'i64' } : one)) };
    const folder = folderOf({
        'Item.tcb': ITEM, 'Item.schema.json': SCHEMA, 'next/Item.tcb': encode(ROWS, { schema: wider }), 'broken.json': '{"BaselineVersion":1}',
    });
    const absent = tcb(folder, 'check', 'Item.tcb');
    assert.deepEqual([absent.status, absent.stderr], [1, 'tcb: schema-baseline.json: no such file; --update makes it\n']);
    assert.equal(tcb(folder, 'check', 'Item.tcb', '--update', '--schema', 'Item.schema.json').status, 0);
    const written = readFileSync(join(folder, 'schema-baseline.json'), 'utf8');
    assert.equal(JSON.parse(written).Tables.Item[9].Name, 'Note');
    assert.deepEqual(tcb(folder, 'check', 'Item.tcb'),
        { status: 0, stdout: '', stderr: '1 table checked with schema-baseline.json: good\n' });

    const bad = tcb(folder, 'check', 'next/Item.tcb');
    assert.equal(bad.status, 1);
    assert.match(bad.stdout, /^error {2}Item, tag 1: "Id" was i32 and is now i64: shipped readers refuse the column\n {7}→ ship readers/);
    const refused = tcb(folder, 'check', 'next/Item.tcb', '--update');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /^tcb: schema-baseline\.json is left as it was: /);
    assert.equal(readFileSync(join(folder, 'schema-baseline.json'), 'utf8'), written);
    assert.equal(tcb(folder, 'check', 'next/Item.tcb', '--update', '--force').status, 0);
    assert.equal(JSON.parse(readFileSync(join(folder, 'schema-baseline.json'), 'utf8')).Tables.Item[1].Element, 3);
    const broken = tcb(folder, 'check', 'Item.tcb', '--baseline', 'broken.json');
    assert.deepEqual([broken.status, broken.stderr], [1, 'tcb: broken.json: baseline: expected "BaselineVersion" 2, found 1\n']);
    const { findings, breaking } = JSON.parse(tcb(folder, 'check', 'Item.tcb', '--json').stdout);
    assert.deepEqual([breaking, findings[0].change], [0, 'narrowed']);
});

/* explore */

/**
 * @param {string} address
 * @param {import('node:http').RequestOptions} [options]
 * @returns {Promise<{ status: number | undefined, headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
function ask(address, options = {}) {
    return new Promise((resolve, reject) => {
        request(address, options, (response) => {
            let body = '';
            response.setEncoding('latin1').on('data', (chunk) => (body += chunk));
            response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
        }).on('error', reject).end();
    });
}

test('serves the site and the files given, to this machine and its own pages only', async () => {
    const folder = folderOf({
        'site/index.html': '<!doctype html>', 'site/assets/a.js': 'export {}', 'site/_headers': '/*\n  X-Own: yes\n', 'secret.txt': 'no', 'It em.tcb': ITEM,
    });
    const { url, close } = await serveSite(join(folder, 'site'), [fileOnDisk(join(folder, 'It em.tcb'))], 0);
    try {
        const { origin, hash } = new URL(url);
        assert.match(origin, /^http:\/\/127\.0\.0\.1:\d+$/);
        const file = String(new URLSearchParams(hash.replace('#/explore?', '')).get('file'));
        assert.match(file, /^\/[\w-]{22}\/0\/It%20em\.tcb$/);
        const page = await ask(url);
        assert.deepEqual([page.status, page.body, page.headers['content-type']], [200, '<!doctype html>', 'text/html; charset=utf-8']);
        assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
        assert.equal(page.headers['x-content-type-options'], 'nosniff');
        assert.equal(page.headers['x-own'], 'yes');
        assert.equal((await ask(origin + file)).body, Buffer.from(ITEM).toString('latin1'));
        assert.equal((await ask(`${origin}/assets/a.js`, { method: 'HEAD' })).body, '');
        for (const path of ['/secret.txt', '/../secret.txt', '/%2e%2e/secret.txt', '/assets', '/0/It%20em.tcb', '//']) {
            assert.equal((await ask(origin, { path })).status, 404, path);
        }
        assert.equal((await ask(url, { headers: { host: 'evil.example' } })).status, 421);
        assert.equal((await ask(url, { method: 'POST' })).status, 405);
        rmSync(join(folder, 'It em.tcb'));
        assert.equal((await ask(origin + file)).status, 500);
    } finally {
        await close();
    }
});

test('explore prints an address until it is stopped, or says that the site is not built', async () => {
    const folder = folderOf({ 'Item.tcb': ITEM });
    const missing = tcb(folder, 'explore', 'nosuch.tcb');
    assert.equal(missing.status, 1);
    if (/not built/.test(missing.stderr)) {
        assert.match(missing.stderr, /^tcb: the explorer is not built: run node demo\/site\/build\.mjs in the project\n$/);
        return;
    }
    assert.match(missing.stderr, /^tcb: .*nosuch\.tcb: no such file or folder\n$/);
    const child = spawn(process.execPath, [TCB, 'explore', 'Item.tcb', '--quiet'], { cwd: folder });
    const address = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).trim())));
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/#\/explore\?file=.*Item\.tcb$/);
    assert.equal((await ask(address)).status, 200);
    child.kill('SIGTERM');
    assert.equal(await new Promise((resolve) => child.once('close', resolve)), 0);
});
