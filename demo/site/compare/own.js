/**
 * Tables out of a file of the reader's own.
 */

import { inferSchema } from 'tcb-wasm';

import { parseCsv } from './csv.js';

/** @import { SourceTable } from './forms.js' */

/**
 * JSON is an array of rows, or an object whose members are such; any other file is taken for CSV.
 * @param {string} name
 * @param {string} text
 * @returns {SourceTable[]}
 */
export function readOwn(name, text) {
    const base = name.replace(/\.[^.]*$/, '') || name;
    const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(text);
    if (!isJson) return [tableOf(base, parseCsv(text))];
    const json = JSON.parse(text);
    if (Array.isArray(json)) return [tableOf(base, json)];
    const tables = Object.entries(json ?? {}).filter(([, rows]) => Array.isArray(rows));
    if (!tables.length) throw new TypeError('expected an array of rows, or an object of such arrays');
    return tables.map(([key, rows]) => tableOf(key, rows));
}

/**
 * @param {string} name
 * @param {any[]} rows
 * @returns {SourceTable}
 */
function tableOf(name, rows) {
    if (!rows.length) throw new RangeError(`${name}: expected one row or more, found none`);
    const schema = /** @type {SourceTable['schema']} */ (inferSchema(rows, { mixed: 'json' }));
    return { name, rows, schema };
}
