/**
 * The dictionary under Deno: JSON, MessagePack and `.tcb`, to columns and to rows.
 *
 *     node tests/bench/deno.js [--keys 733000] [--out build/bench/deno.jsonl]
 *
 * Node.js makes the files and verifies them; Deno loads them, the systems in turn.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { makePlan } from './load/plan.js';
import { SETS, makeSet } from './load/sets.js';
import { openSystem } from './load/systems.js';
import { verify } from './load/verify.js';
import { runtimeTable, toMarkdown } from './report/tables.js';
import { DICTIONARY_KEYS, dictionaryTable } from './sets/dictionary.js';

/** @import { DataSet } from './load/sets.js' */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DENO = join(ROOT, 'node_modules/deno/bin.cjs');
const SYSTEMS = ['json-named', 'json-compact', 'msgpackr-maps', 'msgpackr-records', 'tcb'];

/**
 * @param {DataSet} set
 * @param {{ title: string, rounds: number }} how
 */
export async function measureInDeno(set, { title, rounds }) {
    const folder = join(ROOT, 'build/bench/deno');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const plan = makePlan(set);
    for (const name of SYSTEMS) {
        const system = await openSystem(name, set.schema);
        const bytes = new Uint8Array(await system.prepare(set));
        await verify(system, set, plan, bytes);
        writeFileSync(join(folder, `${name}.bin`), bytes);
    }
    writeFileSync(join(folder, 'plan.json'), JSON.stringify({ plan, systems: SYSTEMS, rounds }));
    const { stdout, stderr, status } = spawnSync(process.execPath, [
        DENO, 'run', '--no-remote', '--node-modules-dir=manual',
        '--allow-read', '--allow-env', '--allow-ffi', '--allow-sys',
        '--v8-flags=--expose-gc,--max-old-space-size=6000', 'tests/bench/report/in-deno.js', folder,
    ], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' } });
    if (status !== 0) throw new Error(`Deno: ${stderr.trim()}`);
    const { version, forms } = JSON.parse(stdout);
    return {
        kind: 'runtime', name: 'Deno', version, set: title, date: new Date().toISOString(),
        how: `${rounds} rounds, the systems in turn, wall ms: median and range`, forms,
    };
}

/** @param {string[]} args */
async function main(args) {
    const { values } = parseArgs({
        args,
        options: {
            keys: { type: 'string', default: String(DICTIONARY_KEYS) }, rounds: { type: 'string', default: '7' },
            out: { type: 'string', default: join(ROOT, 'build/bench/deno.jsonl') },
        },
    });
    const keys = Number(values.keys), rounds = Number(values.rounds);
    const sets = [{ title: `dictionary of ${keys.toLocaleString('en')} readings`, set: dictionarySet(keys) }];
    const missing = SETS.skk.unless?.();
    if (missing) process.stderr.write(`SKK dictionary: left out, because ${missing}\n`);
    else sets.push({ title: 'SKK dictionary', set: makeSet('skk', false) });
    const lines = [];
    for (const { title, set } of sets) lines.push(await measureInDeno(set, { title, rounds }));
    mkdirSync(dirname(values.out), { recursive: true });
    writeFileSync(values.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    console.log(lines.map((line) => toMarkdown(runtimeTable(line))).join('\n\n'));
}

/** @param {number} keys @returns {DataSet} */
export function dictionarySet(keys) {
    return { ...dictionaryTable({ keys }), key: 'reading', sum: 'inflected' };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
