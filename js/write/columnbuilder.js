import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { GrowableArray, GrowableBitmap } from './growable.js';
import { jsonText } from '../values/json.js';
import {
    dateToTicks, parseBase64, parseDatetime, parseInt64, parseTimespan, parseUuid, toInt64, toTicks,
} from './parse.js';
import { ARRAYS, STRING, UUID } from '../schema/types.js';
import { viewOf } from './typedarrays.js';

/** @import { RawColumn, SchemaColumn, TypeName } from '../schema/types.js' */

/**
 * Collects the values of one column.
 */
export class ColumnBuilder {
    /** @type {GrowableArray<any>} for texts their numbers, for uuids their bytes */
    #values;
    #present = new GrowableBitmap();
    #elementsPresent = new GrowableBitmap();
    #offsets = new GrowableArray(Uint32Array);
    #elementCount = 0;
    #empty;
    #strings = new StringInterner();

    /** @param {SchemaColumn} column */
    constructor(column) {
        this.column = column;
        this.name = column.name;
        this.path = column.path;
        this.records = column.records;
        this.#values = new GrowableArray(/** @type {any} */ (ARRAYS[column.element] ?? Uint32Array));
        this.#empty = emptyValue(column.element);
        this.#offsets.push(0);
    }

    /**
     * Adds the value of the next row.
     * @param {unknown} value
     * @param {number} row
     */
    addCell(value, row) {
        const { type, array, optional, optionalElements } = this.column;
        const isThere = hasValue(value, type, optional);
        if (!isThere && !optional) throw this.#error(row, -1, typeName(type, array), value);
        this.#present.push(isThere);
        if (!array) {
            this.#add(isThere ? value : undefined, row, -1);
            return;
        }
        if (type === 'bytes') {
            if (isThere) this.#addBytes(this.#convert(value, row, -1));
            this.#offsets.push(this.#elementCount);
            return;
        }
        if (isThere && !Array.isArray(value)) throw this.#error(row, -1, typeName(type, true), value);
        const items = isThere ? /** @type {unknown[]} */ (value) : [];
        const { length } = items;
        for (let e = 0; e < length; e++) {
            const item = items[e];
            const itemIsThere = hasValue(item, type, optionalElements);
            if (!itemIsThere && !optionalElements) throw this.#error(row, e, type, item);
            if (optionalElements) this.#elementsPresent.push(itemIsThere);
            this.#add(itemIsThere ? item : undefined, row, e);
            this.#elementCount++;
        }
        this.#offsets.push(this.#elementCount);
    }

    /** @param {Uint8Array} bytes */
    #addBytes(bytes) {
        this.#values.pushAll(bytes);
        this.#elementCount += bytes.length;
    }

    /**
     * Adds a value or, for undefined, the empty one.
     * @param {unknown} value
     * @param {number} row
     * @param {number} e the element, or -1
     */
    #add(value, row, e) {
        const { type, element } = this.column;
        const stored = value === undefined ? this.#empty : this.#convert(value, row, e);
        if (element === STRING) {
            const index = this.#strings.add(stored);
            if (index < 0) {
                throw this.#error(row, e, `well-formed ${type}`, value, 'a lone surrogate in ');
            }
            this.#values.push(index);
        } else if (element === UUID) {
            this.#values.pushAll(stored);
        } else {
            this.#values.push(stored);
        }
    }

    /**
     * @param {unknown} value
     * @param {number} row
     * @param {number} e
     */
    #convert(value, row, e) {
        const { type } = this.column;
        let stored;
        try {
            stored = CONVERTERS[type](value);
        } catch (cause) {
            throw this.#error(row, e, type, /** @type {Error} */ (cause).message, '', true);
        }
        if (stored === null) throw this.#error(row, e, type, value);
        return stored;
    }

    /**
     * Refuses rows that differ in length or presence from those of another member of the same records.
     * @param {ColumnBuilder} other
     */
    checkLengths(other) {
        for (let row = 0; row < this.#present.length; row++) {
            const expected = other.#rowLength(row);
            const found = this.#rowLength(row);
            if (found === expected) continue;
            const like = `${expected}, as column ${describe(other.name)} of the same records has`;
            throw this.#error(row, -1, like, found, '', true);
        }
    }

    /** @param {number} row */
    #rowLength(row) {
        return this.#present.get(row) ? `${this.#offsets.get(row + 1) - this.#offsets.get(row)} elements` : 'null';
    }

    /** @returns {RawColumn} */
    finish() {
        const { tag, element, array, optional, optionalElements } = this.column;
        const isText = element === STRING;
        return {
            tag, element, array, optional, optionalElements, encoding: 0, byteLength: 0,
            validity: optional ? this.#present.toArray() : null,
            offsets: array ? this.#offsets.toArray() : null,
            elementValidity: optionalElements ? this.#elementsPresent.toArray() : null,
            values: isText ? null : this.#values.toArray(),
            indices: isText ? this.#strings.indices(this.#values.toArray()) : null,
            dictionary: isText ? this.#strings.dictionary() : null,
        };
    }

    /**
     * @param {number} row
     * @param {number} e
     * @param {string} expected
     * @param {unknown} value
     * @param {string} [prefix]
     * @param {boolean} [described] the value is a description already
     */
    #error(row, e, expected, value, prefix = '', described = false) {
        const where = e < 0 ? '' : `, element ${e}`;
        const { name, tag } = this.column;
        const found = prefix + (described ? value : describe(value));
        return new TcbError('VALUE', `column ${describe(name)}, row ${row}${where}: expected ` +
            `${expected}, found ${found}`, { column: name, tag, row, expected, found });
    }
}

/**
 * What stores a value of a type; null for a value that the type does not have.
 * @type {Record<TypeName, (value: any) => any>}
 */
const CONVERTERS = {
    enum: toInt32,
    i32: toInt32,
    bool: (value) => (typeof value === 'boolean' ? Number(value) : null),
    i64: (value) => (typeof value === 'string' ? parseInt64(value) : toInt64(value)),
    f32: (value) => {
        const number = toNumber(value);
        const single = number === null ? null : Math.fround(number);
        return Number.isFinite(number) && !Number.isFinite(single) ? null : single;
    },
    f64: toNumber,
    string: (value) => (typeof value === 'string' ? value : null),
    uuid: (value) => {
        if (typeof value === 'string') return parseUuid(value);
        const bytes = viewOf(value);
        return bytes instanceof Uint8Array && bytes.length === 16 ? bytes : null;
    },
    datetime: (value) => {
        if (value instanceof Date) return dateToTicks(value);
        return typeof value === 'string' ? parseDatetime(value) : toTicks(value);
    },
    timespan: (value) => (typeof value === 'string' ? parseTimespan(value) : toTicks(value)),
    json: (value) => jsonText(value),
    bytes: (value) => {
        // A copy, so that a caller may use its array again for the next row.
        if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
        if (typeof value === 'string') return parseBase64(value);
        return Array.isArray(value) ? bytesOfNumbers(value) : null;
    },
};

/** @param {unknown[]} numbers */
function bytesOfNumbers(numbers) {
    return Uint8Array.from({ length: numbers.length }, (_, i) => {
        const number = numbers[i];
        if (typeof number === 'number' && (number & 255) === number) return number;
        throw new TypeError(`${describe(number)} in element ${i}`);
    });
}

/** @param {unknown} value */
function toInt32(value) {
    return typeof value === 'number' && (value | 0) === value ? value | 0 : null;
}

/**
 * A number, or the word that stands in JSON for one that JSON does not have.
 * @param {unknown} value
 */
function toNumber(value) {
    if (typeof value === 'number') return value;
    return value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? Number(value) : null;
}

/**
 * Whether a cell has a value. JSON has null for one, but where a json cell may be absent, null is
 * how it is.
 * @param {unknown} value
 * @param {string} type
 * @param {boolean} optional
 */
function hasValue(value, type, optional) {
    return value !== undefined && (value !== null || type === 'json' && !optional);
}

/**
 * What an absent cell stores.
 * @param {number} element
 */
function emptyValue(element) {
    const Values = ARRAYS[element];
    if (!Values) return '';
    return element === UUID ? new Uint8Array(16) : new Values(1)[0];
}

/**
 * @param {string} type
 * @param {boolean} array
 */
function typeName(type, array) {
    return array && type !== 'bytes' ? `an array of ${type}` : type;
}

/**
 * Gives each distinct text a number, in order of first appearance.
 */
export class StringInterner {
    /** @type {Map<string, number>} */
    #numbers = new Map();

    /**
     * The number of a text, or -1 if UTF-8 cannot hold it: `TextEncoder` would replace half a
     * surrogate pair without a word.
     * @param {string} text
     */
    add(text) {
        let number = this.#numbers.get(text);
        if (number === undefined) {
            if (/\p{Surrogate}/u.test(text)) return -1;
            // A part of a longer text may keep all of that in memory; a text that was joined is copied.
            const copy = (' ' + text).slice(1);
            this.#numbers.set(copy, number = this.#numbers.size);
        }
        return number;
    }

    /**
     * Numbers in the narrowest array that holds them.
     * @param {ArrayLike<number>} numbers
     */
    indices(numbers) {
        const { size } = this.#numbers;
        return new (size <= 0x100 ? Uint8Array : size <= 0x10000 ? Uint16Array : Uint32Array)(numbers);
    }

    dictionary() {
        const texts = [...this.#numbers.keys()];
        const length = texts.reduce((sum, text) => sum + text.length, 0);
        const offsets = new Uint32Array(texts.length + 1);
        // A UTF-16 unit takes 3 bytes of UTF-8 at most.
        const bytes = new Uint8Array(length * 3);
        const encoder = new TextEncoder();
        let end = 0;
        texts.forEach((text, i) => {
            end += encoder.encodeInto(text, bytes.subarray(end)).written;
            offsets[i + 1] = end;
        });
        return { offsets, bytes: bytes.slice(0, end), ascii: end === length };
    }
}

/**
 * The dictionary of a list of texts, and the number of each in it.
 * @param {readonly string[]} texts
 */
export function internStrings(texts) {
    const interner = new StringInterner();
    const numbers = texts.map((text, i) => {
        const number = interner.add(text);
        if (number < 0) {
            throw new TcbError('VALUE', `text ${i}: expected well-formed text, found a lone ` +
                `surrogate in ${describe(text)}`, { row: i, found: text });
        }
        return number;
    });
    return { indices: interner.indices(numbers), dictionary: interner.dictionary() };
}
