/** Runs `tcb` for tests, in folders of their own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TCB = join(ROOT, 'js/cli/tcb.js');
const scratch = mkdtempSync(join(tmpdir(), 'tcb-run-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * A new folder with these files; what is not bytes or text is written as JSON.
 * @param {Record<string, unknown>} files
 */
export function folderOf(files) {
    const folder = mkdtempSync(join(scratch, 'case-'));
    for (const [name, data] of Object.entries(files)) {
        mkdirSync(join(folder, name, '..'), { recursive: true });
        writeFileSync(join(folder, name), typeof data === 'string' || data instanceof Uint8Array ? data : JSON.stringify(data));
    }
    return folder;
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {{ input?: string | Uint8Array, env?: Record<string, string>, node?: string[] }} [options]
 */
export function tcb(cwd, args, { input = '', env = {}, node = [] } = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...node, TCB, ...args],
        { cwd, input, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 });
    return { status, stdout: String(stdout), stderr: String(stderr), bytes: stdout };
}

/**
 * The output of a command that succeeds.
 * @param {string} cwd
 * @param {string[]} args
 * @param {Parameters<typeof tcb>[2]} [options]
 */
export function output(cwd, args, options) {
    const { status, stdout, stderr } = tcb(cwd, args, options);
    assert.equal(status, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
}

/**
 * @param {ReturnType<typeof tcb>} result
 * @param {RegExp | string} message without `tcb: `
 * @param {number} [status]
 */
export function assertFails({ status: found, stdout, stderr }, message, status = 1) {
    assert.equal(found, status, stderr);
    if (typeof message === 'string') assert.equal(stderr, `tcb: ${message}\n`);
    else assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1, `one line: ${stderr}`);
    assert.equal(stdout, '');
}

/**
 * Encodes a file with an inferred schema, and gives the rows that it decodes to.
 * @param {string} folder
 * @param {string} file
 * @param {string[]} [args]
 */
export function thereAndBack(folder, file, args = []) {
    output(folder, ['encode', file, '-o', 'T.tcb', '--write-schema', 'T.schema.json', '--force', ...args]);
    return JSON.parse(output(folder, ['decode', 'T.tcb', '--schema', 'T.schema.json']));
}

/** @param {string} folder */
export function writtenTypes(folder) {
    const { columns } = JSON.parse(readFileSync(join(folder, 'T.schema.json'), 'utf8'));
    return columns.map((/** @type {any} */ { name, type, array, optional }) => `${name} ${type}${array ? '[]' : ''}${optional ? '?' : ''}`);
}
