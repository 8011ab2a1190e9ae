/**
 * What is timed: the bytes of a form's file to columns, and to rows.
 */

import { decode } from 'tcb-wasm';

import { membersOf, rowMaker } from './shape.js';

/**
 * @import { FormId } from './form-ids.js'
 * @import { JsonColumn } from './shape.js'
 */

/** @typedef {'columns' | 'rows'} Operation */

/** @type {readonly Operation[]} */
export const OPERATIONS = Object.freeze(['columns', 'rows']);

/** @typedef {(bytes: Uint8Array) => unknown} Load */

const decoder = new TextDecoder();

/** @param {Uint8Array} bytes */
function parse(bytes) {
    return JSON.parse(decoder.decode(bytes));
}

/** @type {Record<FormId, (columns: JsonColumn[]) => Record<Operation, Load>>} */
const LOADERS = {
    tcb: (columns) => {
        const options = { schema: { columns } };
        return {
            columns(bytes) {
                const table = decode(bytes, options);
                // Texts are decoded when they are first read: here all are, as JSON does.
                for (const { strings } of table.columns) {
                    if (strings) for (let k = 0; k < strings.length; k++) strings.get(k);
                }
                return table;
            },
            rows: (bytes) => decode(bytes, options).rows(),
        };
    },
    named: (columns) => {
        const members = membersOf(columns);
        return {
            columns(bytes) {
                const rows = parse(bytes);
                return members.map(({ get }) => rows.map(get));
            },
            rows: parse,
        };
    },
    compact: (columns) => {
        const make = rowMaker(columns, 'cells');
        return {
            columns(bytes) {
                const rows = parse(bytes);
                return columns.map((_, c) => rows.map((/** @type {any[]} */ cells) => cells[c]));
            },
            rows: (bytes) => parse(bytes).map((/** @type {any[]} */ cells) => make(cells, 0)),
        };
    },
    column: (columns) => {
        const make = rowMaker(columns, 'columns');
        return {
            columns: (bytes) => Object.values(parse(bytes)),
            rows(bytes) {
                const form = parse(bytes);
                const lists = columns.map(({ name }) => form[name]);
                const rows = new Array(lists[0]?.length ?? 0);
                for (let k = 0; k < rows.length; k++) rows[k] = make(lists, k);
                return rows;
            },
        };
    },
};

/**
 * A function that loads a table of these columns.
 * @param {FormId} form
 * @param {Operation} operation
 * @param {JsonColumn[]} columns
 * @returns {Load}
 */
export function loader(form, operation, columns) {
    return LOADERS[form](columns)[operation];
}
