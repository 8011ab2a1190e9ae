/**
 * Many tables as one: a file that holds a file for each, and a system that goes through them all.
 *
 * A "row" of it is a table: `{ table, rows }`, by the table's position.
 */

import { goOn } from './operations.js';
import { forEachSchema } from './schemas.js';
import { Unsupported } from './unsupported.js';

/**
 * @import { SampleColumn } from '../data/json.js'
 * @import { DataSet } from './sets.js'
 * @import { System } from './systems.js'
 */

/** @typedef {{ columns: SampleColumn[] }} Schema */

/** Some forms are views on their file, which want their numbers aligned. */
const ALIGNMENT = 8;

/** @param {number} n */
const aligned = (n) => Math.ceil(n / ALIGNMENT) * ALIGNMENT;

/**
 * Files behind one another: their count and lengths first.
 * @param {readonly Uint8Array[]} files
 */
export function joinFiles(files) {
    const start = aligned(4 * (1 + files.length));
    const bytes = new Uint8Array(files.reduce((sum, { length }) => sum + aligned(length), start));
    new Uint32Array(bytes.buffer, 0, 1 + files.length).set([files.length, ...files.map(({ length }) => length)]);
    let offset = start;
    for (const file of files) {
        bytes.set(file, offset);
        offset += aligned(file.length);
    }
    return bytes;
}

/**
 * The files, as views.
 * @param {Uint8Array} bytes
 */
export function splitFiles(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const count = view.getUint32(0, true);
    let offset = aligned(4 * (1 + count));
    return Array.from({ length: count }, (_, i) => {
        const length = view.getUint32(4 * (1 + i), true);
        const file = bytes.subarray(offset, offset + length);
        offset += aligned(length);
        return file;
    });
}

/**
 * Tables of one schema share a system.
 * @param {readonly Schema[]} schemas
 * @param {(schema: Schema) => System | Promise<System>} open
 * @returns {Promise<System>}
 */
export async function openTables(schemas, open) {
    const systems = await Promise.all(forEachSchema(schemas, open));
    /** What a page holds already: the files, each by itself. @type {WeakMap<Uint8Array, Uint8Array[]>} */
    const split = new WeakMap();
    const filesOf = (/** @type {Uint8Array} */ bytes) => {
        const files = split.get(bytes) ?? splitFiles(bytes);
        split.set(bytes, files);
        return files;
    };
    const last = systems[systems.length - 1];
    const { heldBytes } = last;
    return {
        title: last.title,
        reader: [...new Set(systems.flatMap(({ reader = [] }) => reader))],
        ...heldBytes ? { heldBytes } : {},
        parts: filesOf,
        async prepare({ tables = [] }) {
            const files = [];
            for (const [i, table] of tables.entries()) files.push(await prepareOne(systems[i], table));
            return joinFiles(files);
        },
        load(bytes) {
            const forms = filesOf(bytes).map((file, i) => systems[i].load(file));
            return forms.some((form) => form instanceof Promise) ? Promise.all(forms) : forms;
        },
        rows: (forms) => systems.map((system, table) => ({ table, rows: system.rows(forms[table]) })),
        sum(forms, columns) {
            let sum = 0;
            for (let t = 0; t < systems.length; t++) {
                if (columns[t] !== null) sum += systems[t].sum(forms[t], columns[t]);
            }
            return sum;
        },
        index(forms, columns) {
            const find = systems.map((system, t) => columns[t] === null ? null : system.index(forms[t], columns[t]));
            return ({ table, key }) => ({ table, rows: [find[table]?.(key)] });
        },
        table: (forms, t) => ({ system: systems[t], form: forms[t] }),
    };
}

/**
 * A copy, since some libraries write their next file into the same buffer.
 * @param {System} system
 * @param {DataSet} table
 */
async function prepareOne(system, table) {
    try {
        return new Uint8Array(await goOn(system.prepare(table), (bytes) => bytes));
    } catch (error) {
        if (error instanceof Unsupported) throw new Unsupported(`${table.name}: ${error.message}`);
        throw error;
    }
}
