/** What the linter says of imports that go where they should not. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** In the order in which they may import: each from those before it. */
const ROOMS = ['values', 'schema', 'module', 'read', 'query', 'write', 'envelope', 'annotate', 'cli'];

/**
 * What the linter refuses: each rule with the import, or the folder, that breaks it.
 * @param {Record<string, string[]>} imports each file's
 */
function refused(imports) {
    const folder = mkdtempSync(join(tmpdir(), 'tcb-rooms-'));
    try {
        for (const file of new Set(Object.entries(imports).flat(2))) {
            mkdirSync(join(folder, dirname(file)), { recursive: true });
            const lines = (imports[file] ?? []).map((target) => `import './${relative(dirname(file), target)}';\n`);
            writeFileSync(join(folder, file), lines.join('') || 'export {};\n');
        }
        const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
            '--config', join(root, 'js/dependency-cruiser.config.mjs'), '--output-type', 'json', 'js'], { cwd: folder, encoding: 'utf8' });
        assert.equal(stderr, '');
        const { violations } = JSON.parse(stdout).summary;
        return violations.map((/** @type {any} */ { rule, from, to }) => `${rule.name}: ${from} > ${to}`).sort();
    } finally {
        rmSync(folder, { recursive: true });
    }
}

test('a room may import from those before it, an entry from rooms, the command line from entries', () => {
    const rooms = ROOMS.map((room) => `js/${room}/a.js`);
    assert.deepEqual(refused({
        ...Object.fromEntries(rooms.map((file, i) => [file, rooms.slice(0, i)])),
        'js/index.js': [...rooms.slice(0, -1), 'build/js/tcb.js'], 'js/cli/main.js': ['js/index.js'],
    }), []);
});

test('an import of a later room is refused, whichever two they are', () => {
    const pairs = ROOMS.flatMap((room, i) => ROOMS.slice(i + 1).map((other) => [`js/${room}/a.js`, `js/${other}/b.js`]));
    assert.equal(pairs.length, 36);
    assert.deepEqual(refused(Object.fromEntries(pairs.map(([from]) => [from, pairs.filter(([file]) => file === from).map(([, to]) => to)]))),
        pairs.map(([from, to]) => `${from.split('/')[1]}-imports-from-rooms-before: ${from} > ${to}`).sort());
});

test('circles of files and of folders are refused', () => {
    assert.deepEqual(refused({ 'js/read/a.js': ['js/read/b.js'], 'js/read/b.js': ['js/read/a.js'] }),
        ['no-circle: js/read/a.js > js/read/b.js']);
    assert.deepEqual(refused({ 'js/cli/files/a.js': ['js/cli/input/b.js'], 'js/cli/input/c.js': ['js/cli/files/d.js'] }),
        ['no-circle-of-folders: js/cli/files > js/cli/input', 'no-circle-of-folders: js/cli/input > js/cli/files']);
});

test('a room that imports an entry, an entry that imports the command line, and what ships with tests are refused', () => {
    assert.deepEqual(refused({ 'js/read/a.js': ['js/index.js'] }), ['entries-stand-above: js/read/a.js > js/index.js']);
    assert.deepEqual(refused({ 'js/index.js': ['js/cli/a.js'] }), ['entries-hold-no-command: js/index.js > js/cli/a.js']);
    assert.deepEqual(refused({ 'js/values/a.js': ['tests/oracle/a.js'] }), ['package-stands-alone: js/values/a.js > tests/oracle/a.js']);
});
