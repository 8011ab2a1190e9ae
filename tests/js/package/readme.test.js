/** The README says what is true today. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { CODES } from '../../../js/module/codec.js';
import { normalizeSchema } from '../../../js/index.js';
import { readmePart } from '../../bench/report/readme.js';
import { codeBlocks, part, readme, reference, sizesTable, tablesTable } from '../../readme.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test("the table of tables is the main job's", () => assert.equal(part(readme(), 'tables'), tablesTable()));

test("the figures of the benchmark are the kept run's", () => assert.equal(part(readme(), 'bench'), readmePart()));

test('the table of sizes is what the build prints, within a hundredth', () => {
    // Compressed sizes differ a little between versions of zlib and brotli.
    const cells = (/** @type {string} */ table) => table.split(/[|\n]/).map((cell) => cell.trim()).filter(Boolean);
    const said = cells(part(readme(), 'sizes')), printed = cells(sizesTable());
    assert.equal(said.length, printed.length);
    said.forEach((cell, i) => {
        if (!/^\d+$/.test(cell)) assert.equal(cell, printed[i]);
        else assert.ok(Math.abs(Number(cell) / Number(printed[i]) - 1) < 0.01, `README: ${cell}, printed: ${printed[i]}`);
    });
});

/**
 * Runs code as a user's script beside an installed package.
 * @param {string} code
 */
function runExample(code) {
    const folder = mkdtempSync(join(tmpdir(), 'tcb-readme-'));
    try {
        const installed = join(folder, 'node_modules/tcb-wasm');
        mkdirSync(installed, { recursive: true });
        cpSync(join(root, 'dist'), join(installed, 'dist'), { recursive: true });
        cpSync(join(root, 'package.json'), join(installed, 'package.json'));
        writeFileSync(join(folder, 'example.mjs'), code);
        const { status, stdout, stderr } = spawnSync(process.execPath, ['example.mjs'], { cwd: folder, encoding: 'utf8' });
        assert.equal(status, 0, stderr);
        return stdout.trim().split('\n');
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** What an example's comments say that it prints. @param {string} code */
const said = (code) => [...code.matchAll(/console\.log\([^]*?\); *\/\/ (.*)/g)].map(([, comment]) => comment);

test('every JavaScript example of the README runs, and prints what its comments say', () => {
    for (const code of codeBlocks(readme(), 'js')) assert.deepEqual(runExample(code), said(code));
});

test('the examples of the API reference run one after another, and print what their comments say', () => {
    const blocks = codeBlocks(reference(), 'js');
    const imports = blocks.flatMap((code) => code.match(/^import .*$/gm) ?? []);
    const bodies = blocks.map((code) => code.replace(/^import .*$/gm, ''));
    assert.deepEqual(runExample([...imports, ...bodies].join('\n')), blocks.flatMap(said));
});

test('the API reference names every error code of the decoder', () => {
    const text = reference();
    for (const code of CODES.slice(1)) {
        if (!['ARGUMENT', 'BUFFER'].includes(code)) assert.match(text, new RegExp(`\`${code}\``), code);
    }
});

test('the schema example is a schema', () => {
    for (const json of codeBlocks(readme(), 'json')) normalizeSchema(JSON.parse(json));
});

test('the two commands are scripts of the package', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const name of ['start', 'test', 'build']) assert.ok(scripts[name], name);
});
