/**
 * Where tables come from: generated samples, or the JSON files of a folder.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { fileFailure, readJson } from '../../js/cli/files/files.js';
import { checkSchema, isFolderSchema, readSchema, tableName } from '../../js/cli/files/schemas.js';
import { Failure, oneLine } from '../../js/cli/terminal/failure.js';
import { sampleTables } from '../../tests/bench/data/index.js';

/**
 * @typedef {object} Source
 * @property {string} name of the table
 * @property {() => Promise<Rows | Skipped>} load fails with a `Failure` that names the file
 */

/** @typedef {{ rows: any[], schema?: unknown }} Rows without a schema, types are inferred */
/** @typedef {{ skipped: string }} Skipped why this is no table */

/** @returns {Source[]} */
export function sampleSources() {
    return sampleTables().map(({ name, schema, rows }) => ({ name, load: async () => ({ rows, schema }) }));
}

/**
 * @param {string} folder
 * @returns {Promise<{ sources: Source[], notes: string[], errors: string[] }>}
 */
export async function folderSources(folder) {
    const files = jsonFiles(folder);
    const schemaFile = files.find((file) => file === 'schema.json');
    /** @type {FolderSchema} */
    const shared = schemaFile ? await readFolderSchema(join(folder, schemaFile)) : { tables: null };
    const notes = shared.note ? [shared.note] : [];
    const errors = shared.error ? [shared.error] : [];
    /** @type {Map<string, Source>} */
    const sources = new Map();
    for (const file of files) {
        const name = tableName(file);
        if (name.endsWith('.schema') || file === schemaFile) continue;
        if (sources.has(name)) {
            notes.push(`${file}: ${name}.json is there too, skipped`);
            continue;
        }
        const ownSchema = files.find((other) => other === `${name}.schema.json`);
        sources.set(name, {
            name,
            load: () => loadFile(join(folder, file), ownSchema && join(folder, ownSchema), shared.tables),
        });
    }
    if (!sources.size) throw new Failure(`${folder}: no tables: expected files named *.json or *.json.gz`);
    return { sources: [...sources.values()], notes, errors };
}

/** @param {string} folder */
function jsonFiles(folder) {
    try {
        return readdirSync(folder).filter((file) => /\.json(?:\.gz)?$/i.test(file)).sort();
    } catch (cause) {
        throw fileFailure(folder, cause);
    }
}

/**
 * @typedef {object} FolderSchema
 * @property {Record<string, unknown> | null} tables
 * @property {string} [note]
 * @property {string} [error]
 */

/**
 * @param {string} path
 * @returns {Promise<FolderSchema>}
 */
async function readFolderSchema(path) {
    try {
        const { value } = await readJson(path);
        if (isFolderSchema(value)) return { tables: value.tables };
    } catch (error) {
        return { tables: null, error: `${oneLine(error)}; types are inferred` };
    }
    const form = '{ "tables": { "<Table>": { "columns": [...] } } }';
    return { tables: null, note: `schema.json: not of the form ${form}, skipped; types are inferred` };
}

/**
 * @param {string} path
 * @param {string | undefined} schemaPath
 * @param {Record<string, unknown> | null} schemas
 * @returns {Promise<Rows | Skipped>}
 */
async function loadFile(path, schemaPath, schemas) {
    const name = tableName(path);
    const { value } = await readJson(path);
    if (!isRows(value)) return { skipped: 'not an array of rows' };
    if (schemaPath) return { rows: value, schema: await readSchema(schemaPath, name) };
    if (schemas && Object.hasOwn(schemas, name)) {
        const schema = checkSchema(schemas[name], `schema.json, table ${JSON.stringify(name)}`);
        return { rows: value, schema };
    }
    if (Array.isArray(value[0])) {
        throw new Failure(`${path}: rows as arrays tell no names: ${name}.schema.json is needed beside it`);
    }
    return { rows: value };
}

/**
 * @param {unknown} value
 * @returns {value is any[]}
 */
function isRows(value) {
    return Array.isArray(value) && (!value.length || typeof value[0] === 'object' && value[0] !== null);
}
