/**
 * The files of the forms that the same tables are compared in.
 */

import { encode } from 'tcb-wasm';

import { membersOf } from './shape.js';

/**
 * @import { FormId } from './form-ids.js'
 * @import { JsonColumn } from './shape.js'
 */

/**
 * A table to compare: its rows as JSON holds them.
 * @typedef {object} SourceTable
 * @property {string} name
 * @property {{ columns: JsonColumn[] }} schema
 * @property {Record<string, any>[]} rows
 */

const encoder = new TextEncoder();

/** @type {Record<FormId, (table: SourceTable) => Uint8Array<ArrayBuffer>>} */
const MAKERS = {
    tcb: ({ name, rows, schema }) => encode(rows, { schema, file: name }),
    named: ({ rows }) => text(rows),
    compact: (table) => text(compactRows(table)),
    column: ({ rows, schema }) => text(Object.fromEntries(membersOf(schema.columns).map(
        ({ name, get }) => [name, rows.map(get)]))),
};

/**
 * The bytes of a table's file in one form. `init` of tcb-wasm must have been awaited.
 * @param {FormId} form
 * @param {SourceTable} table
 */
export function makeFile(form, table) {
    return MAKERS[form](table);
}

/** @param {unknown} json */
function text(json) {
    return encoder.encode(`${JSON.stringify(json)}\n`);
}

/** @param {SourceTable} table */
function compactRows({ rows, schema }) {
    const members = membersOf(schema.columns);
    return rows.map((row) => members.map(({ get }) => get(row)));
}

/**
 * The SHA-256 of the files' SHA-256, in hexadecimal digits; null where the page is no secure context.
 * @param {readonly Uint8Array<ArrayBuffer>[]} files
 */
export async function fingerprint(files) {
    if (!globalThis.crypto?.subtle) return null;
    const each = await Promise.all(files.map((bytes) => crypto.subtle.digest('SHA-256', bytes)));
    const joined = new Uint8Array(await new Blob(each).arrayBuffer());
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', joined));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {readonly Uint8Array[]} files */
export function totalBytes(files) {
    return files.reduce((sum, { length }) => sum + length, 0);
}
