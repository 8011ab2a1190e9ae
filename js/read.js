/**
 * Decoding: options to the module's terms, and its columns to a table.
 */

/**
 * @import { Codec, Descriptor, Limits } from './codec.js'
 * @import { SchemaColumn, SchemaColumnJson, SchemaJson } from './types.js'
 */

import { DEFAULT_LIMITS, KEEP_DICTIONARIES } from './codec.js';
import { describe } from './describe.js';
import { TcbError } from './errors.js';
import { Table } from './table.js';
import { schemaColumns } from './tree.js';

/**
 * @typedef {object} DecodeOptions
 * @property {readonly (string | number)[]} [columns] names or tags of the only columns to decode
 * @property {SchemaJson | readonly SchemaColumnJson[]} [schema] names and types of columns, by tag
 * @property {Limits} [limits] ceilings against files that claim too much
 * @property {boolean} [dictionaries] leave dictionary-encoded numbers as indices and a dictionary
 * @property {string} [file] the file's name, for error messages
 */

/**
 * @param {Codec} codec
 * @param {ArrayBufferLike | ArrayBufferView} source
 * @param {DecodeOptions} [options]
 * @returns {Table}
 */
export function read(codec, source, { columns, schema, limits, dictionaries = false, file } = {}) {
    const bytes = toBytes(source);
    const known = schema === undefined ? null : schemaColumns(schema);
    const wanted = known && columns ? known.filter(({ name, tag }) => columns.includes(name) || columns.includes(tag)) : known;
    /** @param {Descriptor[]} descriptors */
    const choose = (descriptors) => {
        const tags = columns && new Set(columns.map((key) => tagOf(key, known, descriptors)));
        return descriptors.flatMap(({ tag }, i) => {
            // A column that the schema does not know may be of a type that this version cannot read.
            const take = tags ? tags.has(tag) : !known || known.some((column) => column.tag === tag);
            return take ? [i] : [];
        });
    };
    try {
        const decoded = codec.decode(bytes, checkLimits(limits), choose, dictionaries ? KEEP_DICTIONARIES : 0);
        return new Table({ ...decoded, schema: wanted });
    } catch (error) {
        if (error instanceof TcbError) {
            const column = known?.find(({ tag }) => tag === error.tag)?.name;
            throw error.in(file, error.column ?? column);
        }
        throw error;
    }
}

/**
 * What a file's header and descriptors say; no value is looked at.
 * @typedef {object} FileInfo
 * @property {number} rowCount
 * @property {ColumnInfo[]} columns
 */

/**
 * @typedef {object} ColumnInfo
 * @property {number} tag
 * @property {number} element 8 to 15 are of later versions
 * @property {boolean} array
 * @property {boolean} optional
 * @property {boolean} optionalElements
 * @property {number} encoding
 * @property {number} offset of the block in the file
 * @property {number} byteLength of the block
 */

/**
 * @param {Codec} codec
 * @param {ArrayBufferLike | ArrayBufferView} source
 * @param {{ limits?: Limits, file?: string }} [options]
 * @returns {FileInfo}
 */
export function inspectFile(codec, source, { limits, file } = {}) {
    try {
        const { rowCount, descriptors } = codec.decode(toBytes(source), checkLimits(limits), () => []);
        return {
            rowCount,
            columns: descriptors.map(({ tag, wire, encoding, offset, byteLength }) => ({
                tag, element: wire & 15, array: (wire & 0x30) === 0x10, optional: (wire & 0x40) !== 0,
                optionalElements: (wire & 0x80) !== 0, encoding, offset, byteLength,
            })),
        };
    } catch (error) {
        throw error instanceof TcbError ? error.in(file, undefined) : error;
    }
}

/**
 * @param {unknown} source
 * @returns {Uint8Array}
 */
function toBytes(source) {
    if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    if (Object.prototype.toString.call(source).endsWith('ArrayBuffer]')) { // also shared, also of another realm
        return new Uint8Array(/** @type {ArrayBuffer} */ (source));
    }
    throw new TypeError(`expected the bytes of a file in an ArrayBuffer or a view of one, found ${describe(source)}`);
}

/**
 * @param {Limits} [limits]
 */
function checkLimits(limits) {
    const checked = { ...DEFAULT_LIMITS, ...limits };
    for (const [name, value] of Object.entries(checked)) {
        if (!(name in DEFAULT_LIMITS)) throw new TypeError(`unknown limit ${describe(name)}`);
        if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) {
            throw new RangeError(`limit ${name}: expected a whole number below 2^32, found ${describe(value)}`);
        }
    }
    return checked;
}

/**
 * @param {string | number} key
 * @param {SchemaColumn[] | null} known
 * @param {Descriptor[]} descriptors
 */
function tagOf(key, known, descriptors) {
    const found = known?.find(({ name, tag }) => name === key || tag === key)?.tag ??
        descriptors.find(({ tag }) => tag === key || 'c' + tag === key)?.tag;
    if (found !== undefined) return found;
    const names = known ? known.map(({ name }) => name) : descriptors.map(({ tag }) => 'c' + tag);
    throw new RangeError(`no column ${describe(key)}; there are ${names.map(describe).join(', ') || 'none'}`);
}
