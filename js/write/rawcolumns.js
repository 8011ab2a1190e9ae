/**
 * Columns in the decoder's own form, as callers give them, made ready for the module.
 */

/**
 * @import { RawColumn, StringDictionary } from '../schema/types.js'
 */

import { allocate } from '../module/codec.js';
import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { ARRAYS, F32, F64, I64, STRING, UUID } from '../schema/types.js';
import { copyValues, viewOf } from './typedarrays.js';

const MAX_INT32 = 0x7fffffff;
const FLAGS = /** @type {const} */ (['array', 'optional', 'optionalElements']);
const NUMBERS_WITH_DICTIONARY = [I64, F32, F64];

/** Codes of numbers that do not fit, where it is not VALUE. @type {Readonly<Record<string, string>>} */
const CODES = Object.freeze({ indices: 'INDEX', offsets: 'OFFSETS', 'dictionary.offsets': 'OFFSETS' });

/**
 * A column that knows its name, where the caller's does.
 * @typedef {RawColumn & { name?: string }} TakenColumn
 */

/**
 * The columns with numbers in arrays of their elements' types, none of which is the caller's own. An array
 * of another type is copied, unless it has a value that the column does not hold.
 * @param {number} rowCount
 * @param {readonly unknown[]} columns columns of a table, or their arrays
 * @returns {TakenColumn[]}
 */
export function takeColumns(rowCount, columns) {
    if (!isInteger(rowCount, 0, MAX_INT32)) {
        throw new TcbError('COUNT', `expected 0 to ${MAX_INT32} rows, found ${describe(rowCount)}`,
            { expected: MAX_INT32, found: rowCount });
    }
    // Every field of every column is read first, and once: a getter may change the arrays of another.
    return columns.map(readFields).map((fields) => new GivenColumn(fields).take(rowCount));
}

/**
 * @param {any} column
 * @param {number} position
 */
function readFields(column, position) {
    const raw = column?.raw ?? column;
    if (typeof raw !== 'object' || raw === null) {
        throw refusal({ position }, 'VALUE', 'the arrays of a column', raw);
    }
    const { name } = column;
    const { tag, element, array = false, optional = false, optionalElements = false, validity = null, offsets = null,
        elementValidity = null, values = null, indices = null, dictionary = null } = raw;
    return {
        name: typeof name === 'string' ? name : undefined, position, tag, element, array, optional, optionalElements,
        validity, offsets, elementValidity, values, indices,
        dictionary: element === STRING && dictionary ? { offsets: dictionary.offsets, bytes: dictionary.bytes } : dictionary,
    };
}

/** A column of which nothing is known yet. */
class GivenColumn {
    #fields;

    /** @param {ReturnType<typeof readFields>} fields */
    constructor(fields) {
        this.#fields = fields;
    }

    /**
     * @param {number} rowCount
     * @returns {TakenColumn}
     */
    take(rowCount) {
        this.#checkKind();
        const { element, array, optional, optionalElements } = this.#fields;
        const isText = element === STRING;
        const hasIndices = isText || NUMBERS_WITH_DICTIONARY.includes(element) && this.#fields.indices !== null;
        const offsets = this.#part('offsets', array, Uint32Array);
        const validity = this.#part('validity', optional, Uint8Array);
        const elementValidity = this.#part('elementValidity', optionalElements, Uint8Array);
        const indices = this.#part('indices', hasIndices, Uint32Array);
        const values = this.#part('values', !hasIndices, ARRAYS[element]);
        const dictionary = isText ? this.#texts() : this.#part('dictionary', hasIndices, ARRAYS[element]);

        const count = hasIndices ? indices.length : values.length / (element === UUID ? 16 : 1);
        if (array) this.#checkCount('offsets of rows', offsets.length, rowCount + 1);
        this.#checkCount('values', count, array ? offsets[rowCount] : rowCount);
        if (optional) this.#checkCount('bytes of validity', validity.length, Math.ceil(rowCount / 8));
        if (optionalElements) this.#checkCount('bytes of element validity', elementValidity.length, Math.ceil(count / 8));
        return { ...this.#fields, encoding: 0, byteLength: 0, validity, offsets, elementValidity, values, indices, dictionary };
    }

    #checkKind() {
        const { tag, element, array, optionalElements } = this.#fields;
        if (!isInteger(tag, 1, MAX_INT32)) throw this.#refusal('TAG', `a tag from 1 to ${MAX_INT32}`, tag);
        if (!isInteger(element, 0, UUID)) throw this.#refusal('ELEMENT', `an element from 0 to ${UUID}`, element);
        for (const flag of FLAGS) {
            const value = this.#fields[flag];
            if (typeof value !== 'boolean') throw this.#refusal('KIND', `"${flag}" to be true or false`, value);
        }
        if (optionalElements && !array) {
            throw this.#refusal('KIND', '"optionalElements" to be false where "array" is', optionalElements);
        }
    }

    /**
     * @param {'indices' | 'values' | 'dictionary' | 'offsets' | 'validity' | 'elementValidity'} part
     * @param {boolean} wanted a column of this kind has the part
     * @param {any} Values
     */
    #part(part, wanted, Values) {
        const value = this.#fields[part];
        if (wanted) return this.#array(part, value, Values);
        // What the module does not look at would be lost without a word.
        if (value !== null) throw this.#refusal('KIND', `no ${part} in a column of this kind`, value);
        return null;
    }

    /** @returns {StringDictionary} */
    #texts() {
        const { dictionary } = this.#fields;
        if (!dictionary) throw this.#refusal('VALUE_COUNT', 'a dictionary of texts', dictionary);
        const offsets = this.#array('dictionary.offsets', dictionary.offsets, Uint32Array);
        const bytes = this.#array('dictionary.bytes', dictionary.bytes, Uint8Array);
        this.#checkCount('or more offsets of texts', Math.min(offsets.length, 1), 1);
        this.#checkCount('bytes of text', bytes.length, offsets.at(-1));
        return { offsets, bytes, ascii: false };
    }

    /**
     * @param {string} part
     * @param {unknown} value
     * @param {any} Values
     */
    #array(part, value, Values) {
        const view = viewOf(value);
        if (!view) throw this.#refusal(value === null ? 'VALUE_COUNT' : 'VALUE', `${part} in a typed array`, value);
        if (view instanceof Values) return view;
        if (part === 'indices' && (view instanceof Uint8Array || view instanceof Uint16Array)) return view;
        return copyValues(view, newArray(Values, view.length), (i, expected, found) => {
            throw this.#refusal(CODES[part] ?? 'VALUE', `${expected} in ${part}[${i}]`, found);
        });
    }

    /**
     * @param {string} what
     * @param {number} found
     * @param {number} expected
     */
    #checkCount(what, found, expected) {
        if (found !== expected) throw this.#refusal('VALUE_COUNT', `${expected} ${what}`, found);
    }

    /** @param {string} code @param {string} expected @param {unknown} found */
    #refusal(code, expected, found) {
        return refusal(this.#fields, code, expected, found);
    }
}

/**
 * @param {any} Values
 * @param {number} length
 */
function newArray(Values, length) {
    const bytes = length * Values.BYTES_PER_ELEMENT;
    // What the module's addresses do not reach is not worth an attempt.
    return allocate(bytes, () => new Values(bytes < 2 ** 32 ? length : Infinity));
}

/**
 * The module's error with both the value that is refused and its place: the module tells one of them.
 * @param {TcbError} error
 * @param {TakenColumn} column
 */
export function located(error, column) {
    const { values, indices, offsets } = column, dictionary = /** @type {any} */ (column.dictionary);
    const texts = dictionary?.offsets, entries = texts ? texts.length - 1 : dictionary?.length;
    /** @param {string} part @param {any} array @param {string} expected @param {(value: any, i: number) => boolean} isWrong */
    const fault = (part, array, expected, isWrong) => {
        const i = array ? array.findIndex(isWrong) : -1;
        return i < 0 ? null : refusal(column, error.code, `${expected} in ${part}[${i}]`, array[i]);
    };
    /** @param {string} part @param {any} starts */
    const faultOfOffsets = (part, starts) => fault(part, starts, 'offsets from 0 on that never fall',
        (start, i) => (i ? start < starts[i - 1] : start !== 0));
    const found = error.code === 'BOOL' ? fault('values', values, '0 or 1', (value) => value > 1)
        : error.code === 'INDEX' ? fault('indices', indices, `an index below ${entries}`, (index) => index >= entries)
            : error.code === 'OFFSETS' ? faultOfOffsets('offsets', offsets) ?? faultOfOffsets('dictionary.offsets', texts)
                : null;
    return found ?? error;
}

/**
 * @param {{ name?: string, tag?: unknown, position?: number }} column
 * @param {string} code
 * @param {string} expected
 * @param {unknown} found
 */
function refusal({ name, tag, position }, code, expected, found) {
    const hasTag = isInteger(tag, 1, MAX_INT32);
    const place = name !== undefined ? describe(name) : hasTag ? `of tag ${tag}` : `at position ${position}`;
    return new TcbError(code, `column ${place}: expected ${expected}, found ${found === null ? 'none' : describe(found)}`,
        { column: name, tag: hasTag ? /** @type {number} */ (tag) : undefined, expected, found });
}

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
function isInteger(value, least, most) {
    return Number.isInteger(value) && /** @type {number} */ (value) >= least && /** @type {number} */ (value) <= most;
}
