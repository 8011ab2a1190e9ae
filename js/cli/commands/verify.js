/**
 * `tcb verify`: reads files whole, and compares them with the rows that they should hold.
 */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { annotate, sizeDamage } from '../../annotate.js';
import { Table, inferSchema, normalizeSchema } from '../../index.js';
import { TcbError } from '../../values/errors.js';
import { parseDatetime, parseInt64 } from '../../write/parse.js';
import { schemaColumns } from '../../schema/tree.js';
import { I64, STRING, typeOfElement } from '../../schema/types.js';
import { compareTable, valueAt } from '../compare/compare.js';
import { damageText } from '../facts/damage.js';
import { tableFacts } from '../facts/facts.js';
import { Failure, UsageError, oneLine } from '../terminal/failure.js';
import { STDIO, inputName, writeOutput } from '../files/files.js';
import { ENDINGS } from '../input/formats.js';
import { rowSource } from '../input/source.js';
import { readTable } from '../input/table.js';
import { KEY_OPTIONS } from '../files/keys.js';
import { clip, count, countOf } from '../terminal/layout.js';
import { SCHEMA_OPTION, decodeTable, eachFile, readTableFile } from '../files/tablefile.js';
import { colours } from '../terminal/terminal.js';

/**
 * @import { SchemaColumn } from '../../schema/types.js'
 * @import { CommandSpec, OptionValues } from '../program/program.js'
 * @import { Comparison } from '../compare/compare.js'
 * @import { Signature } from '../files/keys.js'
 * @import { TableFile } from '../files/tablefile.js'
 */

const DEFAULT_LIMIT = 10;

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'FILE', about: 'a .tcb file; - is standard input', many: true }],
    options: [
        {
            flags: '--against <rows>',
            about:
                'the rows that the file should hold, in any form that tcb encode takes, or ' +
                    'a folder of such files, each called after its table: every value is ' +
                    'compared',
        },
        SCHEMA_OPTION,
        {
            flags: '--limit <count>',
            about: 'how many differences to print of each file',
            fallback: String(DEFAULT_LIMIT),
        },
        { flags: '--require-signature', about: 'a file whose signature was not verified is not good' },
        { flags: '--json', about: 'print the results as JSON: an array with an object a file' },
        ...KEY_OPTIONS,
    ],
    notes: [
        'Header, descriptors and every column are read to the last byte and checked: ' +
            'signature and keys, counts, tags and lengths, runs, indexes, widths, and that ' +
            'texts are UTF-8. With --schema also that the columns are of its types, and that ' +
            'json columns hold JSON.',
        "Without --schema, the keys of the rows name the columns in the file's order.",
    ],
    examples: [
        { run: 'tcb verify build/*.tcb' },
        { run: 'tcb verify Item.tcb --against Item.json --schema Item.schema.json' },
    ],
    statuses: [
        [0, 'every file is good, and as the rows say'],
        [1, 'one is not, or cannot be read'],
        [2, 'the command was called wrongly'],
    ],
};

/**
 * @typedef {object} Result
 * @property {string} file
 * @property {boolean} good
 * @property {Signature} [signature]
 * @property {number} [rows]
 * @property {number} [columns]
 * @property {number} [bytes]
 * @property {Comparison} [comparison]
 * @property {string[]} [errors]
 */

/**
 * @param {OptionValues} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
    const { against, json = false, quiet = false } = values;
    const limit = wholeNumber(values.limit);
    const isFolder =
        against !== undefined &&
        against !== STDIO &&
        statSync(against, { throwIfNoEntry: false })?.isDirectory();
    if (against !== undefined && !isFolder && paths.length > 1) {
        throw new UsageError(
            '--against: expected a folder, since there are several files; see tcb verify --help',
        );
    }
    /** @type {Result[]} */
    const results = [];
    const status = await eachFile(paths, async (path) => {
        const rowsFile = isFolder
            ? (/** @type {string} */ name) => rowsIn(against, name)
            : () => against;
        const result = await verifyFile(path, values, rowsFile, limit).catch((error) => {
            if (!json || error instanceof UsageError) throw error;
            return { file: inputName(path), good: false, errors: [oneLine(error)] };
        });
        results.push(result);
        if (!json) {
            for (const error of result.errors ?? []) process.stderr.write(`tcb: ${error}\n`);
            if (!result.errors && !(quiet && result.good))
                await writeOutput(STDIO, resultLines(result, against), false);
        }
        return result.good ? 0 : 1;
    });
    if (json) await writeOutput(STDIO, JSON.stringify(results, null, 2) + '\n', false);
    return status;
}

/**
 * The file of a table's rows in a folder, in any form that tcb encode takes.
 * @param {string} folder
 * @param {string} table
 */
function rowsIn(folder, table) {
    const names = ENDINGS.flatMap((ending) => [`${table}.${ending}`, `${table}.${ending}.gz`]);
    return join(folder, names.find((name) => existsSync(join(folder, name))) ?? names[0]);
}

/** @param {string} [given] */
function wholeNumber(given = String(DEFAULT_LIMIT)) {
    if (/^\d{1,9}$/.test(given)) return Number(given);
    throw new UsageError(
        `--limit: expected a whole number, found ${JSON.stringify(given)}; see tcb verify --help`,
    );
}

/**
 * @param {string} path
 * @param {OptionValues} values
 * @param {(table: string) => string | undefined} rowsFile
 * @param {number} limit
 * @returns {Promise<Result>}
 */
async function verifyFile(path, values, rowsFile, limit) {
    const source = await readTableFile(path, values);
    const { signature } = source;
    if (values.requireSignature && signature !== 'verified') {
        const expected = `${source.file}: expected a signature that is verified, found `;
        return { file: source.file, good: false, signature, errors: [expected +
            (signature === 'none' ? 'a file without one' : 'one, and no key to verify it with (--mac-key-file)')] };
    }
    const rowsPath = rowsFile(source.name);
    /** @type {Table} */
    let table;
    try {
        table = await decodeTable(source);
        checkTexts(table, source.file);
    } catch (error) {
        if (!(error instanceof TcbError)) throw error;
        return { file: source.file, good: false, signature, errors: await allErrors(source, error) };
    }
    const { rowCount, columns } = table;
    /** @type {Result} */
    const result = {
        file: source.file,
        good: true,
        signature,
        rows: rowCount,
        columns: columns.length,
        bytes: source.bytes.length,
    };
    if (rowsPath !== undefined) {
        const rows = await readRows(rowsPath, source);
        const schema = source.schema ?? schemaFor(rows, table, rowsPath);
        const named = source.schema ? table : await decodeTable({ ...source, schema });
        result.comparison = compareTable(rows, schema, named, { kept: limit });
        result.good = result.comparison.count === 0;
    }
    return result;
}

/**
 * Every damaged column is told, not only the first.
 * @param {TableFile} source
 * @param {TcbError} first
 */
async function allErrors({ bytes, file, schema = [] }, first) {
    const damage = sizeDamage(annotate(bytes), bytes.length);
    const facts =
        first.tag === undefined && !damage
            ? null
            : await tableFacts(bytes, { file, values: true, inPart: true }).catch(() => null);
    const others =
        facts?.columns.flatMap(({ error, tag }) =>
            error && (damage || tag !== first.tag) ? [`${file}: ${oneLine(error)}`] : [],
        ) ?? [];
    return [damage ? `${file}: ${damageText(damage, schema)}` : oneLine(first), ...others];
}

/**
 * Texts that must be JSON are looked at when they are read, so they are read.
 * @param {Table} table
 * @param {string} file
 */
function checkTexts({ columns }, file) {
    for (const column of columns.filter(({ type }) => type === 'json')) {
        const read = column.reader();
        try {
            for (let i = 0; i < column.length; i++) read(i);
        } catch (error) {
            throw error instanceof TcbError ? error.in(file) : error;
        }
    }
}

/**
 * The rows as they stand in their file, every digit of them. What holds texts only is read under the
 * table's own types, since it has none.
 * @param {string} path
 * @param {TableFile} source
 * @returns {Promise<any[]>}
 */
async function readRows(path, { schema }) {
    const source = await rowSource(path, { again: true });
    /** @type {any[]} */
    const rows = [];
    let areTexts = false;
    await source.read((bunch) => {
        const { kind, names } = bunch;
        areTexts ||= kind === 'named' && bunch.texts;
        if (areTexts) return;
        for (const row of bunch.rows) {
            rows.push(
                kind === 'named'
                    ? Object.fromEntries(names.map((name, i) => [name, /** @type {any} */ (row)[i]]))
                    : row,
            );
        }
    });
    if (!areTexts) return rows;
    if (!schema) throw new Failure(`${inputName(path)}: texts tell no types: --schema is needed`);
    const table = await readTable(source, { schema, mixed: 'error', bigIntegers: 'error' });
    return new Table({ rowCount: table.rowCount, columns: table.columns, schema: table.schema }).toJSON();
}

/**
 * The schema that rows tell: their keys name the columns in order, whose types the file tells.
 * @param {any[]} rows
 * @param {Table} table
 * @param {string} path
 * @returns {readonly SchemaColumn[]}
 */
function schemaFor(rows, { columns }, path) {
    const own = columns.map(({ tag, name, type, array, optional, optionalElements }) => ({
        tag,
        name,
        type,
        array,
        optional,
        optionalElements,
    }));
    if (!rows.length || Array.isArray(rows[0])) return schemaColumns({ columns: own });
    const inferred = columnsOf(rows, path);
    if (inferred.length !== columns.length) {
        throw new Failure(
            `${inputName(path)}: its rows have ${countOf(inferred.length, 'column')}, and the file has ` +
                `${columns.length}: --schema is needed`,
        );
    }
    return normalizeSchema({
        columns: inferred.map(({ name, path: keys, records, type }, i) => {
            const { array } = own[i];
            const place = { path: keys, records: records && array };
            return {
                ...own[i],
                name,
                ...place,
                type: typeFor(columns[i].element, array, type, rows, place),
            };
        }),
    });
}

/**
 * @param {any[]} rows
 * @param {string} path
 */
function columnsOf(rows, path) {
    try {
        return normalizeSchema(inferSchema(rows, { mixed: 'json' }));
    } catch (cause) {
        throw new Failure(`${inputName(path)}: ${oneLine(cause)}: --schema is needed`, { cause });
    }
}

/**
 * A column's type by its element and, where that does not tell it all, by its values in the rows.
 * @param {number} element
 * @param {boolean} array
 * @param {string} inferred
 * @param {any[]} rows
 * @param {Pick<SchemaColumn, 'path' | 'records'>} place
 */
function typeFor(element, array, inferred, rows, place) {
    if (element === STRING && inferred === 'json' && !array) return inferred;
    if (element === I64 && inferred === 'string') {
        for (const row of rows) {
            const [first] = [valueAt(row, place)].flat().filter((value) => typeof value === 'string');
            if (first === undefined) continue;
            if (parseInt64(first) === null) return parseDatetime(first) === null ? 'timespan' : 'datetime';
            break;
        }
    }
    return typeOfElement(element);
}

/**
 * @param {Result} result
 * @param {string} [against]
 */
function resultLines({ file, rows = 0, columns = 0, bytes = 0, signature, comparison }, against = '') {
    const { green, red } = colours();
    const size = `${countOf(rows, 'row')}, ${countOf(columns, 'column')}, ${countOf(bytes, 'byte')}`;
    const name = clip(file, 200);
    if (!comparison?.count) {
        const compared = comparison
            ? `, ${countOf(comparison.values, 'value')} as in ${clip(inputName(against), 200)}`
            : '';
        const signed = signature === 'verified' ? ', signature verified' : signature === 'not verified' ? ', signed, not verified' : '';
        return `${name}: ${green('good')}: ${size}${signed}${compared}\n`;
    }
    const { values, count: found, differences } = comparison;
    const lines = [
        `${name}: ${red(`${count(found)} of ${countOf(values, 'value')} differ`)} from ${clip(inputName(against), 200)}`,
        ...differences.map(
            ({ row, column, expected, found: is }) =>
                `  row ${row}, column ${clip(JSON.stringify(column), 60)}: expected ${clip(expected, 80)}, found ${clip(is, 80)}`,
        ),
    ];
    if (found > differences.length) lines.push(`  … and ${count(found - differences.length)} more`);
    return lines.join('\n') + '\n';
}
