/**
 * Load benchmark: how long systems take to load the same tables, and what they hold then.
 *
 *     node tests/bench/load.js [--quick] [--systems a,b] [--sets a,b] [--out path]
 *
 * Markdown goes to the standard output; every run goes to a file of JSON lines. README.md tells more.
 */

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { report } from './load/report.js';
import { runAll } from './load/run.js';
import { SET_NAMES } from './load/sets.js';
import { SYSTEM_NAMES } from './load/systems.js';

const LIBRARIES = [
    '@bufbuild/protobuf', '@furyjs/fury', '@msgpack/msgpack', '@uwdata/flechette', 'apache-arrow', 'avsc', 'bson',
    'cbor-x', 'flatbuffers', 'hyparquet', 'hyparquet-writer', 'msgpackr', 'protobufjs', 'protobufjs-cli', 'thrift',
];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string | undefined} list
 * @param {readonly string[]} known
 */
function chosen(list, known) {
    if (list === undefined) return known;
    const names = list.split(',');
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) {
        throw new RangeError(`expected one of ${known.join(', ')}, found '${unknown}'`);
    }
    return known.filter((name) => names.includes(name));
}

/** Where it runs, with what, and how busy the machine is. */
function environment() {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const libraries = Object.fromEntries(LIBRARIES.map((name) => [name, devDependencies[name]]));
    return {
        kind: 'environment', date: new Date().toISOString(), node: process.version, v8: process.versions.v8,
        cpu: cpus()[0].model, cores: cpus().length, load: loadavg(), libraries,
    };
}

/** @param {string[]} args */
async function main(args) {
    const { values } = parseArgs({
        args,
        options: {
            quick: { type: 'boolean', default: false },
            systems: { type: 'string' },
            sets: { type: 'string' },
            out: { type: 'string' },
        },
    });
    const { quick } = values;
    const systems = chosen(values.systems, SYSTEM_NAMES), sets = chosen(values.sets ?? 'growth', SET_NAMES);
    const [processes, runs] = quick ? [1, 5] : [5, 30];
    const out = values.out ?? join(ROOT, 'build/bench', quick ? 'load-quick.jsonl' : 'load.jsonl');
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, '');
    /** @param {Record<string, any>} line */
    const record = (line) => appendFileSync(out, `${JSON.stringify(line)}\n`);
    record({ ...environment(), quick, processes, runs });
    /** @type {import('./load/run.js').Refusal[]} */
    const refusals = [];
    const summaries = await runAll({
        systems, sets, processes, runs, quick, record,
        folder: `${out}.files`,
        progress: (text) => process.stderr.write(`${text}\n`),
        refuse: (refusal) => refusals.push(refusal),
    });
    record(environment());
    process.stdout.write(report(summaries, { processes, runs, withAims: !quick, refusals }));
    process.stderr.write(`all runs: ${relative(process.cwd(), out)}\n`);
}

try {
    await main(process.argv.slice(2));
} catch (error) {
    process.stderr.write(`load benchmark: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
}
