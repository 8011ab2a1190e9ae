/** `tcb completion` in the shells themselves. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { COMMANDS } from '../../../js/cli/commands/index.js';
import { flagParts, loadSpecs } from '../../../js/cli/program/describe.js';
import { folderOf, tcb } from './cli-run.js';

const commands = await loadSpecs(COMMANDS);

/** @param {string} shell */
const skipWithout = (shell) => ({ skip: spawnSync(shell, ['--version']).status !== 0 && `${shell} is not here` });

/** @param {string} shell @param {string[]} args @param {string} cwd */
function runShell(shell, args, cwd) {
    const { status, stdout, stderr } = spawnSync(shell, args,
        { cwd, encoding: 'utf8', timeout: 60_000, env: { ...process.env, HOME: cwd, TERM: 'dumb' } });
    assert.equal(stderr, '');
    assert.equal(status, 0);
    return stdout.split('\n').filter(Boolean);
}

/** @param {string} shell */
function scriptFolder(shell) {
    const { status, stdout, stderr } = tcb('.', ['completion', shell]);
    assert.equal(status, 0, stderr);
    return folderOf({ script: stdout, 'Item.json': '[]' });
}

test('the script of each shell has no option with its value', () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
        const { stdout } = tcb('.', ['completion', shell]);
        for (const option of commands.flatMap(({ all }) => all)) {
            const { long, value } = flagParts(option);
            assert.doesNotMatch(long, /[ <>]/);
            if (value) assert.ok(!stdout.includes(`${long} <`), `${shell}: ${long}`);
        }
    }
});

test('bash completes options whose values have a colon, and others after them', skipWithout('bash'), () => {
    const folder = scriptFolder('bash');
    /** @param {string[]} words */
    const complete = (...words) => runShell('bash', ['-c', `source ./script
        COMP_WORDS=(tcb "$@"); COMP_CWORD=$#; _tcb; printf '%s\\n' "\${COMPREPLY[@]}"`, 'bash', ...words], folder);
    assert.deepEqual(complete('decode', '--ro'), ['--rows']);
    assert.deepEqual(complete('decode', '--rows', ''), []);
    assert.deepEqual(complete('decode', '--rows', '1:2', '--comp'), ['--compact']);
    assert.deepEqual(complete('completion', 'power'), ['powershell']);
});

test('fish completes commands, options, choices and files, and loads the script in silence', skipWithout('fish'), () => {
    const folder = scriptFolder('fish');
    /** @param {string} line */
    const complete = (line) => runShell('fish', ['-N', '-c', 'source ./script; complete -C $argv[1]', line], folder)
        .map((found) => found.split('\t')[0]);
    assert.deepEqual(complete('tcb enc'), ['encode']);
    assert.deepEqual(complete('tcb decode --ro'), ['--rows']);
    assert.deepEqual(complete('tcb decode --rows 1:2 --comp'), ['--compact']);
    assert.deepEqual(complete('tcb encode --mixed '), ['error', 'json']);
    assert.deepEqual(complete('tcb encode It'), ['Item.json']);
    for (const { name, all } of commands) {
        const found = complete(`tcb ${name} --`);
        for (const option of all) assert.ok(found.includes(flagParts(option).long), `${name} ${option.flags}`);
    }
});

test('zsh completes commands, options, choices and files in its line editor', skipWithout('zsh'), () => {
    const folder = scriptFolder('zsh');
    const lines = {
        'tcb enc': 'tcb encode ',
        'tcb decode --ro': 'tcb decode --rows ',
        'tcb decode --rows 1:2 --comp': 'tcb decode --rows 1:2 --compact ',
        'tcb encode --mixed e': 'tcb encode --mixed error ',
        'tcb encode It': 'tcb encode Item.json ',
        'tcb help man': 'tcb help manifest ',
    };
    const harness = fileURLToPath(new URL('zsh-complete.zsh', import.meta.url));
    const found = runShell('zsh', ['-f', harness, join(folder, 'script'), ...Object.keys(lines)], folder);
    assert.deepEqual(found, Object.values(lines).map((line) => `LINE<${line}>END`));
});

test("PowerShell's script closes what it opens, and quotes every word", () => {
    const { stdout } = tcb('.', ['completion', 'powershell']);
    const code = stdout.split('\n').filter((line) => !line.startsWith('#') && !line.includes('    # ')).join('\n')
        .replaceAll(/'(?:[^']|'')*'|"[^"]*"/g, '0');
    assert.doesNotMatch(code, /['"]/);
    for (const [open, close] of ['()', '[]', '{}']) {
        assert.equal(code.split(open).length, code.split(close).length, open + close);
    }
    assert.match(stdout, /^ {8}'decode' = @\('-o', '--output', .*'--rows'/m);
    assert.match(stdout, /^ {8}'encode:--mixed' = @\('error', 'json'\)$/m);
});
