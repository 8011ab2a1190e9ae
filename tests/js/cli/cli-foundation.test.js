/** What all commands of `tcb` share: examples, help, reference, completion, the bundle, files. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
    chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { COMMANDS } from '../../../js/cli/commands/index.js';
import { flagParts, loadSpecs } from '../../../js/cli/program/describe.js';
import { colours, progress } from '../../../js/cli/terminal/terminal.js';
import { seal } from '../../../js/envelope/envelope.js';
import { encode, init } from '../../../js/index.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TCB = join(ROOT, 'js/cli/tcb.js');
const scratch = mkdtempSync(join(tmpdir(), 'tcb-foundation-'));
await init();
after(() => rmSync(scratch, { recursive: true, force: true }));
const commands = await loadSpecs(COMMANDS);

const ROWS = [{ id: 1, name: 'Sword', tags: ['iron'] }, { id: 2, name: 'Rope', tags: [] }];
const COLUMNS = [
    { tag: 1, name: 'id', type: 'i32' }, { tag: 2, name: 'name', type: 'string' },
    { tag: 3, name: 'tags', type: 'string', array: true },
];
const KEYS = { encryptionKey: '1'.repeat(64), macKey: '2'.repeat(64) };

/** A folder with all files that examples speak of. */
async function exampleFolder() {
    const folder = mkdtempSync(join(scratch, 'example-'));
    const file = encode(ROWS, { schema: { columns: COLUMNS } });
    for (const name of ['tables', 'build/tables', 'old', 'new', 'bin']) mkdirSync(join(folder, name), { recursive: true });
    /** @param {string} name @param {string | Uint8Array} data */
    const write = (name, data) => writeFileSync(join(folder, name), data);
    for (const name of ['Item', 'Loot']) {
        write(`tables/${name}.json`, JSON.stringify(ROWS));
        for (const place of ['build/tables', 'build', 'old', 'new', '.']) write(`${place}/${name}.tcb`, file);
    }
    write('Item.json', JSON.stringify(ROWS));
    write('Item.csv.gz', gzipSync('id,name\n1,Sword\n'));
    write('Item.schema.json', JSON.stringify({ columns: COLUMNS }));
    write('schema.json', JSON.stringify({ tables: { Item: { columns: COLUMNS }, Loot: { columns: COLUMNS } } }));
    const baseline = Object.fromEntries(COLUMNS.map(({ tag, name, type, array }) => [tag, {
        Name: name, Element: type === 'i32' ? 2 : 6, Kind: array ? 1 : 0, Retired: false, ExplicitTag: true,
    }]));
    write('schema-baseline.json', JSON.stringify({ Comment: '', BaselineVersion: 2, Tables: { Item: baseline, Loot: baseline } }));
    write('encrypt.key', KEYS.encryptionKey + '\n');
    write('mac.key', KEYS.macKey + '\n');
    write('Sealed.tcb', await seal(file, KEYS));
    write('bin/tcb', `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(TCB)} "$@"\n`);
    chmodSync(join(folder, 'bin/tcb'), 0o755);
    return folder;
}

/**
 * Takes away what an example writes.
 * @param {string} folder
 * @param {string} line
 */
function clearOutputs(folder, line) {
    for (const [, name] of line.matchAll(/(?:-o|--write-schema) (\S+)/g)) {
        if (name !== 'build/tables') rmSync(join(folder, name), { recursive: true, force: true });
        else for (const file of readdirSync(join(folder, name))) rmSync(join(folder, name, file));
    }
    if (line.startsWith('tcb encode Item.json')) rmSync(join(folder, 'Item.tcb'));
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {{ input?: string | Uint8Array, env?: Record<string, string>, program?: string }} [options]
 */
function tcb(cwd, args, { input = '', env = {}, program = TCB } = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args],
        { cwd, input, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 });
    return { status, stdout: String(stdout), stderr: String(stderr) };
}

const hasShell = process.platform !== 'win32';

for (const { name, examples } of commands) {
    test(`the examples in the help of ${name} do what they say`, { skip: !hasShell && 'needs a POSIX shell' }, async () => {
        assert.ok(examples.length > 0);
        const folder = await exampleFolder();
        for (const { run, until } of examples) {
            clearOutputs(folder, run);
            const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
            const child = spawn('sh', ['-c', `exec ${run}`.replace(/^exec (.* \| )/, '$1')], { cwd: folder, env });
            let output = '';
            for (const stream of [child.stdout, child.stderr]) {
                stream.on('data', (chunk) => {
                    output += chunk;
                    if (until?.test(output)) child.kill();
                });
            }
            const status = await new Promise((resolve) => child.on('close', resolve));
            if (until && /not built/.test(output)) continue; // of a site that its own tests look after
            if (until) assert.match(output, until, run);
            else assert.equal(status, 0, `${run}: ${output}`);
        }
    });
}

test('every option is described, and its flags have one form', () => {
    for (const { name, all, operands } of commands) {
        for (const option of all) {
            assert.match(option.flags, /^(?:-\w, )?--[a-z][a-z-]*(?: [<[][\w:.]+[>\]])?$/, `${name}: ${option.flags}`);
            assert.ok(option.about.length > 4, `${name}: ${option.flags}`);
        }
        for (const operand of operands) assert.equal(operand.name, operand.name.toUpperCase());
        assert.equal(new Set(all.map(({ flags }) => flags)).size, all.length, name);
    }
});

test('the help of each command names its operands and options, in lines of 100 characters at most', () => {
    for (const { name, all, operands } of commands) {
        const { status, stdout, stderr } = tcb(scratch, ['help', name]);
        assert.equal(status, 0, stderr);
        for (const { flags } of all) assert.ok(stdout.includes(flags), `${name}: ${flags}`);
        for (const operand of operands) assert.match(stdout, new RegExp(`^  ${operand.name} `, 'm'));
        for (const line of stdout.split('\n')) assert.ok(line.length <= 100, `${name}: ${line}`);
    }
});

test('the reference is what the commands say', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'js/cli/makereference.mjs'), '--check'], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
});

test('completion knows each command and option, for each shell', () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
        const { status, stdout, stderr } = tcb(scratch, ['completion', shell]);
        assert.equal(status, 0, stderr);
        for (const { name, all } of commands) {
            assert.ok(stdout.includes(name), `${shell}: ${name}`);
            for (const option of all) {
                const { long } = flagParts(option);
                assert.ok(stdout.includes(shell === 'fish' ? ` -l ${long.slice(2)}` : long), `${shell}: ${name} ${long}`);
            }
        }
    }
    const { status, stderr } = tcb(scratch, ['completion', 'tcsh']);
    assert.equal(status, 2);
    assert.match(stderr, /^tcb: expected bash, zsh, fish, powershell, found "tcsh"; see tcb completion --help$/m);
});

const hasBash = hasShell && spawnSync('bash', ['--version']).status === 0;

test('bash completes commands, options, choices and files', { skip: !hasBash && 'bash is not here' }, () => {
    const script = tcb(scratch, ['completion', 'bash']).stdout;
    const folder = mkdtempSync(join(scratch, 'bash-'));
    writeFileSync(join(folder, 'Item.json'), '');
    /** @param {string[]} words */
    const complete = (...words) => {
        const lines = `${script}\nCOMP_WORDS=(tcb ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}\n` +
            '_tcb; printf \'%s\\n\' "${COMPREPLY[@]}"';
        const { stdout, stderr } = spawnSync('bash', ['-c', lines], { cwd: folder, encoding: 'utf8' });
        assert.equal(stderr, '');
        return stdout.split('\n').filter(Boolean);
    };
    assert.deepEqual(complete('enc'), ['encode']);
    assert.deepEqual(complete('encode', '--mi'), ['--mixed']);
    assert.deepEqual(complete('encode', '--mixed', ''), ['error', 'json']);
    assert.deepEqual(complete('encode', 'It'), ['Item.json']);
    assert.deepEqual(complete('encode', '-o', 'It'), ['Item.json']);
    assert.ok(complete('completion', '').includes('fish'));
    assert.ok(!complete('completion', '').includes('Item.json'));
    assert.deepEqual(complete('help', 'man'), ['manifest']);
});

test('the bundle runs without any package beside it', () => {
    const folder = mkdtempSync(join(scratch, 'bundle-'));
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => !/[\\/]dist[\\/](?:cli|types)$/.test(path) });
    const built = spawnSync(process.execPath, [join(ROOT, 'js/cli/build.mjs'), '--quiet', '--out', join(folder, 'dist/cli')], { encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
    writeFileSync(join(folder, 'package.json'), '{"type":"module","version":"1.2.3"}');
    writeFileSync(join(folder, 'Item.csv'), 'id,name\n1,Sword\n');
    const program = join(folder, 'dist/cli/tcb.js');
    assert.equal(tcb(folder, ['--version'], { program }).stdout, '1.2.3\n');
    const encoded = tcb(folder, ['encode', 'Item.csv', '--write-schema', 'S.json'], { program });
    assert.equal(encoded.status, 0, encoded.stderr);
    assert.equal(tcb(folder, ['decode', 'Item.tcb', '--schema', 'S.json'], { program }).stdout, '[{"id":1,"name":"Sword"}]\n');
    for (const { name } of commands) assert.equal(tcb(folder, [name, '--help'], { program }).status, 0, name);
    const licences = readFileSync(join(folder, 'dist/cli/LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'papaparse', 'lossless-json', 'read-excel-file', 'picocolors', 'ora']) {
        assert.match(licences, new RegExp(`^${name} \\d`, 'm'));
    }
});

test('what the package exports loads nothing of the command line', () => {
    const { exports, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
    assert.ok(!JSON.stringify(exports).includes('cli'));
    for (const name of readdirSync(join(ROOT, 'js')).filter((file) => file.endsWith('.js') && file !== 'eslint.config.js')) {
        for (const [, from] of readFileSync(join(ROOT, 'js', name), 'utf8').matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'/gm)) {
            assert.match(from, /^\.\/(?!cli\/)|^\.\.\/(?:build\/js|dist)\//, name);
        }
    }
});

test('colours are for terminals, and not where NO_COLOR asks for none', () => {
    const { NO_COLOR, TERM } = process.env;
    try {
        delete process.env.NO_COLOR;
        process.env.TERM = 'xterm';
        assert.equal(colours({ isTTY: true }).red('x'), '\u001b[31mx\u001b[39m');
        assert.equal(colours({ isTTY: false }).red('x'), 'x');
        process.env.NO_COLOR = '1';
        assert.equal(colours({ isTTY: true }).red('x'), 'x');
        delete process.env.NO_COLOR;
        process.env.TERM = 'dumb';
        assert.equal(colours({ isTTY: true }).red('x'), 'x');
    } finally {
        for (const [name, value] of Object.entries({ NO_COLOR, TERM })) {
            if (value === undefined) delete process.env[name];
            else process.env[name] = value;
        }
    }
});

test('a progress bar is for terminals', async () => {
    const bar = await progress(true);
    bar.show('x', 0.5);
    bar.stop();
    const folder = mkdtempSync(join(scratch, 'quiet-'));
    writeFileSync(join(folder, 'T.ndjson'), '{"a":1}\n'.repeat(300000));
    const loud = tcb(folder, ['encode', 'T.ndjson'], { env: { FORCE_COLOR: '1' } });
    assert.equal(loud.stderr, `T.tcb: 300,000 rows, 1 column, ${readFileSync(join(folder, 'T.tcb')).length} bytes\n`);
    assert.equal(tcb(folder, ['encode', 'T.ndjson', '--force', '--quiet']).stderr, '');
});

const full = existsSync('/dev/full') ? false : '/dev/full is not here';

test('says that the disk is full, in a file and in standard output', { skip: full }, () => {
    const folder = mkdtempSync(join(scratch, 'full-'));
    writeFileSync(join(folder, 'T.json'), '[{"a":1}]');
    assert.equal(tcb(folder, ['encode', 'T.json']).status, 0);
    for (const args of [['encode', 'T.json', '-o', '/dev/full'], ['decode', 'T.tcb', '-o', '/dev/full']]) {
        assert.deepEqual(tcb(folder, args), { status: 1, stdout: '', stderr: 'tcb: /dev/full: no space is left on the device\n' });
    }
    for (const command of ['decode T.tcb', 'encode T.json -o -', '--help', 'completion bash']) {
        const { status, stderr } = spawnSync('sh', ['-c', `"$0" "$1" ${command} > /dev/full`, process.execPath, TCB],
            { cwd: folder, encoding: 'utf8' });
        assert.equal(stderr, 'tcb: standard output: no space is left on the device\n');
        assert.equal(status, 1);
    }
});

test('a command that is stopped while it writes leaves no half file', { skip: !hasShell && 'needs POSIX signals' }, async () => {
    const rowCount = 1_500_000;
    const values = Int32Array.from({ length: rowCount }, (_, i) => i % 1000 * 7919);
    const column = {
        tag: 1, element: 2, array: false, optional: false, optionalElements: false, encoding: 0, byteLength: 0,
        validity: null, offsets: null, elementValidity: null, values, indices: null, dictionary: null,
    };
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
        const folder = mkdtempSync(join(scratch, 'stopped-'));
        writeFileSync(join(folder, 'T.tcb'), encode({ rowCount, columns: [column] }));
        const child = spawn(process.execPath, [TCB, 'decode', 'T.tcb', '-o', 'rows.json'], { cwd: folder });
        const ended = new Promise((resolve) => child.on('close', (...how) => resolve(how)));
        while (!readdirSync(folder).some((name) => name.endsWith('.tmp'))) await new Promise((resolve) => setTimeout(resolve, 2));
        child.kill(signal);
        assert.deepEqual(await ended, [null, signal]);
        assert.deepEqual(readdirSync(folder), ['T.tcb']);
    }
});

// Root may read and write anything: as root, the command is run as nobody.
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const asUser = hasShell && spawnSync(process.execPath, [TCB, '--version'], { cwd: '/', ...NOBODY }).status === 0;

test('says where there is no permission', { skip: !asUser && 'needs another user than root, who can read this project' }, () => {
    const folder = mkdtempSync(join(scratch, 'permission-'));
    /** @param {string} file */
    const encodeTo = (file) => spawnSync(process.execPath, [TCB, 'encode', 'T.json', '-o', file], { cwd: folder, encoding: 'utf8', ...NOBODY });
    chmodSync(scratch, 0o755);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'T.json'), '[{"a":1}]');
    chmodSync(folder, 0o555);
    assert.equal(encodeTo('T.tcb').stderr, 'tcb: T.tcb: no permission\n');
    chmodSync(join(folder, 'T.json'), 0);
    const { status, stderr } = encodeTo('T.tcb');
    assert.equal(stderr, 'tcb: T.json: no permission\n');
    assert.equal(status, 1);
    chmodSync(folder, 0o755);
    assert.deepEqual(readdirSync(folder), ['T.json']);
});

test('a dangling link in place of the output is no file that is there already', { skip: !hasShell && 'needs links' }, () => {
    const folder = mkdtempSync(join(scratch, 'link-'));
    writeFileSync(join(folder, 'T.json'), '[{"a":1}]');
    symlinkSync('gone/T.tcb', join(folder, 'T.tcb'));
    const { status, stderr } = tcb(folder, ['encode', 'T.json', '--force']);
    assert.equal(status, 1);
    assert.match(stderr, /^tcb: T\.tcb: no such file or folder$/m);
});
