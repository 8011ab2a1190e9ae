/**
 * What can be told of a `.tcb` file without its schema: its columns, how each is encoded and what it
 * costs.
 */

import { DEFAULT_LIMITS } from '../codec.js';
import { embeddedBytes } from '../embedded.js';
import { encodingName } from '../encodings.js';
import { TcbError } from '../errors.js';
import { makeLoader } from '../load.js';
import { read } from '../read.js';
import { Table } from '../table.js';
import { isSet, typeOfElement } from '../types.js';
import text from '../wasm/tcb-decode.js';
import { encodingOf } from './nesting.js';

/**
 * @import { Codec, Descriptor } from '../codec.js'
 * @import { Column } from '../column.js'
 * @import { SchemaColumn } from '../types.js'
 * @import { Encoding } from './nesting.js'
 */

/**
 * @typedef {object} ColumnFacts
 * @property {number} tag
 * @property {string} [name] where a schema tells it
 * @property {string} type with `?` after what is optional and `[]` after an array's elements
 * @property {Encoding} encoding
 * @property {number} bytes of the block
 * @property {number} [distinct] entries of its dictionary
 * @property {number} [present] rows with a value, where the column is optional
 * @property {number} [elements] of all rows of an array column
 * @property {number} [presentElements] those with a value, where they are optional
 * @property {string} [error] why the column cannot be decoded
 */

/**
 * @typedef {object} TableFacts
 * @property {number} version
 * @property {number} rows
 * @property {number} bytes of the file
 * @property {number} headerBytes all that is not in a column's block
 * @property {ColumnFacts[]} columns in the file's order
 * @property {string[]} missing names of the schema's columns that the file lacks
 */

const ELEMENT = 0x0f, KIND = 0x30, OPTIONAL = 0x40, OPTIONAL_ELEMENTS = 0x80;

const loader = /* @__PURE__ */ makeLoader(() => embeddedBytes(text));

/**
 * @param {Uint8Array} bytes
 * @param {{ schema?: readonly SchemaColumn[], file?: string }} [options] the schema tells names and types
 * @returns {Promise<TableFacts>}
 */
export async function tableFacts(bytes, { schema, file } = {}) {
    await loader.init();
    return loader.run((codec) => {
        const { rowCount, descriptors } = open(codec, bytes, file);
        const decoded = decodeAll(codec, bytes, descriptors);
        if (schema) checkAgainst(schema, rowCount, decoded, file);
        const known = new Map(schema?.map((column) => [column.tag, column]));
        const columns = descriptors.map((descriptor, i) =>
            columnFacts(bytes, descriptor, rowCount, decoded[i], known.get(descriptor.tag)));
        const tags = new Set(descriptors.map(({ tag }) => tag));
        return {
            version: new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true),
            rows: rowCount,
            bytes: bytes.length,
            headerBytes: columns.reduce((rest, column) => rest - column.bytes, bytes.length),
            columns,
            missing: (schema ?? []).filter(({ tag }) => !tags.has(tag)).map(({ name }) => name),
        };
    });
}

/**
 * Header and descriptors, which are checked.
 * @param {Codec} codec
 * @param {Uint8Array} bytes
 * @param {string} [file]
 */
function open(codec, bytes, file) {
    try {
        return codec.decode(bytes, DEFAULT_LIMITS, () => []);
    } catch (error) {
        throw error instanceof TcbError ? error.in(file) : error;
    }
}

/**
 * Every column, or why it cannot be decoded.
 * @param {Codec} codec
 * @param {Uint8Array} bytes
 * @param {readonly Descriptor[]} descriptors
 * @returns {(Column | TcbError)[]}
 */
function decodeAll(codec, bytes, descriptors) {
    /** @param {number[]} [tags] */
    const columnsOf = (tags) => read(codec, bytes, { columns: tags, dictionaries: true }).columns;
    try {
        return [...columnsOf()];
    } catch (error) {
        if (!(error instanceof TcbError)) throw error;
    }
    return descriptors.map(({ tag }) => {
        try {
            return columnsOf([tag])[0];
        } catch (error) {
            if (error instanceof TcbError) return error;
            throw error;
        }
    });
}

/**
 * Refuses a schema that does not fit the columns.
 * @param {readonly SchemaColumn[]} schema
 * @param {number} rowCount
 * @param {readonly (Column | TcbError)[]} decoded
 * @param {string} [file]
 */
function checkAgainst(schema, rowCount, decoded, file) {
    const columns = decoded.flatMap((column) => (column instanceof TcbError ? [] : [column.raw]));
    try {
        new Table({ rowCount, columns, schema });
    } catch (error) {
        throw error instanceof TcbError ? error.in(file) : error;
    }
}

/**
 * @param {Uint8Array} bytes
 * @param {Descriptor} descriptor
 * @param {number} rowCount
 * @param {Column | TcbError} decoded
 * @param {SchemaColumn} [schema]
 * @returns {ColumnFacts}
 */
function columnFacts(bytes, descriptor, rowCount, decoded, schema) {
    const { tag, wire, encoding, byteLength } = descriptor;
    const type = schema?.type ?? typeOfElement(wire & ELEMENT) ?? `element ${wire & ELEMENT}`;
    /** @type {ColumnFacts} */
    const facts = {
        tag,
        ...schema && { name: schema.name },
        type: typeText(type, wire),
        encoding: { name: encodingName(encoding) },
        bytes: byteLength,
    };
    if (decoded instanceof TcbError) return { ...facts, error: decoded.message };
    facts.encoding = encodingOf(bytes, descriptor, rowCount);
    if (isDictionary(facts.encoding)) facts.distinct = (decoded.strings ?? decoded.dictionary)?.length;
    if (decoded.optional) facts.present = presentCount(decoded);
    if (decoded.elements) facts.elements = decoded.elements.length;
    if (decoded.elements?.optional) facts.presentElements = presentCount(decoded.elements);
    return facts;
}

/**
 * @param {string} type
 * @param {number} wire
 */
function typeText(type, wire) {
    const element = wire & OPTIONAL_ELEMENTS ? `${type}?` : type;
    return element + (wire & KIND ? '[]' : '') + (wire & OPTIONAL ? '?' : '');
}

/** @param {Encoding} encoding */
function isDictionary({ name, elements }) {
    return (elements?.name ?? name).startsWith('DICT');
}

/** @param {Column} column */
function presentCount({ validity, length }) {
    let present = 0;
    for (let i = 0; i < length; i++) if (isSet(validity, i)) present++;
    return present;
}
