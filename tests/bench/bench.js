/**
 * The whole benchmark: every set and system, and a report of them.
 *
 *     node tests/bench/bench.js                     figures: hours
 *     node tests/bench/bench.js --minutes 15        figures of the main sets, within about that time
 *     node tests/bench/bench.js --quick             that all of it works: a few minutes, no claims
 *     node tests/bench/bench.js --report path.jsonl the report alone, of an earlier run
 *
 *     --sets a,b --systems a,b (or all) --processes n --runs n --out path.jsonl
 *     --append: keep what an earlier run found of other sets
 *
 * JSON lines go to build/bench/, and Markdown and HTML beside them. README.md tells more.
 */

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type, release } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runAll } from './load/run.js';
import { SETS, SET_NAMES } from './load/sets.js';
import { SYSTEM_NAMES } from './load/systems.js';
import { columnShares, encodingShares, growthColumns, setFacts } from './report/facts.js';
import { htmlReport } from './report/html.js';
import { markdownReport } from './report/markdown.js';
import { readModel } from './report/model.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'build/bench');

/** The sets of a run within minutes, in the order of what matters. */
const MAIN_SETS = ['growth', 'sprout', 'canopy', 'person', 'order-bytes', 'mixed', 'real', 'strings', 'longs',
    'order-base64', 'order-numbers', 'growth-1e3', 'growth-1e4'];

/** The systems of such a run: the quickest of each family. */
const MAIN_SYSTEMS = ['json-named', 'json-compact', 'json-columns', 'msgpackr-maps', 'msgpackr-records', 'cbor-records',
    'v8', 'protobufjs', 'avro', 'flatbuffers', 'arrow', 'parquet', 'tcb', 'tcb-compiled'];

/** One of each kind. */
const QUICK_SETS = ['growth', 'canopy', 'dictionary', 'mixed', 'person', 'order-bytes'];

/** Whose tables the encodings' shares are told of. */
const SHARED_SETS = ['growth', 'sprout', 'canopy', 'dictionary', 'mixed', 'order-bytes', 'real'];

/** Of the time, the part that operations are given; the rest goes into making files and counting memory. */
const TIMED_SHARE = 0.35;
const OPERATIONS = 5;
const LEAST_BUDGET_MS = 30;

/** Bytes of a file that brotli is begun for within minutes: it takes two seconds a megabyte. */
const MOST_BROTLI = 2e6;

/**
 * @param {string | undefined} list
 * @param {readonly string[]} known
 */
function chosen(list, known) {
    const names = list?.split(',') ?? [...known];
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new RangeError(`expected one of ${known.join(', ')}, found '${unknown}'`);
    return names;
}

/** @param {string | undefined} text @param {string} name @param {number} otherwise */
function count(text, name, otherwise) {
    if (text === undefined) return otherwise;
    if (!(Number(text) > 0)) throw new RangeError(`--${name}: expected a number above 0, found '${text}'`);
    return Number(text);
}

/** Where it runs, with what, and how busy the machine is. */
function environment() {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    return {
        kind: 'environment', date: new Date().toISOString(), node: process.version, v8: process.versions.v8,
        os: `${type()} ${release()}`, cpu: cpus()[0].model, cores: cpus().length,
        memory: Math.round(totalmem() / 2 ** 30), load: loadavg(),
        libraries: Object.fromEntries(LIBRARIES.map((name) => [name, devDependencies[name]])),
    };
}

const LIBRARIES = [
    '@bufbuild/protobuf', '@furyjs/fury', '@msgpack/msgpack', '@uwdata/flechette', 'apache-arrow', 'avsc', 'bson',
    'cbor-x', 'flatbuffers', 'hyparquet', 'hyparquet-writer', 'msgpackr', 'protobufjs', 'thrift',
];

/**
 * What the sets are like, and where their bytes are.
 * @param {string[]} sets
 * @param {boolean} quick
 * @param {(line: Record<string, any>) => void} record
 */
async function recordFacts(sets, quick, record) {
    for (const set of sets) {
        if (SETS[set].unless?.() || SETS[set].heapMb && !OWN_FACTS.has(set)) continue;
        process.stderr.write(`${set}: facts\n`);
        const tables = SETS[set].tables(quick);
        record({ kind: 'facts', set, facts: await setFacts(set, tables, quick) });
        if (!SHARED_SETS.includes(set)) continue;
        const { columns, bytes, headers } = await columnShares(tables);
        record({ kind: 'encodings', set, bytes, headers, shares: encodingShares(columns) });
    }
    if (sets.includes('growth')) record({ kind: 'growth-columns', ...await growthColumns() });
}

const OWN_FACTS = new Set(['dictionary']);

/**
 * JSON lines of a run without what it found of these sets.
 * @param {string} text
 * @param {readonly string[]} sets
 */
function withoutSets(text, sets) {
    return text.split('\n').filter((line) => line && !sets.includes(JSON.parse(line).set))
        .map((line) => `${line}\n`).join('');
}

/** Writes the report of a run beside it. @param {string} path of its JSON lines */
export function writeReport(path) {
    // Browsers and Deno are measured by commands of their own.
    const lines = [path, ...['browsers', 'deno'].map((name) => join(FOLDER, `${name}.jsonl`))]
        .filter(existsSync).map((file) => readFileSync(file, 'utf8')).join('\n');
    const model = readModel(lines);
    const base = path.replace(/\.jsonl$/, '');
    const markdown = markdownReport(model);
    writeFileSync(`${base}.md`, markdown);
    writeFileSync(`${base}.html`, htmlReport(model));
    return { markdown, files: [path, `${base}.md`, `${base}.html`] };
}

/** @param {string[]} args */
async function main(args) {
    const { values } = parseArgs({
        args,
        options: {
            quick: { type: 'boolean', default: false }, full: { type: 'boolean', default: false },
            minutes: { type: 'string' }, sets: { type: 'string' }, systems: { type: 'string' },
            processes: { type: 'string' }, runs: { type: 'string' }, out: { type: 'string' }, report: { type: 'string' },
            append: { type: 'boolean', default: false },
        },
    });
    const { quick } = values;
    const out = values.report ?? values.out ?? join(FOLDER, quick ? 'quick.jsonl' : 'full.jsonl');
    if (!values.report) await measure(values, out);
    const { markdown, files } = writeReport(out);
    process.stdout.write(markdown);
    process.stderr.write(`written: ${files.map((file) => relative(process.cwd(), file)).join(', ')}\n`);
}

/**
 * @param {Partial<Record<'minutes' | 'sets' | 'systems' | 'processes' | 'runs', string>>
 *   & { quick?: boolean, append?: boolean }} values
 * @param {string} out
 */
async function measure({ quick = false, append = false, ...values }, out) {
    const begin = Date.now();
    const minutes = values.minutes === undefined ? null : count(values.minutes, 'minutes', 0);
    const all = values.systems === undefined && !minutes || values.systems === 'all';
    const systems = all ? [...SYSTEM_NAMES] : chosen(values.systems ?? MAIN_SYSTEMS.join(), SYSTEM_NAMES);
    const usual = quick ? QUICK_SETS : minutes ? MAIN_SETS : [...SET_NAMES];
    const sets = values.sets ? chosen(values.sets, SET_NAMES) : usual;
    const processes = count(values.processes, 'processes', quick ? 1 : minutes ? 3 : 5);
    const runs = count(values.runs, 'runs', quick ? 2 : 30);
    const budgetMs = minutes === null ? undefined : Math.max(LEAST_BUDGET_MS,
        minutes * 60_000 * TIMED_SHARE / (sets.length * systems.length * processes * OPERATIONS));
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, append && existsSync(out) ? withoutSets(readFileSync(out, 'utf8'), sets) : '');
    /** @param {Record<string, any>} line */
    const record = (line) => appendFileSync(out, `${JSON.stringify(line)}\n`);
    record({ ...environment(), quick, processes, runs, budgetMs });
    const progress = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);
    for (const set of sets) {
        record({ kind: 'set', set, date: new Date().toISOString(), load: loadavg(), processes, runs, budgetMs });
        try {
            await runAll({
                systems, sets: [set], processes, runs, quick, budgetMs, record, progress,
                mostBrotli: minutes === null ? undefined : MOST_BROTLI,
                deadline: minutes === null ? undefined : begin + minutes * 60_000, folder: `${out}.files`,
            });
        } catch (error) {
            // A wrong value fails the benchmark, but does not take the other sets' figures away.
            const reason = /** @type {Error} */ (error).message;
            progress(`${set}: FAILED: ${reason}`);
            record({ kind: 'skipped', set, reason: `it failed: ${reason.split('\n')[0]}` });
            process.exitCode = 1;
        }
    }
    await recordFacts(sets, quick, record);
    record(environment());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    try {
        await main(process.argv.slice(2));
    } catch (error) {
        process.stderr.write(`benchmark: ${error instanceof Error ? error.message : error}\n`);
        process.exitCode = 1;
    }
}
