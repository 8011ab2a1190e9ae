/** @import { RawColumn, SchemaColumn, StringDictionary, Values } from './types.js' */

import { TcbError } from './errors.js';
import { StringTable } from './strings.js';
import { datetimeText, floatJson, timespanText, uuidText } from './text.js';
import { BOOL, I64, STRING, UUID, isSet } from './types.js';

/**
 * Gives the value of a row (or an element) by its number, which is not checked.
 * @typedef {(k: number) => any} Reader
 */

/**
 * A column of a table: its typed arrays, which may be used as they are, and its values one by one.
 */
export class Column {
    /** @type {Reader | null} */
    #read = null;

    /**
     * @param {RawColumn} raw
     * @param {number} length rows, or elements for the `elements` of an array column
     * @param {SchemaColumn} schema
     * @param {boolean} [missing] the file has no such column: `raw` holds empty values
     * @param {StringTable | null} [strings]
     */
    constructor(raw, length, schema, missing = false, strings = null) {
        this.tag = raw.tag;
        this.name = schema.name;
        this.type = schema.type;
        this.path = schema.path;
        this.records = schema.records;
        this.element = raw.element;
        this.array = raw.array;
        this.optional = raw.optional;
        this.optionalElements = raw.optionalElements;
        this.encoding = raw.encoding;
        this.byteLength = raw.byteLength;
        this.length = length;
        this.missing = missing;
        /** The arrays as decoded: what an encoder takes. */
        this.raw = raw;
        this.values = raw.values;
        this.validity = raw.validity;
        this.indices = raw.indices;
        this.offsets = raw.offsets;
        this.strings = strings ?? (raw.element === STRING
            ? new StringTable(/** @type {StringDictionary} */ (raw.dictionary)) : null);
        /** The distinct numbers, where they are kept apart from their `indices`. */
        this.dictionary = raw.element === STRING ? null : /** @type {Values | null} */ (raw.dictionary);
        /** All elements of all rows of an array column, as a column. @type {Column | null} */
        this.elements = raw.offsets && new Column({
            ...raw, array: false, optional: raw.optionalElements, optionalElements: false,
            validity: raw.elementValidity, elementValidity: null, offsets: null,
        }, raw.offsets[length], schema, missing, this.strings);
    }

    /**
     * Whether row `i` has a value. An empty text and an empty array are values.
     * @param {number} i
     */
    isPresent(i) {
        return isSet(this.validity, i);
    }

    /**
     * The value of row `i`: null where it is absent, a bigint for i64, text for datetime, timespan
     * and uuid, the parsed value for json, an array of such for an array column.
     * @param {number} i
     * @returns {any}
     */
    get(i) {
        if (!Number.isInteger(i) || i < 0 || i >= this.length) {
            throw new RangeError(`column ${JSON.stringify(this.name)}: expected a row from 0 to ` +
                `${this.length - 1}, found ${i}`);
        }
        return (this.#read ??= this.reader())(i);
    }

    *[Symbol.iterator]() {
        for (let i = 0; i < this.length; i++) yield this.get(i);
    }

    /**
     * A function that gives the value of a row.
     * @param {boolean} [json] with values that JSON has: i64 as digits, f32 in its shortest form
     * @returns {Reader}
     */
    reader(json = false) {
        const { validity } = this;
        const read = this.elements ? arrayReader(this, json) : scalarReader(this, json);
        return validity
            ? (k) => (validity[k >> 3] >> (k & 7) & 1 ? read(k) : null)
            : read;
    }
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
 * @param {Column} column
 * @param {boolean} json
 * @returns {Reader}
 */
function scalarReader(column, json) {
    const { type, element, strings } = column;
    const values = /** @type {any} */ (column.values);
    const indices = /** @type {any} */ (column.indices);
    const dictionary = /** @type {any} */ (column.dictionary);
    if (strings) {
        return type === 'json'
            ? (k) => parseCell(strings.get(indices[k]), column, k)
            : (k) => strings.get(indices[k]);
    }
    if (element === UUID) return (k) => uuidText(values, k * 16);
    if (element === BOOL) return (k) => values[k] !== 0;
    const convert = converter(type, element, json);
    if (dictionary) {
        return convert ? (k) => convert(dictionary[indices[k]]) : (k) => dictionary[indices[k]];
    }
    return convert ? (k) => convert(values[k]) : (k) => values[k];
}

/**
 * What turns a stored number into a value, or null where it is the value already.
 * @param {string} type
 * @param {number} element
 * @param {boolean} json
 * @returns {((stored: any) => any) | null}
 */
function converter(type, element, json) {
    if (type === 'datetime') return datetimeText;
    if (type === 'timespan') return timespanText;
    if (type === 'i64') return json ? String : element === I64 ? null : BigInt;
    return json && type[0] === 'f' ? (value) => floatJson(value, type === 'f32') : null;
}

/**
 * The value of a json cell. The empty text is what a cell without a value stores.
 * @param {string} text
 * @param {Column} column
 * @param {number} k
 */
function parseCell(text, { name, tag, length }, k) {
    try {
        return text ? JSON.parse(text) : null;
    } catch (cause) {
        const found = text.slice(0, 40);
        throw new TcbError('BAD_JSON', `column ${JSON.stringify(name)}, value ${k} of ${length}: ` +
            `expected JSON, found ${JSON.stringify(found)}`, { column: name, tag, found, cause });
    }
}
