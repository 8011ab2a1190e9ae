/**
 * The job from its arguments to its exit status.
 */

import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseArguments } from '../../js/cli/program/args.js';
import { UsageError, oneLine } from '../../js/cli/terminal/failure.js';
import { decode, encode, init } from '../../js/index.js';
import { runTable } from './job.js';
import { closingLine, columnReport, differenceReport, summary, totalsOf } from './report.js';
import { folderSources, sampleSources } from './sources.js';

/**
 * @import { Coder, Result } from './job.js'
 * @import { Source } from './sources.js'
 */

const DEFAULT_FOLDER = fileURLToPath(new URL('../../build/tables', import.meta.url));
const COMMAND = 'node demo/tables.js';
const HELP = `Encodes tables to .tcb, reads them back from disk, and compares every value, size and time.

Usage: ${COMMAND} [FOLDER] [options]      (npm start -- [FOLDER] [options])

  FOLDER            with tables as *.json or *.json.gz: arrays of row objects. Column types come from
                    <Table>.schema.json or schema.json beside them, else they are inferred
                    (default: generated sample tables)
  --out FOLDER      where to write the .tcb files (default: build/tables in the project)
  --runs N          how often to time each way of loading (default: 5)
  --columns N|all   how many columns to list of each table, the largest first (default: 12)
  --json            print the results as JSON
  -h, --help        this help

Example:
  ${COMMAND} exports --out build/exports
`;

const OPTIONS = /** @type {const} */ ({
    out: { type: 'string' },
    runs: { type: 'string', default: '5' },
    columns: { type: 'string', default: '12' },
    json: { type: 'boolean', default: false },
});

/**
 * @param {readonly string[]} args
 * @param {Coder} [coder]
 * @returns {Promise<number>} the exit status: 0, 1 for differences or bad input, 2 for wrong usage
 */
export async function main(args, coder = { encode, decode }) {
    process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
        if (error.code === 'EPIPE') process.exit();
        throw error;
    });
    try {
        const options = parse(args);
        if (!options) {
            process.stdout.write(HELP);
            return 0;
        }
        return await run(options, coder);
    } catch (error) {
        process.stderr.write(`${oneLine(error)}\n`);
        return error instanceof UsageError ? 2 : 1;
    }
}

/** @param {readonly string[]} args */
function parse(args) {
    const { values, positionals } = parseArguments(args, OPTIONS, COMMAND);
    if (values.help) return null;
    if (positionals.length > 1) {
        throw new UsageError(`expected one folder, found ${positionals.length}; see ${COMMAND} --help`);
    }
    return {
        input: /** @type {string | undefined} */ (positionals[0]),
        folder: values.out ?? DEFAULT_FOLDER,
        runs: wholeNumber('--runs', values.runs, 1),
        columns: values.columns === 'all' ? Infinity : wholeNumber('--columns', values.columns, 0, ' or all'),
        json: values.json,
    };
}

/**
 * @param {string} option
 * @param {string} text
 * @param {number} least
 * @param {string} [others]
 */
function wholeNumber(option, text, least, others = '') {
    const number = Number(text);
    if (/^\d{1,6}$/.test(text) && number >= least) return number;
    throw new UsageError(`${option}: expected a whole number from ${least}${others}, ` +
        `found ${JSON.stringify(text)}`);
}

/**
 * @param {NonNullable<ReturnType<typeof parse>>} options
 * @param {Coder} coder
 */
async function run({ input, folder, runs, columns, json }, coder) {
    const { sources, notes, errors: early } = input === undefined
        ? { sources: sampleSources(), notes: [], errors: [] } : await folderSources(input);
    await init();
    const { results, skipped, errors: late } = await runAll(sources, { folder, runs, coder });
    const errors = [...early, ...late];
    for (const error of errors) process.stderr.write(`${error}\n`);
    const totals = totalsOf(results);
    if (json) {
        print(JSON.stringify({ tables: results, totals, skipped: [...notes, ...skipped], errors }, null, 2));
    } else {
        const from = input ?? 'generated samples';
        for (const line of [...notes, ...skipped]) print(line);
        if (results.length) {
            print(`Tables of ${from}, as .tcb files in ${shortPath(folder)}`);
            print();
            print(summary(results, runs));
            for (const result of results) print(`\n${columnReport(result, columns)}`);
            print();
        }
        for (const result of results) if (result.comparison.count) print(differenceReport(result));
        print(closingLine(totals) + (errors.length ? `, ${errors.length} failed` : ''));
    }
    return errors.length || totals.differences || !results.length ? 1 : 0;
}

/**
 * @param {readonly Source[]} sources
 * @param {{ folder: string, runs: number, coder: Coder }} options
 */
async function runAll(sources, options) {
    /** @type {Result[]} */
    const results = [];
    /** @type {string[]} */
    const skipped = [];
    /** @type {string[]} */
    const errors = [];
    for (const [i, { name, load }] of sources.entries()) {
        progress(`${i + 1} of ${sources.length}: ${name}`);
        try {
            const loaded = await load();
            if ('skipped' in loaded) skipped.push(`${name}.json: ${loaded.skipped}, skipped`);
            else results.push(await runTable({ name, ...loaded }, options));
        } catch (error) { // the other tables are done all the same
            errors.push(oneLine(error));
        }
    }
    progress('');
    return { results, skipped, errors };
}

/**
 * A line that is overwritten by the next; for people only.
 * @param {string} line
 */
function progress(line) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

/**
 * A path from here, unless it leads elsewhere.
 * @param {string} path
 */
function shortPath(path) {
    const fromHere = relative('', resolve(path)) || '.';
    return fromHere.startsWith('..') ? path : fromHere;
}

/** @param {string} [line] */
function print(line = '') {
    process.stdout.write(`${line}\n`);
}
