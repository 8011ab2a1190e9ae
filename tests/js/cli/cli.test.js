import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
    cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { tableFacts } from '../../../js/cli/facts/facts.js';
import { jsonErrorPlace } from '../../../js/cli/files/jsonplace.js';
import { clip, percent } from '../../../js/cli/terminal/layout.js';
import { encode, init } from '../../../js/index.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TCB = join(ROOT, 'js/cli/tcb.js');
const scratch = mkdtempSync(join(tmpdir(), 'tcb-cli-'));
await init();
after(() => rmSync(scratch, { recursive: true, force: true }));

const ROWS = [
    { id: 1, name: 'Sword', price: '9007199254740993', tags: ['iron', 'sharp'], at: { x: 1.5 }, note: null },
    { id: 2, name: 'Śpiew', price: '-5', tags: [], at: { x: -0.25 }, note: 'rare' },
    { id: 3, name: '', price: '0', tags: ['iron'], at: { x: 1e300 }, note: null },
];
const SCHEMA = {
    columns: [
        { tag: 1, name: 'id', type: 'i32' },
        { tag: 2, name: 'name', type: 'string' },
        { tag: 3, name: 'price', type: 'i64' },
        { tag: 4, name: 'tags', type: 'string', array: true },
        { tag: 5, name: 'at.x', type: 'f64', path: ['at', 'x'] },
        { tag: 9, name: 'note', type: 'string', optional: true },
    ],
};

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
 * @param {string} cwd
 * @param {string[]} args
 * @param {string | Uint8Array} [input]
 */
function tcb(cwd, args, input = '') {
    const { status, stdout, stderr } = spawnSync(process.execPath, [TCB, ...args], { cwd, input, maxBuffer: 2 ** 28 });
    return { status, stdout: String(stdout), stderr: String(stderr), bytes: stdout };
}

/**
 * @param {ReturnType<typeof tcb>} result
 * @param {number} status
 * @param {RegExp} message
 */
function assertFails({ status: found, stdout, stderr }, status, message) {
    assert.equal(found, status, stderr);
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1, `one line: ${stderr}`);
    assert.doesNotMatch(stderr, /\n\s+at |node:internal/);
    assert.equal(stdout, '');
}

/** A folder with Item.json, Item.schema.json and Item.tcb. */
function itemFolder() {
    const folder = folderOf({ 'Item.json': ROWS, 'Item.schema.json': SCHEMA });
    const { status, stderr } = tcb(folder, ['encode', 'Item.json', '--schema', 'Item.schema.json']);
    assert.equal(status, 0, stderr);
    assert.equal(stderr, `Item.tcb: 3 rows, 6 columns, ${statSync(join(folder, 'Item.tcb')).size} bytes\n`);
    return folder;
}

test('explains itself: --help names every command, and each has an example', () => {
    const { status, stdout } = tcb(scratch, ['--help']);
    assert.equal(status, 0);
    assert.match(stdout, /^Examples:\n {2}tcb encode/m);
    for (const name of ['inspect', 'encode', 'decode']) {
        assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
        const help = tcb(scratch, [name, '--help']);
        assert.equal(help.status, 0);
        assert.match(help.stdout, new RegExp(`^Examples?:\\n {2}tcb ${name} `, 'm'));
        assert.ok(help.stdout.split('\n').every((line) => line.length <= 100));
    }
    assert.equal(tcb(scratch, ['help', 'encode']).stdout, tcb(scratch, ['encode', '-h']).stdout);
});

test('prints the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.deepEqual({ ...tcb(scratch, ['--version']), bytes: null },
        { status: 0, stdout: `${version}\n`, stderr: '', bytes: null });
});

test('answers wrong usage with status 2 and a sentence that helps', () => {
    /** @type {[string[], RegExp][]} */
    const cases = [
        [['encod'], /^tcb: unknown command 'encod', did you mean encode\?; see tcb --help$/m],
        [['frobnicate'], /^tcb: unknown command 'frobnicate'; see tcb --help$/m],
        [['--json', 'inspect'], /^tcb: unknown option '--json'; see tcb --help$/m],
        [['encode', 'a.json', '--forse'], /unknown option '--forse', did you mean --force\?; see tcb encode --help/],
        [['decode', 'a.tcb', '-o'], /option '-o, --output <file>' argument missing; see tcb decode --help/],
        [['encode', 'a.json', '--mixed', 'yes'], /'yes' is invalid\. Allowed choices are error, json; see tcb encode --help/],
        [['encode', 'a.json', '--profile', 'smallest'], /there is no profile "smallest" yet, only compatible; see tcb encode --help/],
        [['encode'], /missing required argument 'FILE'; see tcb encode --help/],
        [['decode', 'a', 'b'], /too many arguments for 'decode'\. Expected 1 argument but got 2; see tcb decode --help/],
        [['decode', 'a', '--rows', '5'], /--rows: expected a:b, such as 10:20, found "5"; see tcb decode --help/],
        [['inspect'], /missing required argument 'FILE'; see tcb inspect --help/],
        [['seal', 'a.tcb'], /no key was given/],
        [['encode', 'a.json', '-'], /standard input is one table and goes alone/],
    ];
    for (const [args, message] of cases) assertFails(tcb(scratch, args), 2, message);
    const bare = tcb(scratch, []);
    assert.equal(bare.status, 2);
    assert.match(bare.stderr, /Usage: tcb COMMAND/);
    assert.equal(bare.stdout, '');
});

test('gives rows back as they were: encode, then decode', () => {
    const folder = itemFolder();
    const decoded = tcb(folder, ['decode', 'Item.tcb', '--schema', 'Item.schema.json']);
    assert.equal(decoded.stdout, JSON.stringify(ROWS) + '\n');
    const compact = tcb(folder, ['decode', 'Item.tcb', '--compact', '-o', 'compact.json']);
    assert.equal(compact.stdout, '');
    const rows = JSON.parse(readFileSync(join(folder, 'compact.json'), 'utf8'));
    assert.deepEqual(rows[1], [2, 'Śpiew', '-5', [], -0.25, 'rare']);

    const again = tcb(folder, ['encode', 'compact.json', '--schema', 'Item.schema.json', '-o', 'again.tcb']);
    assert.equal(again.status, 0, again.stderr);
    assert.deepEqual(readFileSync(join(folder, 'again.tcb')), readFileSync(join(folder, 'Item.tcb')));
});

test('decodes chosen columns, by name or tag', () => {
    const folder = itemFolder();
    /** @param {string[]} args */
    const first = (...args) => JSON.parse(tcb(folder, ['decode', 'Item.tcb', ...args]).stdout)[0];
    assert.deepEqual(first('--schema', 'Item.schema.json', '--columns', 'id,note'), { id: 1, note: null });
    assert.deepEqual(first('--schema', 'Item.schema.json', '--columns', '3', '--columns', 'at.x'),
        { price: '9007199254740993', at: { x: 1.5 } });
    assert.deepEqual(first('--columns', '1,c2'), { c1: 1, c2: 'Sword' });
    assertFails(tcb(folder, ['decode', 'Item.tcb', '--columns', 'c7']), 1,
        /^tcb: Item\.tcb: no column "c7"; there are "c1", "c2", "c3", "c4", "c5", "c9"$/m);
});

test('keeps the inferred schema with --write-schema, so that names come back', () => {
    const rows = [{ id: 1, pos: { x: 0.5 }, list: [{ n: 1 }, { n: 2 }] }, { id: 2, pos: { x: 1 }, list: [] }];
    const folder = folderOf({ 'T.json': rows });
    assert.equal(tcb(folder, ['encode', 'T.json', '--write-schema', 'T.schema.json']).status, 0);
    assert.equal(tcb(folder, ['decode', 'T.tcb', '--schema', 'T.schema.json']).stdout, JSON.stringify(rows) + '\n');
    const { columns } = JSON.parse(readFileSync(join(folder, 'T.schema.json'), 'utf8'));
    assert.deepEqual(columns.map((/** @type {any} */ { name }) => name), ['id', 'pos.x', 'list.n']);
});

test('reads standard input and writes standard output where a file is -', () => {
    const folder = itemFolder();
    const file = readFileSync(join(folder, 'Item.tcb'));
    const encoded = tcb(folder, ['encode', '-', '--schema', 'Item.schema.json'], JSON.stringify(ROWS));
    assert.deepEqual(encoded.bytes, file);
    assert.equal(encoded.stderr, '');
    const decoded = tcb(folder, ['decode', '-', '--schema', 'Item.schema.json', '-o', '-'], file);
    assert.deepEqual(JSON.parse(decoded.stdout), ROWS);
    assert.match(tcb(folder, ['inspect', '-'], file).stdout, /^standard input: format version 107, 3 rows/);
    assertFails(tcb(folder, ['encode', '-'], '[{"a":1},'), 1, /^tcb: standard input: line 1, column 10: expected a value/);
});

test('reads rows that are compressed with gzip, and drops a byte order mark', () => {
    const folder = folderOf({ 'T.json.gz': gzipSync(JSON.stringify([{ a: 1 }])), 'B.json': '\ufeff[{"a":1}]' });
    assert.equal(tcb(folder, ['encode', 'T.json.gz']).status, 0);
    assert.equal(tcb(folder, ['encode', 'B.json']).status, 0);
    assert.deepEqual(readFileSync(join(folder, 'T.tcb')), readFileSync(join(folder, 'B.tcb')));
    writeFileSync(join(folder, 'cut.json.gz'), gzipSync('[]').subarray(0, 12));
    assertFails(tcb(folder, ['encode', 'cut.json.gz']), 1, /^tcb: cut\.json\.gz: cannot be unpacked: /);
});

test('shows how a file is made up', () => {
    const folder = itemFolder();
    const size = statSync(join(folder, 'Item.tcb')).size;
    const { status, stdout } = tcb(folder, ['inspect', 'Item.tcb', '--schema', 'Item.schema.json']);
    assert.equal(status, 0);
    const lines = stdout.split('\n');
    assert.match(lines[0], new RegExp(`^Item\\.tcb: format version 107, 3 rows, 6 columns, ${size} bytes \\(\\d+ of header\\)$`));
    assert.match(stdout, /^ +1 +id +i32 +VARINT +3 +\d\.\d% +[█▏▎▍▌▋▊▉]+ +3 +1 \.\. 3$/m);
    assert.match(stdout, /^ +9 +note +string\? +\S+ +\d+ +\d+\.\d% +█+.* 33\.3% +"rare"$/m);
    assert.match(stdout, /^ +4 +tags +string\[\] /m);
    assert.match(stdout, /\[\] array, \? optional/);
    assert.doesNotMatch(tcb(folder, ['inspect', 'Item.tcb']).stdout, /name|note/);
});

test('tells the facts as JSON, and shows the other files where one is broken', () => {
    const folder = itemFolder();
    const { status, stdout, stderr } = tcb(folder, ['inspect', '--json', 'nosuch.tcb', 'Item.tcb']);
    assert.equal(status, 1);
    assert.equal(stderr, 'tcb: nosuch.tcb: no such file or folder\n');
    const [unread, facts, ...others] = JSON.parse(stdout);
    assert.deepEqual(unread, { file: 'nosuch.tcb', error: 'nosuch.tcb: no such file or folder' });
    assert.deepEqual(others, []);
    assert.equal(facts.file, 'Item.tcb');
    assert.equal(facts.rows, 3);
    assert.equal(facts.bytes, statSync(join(folder, 'Item.tcb')).size);
    assert.equal(facts.headerBytes + facts.columns.reduce((/** @type {number} */ sum, /** @type {any} */ c) => sum + c.bytes, 0),
        facts.bytes);
    assert.deepEqual(facts.columns[0], {
        tag: 1, type: 'i32', encoding: { name: 'VARINT' }, bytes: 3, distinct: 3, min: 1, max: 3,
    });
    assert.equal(facts.columns[3].elements, 3);
    assert.equal(facts.columns[5].present, 1);
});

test('tells a dictionary\'s entries', async () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({ s: `word number ${i * 7 % 5}`, f: [0.5, 0.1, 7e9][i * i % 3] }));
    const { columns: [s, f] } = await tableFacts(encode(rows));
    assert.match(s.encoding.name, /^DICT/);
    assert.equal(s.distinct, 5);
    assert.match(f.encoding.name, /^DICT/);
    assert.equal(f.distinct, new Set(rows.map((row) => row.f)).size);
});

test('tells the encodings inside an encoding, as the names of the fixtures do', async () => {
    const folder = join(ROOT, 'tests/fixtures');
    /** @param {string} words */
    const upper = (words) => words.toUpperCase().replaceAll('-', '_');
    let count = 0;
    for (const file of readdirSync(folder)) {
        const match = /^array-\w+-array-(.+)-lengths-(\w+)\.tcb$/.exec(file);
        if (!match) continue;
        const { columns } = await tableFacts(readFileSync(join(folder, file)));
        const [, outer, inner] = /** @type {RegExpExecArray} */ (/^(bitpack|whole)?-?(.*)$/.exec(match[1]));
        for (const { encoding } of columns.filter((column) => column.encoding.name === 'ARRAY')) {
            count++;
            const { width, ...elements } = /** @type {any} */ (encoding.elements);
            assert.deepEqual({ ...encoding, elements }, {
                name: 'ARRAY', lengths: upper(match[2]),
                elements: outer ? { name: upper(outer), inner: upper(inner) } : { name: upper(inner) },
            }, file);
            assert.equal(width !== undefined, outer === 'bitpack', file);
        }
    }
    assert.ok(count >= 40, `${count} fixtures`);
});

test('finds the head of the values behind bitmaps of any encoding', async () => {
    const patterns = [() => true, (/** @type {number} */ i) => i % 2 === 0, (/** @type {number} */ i) => i * i % 7 < 3,
        (/** @type {number} */ i) => i < 200];
    for (const isPresent of patterns) {
        const rows = Array.from({ length: 400 }, (_, i) => ({
            v: isPresent(i) ? Array.from({ length: i % 4 }, (_, e) => (isPresent(i + e) ? (i * 37 + e * 11) % 100 : null)) : null,
        }));
        rows.push({ v: [99, 0, null] }, { v: null });
        const { columns: [column] } = await tableFacts(encode(rows));
        assert.equal(column.type, 'i32?[]?');
        assert.equal(column.encoding.elements?.name, 'BITPACK');
        assert.equal(column.encoding.elements?.width, 7);
        assert.equal(column.present, rows.filter(({ v }) => v).length);
        assert.equal(column.presentElements, rows.flatMap(({ v }) => v ?? []).filter((e) => e !== null).length);
    }
});

test('takes a table\'s schema from that of a folder, and tells what the file lacks', () => {
    const folder = itemFolder();
    const columns = [...SCHEMA.columns, { tag: 12, name: 'later', type: 'bool' }];
    writeFileSync(join(folder, 'all.json'), JSON.stringify({ tables: { Item: { columns }, Other: { columns: [] } } }));
    assert.match(tcb(folder, ['inspect', 'Item.tcb', '--schema', 'all.json']).stdout,
        /not in this file, but in the schema: later/);
    assert.equal(JSON.parse(tcb(folder, ['decode', 'Item.tcb', '--schema', 'all.json']).stdout)[0].later, false);
    cpSync(join(folder, 'Item.tcb'), join(folder, 'Gone.tcb'));
    assertFails(tcb(folder, ['decode', 'Gone.tcb', '--schema', 'all.json']), 1,
        /^tcb: all\.json: no table "Gone"; there are Item, Other$/m);
});

test('refuses what is no readable file in one line that names it', () => {
    const folder = itemFolder();
    const file = readFileSync(join(folder, 'Item.tcb'));
    const older = Buffer.from(file);
    older[4] = 106;
    writeFileSync(join(folder, 'older.tcb'), older);
    writeFileSync(join(folder, 'short.tcb'), file.subarray(0, 60));
    mkdirSync(join(folder, 'sub'));
    /** @type {[string, RegExp][]} */
    const cases = [
        ['Item.json', /^tcb: Item\.json: expected a \.tcb file, found JSON; a \.tcb file of its rows is made by tcb encode$/m],
        ['Item.schema.json', /^tcb: Item\.schema\.json: expected a \.tcb file, found JSON/],
        ['older.tcb', /^tcb: older\.tcb: .*version 106.*version 107/],
        ['short.tcb', /^tcb: short\.tcb: /],
        ['nosuch.tcb', /^tcb: nosuch\.tcb: no such file or folder$/m],
        ['sub', /^tcb: sub: this is a folder, expected a file$/m],
        ['Item.tcb/x', /^tcb: Item\.tcb\/x: part of this path is a file/],
    ];
    cases.forEach(([name, message], i) => {
        assertFails(tcb(folder, [i % 2 ? 'decode' : 'inspect', name]), 1, message);
    });
    assertFails(tcb(folder, ['decode', '-'], ''), 1, /^tcb: standard input: /);
});

test('shows the good columns of a file with a damaged one, with status 1', () => {
    const folder = itemFolder();
    const file = readFileSync(join(folder, 'Item.tcb'));
    file[file.length - 1] ^= 0xff;
    writeFileSync(join(folder, 'bad.tcb'), file);
    assertFails(tcb(folder, ['decode', 'bad.tcb']), 1, /^tcb: bad\.tcb: column of tag 9: /);
    const { status, stdout } = tcb(folder, ['inspect', 'bad.tcb', '--schema', 'Item.schema.json']);
    assert.equal(status, 1);
    assert.match(stdout, /^ +1 +id +i32 +VARINT +3 /m);
    assert.match(stdout, /^ +9 +note +string\? +\w+ \(unreadable\)/m);
    assert.match(stdout, /^ {2}column of tag 9: .*, at byte \d+$/m);
    assert.equal(tcb(folder, ['decode', 'bad.tcb', '--columns', '1']).stdout, '[{"c1":1},{"c1":2},{"c1":3}]\n');
});

test('refuses what are no rows, with the place of a mistake', () => {
    const folder = itemFolder();
    /** @type {[string | Uint8Array, RegExp][]} */
    const cases = [
        ['[{"a":1},\n {"a":}]', /^tcb: T\.json: line 2, column 7: expected a value, found "}"$/m],
        ['', /^tcb: T\.json: expected an array of rows, found an empty file$/m],
        ['7', /^tcb: T\.json: expected an array of rows or an object of columns, found 7$/m],
        ['{"a":1}', /^tcb: T\.json: expected an array of rows, or an object that has an array for each column, found an object whose "a" is none$/m],
        ['{"columns":[{"name":"a","type":"i32"}]}', /^tcb: T\.json: expected rows, found a schema/],
        ['[{"a":1},7]', /^tcb: T\.json: row 1: expected an object, found 7$/m],
        ['[[1,2]]', /^tcb: T\.json: .*--schema is needed$/m],
        ['[{"a":1},{"a":"x"}]', /^tcb: T\.json: column "a", row 1: .*--mixed json/],
        [Buffer.of(0xff, 0xfe, 0x5b, 0), /^tcb: T\.json: expected text in UTF-8, found UTF-16: save it as UTF-8$/m],
    ];
    for (const [data, message] of cases) {
        writeFileSync(join(folder, 'T.json'), data);
        assertFails(tcb(folder, ['encode', 'T.json']), 1, message);
        assert.ok(!readdirSync(folder).some((name) => /^T\.tcb|tmp$/.test(name)), 'nothing is written');
    }
});

test('refuses a wrong schema, and rows that do not fit it', () => {
    const folder = itemFolder();
    /** @type {[unknown, RegExp][]} */
    const cases = [
        ['{"columns":[', /^tcb: S\.json: line 1, column 13: expected a value or "\]"/],
        [{ columns: [{ name: 'id', type: 'i23' }] }, /^tcb: S\.json: schema: column "id": .*found "i23"$/m],
        [7, /^tcb: S\.json: schema: expected columns/],
        [{ columns: [{ name: 'id', type: 'string' }] }, /^tcb: Item\.tcb: column "id" \(tag 1\): .*string.*i32$/m],
    ];
    for (const [schema, message] of cases) {
        writeFileSync(join(folder, 'S.json'), typeof schema === 'string' ? schema : JSON.stringify(schema));
        assertFails(tcb(folder, ['decode', 'Item.tcb', '--schema', 'S.json']), 1, message);
    }
    assertFails(tcb(folder, ['inspect', 'Item.tcb', '--schema', 'S.json']), 1, /^tcb: Item\.tcb: column "id"/);
    assertFails(tcb(folder, ['encode', 'Item.json', '-o', 'new.tcb', '--schema', 'S.json']), 1,
        /^tcb: Item\.json: column ".*no such key in the schema/);
});

test('keeps a column that mixes types as JSON values with --mixed json', () => {
    const rows = [{ a: 1 }, { a: 'x' }, { a: [null, { b: true }] }];
    const folder = folderOf({ 'T.json': rows });
    assert.equal(tcb(folder, ['encode', 'T.json', '--mixed', 'json', '--write-schema', 'S.json']).status, 0);
    assert.deepEqual(JSON.parse(tcb(folder, ['decode', 'T.tcb', '--schema', 'S.json']).stdout), rows);
});

test('overwrites files with --force only, and leaves no others behind', () => {
    const folder = itemFolder();
    writeFileSync(join(folder, 'kept.tcb'), 'precious');
    for (const args of [
        ['encode', 'Item.json', '-o', 'kept.tcb'],
        ['encode', 'Item.json', '-o', 'new.tcb', '--write-schema', 'kept.tcb'],
        ['decode', 'Item.tcb', '--to', 'json', '-o', 'kept.tcb'],
    ]) {
        assertFails(tcb(folder, args), 1, /^tcb: kept\.tcb: this file exists already; --force overwrites it$/m);
    }
    assert.equal(readFileSync(join(folder, 'kept.tcb'), 'utf8'), 'precious');
    assert.deepEqual(readdirSync(folder).sort(), ['Item.json', 'Item.schema.json', 'Item.tcb', 'kept.tcb']);

    assert.equal(tcb(folder, ['decode', 'Item.tcb', '--to', 'json', '-o', 'kept.tcb', '--force']).status, 0);
    assert.equal(JSON.parse(readFileSync(join(folder, 'kept.tcb'), 'utf8')).length, 3);
    assert.equal(readdirSync(folder).length, 4);
    mkdirSync(join(folder, 'sub'));
    assertFails(tcb(folder, ['decode', 'Item.tcb', '-o', 'sub', '--force']), 1, /^tcb: sub: this is a folder/);
    assertFails(tcb(folder, ['decode', 'Item.tcb', '-o', 'no/x.json']), 1, /^tcb: no\/x\.json: no such file or folder/);
});

test('writes through a symbolic link, and to a device', { skip: process.platform === 'win32' && 'needs POSIX' }, () => {
    const folder = itemFolder();
    writeFileSync(join(folder, 'target.json'), 'old');
    symlinkSync('target.json', join(folder, 'link.json'));
    assertFails(tcb(folder, ['decode', 'Item.tcb', '-o', 'link.json']), 1, /exists already/);
    assert.equal(tcb(folder, ['decode', 'Item.tcb', '-o', 'link.json', '--force']).status, 0);
    assert.match(readFileSync(join(folder, 'target.json'), 'utf8'), /^\[\{/);
    assert.equal(tcb(folder, ['decode', 'Item.tcb', '-o', '/dev/null']).status, 0);
    assert.ok(!statSync('/dev/null').isFile());
});

test('is quiet when its reader stops early', async () => {
    const rows = Array.from({ length: 50000 }, (_, i) => ({ id: i, name: `number ${i}` }));
    const folder = folderOf({ 'T.json': rows });
    assert.equal(tcb(folder, ['encode', 'T.json']).status, 0);
    const child = spawn(process.execPath, [TCB, 'decode', 'T.tcb'], { cwd: folder });
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
});

test('says what to do where the WebAssembly modules are not built', () => {
    const folder = folderOf({});
    for (const name of ['js', 'demo', 'tests/bench/data']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module","version":"1.2.3"}');
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    for (const args of [['js/cli/tcb.js', 'inspect', 'x.tcb'], ['demo/tables.js']]) {
        const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
        assert.equal(status, 1);
        assert.match(stderr, /^(tcb: )?the WebAssembly modules are not built: run npm run build\n$/);
    }
    assert.equal(spawnSync(process.execPath, ['js/cli/tcb.js', '--version'], { cwd: folder, encoding: 'utf8' }).stdout, '1.2.3\n');
});

test('finds a mistake in JSON text exactly where JSON.parse refuses it', () => {
    const text = '[{"a":[1,-2.5e+3,"x\\u00e9\\n"],"b":{},"c":[]},\n {"a":null,"b":true,"c":false}]';
    assert.equal(jsonErrorPlace(text), null);
    const alphabet = '[]{},:"\\ \n0-1.eEtfnu+x\u0001é';
    let refused = 0;
    for (let at = 0; at < text.length; at++) {
        const variants = [text.slice(0, at), text.slice(0, at) + text.slice(at + 1),
            ...[...alphabet].flatMap((c) => [text.slice(0, at) + c + text.slice(at), text.slice(0, at) + c + text.slice(at + 1)])];
        for (const variant of variants) {
            let isJson = true;
            try {
                JSON.parse(variant);
            } catch {
                isJson = false;
                refused++;
            }
            assert.equal(jsonErrorPlace(variant) === null, isJson, JSON.stringify(variant));
        }
    }
    assert.ok(refused > 1000);
    assert.equal(jsonErrorPlace(`["${'x'.repeat(2 ** 22)}"]`), null, 'a long text overflows nothing');
    assert.match(String(jsonErrorPlace('[\n\n  "ab\\q"]')), /^line 3, column 6: expected an escape .*found "\\q"$/);
    assert.match(String(jsonErrorPlace('["a\nb"]')), /^line 1, column 4: .*found the end of the line$/);
});

test('never lets a name reach the terminal as a control sequence, and cuts it by its width', () => {
    assert.equal(clip('a\u001b[31mb\n', 99), 'a\\u001b[31mb\\u000a');
    assert.equal(clip('abcdef', 4), 'abc…');
    assert.equal(clip('剣と盾', 5), '剣と…');
});

test('calls only the whole 100%', () => {
    assert.equal(percent(2920, 2921), '99.9%');
    assert.equal(percent(5, 5), '100.0%');
    assert.equal(percent(0, 0), '');
});
