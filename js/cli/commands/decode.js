/**
 * `tcb decode`: a file to rows.
 */

import { decode, init } from '../../index.js';
import { Failure, UsageError } from '../terminal/failure.js';
import { STDIO, checkOutput, inputName, readUnpacked, writeParts } from '../files/files.js';
import { KEY_OPTIONS, openSealed, readKeys, remarkUnverified } from '../files/keys.js';
import { WRITERS, ambiguousColumns, rowRange } from '../output/rows.js';
import { readSchema, tableName } from '../files/schemas.js';
import { remark } from '../terminal/terminal.js';

/** @import { CommandSpec, OptionValues } from '../program/program.js' */

/** Forms by the ending of the output's name. @type {Readonly<Record<string, string>>} */
const ENDINGS = Object.freeze({ json: 'json', ndjson: 'ndjson', jsonl: 'ndjson', csv: 'csv', tsv: 'tsv', tab: 'tsv' });

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'FILE', about: 'a .tcb file; - is standard input' }],
    options: [
        { flags: '-o, --output <file>', about: 'where to write', fallback: 'standard output, also called -' },
        {
            flags: '--to <format>', choices: Object.keys(WRITERS),
            about: 'json: objects in an array; compact: arrays of values; columns: an object with an array for each ' +
                'column; ndjson: an object a line',
            fallback: 'by the output\'s name, else json',
        },
        { flags: '--compact', about: 'short for --to compact' },
        {
            flags: '--schema <file>',
            about: 'a JSON file with the columns\' names and types, such as tcb encode --write-schema writes, ' +
                'or the .d.ts that tcb types made of it',
            fallback: 'columns are named c1, c2, ... by tag',
        },
        { flags: '--columns <list>', about: 'only these columns, by name or tag: id,name', many: true },
        { flags: '--rows <a:b>', about: 'only rows a up to b, without b, counted from 0; either may be left out, or count from the end as in -10:' },
        ...KEY_OPTIONS,
        { flags: '--force', about: 'overwrite a file that exists' },
    ],
    notes: [
        'Values are spelled as the exporter spells them: 64-bit integers as digits in quotes, since JSON numbers keep 53 ' +
        'bits only, dates as 2024-03-01T12:30:00, what is absent as null. In CSV, what is absent is an empty cell, and an ' +
        'array is written as JSON.',
    ],
    examples: [
        { run: 'tcb decode Item.tcb --schema Item.schema.json --columns id,name -o names.json' },
        { run: 'tcb decode Item.tcb --schema Item.schema.json --to csv --rows :10' },
    ],
};

/**
 * @param {OptionValues} values
 * @param {string[]} files
 */
export async function run(values, [path]) {
    const { output = STDIO, schema: schemaPath, columns, rows = ':', force = false, quiet = false } = values;
    if (!rowRange(rows, 0)) throw new UsageError(`--rows: expected a:b, such as 10:20, found ${JSON.stringify(rows)}; see tcb decode --help`);
    const format = formOf(values, output);
    checkOutput(output, force);
    const keys = await readKeys(values);
    const file = inputName(path);
    const stored = await readUnpacked(path);
    const bytes = await openSealed(stored, keys, file);
    remarkUnverified(stored, keys, file, quiet);
    const schema = schemaPath === undefined ? undefined : await readSchema(schemaPath, tableName(path));
    const names = new Set(schema?.map(({ name }) => name));
    await init();
    const table = decodeFile(bytes, { schema, columns: columns && keysOf(columns, names), file });
    const range = /** @type {NonNullable<ReturnType<typeof rowRange>>} */ (rowRange(rows, table.rowCount));
    if (format === 'csv' || format === 'tsv') warnOfEmptyTexts(ambiguousColumns(table, range), quiet);
    await writeParts(output, WRITERS[format](table, range), force);
    return 0;
}

/**
 * @param {OptionValues} values
 * @param {string} output
 */
function formOf({ to, compact }, output) {
    if (compact && to !== undefined && to !== 'compact') throw new UsageError(`--compact does not go with --to ${to}; see tcb decode --help`);
    if (to !== undefined || compact) return to ?? 'compact';
    const [, ending = 'json'] = /\.(\w+)$/.exec(output) ?? [];
    const format = ENDINGS[ending.toLowerCase()];
    if (format) return format;
    throw new UsageError(`${output}: expected a name that ends in ${Object.keys(ENDINGS).map((known) => '.' + known).join(', ')}, ` +
        `or --to with a format, found .${ending}; see tcb decode --help`);
}

/**
 * @param {readonly string[]} names
 * @param {boolean} quiet
 */
function warnOfEmptyTexts(names, quiet) {
    if (!names.length) return;
    remark(`tcb: note: ${names.map((name) => JSON.stringify(name)).join(', ')}: empty texts stand as empty cells, as what is absent does`, quiet);
}

/**
 * @param {Uint8Array} bytes
 * @param {import('../../read/read.js').DecodeOptions} how
 */
function decodeFile(bytes, how) {
    try {
        return decode(bytes, how);
    } catch (cause) {
        if (cause instanceof RangeError) throw new Failure(`${how.file}: ${cause.message}`, { cause });
        throw cause;
    }
}

/**
 * Digits are a tag, unless a column is called so; a name that holds a comma is a list's item of its own.
 * @param {string[]} lists
 * @param {Set<string>} names
 * @returns {(string | number)[]}
 */
function keysOf(lists, names) {
    return lists.flatMap((list) => (names.has(list) ? [list] : list.split(',')))
        .map((key) => (/^\d+$/.test(key) && !names.has(key) ? Number(key) : key));
}
