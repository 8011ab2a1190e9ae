/**
 * Files of rows, whatever their form.
 */

import { Failure, NotRows } from '../terminal/failure.js';
import { isFolderSchema } from '../files/schemas.js';
import { byteSource, textPieces } from './bytes.js';
import { csvRows } from './csv.js';
import { formatOf } from './formats.js';
import { parseJsonOf } from './json.js';
import { checkNames } from './names.js';
import { ndjsonRows } from './ndjson.js';

/**
 * @import { SchemaColumnJson } from '../../schema/types.js'
 * @import { ByteSource } from './bytes.js'
 * @import { Format } from './formats.js'
 */

/**
 * Some rows of a table, Bunch: 'records' are objects, 'compact' arrays of values in column order, 'named'
 * arrays of values or, for `texts`, of texts, in the order of `names`.
 * @typedef {{ rows: readonly unknown[], names?: undefined, texts?: undefined }} Unnamed
 * @typedef {{ kind: 'records' } & Unnamed | { kind: 'compact' } & Unnamed
 *   | { kind: 'named', rows: readonly (readonly unknown[])[], names: readonly string[], texts: boolean }} Bunch
 */

/**
 * @typedef {object} RowSource
 * @property {string} name for messages
 * @property {number | null} size of the file, where it is known
 * @property {readonly SchemaColumnJson[]} [columns] types that the file itself tells
 * @property {(onBunch: (bunch: Bunch) => void, onBytes?: (count: number) => void) => Promise<void>} read
 *   gives all rows, as often as it is called
 */

/**
 * @param {string} path
 * @param {object} options
 * @param {Format} [options.format]
 * @param {string} [options.sheet]
 * @param {string} [options.delimiter] of CSV; found out if it is not given
 * @param {(delimiter: string) => void} [options.onDelimiter] is told, once, what was found out to separate
 *   the values, where that is no comma
 * @param {boolean} options.again it will be read twice
 * @returns {Promise<RowSource>}
 */
export async function rowSource(path, { format = formatOf(path) ?? 'json', sheet, delimiter, onDelimiter, again }) {
    const source = byteSource(path, { again });
    const { name, size } = source;
    if (format === 'ndjson') {
        return {
            name, size,
            async read(onBunch, onBytes) {
                let isEmpty = true;
                for await (const rows of ndjsonRows(source, onBytes)) {
                    onBunch(bunchOf(rows));
                    isEmpty = false;
                }
                // Without a schema, which is asked for again, nothing would be known of the columns.
                if (isEmpty && again) throw emptyFile(name, 'a row a line');
            },
        };
    }
    if (format === 'csv' || format === 'tsv') {
        let known = delimiter ?? (format === 'tsv' ? '\t' : undefined);
        return {
            name, size,
            async read(...how) {
                const found = await readCsv(source, known, ...how);
                if (known === undefined && found !== ',') onDelimiter?.(found);
                known = found;
            },
        };
    }
    if (format === 'xlsx') {
        const { xlsxTable } = await import('./xlsx.js');
        const { columns, ...bunch } = await xlsxTable(source, sheet);
        return { name, size, ...columns && { columns }, read: async (onBunch) => onBunch(bunch) };
    }
    /** @type {Bunch | undefined} */
    let bunch;
    return { name, size, read: async (onBunch, onBytes) => onBunch(bunch ??= await readDocument(source, onBytes)) };
}

/**
 * @param {ByteSource} source
 * @param {string | undefined} delimiter
 * @param {(bunch: Bunch) => void} onBunch
 * @param {(count: number) => void} [onBytes]
 */
async function readCsv(source, delimiter, onBunch, onBytes) {
    /** @type {string[] | undefined} */
    let names;
    const found = await csvRows(source, delimiter, (rows) => {
        if (!names && rows.length) {
            [names, ...rows] = rows;
            checkNames(names, source.name, 'the first line');
        }
        if (names) onBunch({ kind: 'named', names, rows, texts: true });
    }, onBytes);
    if (!names) throw emptyFile(source.name, 'a first line that names the columns');
    return found;
}

/**
 * @param {string} file
 * @param {string} expected
 */
function emptyFile(file, expected) {
    return new Failure(`${file}: expected ${expected}, found an empty file`);
}

/**
 * @param {ByteSource} source
 * @param {(count: number) => void} [onBytes]
 * @returns {Promise<Bunch>}
 */
async function readDocument(source, onBytes) {
    const { name } = source;
    const pieces = [];
    for await (const piece of textPieces(source, onBytes)) pieces.push(piece);
    let text;
    try {
        text = pieces.join('');
    } catch (cause) {
        throw new Failure(`${name}: this JSON is too large to be read whole: write one row a line, as .ndjson`, { cause });
    }
    if (text.trim() === '') throw emptyFile(name, 'an array of rows');
    const value = parseJsonOf(text, name);
    if (Array.isArray(value)) return bunchOf(value);
    if (isSchema(value)) throw new NotRows(`${name}: expected rows, found a schema; tcb encode ROWS --schema ${name} uses it`);
    if (typeof value === 'object' && value !== null) return columnsBunch(/** @type {Record<string, unknown>} */ (value), name);
    throw new NotRows(`${name}: expected an array of rows or an object of columns, found ${JSON.stringify(value).slice(0, 40)}`);
}

/** @param {any} value */
function isSchema(value) {
    return isFolderSchema(value) || Array.isArray(value?.columns) && value.columns.length > 0 &&
        value.columns.every((/** @type {any} */ column) => typeof column?.name === 'string' && typeof column.type === 'string');
}

/**
 * @param {readonly unknown[]} rows
 * @returns {Bunch}
 */
function bunchOf(rows) {
    return { kind: Array.isArray(rows[0]) ? 'compact' : 'records', rows };
}

/**
 * `{ "id": [1, 2], "name": ["a", "b"] }` as rows.
 * @param {Record<string, unknown>} columns
 * @param {string} file
 * @returns {Bunch}
 */
function columnsBunch(columns, file) {
    const names = Object.keys(columns);
    const [first, ...others] = names.map((name) => {
        const values = columns[name];
        if (Array.isArray(values)) return values;
        throw new NotRows(`${file}: expected an array of rows, or an object that has an array for each column, found ` +
            `an object whose ${JSON.stringify(name)} is none`);
    });
    others.forEach((values, i) => {
        if (values.length === first.length) return;
        throw new Failure(`${file}: column ${JSON.stringify(names[i + 1])}: expected ${first.length} values, as column ` +
            `${JSON.stringify(names[0])} has, found ${values.length}`);
    });
    const rows = Array.from(first ?? [], (value, r) => [value, ...others.map((values) => values[r])]);
    return { kind: 'named', names, rows, texts: false };
}
