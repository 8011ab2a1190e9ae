import { describe } from './describe.js';
import { TcbError } from './errors.js';
import { jsonText } from './json.js';
import {
    dateToTicks, int64, parseBase64, parseDatetime, parseInt64, parseTimespan, parseUuid,
} from './parse.js';
import { ARRAYS, STRING, UUID } from './types.js';

/** @import { RawColumn, SchemaColumn, TypeName } from './types.js' */

/**
 * Collects the values of one column.
 */
export class ColumnBuilder {
    /** @type {any[]} values; for texts their numbers, for uuids their bytes, for bytes those of a row */
    #values = [];
    /** @type {boolean[]} */
    #present = [];
    /** @type {boolean[]} */
    #elementsPresent = [];
    /** @type {number[]} */
    #offsets = [0];
    #elementCount = 0;
    #strings = new StringInterner();

    /** @param {SchemaColumn} column */
    constructor(column) {
        this.column = column;
        this.name = column.name;
        this.path = column.path;
        this.records = column.records;
    }

    /**
     * Adds the value of the next row.
     * @param {unknown} value
     * @param {number} row
     */
    addCell(value, row) {
        const { type, array, optional, optionalElements } = this.column;
        const isThere = hasValue(value, type, optional);
        if (!isThere && !optional) throw this.#error(row, '', typeName(type, array), value);
        this.#present.push(isThere);
        if (!array) {
            this.#add(isThere ? value : undefined, row, '');
            return;
        }
        if (type === 'bytes') {
            if (isThere) this.#addBytes(this.#convert(value, row, ''));
            this.#offsets.push(this.#elementCount);
            return;
        }
        if (isThere && !Array.isArray(value)) throw this.#error(row, '', typeName(type, true), value);
        const items = isThere ? /** @type {unknown[]} */ (value) : [];
        for (let e = 0; e < items.length; e++) {
            const where = `, element ${e}`;
            const itemIsThere = hasValue(items[e], type, optionalElements);
            if (!itemIsThere && !optionalElements) throw this.#error(row, where, type, items[e]);
            this.#elementsPresent.push(itemIsThere);
            this.#add(itemIsThere ? items[e] : undefined, row, where);
        }
        this.#elementCount += items.length;
        this.#offsets.push(this.#elementCount);
    }

    /** @param {Uint8Array} bytes */
    #addBytes(bytes) {
        this.#values.push(bytes);
        this.#elementCount += bytes.length;
    }

    /**
     * Adds a value or, for undefined, the empty one.
     * @param {unknown} value
     * @param {number} row
     * @param {string} where
     */
    #add(value, row, where) {
        const { type, element } = this.column;
        const stored = value === undefined ? emptyValue(element) : this.#convert(value, row, where);
        if (element === STRING) {
            const index = this.#strings.add(stored);
            if (index < 0) {
                throw this.#error(row, where, `well-formed ${type}`, value, 'a lone surrogate in ');
            }
            this.#values.push(index);
        } else if (element === UUID) {
            this.#values.push(...stored);
        } else {
            this.#values.push(stored);
        }
    }

    /**
     * @param {unknown} value
     * @param {number} row
     * @param {string} where
     */
    #convert(value, row, where) {
        const { type } = this.column;
        let stored;
        try {
            stored = CONVERTERS[type](value);
        } catch (cause) {
            throw this.#error(row, where, type, /** @type {Error} */ (cause).message, '', true);
        }
        if (stored === null) throw this.#error(row, where, type, value);
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
            throw this.#error(row, '', like, found, '', true);
        }
    }

    /** @param {number} row */
    #rowLength(row) {
        return this.#present[row] ? `${this.#offsets[row + 1] - this.#offsets[row]} elements` : 'null';
    }

    /** @returns {RawColumn} */
    finish() {
        const { tag, type, element, array, optional, optionalElements } = this.column;
        const Values = ARRAYS[element];
        const values = type === 'bytes' ? this.#joinedBytes()
            : Values && new Values(/** @type {any} */ (this.#values));
        return {
            tag, element, array, optional, optionalElements, encoding: 0, byteLength: 0,
            validity: optional ? bitmap(this.#present) : null,
            offsets: array ? Uint32Array.from(this.#offsets) : null,
            elementValidity: optionalElements ? bitmap(this.#elementsPresent) : null,
            values,
            indices: Values ? null : this.#strings.indices(this.#values),
            dictionary: Values ? null : this.#strings.dictionary(),
        };
    }

    #joinedBytes() {
        const joined = new Int32Array(this.#elementCount);
        let end = 0;
        for (const bytes of this.#values) {
            joined.set(bytes, end);
            end += bytes.length;
        }
        return joined;
    }

    /**
     * @param {number} row
     * @param {string} where
     * @param {string} expected
     * @param {unknown} value
     * @param {string} [prefix]
     * @param {boolean} [described] the value is a description already
     */
    #error(row, where, expected, value, prefix = '', described = false) {
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
        return value instanceof Uint8Array && value.length === 16 ? value : null;
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
    const bytes = Uint8Array.from(/** @type {number[]} */ (numbers));
    const wrong = bytes.findIndex((byte, i) => byte !== numbers[i]);
    if (wrong >= 0) throw new TypeError(`${describe(numbers[wrong])} in element ${wrong}`);
    return bytes;
}

/** @param {unknown} value */
function toInt32(value) {
    return typeof value === 'number' && (value | 0) === value ? value | 0 : null;
}

/** @param {unknown} value */
function toInt64(value) {
    return Number.isSafeInteger(value) ? BigInt(/** @type {number} */ (value)) : toTicks(value);
}

/** @param {unknown} value */
function toTicks(value) {
    return typeof value === 'bigint' ? int64(value) : null;
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
 * @param {boolean[]} flags
 */
function bitmap(flags) {
    const bytes = new Uint8Array(Math.ceil(flags.length / 8));
    flags.forEach((flag, i) => {
        if (flag) bytes[i >> 3] |= 1 << (i & 7);
    });
    return bytes;
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
            this.#numbers.set(text, number = this.#numbers.size);
        }
        return number;
    }

    /**
     * Numbers in the narrowest array that holds them.
     * @param {number[]} numbers
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
