/** What is wrong with a file is told, by every command, and nothing wrong passes as right. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

import { seal } from '../../../js/envelope.js';
import { encode, init } from '../../../js/index.js';
import { folderOf, tcb } from './cli-run.js';

await init();
const KEY = '1'.repeat(64), OTHER = '2'.repeat(64);
const plain = encode([{ id: 1, name: 'Sword' }, { id: 2, name: 'Rope' }]);
const signed = await seal(plain, { macKey: KEY });
const encrypted = await seal(plain, { encryptionKey: OTHER });
const both = await seal(plain, { encryptionKey: OTHER, macKey: KEY });

const FILES = {
    'Good.tcb': plain, 'Signed.tcb': signed, 'Encrypted.tcb': encrypted, 'Both.tcb': both,
    'Empty.tcb': new Uint8Array(0), 'Html.tcb': '<!doctype html><title>404</title>',
    'Packed.tcb': gzipSync(plain), 'Lfs.tcb': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\n',
    'Json.tcb': '[{"id":1}]', 'Zip.tcb': Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0),
    'Short.tcb': plain.subarray(0, plain.length - 3), 'Long.tcb': new Uint8Array([...plain, 0, 0]),
    'folder.tcb/Inner.tcb': plain, 'wrong.schema.json': { columns: [{ tag: 1, name: 'id', type: 'string' }] },
    'mac.key': KEY, 'encrypt.key': OTHER,
};

test('a signature that was not verified is told so, and refused where one is required', () => {
    const changed = Uint8Array.from(both);
    changed[changed.length - 1] ^= 1;
    const folder = folderOf({ ...FILES, 'Changed.tcb': changed });
    const note = /^tcb: note: Signed\.tcb: signed, not verified: there is no key for the signature/m;
    for (const command of ['verify', 'inspect', 'report', 'decode']) {
        const { status, stderr } = tcb(folder, [command, 'Signed.tcb']);
        assert.equal(status, 0, command);
        assert.match(stderr, note);
        assert.doesNotMatch(tcb(folder, [command, 'Signed.tcb', '--mac-key-file', 'mac.key']).stderr, /not verified/);
    }
    assert.match(tcb(folder, ['open', 'Signed.tcb', '-o', 'Opened.tcb']).stderr, note);
    assert.match(tcb(folder, ['verify', 'Changed.tcb', '--encrypt-key-file', 'encrypt.key']).stdout, /signed, not verified/);
    const known = ['--encrypt-key-file', 'encrypt.key', '--mac-key-file', 'mac.key'];
    assert.equal(tcb(folder, ['verify', 'Changed.tcb', ...known]).status, 1);
    assert.match(tcb(folder, ['verify', 'Both.tcb', ...known, '--require-signature']).stdout, /signature verified/);
    for (const [file, found] of [['Good.tcb', 'a file without one'], ['Signed.tcb', 'one, and no key']]) {
        const { status, stderr } = tcb(folder, ['verify', file, '--require-signature']);
        assert.equal(status, 1);
        assert.match(stderr, new RegExp(`${file}: expected a signature that is verified, found ${found}`));
    }
    const cut = signed.subarray(0, signed.length - 2);
    const all = folderOf({ ...FILES, 'Cut.tcb': cut });
    for (const command of ['verify', 'inspect', 'report']) {
        const given = ['Good.tcb', 'Signed.tcb', ...command === 'report' ? [] : ['Cut.tcb']];
        const results = JSON.parse(tcb(all, [command, '--json', ...given]).stdout);
        assert.deepEqual(results.map((/** @type {any} */ { signature }) => signature),
            ['none', 'not verified', 'not verified'].slice(0, given.length), command);
        const [opened] = JSON.parse(tcb(all, [command, '--json', 'Both.tcb', ...known]).stdout);
        assert.equal(opened.signature, 'verified', command);
        assert.equal(tcb(all, [command, 'Signed.tcb', '--quiet']).stderr, '', command);
    }
    assert.match(tcb(all, ['inspect', 'Both.tcb', ...known]).stdout, /signed with a MAC, which was verified/);
    const halfway = tcb(all, ['inspect', 'Both.tcb', '--mac-key-file', 'mac.key']);
    assert.match(halfway.stderr, /^tcb: note: Both\.tcb: signed, not verified: there is no key to decrypt it with/);
});

test('an empty key in the environment is an error, not the lack of one', () => {
    const folder = folderOf(FILES);
    for (const name of ['TCB_MAC_KEY', 'TCB_ENCRYPT_KEY']) {
        const { status, stderr } = tcb(folder, ['verify', 'Signed.tcb'], { env: { [name]: '' } });
        assert.equal(status, 2);
        assert.match(stderr, new RegExp(`^tcb: ${name}: expected a key of 64 hexadecimal digits, found 0 characters`));
    }
});

test('check and inspect list what they could not read, and count it as nothing checked', () => {
    const folder = folderOf(FILES);
    tcb(folder, ['check', '--baseline', 'base.json', 'Good.tcb', '--update']);
    const given = ['Good.tcb', 'Empty.tcb', 'Missing.tcb', 'Encrypted.tcb'];
    const told = tcb(folder, ['check', '--baseline', 'base.json', ...given]);
    assert.equal(told.status, 1);
    assert.match(told.stderr, /^1 table checked with base\.json, 3 files not read/m);
    assert.match(tcb(folder, ['check', '--baseline', 'base.json', 'Empty.tcb']).stderr, /^0 tables checked with base\.json, 1 file not read$/m);
    const { files } = JSON.parse(tcb(folder, ['check', '--baseline', 'base.json', '--json', ...given]).stdout);
    assert.deepEqual(files.map((/** @type {any} */ { good }) => good), given.map((_, i) => i === 0));
    const all = JSON.parse(tcb(folder, ['inspect', '--json', ...given.slice(0, 3)]).stdout);
    assert.deepEqual(files.map((/** @type {any} */ { file, error }) => [file, Boolean(error)]), given.map((file, i) => [file, i > 0]));
    assert.deepEqual(all.map((/** @type {any} */ { file, error }) => [file, Boolean(error)]), given.slice(0, 3).map((file, i) => [file, i > 0]));
});

test('decode writes what the name of its output says, and refuses names that say nothing it can', () => {
    const folder = folderOf(FILES);
    for (const name of ['X.tcb', 'X.xlsx', 'X.yaml', 'X.parquet', 'X.txt']) {
        const { status, stderr } = tcb(folder, ['decode', 'Good.tcb', '-o', name]);
        assert.equal(status, 2);
        assert.match(stderr, new RegExp(`^tcb: ${name}: expected a name that ends in \\.json, \\.ndjson, \\.jsonl, \\.csv, \\.tsv, \\.tab, or --to`));
        assert.ok(!existsSync(join(folder, name)));
    }
    assert.equal(tcb(folder, ['decode', 'Good.tcb', '-o', 'X.txt', '--to', 'csv']).status, 0);
    assert.equal(tcb(folder, ['decode', 'Good.tcb', '-o', 'none']).status, 0);
    assert.equal(JSON.parse(readFileSync(join(folder, 'none'), 'utf8')).length, 2);
});

test('a device or a pipe may be written to: there is nothing to overwrite', { skip: !existsSync('/dev/stdout') && 'no /dev/stdout' }, () => {
    const { status, stdout, stderr } = tcb(folderOf(FILES), ['decode', 'Good.tcb', '-o', '/dev/stdout']);
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout).length, 2);
});

test('a file that is none of the format is told by what it looks like; one in gzip is read', () => {
    const folder = folderOf(FILES);
    const looks = {
        'Empty.tcb': 'an empty file', 'Html.tcb': 'a web page', 'Lfs.tcb': 'a Git LFS pointer', 'Json.tcb': 'JSON', 'Zip.tcb': 'a zip archive',
    };
    for (const command of ['verify', 'inspect', 'report', 'decode']) {
        for (const [file, look] of Object.entries(looks)) {
            const { status, stderr } = tcb(folder, [command, file]);
            assert.equal(status, 1, `${command} ${file}`);
            assert.match(stderr, new RegExp(`^tcb: ${file}: expected a .tcb file, found ${look}`), command);
        }
        assert.equal(tcb(folder, [command, 'Packed.tcb']).status, 0, command);
    }
});

test('what is misspelt in a schema is named, with what there is', () => {
    const schemas = {
        '{"colums":[]}': /unknown property "colums"; there are name, columns, references; a file of many tables has tables/,
        '{"tabels":{}}': /unknown property "tabels"; .*a file of many tables has tables/,
        '{"tables":{"Good":{"colums":[]}}}': /unknown property "colums"; there are name, columns, references$/m,
        '[{"name":"id","typ":"i32"}]': /column "id": expected "typ" to be left out; there are tag, name, type/,
        '7': /expected columns in an array, found 7/,
    };
    for (const [text, said] of Object.entries(schemas)) {
        const { status, stderr } = tcb(folderOf({ ...FILES, 's.json': text }), ['decode', 'Good.tcb', '--schema', 's.json']);
        assert.equal(status, 1);
        assert.match(stderr, /^tcb: s\.json: schema: /);
        assert.match(stderr, said);
    }
});

test('a command that is not there is named where its help is asked for', () => {
    const { status, stderr } = tcb('.', ['help', 'nosuch']);
    assert.equal(status, 2);
    assert.match(stderr, /^tcb: .*nosuch/);
});

/** What a command is called with, beside the file; it names that file in its errors. @type {Record<string, string[]>} */
const CALLS = {
    inspect: [], report: [], verify: [], decode: [], diff: ['Good.tcb'], check: ['--baseline', 'base.json'],
    open: ['--encrypt-key-file', 'encrypt.key', '-o', 'out'], seal: ['--mac-key-file', 'mac.key', '-o', 'out'],
};
const BAD = ['Missing.tcb', 'folder.tcb', 'Empty.tcb', 'Html.tcb', 'Short.tcb', 'Long.tcb', 'Json.tcb'];
/** What a command has no fault to find with. @type {Record<string, string[]>} */
const FINE = { check: ['Long.tcb', 'Short.tcb'], open: ['Short.tcb', 'Long.tcb'], seal: ['Short.tcb', 'Long.tcb'] };

for (const [command, more] of Object.entries(CALLS)) {
    test(`${command} tells each bad file by its name, and leaves nothing half done`, () => {
        const folder = folderOf(FILES);
        writeFileSync(join(folder, 'base.json'), tcb(folder, ['check', '--baseline', 'base.json', 'Good.tcb', '--update']).status === 0
            ? readFileSync(join(folder, 'base.json')) : '');
        for (const file of BAD.filter((one) => !FINE[command]?.includes(one))) {
            const { status, stdout, stderr } = tcb(folder, [command, file, ...more]);
            const said = `${command} ${file}: ${stdout}${stderr}`;
            assert.ok(status === 1 || command === 'diff' && status === 2, said);
            assert.ok(said.indexOf(file, said.indexOf(':')) > 0, said);
            assert.doesNotMatch(stderr, /\n\s+at |node:internal|undefined|\[object/, said);
            assert.ok(!existsSync(join(folder, 'out')), said);
        }
        if (!['inspect', 'diff', 'check', 'open', 'seal'].includes(command)) {
            for (const [file, options] of /** @type {[string, string[]][]} */ ([['Encrypted.tcb', []],
                ...command === 'decode' || command === 'verify' ? [['Good.tcb', ['--schema', 'wrong.schema.json']]] : []])) {
                const { status, stderr } = tcb(folder, [command, file, ...options]);
                assert.equal(status, 1, `${command} ${file}: ${stderr}`);
                assert.ok(stderr.includes(file), stderr);
            }
        }
        if (['inspect', 'report', 'verify', 'check'].includes(command)) {
            const { status, stdout, stderr } = tcb(folder, [command, 'Empty.tcb', 'Good.tcb', ...more]);
            assert.equal(status, 1);
            assert.match(stderr, /Empty\.tcb/);
            assert.match(stdout + stderr, /Good|1 table checked/);
        }
    });
}
