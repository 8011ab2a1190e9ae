/**
 * Names of columns from a schema of this package, the declarations made of one, or the exporter's baseline file.
 */

/** @import { SchemaColumnJson } from 'tcb-wasm' */

import { normalizeSchema } from 'tcb-wasm';

const TYPESCRIPT = /\.[cm]?ts$/i;

/**
 * What a file of names holds; declarations are read back into the schema that they were made of.
 * @param {string} name
 * @param {string} text
 * @returns {Promise<any>}
 */
export async function parseNames(name, text) {
    if (TYPESCRIPT.test(name)) {
        const { schemaFromTypes } = await import('tcb-wasm/typegen');
        return schemaFromTypes(text);
    }
    try {
        return JSON.parse(text);
    } catch (cause) {
        throw new Error(`expected JSON, found something else (${/** @type {Error} */ (cause).message})`, { cause });
    }
}

/**
 * The tables that a file of names speaks of; null where it speaks of one that has no name.
 * @param {any} json
 * @returns {string[] | null}
 */
export function tablesOf(json) {
    if (Array.isArray(json) || Array.isArray(json?.columns)) {
        if (Array.isArray(json) && !json.every((column) => typeof column?.name === 'string' && typeof column.type === 'string')) {
            throw new TypeError('expected a schema or a baseline, found an array of other things: of rows, tcb encode makes a .tcb file, ' +
                'and Compare shows what they cost');
        }
        normalizeSchema(json); // before anybody is asked whose names they are
        return null;
    }
    const tables = json?.tables ?? json?.Tables;
    if (typeof tables === 'object' && tables !== null) return Object.keys(tables);
    throw new TypeError('expected a schema ({ "columns": [...] } or { "tables": {...} }) or a baseline ' +
        '({ "BaselineVersion": 2, "Tables": {...} })');
}

/**
 * The columns of a table by their tags.
 * @param {any} json
 * @param {string | null} table
 * @param {readonly { tag: number, optional: boolean, optionalElements: boolean }[]} columns of the file
 * @returns {Promise<Map<number, SchemaColumnJson>>}
 */
export async function namesOf(json, table, columns) {
    const { columns: found } = await schemaOfTable(json, table, columns);
    return new Map(normalizeSchema({ columns: found }).map((column) => [column.tag, column]));
}

/**
 * @param {any} json
 * @param {string | null} table
 * @param {readonly { tag: number, optional: boolean, optionalElements: boolean }[]} columns
 * @returns {Promise<{ columns: SchemaColumnJson[] }>}
 */
async function schemaOfTable(json, table, columns) {
    if (json?.Tables) {
        const { schemaFromBaseline } = await import('tcb-wasm/baseline');
        return schemaFromBaseline(json, table ?? '', { columns });
    }
    const found = json?.tables ? json.tables[table ?? ''] : json;
    return Array.isArray(found) ? { columns: found } : found;
}
