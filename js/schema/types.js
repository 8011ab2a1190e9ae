/**
 * The types of this package's schemas and the element each is stored as, and the shapes that the
 * JavaScript modules pass to each other.
 */

/**
 * A column of a schema, with every default filled in. `path` always has a key or more; a column
 * whose JSON key is its name has that one key.
 * @typedef {object} SchemaColumn
 * @property {number} tag
 * @property {string} name
 * @property {TypeName} type
 * @property {number} element the wire's number of the element
 * @property {boolean} array true for bytes
 * @property {boolean} optional
 * @property {boolean} optionalElements
 * @property {boolean} records the last key is a member of the records of an array, which the key
 *   before it holds
 * @property {readonly string[]} path keys into nested records
 * @property {Labels} [labels] of an enum
 */

/** @typedef {Readonly<Record<string, number>>} Labels an enum's names and their numbers */

/**
 * A column as a schema file has it: what is left out has its default.
 * @typedef {object} SchemaColumnJson
 * @property {number} [tag] its position, from 1, where no column of the table has a tag
 * @property {string} name
 * @property {string} type
 * @property {boolean} [array]
 * @property {boolean} [optional]
 * @property {boolean} [optionalElements]
 * @property {boolean} [records]
 * @property {readonly string[]} [path]
 * @property {Labels} [labels]
 */

/**
 * A table's schema. `references` name, by column, the column of another table whose values it has, as
 * in `"Item.id"`: see `link`.
 * @typedef {{ name?: string, columns: SchemaColumnJson[], references?: Record<string, string> }} SchemaJson
 */

/**
 * The distinct texts of a column: entry `k` is the UTF-8 from `offsets[k]` to `offsets[k + 1]`.
 * @typedef {object} StringDictionary
 * @property {Uint32Array} offsets
 * @property {Uint8Array} bytes
 * @property {boolean} ascii every byte is below 128
 */

/**
 * @typedef {Int32Array | Uint8Array | BigInt64Array | Float32Array | Float64Array
 *   | Int8Array | Int16Array | Uint16Array | Uint32Array} Values the latter where they are narrowed
 * @typedef {Uint8Array | Uint16Array | Uint32Array} Indices
 */

/**
 * What a column is, without its arrays.
 * @typedef {object} ColumnKind
 * @property {number} tag
 * @property {number} element
 * @property {boolean} array
 * @property {boolean} optional
 * @property {boolean} optionalElements
 * @property {number} encoding
 * @property {number} byteLength of the block in its file; 0 when built from rows
 */

/**
 * A column's arrays: what a decoder gives and what an encoder takes.
 * @typedef {ColumnKind & ColumnArrays} RawColumn
 */

/**
 * @typedef {object} ColumnArrays
 * @property {Uint8Array | null} validity a bit a row, low bit first, 1 = present
 * @property {Uint32Array | null} offsets of the rows of an array column in the flat elements
 * @property {Uint8Array | null} elementValidity a bit an element
 * @property {Values | null} values
 * @property {Indices | null} indices
 * @property {StringDictionary | Values | null} dictionary
 * @property {boolean} [numbers] of type i64, with numbers in place of bigints
 * @property {Uint32Array | null} [rows] of the elements of an array column: its offsets
 */

/**
 * @typedef {'enum' | 'bool' | 'i32' | 'i64' | 'f32' | 'f64' | 'string' | 'uuid'
 *   | 'datetime' | 'timespan' | 'json' | 'bytes'} TypeName
 */

export const VARINT = 0, BOOL = 1, I32 = 2, I64 = 3, F32 = 4, F64 = 5, STRING = 6, UUID = 7;

/**
 * The element that a type is stored as. The first eight stand in order of their elements: they are
 * the types of a file without a schema.
 * @type {Readonly<Record<TypeName, number>>}
 */
export const TYPES = Object.freeze({
    enum: VARINT, bool: BOOL, i32: I32, i64: I64, f32: F32, f64: F64, string: STRING, uuid: UUID,
    datetime: I64, timespan: I64, json: STRING, bytes: I32,
});

/**
 * The type of a column of which only the element is known: 0 to 7, there are no others.
 * @param {number} element
 */
export function typeOfElement(element) {
    return /** @type {TypeName} */ (Object.keys(TYPES)[element]);
}

/** The typed array that holds an element's values; strings have indices instead. */
export const ARRAYS = Object.freeze([
    Int32Array, Uint8Array, Int32Array, BigInt64Array, Float32Array, Float64Array, null, Uint8Array,
]);

/**
 * A column's type and kind in words, for error messages.
 * @param {{ type: string, array: boolean, optional: boolean, optionalElements: boolean }} column
 */
export function typeText({ type, array, optional, optionalElements }) {
    return (optional ? 'optional ' : '') + (array && type !== 'bytes' ? 'array of ' : '') +
        (optionalElements ? 'optional ' : '') + type;
}

/**
 * A stored bit: presence of a row or an element. No bitmap means that everything is present.
 * @param {Uint8Array | null} validity
 * @param {number} i
 */
export function isSet(validity, i) {
    return validity === null || (validity[i >> 3] >> (i & 7) & 1) === 1;
}
