/** @import { ColumnKind, RawColumn, SchemaColumn, StringDictionary, Values } from '../schema/types.js' */

import { checkIndex } from '../values/describe.js';
import { byteValues, valueError } from './numbers.js';
import { StringTable } from './strings.js';
import { base64Text, datetimeText, floatJson, timespanText, uuidText } from '../values/text.js';
import { ARRAYS, BOOL, I64, STRING, UUID, isSet } from '../schema/types.js';

/**
 * Gives the value of a row (or an element) by its number, which is not checked.
 * @typedef {(k: number) => any} Reader
 */

/**
 * A column of a table: its typed arrays, which may be used as they are, and its values one by one.
 * Arrays are made when they are first asked for.
 */
export class Column {
    /** @type {Reader | null} */
    #read = null;
    /** @type {Uint8Array | null} */
    #bytes = null;
    /** @type {RawColumn | null} */
    #raw = null;
    /** @type {StringTable | null} */
    #strings;
    /** @type {Column | null} */
    #elements = null;
    #schema;
    #make;

    /**
     * @param {ColumnKind} kind what the file says of it
     * @param {number} length rows, or elements for the `elements` of an array column
     * @param {SchemaColumn} schema
     * @param {(rows: number) => RawColumn} make gives the arrays, when one of them is first asked for; of a
     *   missing column, for so many rows
     * @param {boolean} [missing] the file has no such column: every row has the empty value of its type
     * @param {StringTable | null} [strings]
     */
    constructor(kind, length, schema, make, missing = false, strings = null) {
        this.tag = kind.tag;
        this.name = schema.name;
        this.type = schema.type;
        this.path = schema.path;
        this.records = schema.records;
        this.labels = schema.labels;
        this.element = kind.element;
        this.array = kind.array;
        this.optional = kind.optional;
        this.optionalElements = kind.optionalElements;
        this.encoding = kind.encoding;
        this.byteLength = kind.byteLength;
        this.length = length;
        this.missing = missing;
        this.#schema = schema;
        this.#make = make;
        this.#strings = strings;
    }

    /** The arrays as decoded: what an encoder takes. */
    get raw() {
        return this.#raw ??= this.#make(this.length);
    }

    get values() {
        return this.raw.values;
    }

    get validity() {
        return this.missing ? null : this.raw.validity;
    }

    get indices() {
        return this.raw.indices;
    }

    get offsets() {
        return this.raw.offsets;
    }

    /** The distinct texts, which the `indices` count. */
    get strings() {
        if (this.element !== STRING) return null;
        return this.#strings ??= new StringTable(/** @type {StringDictionary} */ (this.raw.dictionary), this.name);
    }

    /** The distinct numbers, where they are kept apart from their `indices`. */
    get dictionary() {
        return this.element === STRING ? null : /** @type {Values | null} */ (this.raw.dictionary);
    }

    /** All elements of all rows of an array column, as a column. @returns {Column | null} */
    get elements() {
        const { raw } = this, { offsets } = raw;
        if (!offsets) return null;
        const own = {
            ...raw, array: false, optional: raw.optionalElements, optionalElements: false,
            validity: raw.elementValidity, elementValidity: null, offsets: null, rows: offsets,
        };
        return this.#elements ??= new Column(
            own, offsets[this.length], this.#schema, () => own, false, this.strings);
    }

    /**
     * Whether row `i` has a value. An empty text and an empty array are values.
     * @param {number} i
     */
    isPresent(i) {
        return isSet(this.validity, i);
    }

    /**
     * The value of row `i`: null where it is absent, a bigint for i64 unless decoded as numbers, text
     * for datetime, timespan and uuid, the parsed value for json, a Uint8Array (a view, not a copy) for
     * bytes, an array of such for an array column.
     * @param {number} i
     * @returns {any}
     */
    get(i) {
        checkIndex(i, this.length, 'a row', this.name);
        return (this.#read ??= this.reader())(i);
    }

    *[Symbol.iterator]() {
        for (let i = 0; i < this.length; i++) yield this.get(i);
    }

    /**
     * A function that gives the value of a row.
     * @param {boolean} [json] with values that JSON has: i64 as digits, f32 in its shortest form, bytes
     *   as base64
     * @returns {Reader}
     */
    reader(json = false) {
        if (this.missing) {
            const read = this.#one().reader(json);
            return () => read(0);
        }
        const { validity, offsets } = this;
        const read = !offsets ? scalarReader(this, json)
            : this.type === 'bytes' ? bytesReader(this.#bytes ??= byteValues(this), offsets, json)
                : arrayReader(this, json);
        return validity
            ? (k) => (validity[k >> 3] >> (k & 7) & 1 ? read(k) : null)
            : read;
    }

    /**
     * A function that gives an element of an array column by its number; of a missing one, whatever
     * the number.
     * @param {boolean} json
     * @returns {Reader}
     */
    elementReader(json) {
        const read = /** @type {Column} */ ((this.missing ? this.#one() : this).elements).reader(json);
        return this.missing ? () => read(0) : read;
    }

    /** A missing column of one row: what its reader reads, so that no array of all rows has to be. */
    #one() {
        return new Column(this, 1, this.#schema, this.#make);
    }
}

/**
 * What stands in for a column that the file lacks: the empty value of its type in every row, and
 * one empty element for arrays of records, whose length the other members tell.
 * @param {SchemaColumn} column
 * @param {number} rowCount
 * @returns {RawColumn}
 */
export function emptyRaw(column, rowCount) {
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

/**
 * @param {Column} column
 * @param {boolean} json
 * @returns {Reader}
 */
function arrayReader({ elements, offsets }, json) {
    const read = /** @type {Column} */ (elements).reader(json);
    const starts = /** @type {Uint32Array} */ (offsets);
    return (k) => {
        const list = [];
        for (let e = starts[k], end = starts[k + 1]; e < end; e++) list.push(read(e));
        return list;
    };
}

/**
 * @param {Uint8Array} bytes
 * @param {Uint32Array} offsets
 * @param {boolean} json
 * @returns {Reader}
 */
function bytesReader(bytes, offsets, json) {
    const read = (/** @type {number} */ k) => bytes.subarray(offsets[k], offsets[k + 1]);
    return json ? (k) => base64Text(read(k)) : read;
}

/**
 * @param {Column} column
 * @param {boolean} json
 * @returns {Reader}
 */
function scalarReader(column, json) {
    const { type, element, strings } = column;
    const stored = /** @type {any} */ (column.values ?? column.dictionary);
    const indices = /** @type {any} */ (column.indices);
    if (strings) {
        return type === 'json'
            ? (k) => parseCell(strings.get(indices[k]), column, k)
            : (k) => strings.get(indices[k]);
    }
    if (element === UUID) return (k) => uuidText(stored, k * 16);
    if (element === BOOL) return (k) => stored[k] !== 0;
    const convert = converter(type, element === I64 || column.raw.numbers, json);
    const read = stored instanceof BigInt64Array ? sharingReader(stored, convert)
        : convert ? (/** @type {number} */ k) => convert(stored[k])
            : (/** @type {number} */ k) => stored[k];
    return indices ? (k) => read(indices[k]) : read;
}

/**
 * Game data repeats itself, and making a bigint or a text costs more than finding the one that was made
 * last for the same value: so each has a slot.
 * @param {BigInt64Array} values
 * @param {((stored: bigint) => any) | null} convert
 * @returns {Reader}
 */
function sharingReader(values, convert) {
    const halves = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
    const shift = Math.max(22, Math.clz32(values.length));
    const known = new Int32Array(2 << 32 - shift);
    const made = new Array(1 << 32 - shift);
    return (k) => {
        const low = halves[2 * k], high = halves[2 * k + 1];
        // The upper bits of a product with a large odd number depend on all bits of the other.
        const slot = Math.imul(low ^ high, 0x9e3779b1) >>> shift;
        if (made[slot] === undefined || known[2 * slot] !== low || known[2 * slot + 1] !== high) {
            known[2 * slot] = low;
            known[2 * slot + 1] = high;
            made[slot] = convert ? convert(values[k]) : values[k];
        }
        return made[slot];
    };
}

/**
 * What turns a stored number into a value, or null where it is the value already.
 * @param {string} type
 * @param {boolean | undefined} int64 an i64 is stored as what it is
 * @param {boolean} json
 * @returns {((stored: any) => any) | null}
 */
function converter(type, int64, json) {
    if (type === 'datetime') return datetimeText;
    if (type === 'timespan') return timespanText;
    if (type === 'i64') return json ? String : int64 ? null : BigInt;
    return json && type[0] === 'f' ? (value) => floatJson(value, type === 'f32') : null;
}

/**
 * The value of a json cell. The empty text is what a cell without a value stores.
 * @param {string} text
 * @param {Column} column
 * @param {number} k
 */
function parseCell(text, { name, tag, raw }, k) {
    try {
        return text ? JSON.parse(text) : null;
    } catch (cause) {
        throw valueError('BAD_JSON', { name, tag, offsets: raw.rows }, k, 'JSON', text, cause);
    }
}
