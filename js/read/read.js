/**
 * Decoding: options to the module's terms, and its columns to a table.
 */

/**
 * @import { Codec, Descriptor, Limits } from '../module/codec.js'
 * @import { SchemaColumn, SchemaColumnJson, SchemaJson } from '../schema/types.js'
 */

import { DEFAULT_LIMITS, KEEP_DICTIONARIES, bytesOf } from '../module/codec.js';
import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { numberAdapter } from './numbers.js';
import { Table } from './table.js';
import { schemaColumns } from '../schema/tree.js';

/** The format counts bytes in 32 bits (section 2). */
const MOST_BYTES = 0xffffffff;

/**
 * @typedef {object} DecodeOptions
 * @property {readonly (string | number)[]} [columns] names or tags of the only columns to decode
 * @property {SchemaJson | readonly SchemaColumnJson[]} [schema] names and types of columns, by tag
 * @property {Limits} [limits] ceilings against files that claim too much
 * @property {boolean} [dictionaries] leave dictionary-encoded numbers as indices and a dictionary
 * @property {'bigint' | 'number' | 'auto'} [int64] what values of type i64 are: 'number' refuses those
 *   beyond 2^53, 'auto' leaves the columns that have one as bigints
 * @property {boolean} [narrow] give numbers in the narrowest typed arrays that hold those of the column
 * @property {string} [file] the file's name, for error messages
 */

/**
 * @param {Codec} codec
 * @param {ArrayBufferLike | ArrayBufferView} source
 * @param {DecodeOptions} [options]
 * @returns {Table}
 */
export function read(codec, source, options = {}) {
    // All that a caller's code can give is read here: once the module works, none of it runs, since it
    // might call the module in turn.
    const { columns, schema, limits, dictionaries, int64 = 'bigint', narrow = false, file } = options;
    const bytes = toBytes(source, file);
    const ceilings = checkLimits(limits);
    const adapt = numberAdapter(int64, narrow);
    const known = schema === undefined ? null : schemaColumns(schema);
    const keys = columns && columnKeys(columns);
    /** @type {Set<number>} */
    let tags;
    /** @param {Descriptor[]} descriptors */
    const choose = (descriptors) => {
        // A column that the schema does not know may be of a type that this version cannot read.
        tags = new Set((keys?.map((key) => findColumn(key, known, descriptors)) ?? known ?? descriptors)
            .map(({ tag }) => tag));
        return descriptors.flatMap(({ tag }, i) => tags.has(tag) ? [i] : []);
    };
    try {
        const decoded = codec.decode(bytes, ceilings, choose, dictionaries ? KEEP_DICTIONARIES : 0);
        const { rowCount, columns: parts, size } = decoded;
        const room = ceilings.decodedBytes - size;
        return new Table({ rowCount, columns: parts, schema: known?.filter(({ tag }) => tags.has(tag)), adapt, room });
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
    const bytes = toBytes(source, file), ceilings = checkLimits(limits);
    try {
        const { rowCount, descriptors } = codec.decode(bytes, ceilings, () => []);
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
 * @param {string} [file]
 * @returns {Uint8Array}
 */
function toBytes(source, file) {
    const size = /** @type {ArrayBuffer} */ (source)?.byteLength;
    if (size > MOST_BYTES) {
        throw new TcbError('FILE_SIZE', `expected a file of at most ${MOST_BYTES} bytes, found ${size}`,
            { expected: MOST_BYTES, found: size }).in(file);
    }
    if (ArrayBuffer.isView(source)) return bytesOf(source);
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
 * @param {readonly (string | number)[]} columns
 */
function columnKeys(columns) {
    return Array.from(columns, (key) => {
        if (typeof key === 'string' || typeof key === 'number') return key;
        throw new TypeError(`columns: expected names and tags, found ${describe(key)}`);
    });
}

/**
 * @param {string | number} key
 * @param {SchemaColumn[] | null} known
 * @param {Descriptor[]} descriptors
 */
function findColumn(key, known, descriptors) {
    const named = descriptors.map(({ tag }) => ({ tag, name: 'c' + tag }));
    const found = [...known ?? [], ...named].find(({ name, tag }) => name === key || tag === key);
    if (found) return found;
    const names = (known ?? named).map(({ name }) => describe(name)).join(', ');
    throw new RangeError(`no column ${describe(key)}; there are ${names || 'none'}`);
}
