/** @import { RawColumn, SchemaColumn } from '../schema/types.js' */
/** @import { Reader } from './column.js' */

import { Column } from './column.js';
import { checkIndex } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { compactRowReader, rowReader } from './rows.js';
import {
    ARRAYS, F32, I32, STRING, TYPES, UUID, VARINT, typeOfElement, typeText,
} from '../schema/types.js';

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

    /**
     * @param {{ rowCount: number, columns: readonly RawColumn[],
     *   schema?: readonly SchemaColumn[] | null, adapt?: Adapt }} parts
     *   With a schema, columns are found by their tags. They stand in its order; those that it does
     *   not know come last, named after their tags; one that the file lacks holds empty values.
     */
    constructor({ rowCount, columns, schema, adapt = (raw) => raw }) {
        this.rowCount = rowCount;
        /** @type {readonly Column[]} */
        this.columns = Object.freeze(matchColumns(rowCount, columns, schema ?? [], adapt));
    }

    /**
     * The column of this name or tag.
     * @param {string | number} nameOrTag
     * @returns {Column}
     */
    column(nameOrTag) {
        const property = typeof nameOrTag === 'number' ? 'tag' : 'name';
        const found = this.columns.find((column) => column[property] === nameOrTag);
        if (found) return found;
        throw new RangeError(`no column with ${property} ${JSON.stringify(nameOrTag)}; there are ` +
            (this.columns.map((column) => JSON.stringify(column[property])).join(', ') || 'none'));
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

/**
 * @param {number} rowCount
 * @param {readonly RawColumn[]} raws
 * @param {readonly SchemaColumn[]} schema
 * @param {Adapt} adapt
 * @returns {Column[]}
 */
function matchColumns(rowCount, raws, schema, adapt) {
    const byTag = new Map(raws.map((raw) => [raw.tag, raw]));
    const known = schema.map((column) => {
        const raw = byTag.get(column.tag);
        byTag.delete(column.tag);
        if (raw) checkTypes(raw, column);
        return new Column(adapt(raw ?? emptyRaw(column, rowCount), column), rowCount, column, !raw);
    });
    const taken = new Set(known.flatMap(({ name, path }) => [name, path[0]]));
    return [...known, ...[...byTag.values()].map((raw) => {
        let name = 'c' + raw.tag;
        while (taken.has(name)) name += '_';
        const column = { ...raw, name, type: typeOfElement(raw.element), records: false, path: [name] };
        return new Column(adapt(raw, column), rowCount, column);
    })];
}

/** The other elements that a type reads: what an older exporter may have written in its place. */
const NARROWER = /** @type {Partial<Record<string, number[]>>} */ (Object.freeze({
    i32: [VARINT], i64: [VARINT, I32], f64: [I32, F32],
}));

/**
 * @param {RawColumn} raw
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

/**
 * What stands in for a column that the file lacks: the empty value of its type in every row, and
 * one empty element for arrays of records, whose length the other members tell.
 * @param {SchemaColumn} column
 * @param {number} rowCount
 * @returns {RawColumn}
 */
function emptyRaw(column, rowCount) {
    const { element, array } = column;
    const count = array ? 1 : rowCount;
    const text = element === STRING;
    const Values = ARRAYS[element];
    return {
        ...column, encoding: 0, byteLength: 0, validity: null,
        offsets: array ? new Uint32Array(rowCount + 1) : null,
        elementValidity: null,
        values: Values && new Values(element === UUID ? count * 16 : count),
        indices: text ? new Uint8Array(count) : null,
        dictionary: text
            ? { offsets: Uint32Array.of(0, 0), bytes: new Uint8Array(0), ascii: true } : null,
    };
}
