/**
 * Schema files: of one table, or of all tables of a folder.
 */

import { basename } from 'node:path';

import { normalizeSchema } from '../../schema/schema.js';
import { schemaFromTypes } from '../../typegen.js';
import { Failure, oneLine } from '../terminal/failure.js';
import { inputName, readJson, readText } from './files.js';

/** @import { SchemaColumn } from '../../schema/types.js' */

/**
 * A table's name, after its file.
 * @param {string} path
 */
export function tableName(path) {
    return basename(path).replace(/\.gz$/i, '').replace(/\.(?:json|ndjson|jsonl|csv|tsv|tab|xlsx|tcb)$/i, '');
}

/**
 * @param {unknown} value
 * @returns {value is { tables: Record<string, unknown> }}
 */
export function isFolderSchema(value) {
    const tables = /** @type {any} */ (value)?.tables;
    return typeof tables === 'object' && tables !== null && !Array.isArray(tables);
}

/**
 * The columns that a schema file tells of a table.
 * @param {string} path of `{ "columns": [...] }` or `{ "tables": { "<name>": { "columns": [...] } } }`, or of the
 *   declarations that `tcb types` makes of these
 * @param {string} table
 * @returns {Promise<readonly SchemaColumn[]>}
 */
export async function readSchema(path, table) {
    const value = /\.d\.[cm]?ts$/i.test(path) ? await readTypes(path) : (await readJson(path)).value;
    if (!isFolderSchema(value)) {
        const holds = (/** @type {string} */ key) => Object.hasOwn(Object(value), key);
        const hint = Array.isArray(value) || holds('columns') || holds('tables') ? '' : '; a file of many tables has tables';
        return checkSchema(value, path, hint);
    }
    if (Object.hasOwn(value.tables, table)) return checkSchema(value.tables[table], path);
    throw new Failure(`${path}: no table ${JSON.stringify(table)}; there are ` +
        (Object.keys(value.tables).join(', ') || 'none'));
}

/**
 * The schemas in a file of declarations: of one table, whatever it is called, or of many.
 * @param {string} path
 */
async function readTypes(path) {
    const text = await readText(path);
    try {
        const schema = schemaFromTypes(text), [only, ...others] = Object.values(schema.tables);
        return others.length ? schema : only;
    } catch (cause) {
        throw new Failure(`${inputName(path)}: ${oneLine(cause)}`, { cause });
    }
}

/**
 * @param {unknown} json
 * @param {string} file
 * @param {string} [hint] goes behind what is wrong
 */
export function checkSchema(json, file, hint = '') {
    try {
        return normalizeSchema(json);
    } catch (cause) {
        throw new Failure(`${file}: ${oneLine(cause)}${hint}`, { cause });
    }
}
