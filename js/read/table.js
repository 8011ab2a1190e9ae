/** @import { ColumnKind, RawColumn, SchemaColumn } from '../schema/types.js' */
/** @import { LazyColumn } from '../module/codec.js' */
/** @import { Reader } from './column.js' */

import { Column, emptyRaw } from './column.js';
import { allocate } from '../module/codec.js';
import { checkIndex } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { compactRowReader, rowReader } from './rows.js';
import { F32, I32, TYPES, VARINT, typeOfElement, typeText } from '../schema/types.js';

/**
 * Gives a column's arrays as they are wanted, now that its name and type are known.
 * @typedef {(raw: RawColumn, column: SchemaColumn) => RawColumn} Adapt
 */

/**
 * A decoded table.
 */
export class Table {
    /** @type {Reader | null} */
    #readRow = null;
    /** What the file has of each column, if it has it. @type {(RawColumn | LazyColumn | undefined)[]} */
    #parts;
    /** @type {SchemaColumn[]} */
    #schema;
    /** @type {Column[]} */
    #made = [];
    /** @type {readonly Column[] | null} */
    #columns = null;
    #adapt;
    /** Bytes that arrays of missing columns may take. */
    #room;

    /**
     * @param {{ rowCount: number, columns: readonly (RawColumn | LazyColumn)[],
     *   schema?: readonly SchemaColumn[] | null, adapt?: Adapt | null, room?: number }} parts
     *   With a schema, columns are found by their tags. They stand in its order; those that it does
     *   not know come last, named after their tags; one that the file lacks holds empty values.
     */
    constructor({ rowCount, columns, schema, adapt = null, room = Infinity }) {
        this.rowCount = rowCount;
        this.#adapt = adapt;
        this.#room = room;
        [this.#schema, this.#parts] = matchColumns(columns, schema ?? []);
        // What they check and what they let go of is due now.
        if (adapt) this.#parts.forEach((part, i) => part && this.#column(i).raw);
    }

    /** @returns {readonly Column[]} */
    get columns() {
        return this.#columns ??= Object.freeze(this.#schema.map((_, i) => this.#column(i)));
    }

    /** @param {number} i */
    #column(i) {
        return this.#made[i] ??= this.#make(this.#schema[i], this.#parts[i]);
    }

    /**
     * @param {SchemaColumn} schema
     * @param {RawColumn | LazyColumn | undefined} part
     */
    #make(schema, part) {
        const { rowCount } = this, adapt = this.#adapt;
        return new Column(part ?? { ...schema, encoding: 0, byteLength: 0 }, rowCount, schema, (rows) => {
            const raw = !part ? this.#empty(schema, rows) : 'arrays' in part ? part.arrays() : part;
            return adapt ? adapt(raw, schema) : raw;
        }, !part);
    }

    /**
     * The arrays of a column that the file lacks.
     * @param {SchemaColumn} schema
     * @param {number} rows
     */
    #empty(schema, rows) {
        const { name, tag, element, array } = schema;
        const size = rows * (array ? 4 : VALUE_BYTES[element]);
        if (size > this.#room) {
            throw new TcbError('LIMIT_BYTES', `the file lacks this column: expected empty values of at most ` +
                `${this.#room} bytes, found ${size}`, { tag, expected: this.#room, found: size }).in(undefined, name);
        }
        // One row is what a reader needs of it, and forgets.
        if (rows > 1) this.#room -= size;
        return allocate(size, () => emptyRaw(schema, rows));
    }

    /**
     * The column of this name or tag.
     * @param {string | number} nameOrTag
     * @returns {Column}
     */
    column(nameOrTag) {
        const property = typeof nameOrTag === 'number' ? 'tag' : 'name';
        const found = this.#schema.findIndex((column) => column[property] === nameOrTag);
        if (found >= 0) return this.#column(found);
        throw new RangeError(`no column with ${property} ${JSON.stringify(nameOrTag)}; there are ` +
            (this.#schema.map((column) => JSON.stringify(column[property])).join(', ') || 'none'));
    }

    /**
     * Row `i` as an object, its values as `Column.get` gives them.
     * @param {number} i
     * @returns {Record<string, any>}
     */
    row(i) {
        checkIndex(i, this.rowCount, 'a row');
        return this.#reader()(i);
    }

    /**
     * All rows as objects. A record none of whose members has a value is null.
     * @returns {Record<string, any>[]}
     */
    rows() {
        return this.#all(this.#reader());
    }

    *[Symbol.iterator]() {
        const read = this.#reader();
        for (let i = 0; i < this.rowCount; i++) yield /** @type {Record<string, any>} */ (read(i));
    }

    /**
     * All rows with values that JSON has, spelled as the exporter does.
     * @param {{ compact?: boolean }} [options] `compact`: a row is an array of its values in column
     *   order, where a record's members are columns like any other
     * @returns {any[]}
     */
    toJSON({ compact = false } = {}) {
        return this.#all((compact ? compactRowReader : rowReader)(this.columns, true));
    }

    #reader() {
        return this.#readRow ??= rowReader(this.columns, false);
    }

    /** @param {Reader} read */
    #all(read) {
        const rows = new Array(this.rowCount);
        for (let i = 0; i < rows.length; i++) rows[i] = read(i);
        return rows;
    }
}

/** Bytes of a row's empty value, by element; of a string, of its index. */
const VALUE_BYTES = [4, 1, 4, 8, 4, 8, 1, 16];

/**
 * The columns that a table has, and what the file has of each.
 * @template {ColumnKind} T
 * @param {readonly T[]} parts
 * @param {readonly SchemaColumn[]} schema
 * @returns {[SchemaColumn[], (T | undefined)[]]}
 */
function matchColumns(parts, schema) {
    const byTag = new Map(parts.map((part) => [part.tag, part]));
    const places = schema.map((column) => {
        const part = byTag.get(column.tag);
        byTag.delete(column.tag);
        if (part) checkTypes(part, column);
        return part;
    });
    const columns = [...schema];
    const taken = new Set(byTag.size ? schema.flatMap(({ name, path }) => [name, path[0]]) : []);
    for (const part of byTag.values()) {
        const { tag, element, array, optional, optionalElements } = part;
        let name = 'c' + tag;
        while (taken.has(name)) name += '_';
        const type = typeOfElement(element);
        columns.push({ tag, name, type, element, array, optional, optionalElements, records: false, path: [name] });
        places.push(part);
    }
    return [columns, places];
}

/** The other elements that a type reads: what an older exporter may have written in its place. */
const NARROWER = /** @type {Partial<Record<string, number[]>>} */ (Object.freeze({
    i32: [VARINT], i64: [VARINT, I32], f64: [I32, F32],
}));

/**
 * @param {ColumnKind} raw
 * @param {SchemaColumn} column
 */
function checkTypes(raw, column) {
    const { name, tag, type } = column;
    const fits = raw.element === TYPES[type] || NARROWER[type]?.includes(raw.element);
    if (fits && raw.array === column.array && raw.optional === column.optional &&
        raw.optionalElements === column.optionalElements) return;
    const expected = typeText(column);
    const found = typeText({ ...raw, type: typeOfElement(raw.element) });
    throw new TcbError('SCHEMA_MISMATCH', `column ${JSON.stringify(name)} (tag ${tag}): the schema ` +
        `expects ${expected}, the file holds ${found}`, { column: name, tag, expected, found });
}
