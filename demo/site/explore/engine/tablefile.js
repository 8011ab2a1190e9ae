/**
 * One opened file: its bytes, its layout as far as it is good, and its columns, decoded when they are
 * first asked for.
 */

/**
 * @import { Column, SchemaColumnJson } from 'tcb-wasm'
 * @import { ColumnFacts, Fault } from '../types.js'
 * @import { Layout } from './layout.js'
 */

import { TcbError, decode, memoryBytes, reset } from 'tcb-wasm';
import { openColumn, readAlone } from 'tcb-wasm/annotate';
import { readLayout } from './layout.js';
import { allRows } from './sort.js';

/** Decoded columns are kept up to this size, those asked for last. */
const KEPT_BYTES = 768 * 2 ** 20;
/** A module that has grown beyond this is dropped after its work. */
const KEPT_MEMORY = 256 * 2 ** 20;
const TYPES = ['enum', 'bool', 'i32', 'i64', 'f32', 'f64', 'string', 'uuid'];

export class TableFile {
    /** @type {Map<number, Column>} */
    #columns = new Map();
    /** @type {Map<number, Fault>} */
    #faults = new Map();
    /** @type {Map<number, string>} */
    #schemaFaults = new Map();
    /** @type {Map<number, SchemaColumnJson>} */
    #names = new Map();
    /** @type {Map<number, ReturnType<typeof openColumn>>} */
    #cursors = new Map();

    /** The rows that the filters leave, in order; null for all as they stand. @type {Uint32Array | null} */
    order = null;
    version = 0;

    /**
     * @param {string} name
     * @param {Uint8Array<ArrayBuffer>} bytes
     */
    constructor(name, bytes) {
        this.name = name;
        this.bytes = bytes;
        /** @type {Layout} */
        this.layout = readLayout(bytes);
        this.#noteMissing();
    }

    /** Columns that the file ends before are known to be so without being read. */
    #noteMissing() {
        for (const { tag, state, byteLength, available } of this.layout.columns) {
            if (state === 'whole') continue;
            const message = `column of tag ${tag}: the file ends ${state === 'partial' ? 'within' : 'before'} its block: ` +
                `expected ${byteLength} bytes, found ${available}`;
            this.#faults.set(tag, { code: 'TRUNCATED', message, tag });
        }
    }

    get rowCount() {
        return this.layout.rowCount;
    }

    /** Rows in order as they are seen. */
    rows() {
        return this.order ?? allRows(this.rowCount);
    }

    /** @param {Map<number, SchemaColumnJson>} names */
    useNames(names) {
        this.#names = names;
        this.#columns.clear();
        this.#faults.clear();
        this.#schemaFaults.clear();
        this.#noteMissing();
    }

    /** @returns {ColumnFacts[]} */
    columnFacts() {
        return this.layout.columns.map((column) => {
            const named = this.#names.get(column.tag);
            return {
                ...column,
                name: named?.name ?? `c${column.tag}`,
                path: named?.path ?? [named?.name ?? `c${column.tag}`],
                type: named?.type ?? TYPES[column.element] ?? `element ${column.element}`,
                fault: this.#faults.get(column.tag) ?? null,
                schemaFault: this.#schemaFaults.get(column.tag) ?? null,
            };
        });
    }

    /**
     * The reader of a column's block, byte by byte.
     * @param {number} tag
     */
    cursor(tag) {
        const known = this.#cursors.get(tag);
        if (known) return known;
        const cursor = openColumn(this.bytes, this.rowCount, this.descriptor(tag));
        this.#cursors.set(tag, cursor);
        return cursor;
    }

    /** @param {number} tag */
    descriptor(tag) {
        const found = this.layout.columns.find((column) => column.tag === tag);
        if (!found) throw new RangeError(`no column of tag ${tag}`);
        return found;
    }

    /**
     * A decoded column.
     * @param {number} tag
     * @returns {Column}
     */
    column(tag) {
        const known = this.#columns.get(tag);
        if (known) {
            this.#columns.delete(tag); // to the end: asked for last
            this.#columns.set(tag, known);
            return known;
        }
        const fault = this.#faults.get(tag);
        if (fault) throw new TcbError(fault.code, fault.message, fault);
        try {
            const column = this.#decode(tag);
            this.#columns.set(tag, column);
            this.#makeRoom();
            return column;
        } catch (error) {
            this.#faults.set(tag, faultOf(error, tag));
            throw error;
        }
    }

    /** @param {number} tag @returns {Fault | null} */
    fault(tag) {
        return this.#faults.get(tag) ?? null;
    }

    /** @param {number} tag */
    schemaFault(tag) {
        return this.#schemaFaults.get(tag) ?? null;
    }

    /** @param {number} tag */
    #decode(tag) {
        const descriptor = this.descriptor(tag);
        const named = this.#names.get(tag);
        try {
            return readAlone(this.bytes, this.rowCount, descriptor, (bytes) => this.#decodeAlone(bytes, named));
        } finally {
            if (memoryBytes() > KEPT_MEMORY) reset();
        }
    }

    /**
     * @param {Uint8Array} bytes of a file with one column
     * @param {SchemaColumnJson | undefined} named
     */
    #decodeAlone(bytes, named) {
        try {
            return decode(bytes, named ? { schema: [named] } : {}).columns[0];
        } catch (error) {
            if (!(error instanceof TcbError && error.code === 'SCHEMA_MISMATCH' && named)) throw error;
            this.#schemaFaults.set(/** @type {number} */ (named.tag), error.message);
            return decode(bytes).columns[0];
        }
    }

    #makeRoom() {
        let total = 0;
        for (const [tag, column] of [...this.#columns].reverse()) {
            total += sizeOf(column);
            if (total > KEPT_BYTES && total > sizeOf(column)) this.#columns.delete(tag);
        }
    }
}

/** @param {Column} column */
function sizeOf({ raw }) {
    const array = raw.values ?? raw.indices;
    return array ? array.buffer.byteLength : 0;
}

/**
 * @param {unknown} error
 * @param {number} [tag]
 * @returns {Fault}
 */
export function faultOf(error, tag) {
    const { code = 'ERROR', message, offset, tag: of = tag } = /** @type {any} */ (error);
    return { code, message, ...offset !== undefined && { offset }, ...of !== undefined && { tag: of } };
}
