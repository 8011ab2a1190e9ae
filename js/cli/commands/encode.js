/**
 * `tcb encode`: rows to files.
 */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { encode, init, schemaOf } from '../../index.js';
import { Failure, NotRows, UsageError, oneLine } from '../terminal/failure.js';
import { STDIO, checkOutput, writeOutput } from '../files/files.js';
import { encodeJobs, outputFolder } from '../input/files.js';
import { FORMATS } from '../input/formats.js';
import { BIG_INTEGERS } from '../input/integers.js';
import { rowSource } from '../input/source.js';
import { readTable } from '../input/table.js';
import { KEY_OPTIONS, readKeys } from '../files/keys.js';
import { countOf } from '../terminal/layout.js';
import { MANIFEST, writeManifest } from '../files/manifest.js';
import { readSchema } from '../files/schemas.js';
import { progress, remark } from '../terminal/terminal.js';

/**
 * @import { SchemaColumn } from '../../schema/types.js'
 * @import { Job } from '../input/files.js'
 * @import { Keys } from '../files/keys.js'
 * @import { CommandSpec, OptionValues } from '../program/program.js'
 * @import { Progress } from '../terminal/terminal.js'
 */

const PROFILES = Object.freeze(['compatible']);

/** @type {CommandSpec} */
export const spec = {
    operands: [{
        name: 'FILE', many: true,
        about: 'rows, or a folder of such files: .json, .ndjson (or .jsonl), .csv, .tsv, .xlsx, or these ' +
            'compressed with gzip; - is standard input',
    }],
    options: [
        {
            flags: '-o, --output <file>', about: 'where to write; a folder for several files; - is standard output',
            fallback: 'Item.tcb beside Item.json; standard output for standard input',
        },
        { flags: '--format <format>', choices: FORMATS, about: 'what the rows are written in', fallback: 'by the name; json for -' },
        {
            flags: '--delimiter <char>', about: 'what separates the values of CSV: one character, or tab',
            fallback: 'found out, of , ; | and tab',
        },
        { flags: '--sheet <name>', about: 'the sheet of a spreadsheet', fallback: 'the first' },
        {
            flags: '--schema <file>',
            about: 'a JSON file with the columns: of one table, { "columns": [...] }, or of many, ' +
                '{ "tables": { "Item": { "columns": [...] } } }; or the .d.ts that tcb types made of it',
            fallback: 'Item.schema.json or schema.json in a folder that is encoded; else types are inferred from the rows',
        },
        {
            flags: '--write-schema <file>',
            about: 'write the schema that was used: a .tcb file holds no names, so tcb decode needs it to ' +
                'give the same rows again',
        },
        {
            flags: '--mixed <how>', choices: ['error', 'json'],
            about: 'without --schema: refuse a column that mixes types, such as numbers and texts, or keep it as JSON values',
            fallback: 'error',
        },
        {
            flags: '--big-integers <how>', choices: BIG_INTEGERS,
            about: 'refuse whole numbers that no column type holds exactly, or keep their column as texts or as ' +
                'the nearest doubles',
            fallback: 'error',
        },
        { flags: '--profile <name>', about: 'how encodings are chosen: compatible writes what the exporter writes', fallback: 'compatible' },
        ...KEY_OPTIONS,
        { flags: '--manifest', about: `write ${MANIFEST} into the folder of the .tcb files` },
        { flags: '--force', about: 'overwrite files that exist' },
    ],
    notes: [
        'JSON is an array of objects, an array of arrays (with --schema), or an object that has an array for each ' +
        'column. CSV has the names in its first line; an empty cell is null in an optional column. Whole numbers are ' +
        'read without loss, beyond 2^53 too.',
        'A spreadsheet is plain, with the names in its first row, or in the exporter\'s own layout (:table, :field, ' +
        ':type) as far as a plain table goes: no arrays over several columns or rows, enums, references or records.',
        'With a key, the file is encrypted, signed or both. Keys are never given as arguments, which others on the ' +
        'machine can see.',
    ],
    examples: [
        { run: 'tcb encode Item.json --write-schema Item.schema.json' },
        { run: 'tcb encode tables -o build/tables --manifest', about: 'every file of rows in the folder tables' },
        { run: 'zcat Item.csv.gz | tcb encode - --format csv -o Item.tcb' },
    ],
};

/**
 * @typedef {object} EncodeOptions
 * @property {any} [format]
 * @property {string} [sheet]
 * @property {string} [delimiter]
 * @property {string} [schema]
 * @property {'error' | 'json'} mixed
 * @property {import('../input/integers.js').BigIntegers} bigIntegers
 * @property {any} profile
 * @property {Keys} keys
 * @property {boolean} force
 * @property {boolean} quiet
 */

/**
 * @param {OptionValues} values
 * @param {string[]} operands
 */
export async function run(values, operands) {
    const { output, writeSchema, profile = 'compatible', force = false, quiet = false } = values;
    if (!PROFILES.includes(profile)) {
        throw new UsageError(`there is no profile ${JSON.stringify(profile)} yet, only ${PROFILES.join(', ')}; see tcb encode --help`);
    }
    const delimiter = delimiterOf(values.delimiter);
    const jobs = encodeJobs(operands, output);
    const folder = values.manifest ? outputFolder(jobs) : null;
    refuseOutputs(jobs, writeSchema, folder, force);
    const options = {
        ...values, delimiter, mixed: values.mixed ?? 'error', bigIntegers: values.bigIntegers ?? 'error',
        profile, force, quiet, keys: await readKeys(values),
    };
    await init();
    const { schemas, failed } = await encodeAll(jobs, options);
    if (writeSchema !== undefined) await writeOutput(writeSchema, schemaText(schemas, jobs.length > 1), force);
    if (failed) return 1;
    if (folder !== null) remark(await writeManifest(folder, true), quiet);
    return 0;
}

/** @type {Record<string, string>} */
const DELIMITER_NAMES = { '\t': 'tabs', ';': 'semicolons', '|': 'bars' };

/** @param {string} [given] */
function delimiterOf(given) {
    if (given === 'tab' || given === '\\t') return '\t';
    if (given === undefined || /^[^"\r\n\ufeff]$/u.test(given)) return given;
    throw new UsageError(`--delimiter: expected one character, or tab, found ${JSON.stringify(given)}; see tcb encode --help`);
}

/**
 * @param {readonly Job[]} jobs
 * @param {string | undefined} writeSchema
 * @param {string | null} folder
 * @param {boolean} force
 */
function refuseOutputs(jobs, writeSchema, folder, force) {
    if (jobs.some(({ output }) => output === STDIO) && process.stdout.isTTY) {
        throw new UsageError('a .tcb file is not text for a terminal; use -o FILE; see tcb encode --help');
    }
    for (const { output } of jobs) checkOutput(output, force);
    if (writeSchema !== undefined) checkOutput(writeSchema, force);
    if (folder !== null) checkOutput(join(folder, MANIFEST), force);
}

/**
 * The schemas of the tables that were written. Where there are several, one that fails does not keep
 * the others from being written.
 * @param {readonly Job[]} jobs
 * @param {EncodeOptions} options
 */
async function encodeAll(jobs, options) {
    /** @type {Map<string, readonly SchemaColumn[]>} */
    const schemas = new Map();
    let skipped = 0;
    const bar = await progress(options.quiet);
    try {
        for (const job of jobs) {
            try {
                const { schema, text } = await encodeFile(job, options, bar);
                schemas.set(job.table, schema);
                bar.stop();
                if (job.output !== STDIO) remark(text, options.quiet);
            } catch (error) {
                if (jobs.length === 1 || error instanceof UsageError) throw error;
                bar.stop();
                if (job.listed && error instanceof NotRows) {
                    remark(`skipped ${oneLine(error)}`, options.quiet);
                    skipped++;
                    continue;
                }
                process.stderr.write(`tcb: ${oneLine(error)}\n`);
            }
        }
    } finally {
        bar.stop();
    }
    return { schemas, failed: jobs.length - skipped - schemas.size };
}

/**
 * @param {Job} job
 * @param {EncodeOptions} options
 * @param {Progress} bar
 */
async function encodeFile(job, options, bar) {
    const { input, output } = job;
    const { format, sheet, delimiter, mixed, bigIntegers, profile, keys, force, quiet } = options;
    const schema = await schemaFor(job, options);
    const source = await rowSource(input, {
        format, sheet, delimiter, again: !schema,
        onDelimiter: (found) => remark(`tcb: note: ${source.name}: values are separated by ${DELIMITER_NAMES[found] ?? found}; ` +
            '--delimiter , reads them as separated by commas', quiet),
    });
    const table = await readTable(source, {
        schema, mixed, bigIntegers, onProgress: (pass, share) => bar.show(`${source.name}: ${pass}`, share),
    });
    bar.show(`${source.name}: encoding ${countOf(table.rowCount, 'row')}`);
    const plain = encode(table, { profile, file: source.name });
    const bytes = await sealed(plain, keys, source.name);
    await writeOutput(output, bytes, force);
    const size = `${countOf(table.rowCount, 'row')}, ${countOf(table.columns.length, 'column')}`;
    return { schema: table.schema, text: `${output}: ${size}, ${countOf(bytes.length, 'byte')}` };
}

/**
 * @param {Job} job
 * @param {EncodeOptions} options
 */
async function schemaFor({ input, table: name, listed }, { schema }) {
    if (schema !== undefined) return readSchema(schema, name);
    if (!listed) return undefined;
    const path = [`${name}.schema.json`, 'schema.json'].map((file) => join(dirname(input), file)).find(existsSync);
    return path === undefined ? undefined : readSchema(path, name);
}

/**
 * @param {Uint8Array<ArrayBuffer>} plain
 * @param {Keys} keys
 * @param {string} file
 */
async function sealed(plain, keys, file) {
    if (!keys.encryptionKey && !keys.macKey) return plain;
    const { seal } = await import('../../envelope.js');
    return seal(plain, { ...keys, file });
}

/**
 * @param {ReadonlyMap<string, readonly SchemaColumn[]>} schemas
 * @param {boolean} several
 */
function schemaText(schemas, several) {
    const [first] = schemas.values();
    if (!first) throw new Failure('no table was encoded, so there is no schema to write');
    const json = several
        ? { tables: Object.fromEntries([...schemas].map(([name, columns]) => [name, schemaOf({ columns })])) }
        : schemaOf({ columns: first });
    return JSON.stringify(json, null, 2) + '\n';
}
