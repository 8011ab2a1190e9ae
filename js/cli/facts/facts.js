/**
 * What can be told of a `.tcb` file without its schema: its columns, how each is encoded and what it
 * costs.
 */

import { annotate, openColumn, readAlone, sizeDamage } from '../../annotate.js';
import { Column, Table, TcbError, decode, init, inspect } from '../../index.js';
import { encodingName } from '../../schema/encodings.js';
import { damageText } from './damage.js';
import { elementName } from './evolution.js';
import { headerFacts } from './header.js';
import { presenceOf } from './presence.js';
import { valueFacts } from './values.js';

/**
 * @import { ColumnFacts as BlockFacts, Encoding as BlockEncoding } from '../../annotate/plan.js'
 * @import { AnnotatedDescriptor, Annotation, SizeDamage } from '../../annotate.js'
 * @import { SchemaColumn } from '../../schema/types.js'
 * @import { HeaderFacts } from './header.js'
 */

/**
 * A column's encoding with those inside it.
 * @typedef {object} Encoding
 * @property {string} name
 * @property {string} [lengths] of arrays: how the rows' lengths are laid out
 * @property {Encoding} [elements] of arrays
 * @property {string} [inner] of WHOLE and BITPACK
 * @property {number} [width] of BITPACK: bits a value
 */

/**
 * @typedef {object} ColumnFacts
 * @property {number} tag
 * @property {string} [name] where a schema tells it
 * @property {string} type with `?` after what is optional and `[]` after an array's elements
 * @property {Encoding} encoding
 * @property {number} bytes of the block
 * @property {number} [distinct] values; entries of its dictionary where values are not looked at
 * @property {string | number | boolean} [min] least value, as JSON has it
 * @property {string | number | boolean} [max]
 * @property {number} [present] rows with a value, where the column is optional
 * @property {string} [presence] encoding of their bitmap
 * @property {number} [elements] of all rows of an array column
 * @property {number} [presentElements] those with a value, where they are optional
 * @property {string} [elementPresence] encoding of their bitmap
 * @property {string} [error] why the column cannot be decoded
 * @property {number} [available] bytes of the block that the file has, where it ends before the block does
 */

/**
 * @typedef {object} TableParts
 * @property {number} rows
 * @property {number} bytes of the file
 * @property {number} headerBytes all that is not in a column's block
 * @property {ColumnFacts[]} columns in the file's order
 * @property {string[]} missing names of the schema's columns that the file lacks
 * @property {SizeDamage} [damage] where the file is not as long as its descriptors tell
 */

/** @typedef {HeaderFacts & TableParts} TableFacts */

const ELEMENT = 0x0f,
    KIND = 0x30,
    OPTIONAL = 0x40,
    OPTIONAL_ELEMENTS = 0x80;

/** Up to these, values are looked at unless told otherwise: it takes a moment at most. */
const FEW_BYTES = 2 ** 22,
    FEW_CELLS = 2 ** 21;

/**
 * @param {Uint8Array} bytes
 * @param {object} [options]
 * @param {readonly SchemaColumn[]} [options.schema] tells names and types
 * @param {string} [options.file]
 * @param {boolean} [options.values] whether to decode the columns: only this finds damage, distinct
 *   values and ranges. By default where the file is small
 * @param {boolean} [options.inPart] tells what there is of a file that is cut off or too long, instead of
 *   refusing it
 * @returns {Promise<TableFacts>}
 */
export async function tableFacts(bytes, { schema, file, values, inPart = false } = {}) {
    const annotation = annotate(bytes);
    const { rowCount, descriptors, error } = annotation;
    const damage = inPart ? knownDamage(annotation, bytes.length) : null;
    if (error && !damage) throw await refusal(bytes, annotation, schema, file);
    const few = bytes.length <= FEW_BYTES && rowCount * descriptors.length <= FEW_CELLS;
    const decoded = (values ?? few) ? await decodeAll(bytes, annotation, damage, file) : null;
    if (schema && decoded) checkAgainst(schema, rowCount, decoded, file);
    const known = new Map(schema?.map((column) => [column.tag, column]));
    const columns = descriptors.map((descriptor, i) => {
        const named = known.get(descriptor.tag);
        const block = damage?.columns[i];
        if (block && block.state !== 'whole') return { ...toldFacts(descriptor, named), available: block.available };
        return columnFacts(bytes, descriptor, rowCount, decoded?.[i] ?? null, named);
    });
    const tags = new Set(descriptors.map(({ tag }) => tag));
    return {
        .../** @type {HeaderFacts} */ (headerFacts(bytes)),
        rows: rowCount,
        bytes: bytes.length,
        headerBytes: columns.reduce((rest, column) => rest - column.bytes, damage?.expected ?? bytes.length),
        columns,
        missing: (schema ?? []).filter(({ tag }) => !tags.has(tag)).map(({ name }) => name),
        ...(damage && { damage }),
    };
}

/**
 * Damage that leaves columns to tell of.
 * @param {Annotation} annotation
 * @param {number} size
 */
function knownDamage(annotation, size) {
    const damage = sizeDamage(annotation, size);
    return damage?.expected === null ? null : damage;
}

/**
 * What is wrong with a file before its blocks: with its size, or in the decoder's words where it refuses
 * the file too.
 * @param {Uint8Array} bytes
 * @param {Annotation} annotation with an error
 * @param {readonly SchemaColumn[]} [schema]
 * @param {string} [file]
 */
async function refusal(bytes, annotation, schema = [], file) {
    const error = /** @type {TcbError} */ (annotation.error);
    const damage = sizeDamage(annotation, bytes.length);
    if (damage) return new TcbError(error.code, damageText(damage, schema), { offset: error.offset, cause: error }).in(file);
    await init();
    try {
        inspect(bytes, { file });
    } catch (found) {
        return found;
    }
    return error.in(file);
}

/**
 * Every column, or why it cannot be decoded; null for one that the file ends before.
 * @param {Uint8Array} bytes
 * @param {Annotation} annotation
 * @param {SizeDamage | null} damage
 * @param {string} [file]
 * @returns {Promise<(Column | TcbError | null)[]>}
 */
async function decodeAll(bytes, { rowCount, descriptors }, damage, file) {
    await init();
    if (damage) {
        return descriptors.map((descriptor, i) =>
            damage.columns[i].state === 'whole'
                ? columnOrError(() => readAlone(bytes, rowCount, descriptor, (alone) => decodeColumns(alone)[0]))
                : null,
        );
    }
    try {
        return [...decodeColumns(bytes)];
    } catch (error) {
        if (!(error instanceof TcbError)) throw error;
        if (error.tag === undefined && !isLimit(error)) throw error.in(file);
    }
    return descriptors.map(({ tag }) => columnOrError(() => decodeColumns(bytes, [tag])[0]));
}

/**
 * @param {Uint8Array} bytes
 * @param {number[]} [columns]
 */
function decodeColumns(bytes, columns) {
    return decode(bytes, { columns, dictionaries: true }).columns;
}

/** @param {() => Column} read */
function columnOrError(read) {
    try {
        return read();
    } catch (error) {
        if (error instanceof TcbError) return error;
        throw error;
    }
}

/**
 * All columns at once may be too much where each by itself is not.
 * @param {TcbError} error
 */
function isLimit({ code }) {
    return code.startsWith('LIMIT_') || code === 'MEMORY';
}

/**
 * Refuses a schema that does not fit the columns.
 * @param {readonly SchemaColumn[]} schema
 * @param {number} rowCount
 * @param {readonly (Column | TcbError | null)[]} decoded
 * @param {string} [file]
 */
function checkAgainst(schema, rowCount, decoded, file) {
    const columns = decoded.flatMap((column) => (column === null || column instanceof TcbError ? [] : [column.raw]));
    try {
        new Table({ rowCount, columns, schema });
    } catch (error) {
        throw error instanceof TcbError ? error.in(file) : error;
    }
}

/**
 * @param {Uint8Array} bytes
 * @param {AnnotatedDescriptor} descriptor
 * @param {number} rowCount
 * @param {Column | TcbError | null} decoded
 * @param {SchemaColumn} [schema]
 * @returns {ColumnFacts}
 */
function columnFacts(bytes, descriptor, rowCount, decoded, schema) {
    const facts = toldFacts(descriptor, schema);
    if (decoded instanceof TcbError) return { ...facts, error: decoded.message };
    try {
        return { ...facts, ...headFacts(bytes, descriptor, rowCount), ...decodedFacts(decoded, schema) };
    } catch (error) {
        if (error instanceof TcbError) return { ...facts, error: error.message };
        throw error;
    }
}

/**
 * What the descriptor tells.
 * @param {AnnotatedDescriptor} descriptor
 * @param {SchemaColumn} [schema]
 * @returns {ColumnFacts}
 */
function toldFacts({ tag, wire, encoding, byteLength }, schema) {
    return {
        tag,
        ...(schema && { name: schema.name }),
        type: typeText(schema?.type ?? elementName(wire & ELEMENT), wire),
        encoding: { name: encodingName(encoding) },
        bytes: byteLength,
    };
}

/**
 * What the head of a block tells.
 * @param {Uint8Array} bytes
 * @param {AnnotatedDescriptor} descriptor
 * @param {number} rowCount
 * @returns {Partial<ColumnFacts>}
 */
function headFacts(bytes, descriptor, rowCount) {
    const block = openColumn(bytes, rowCount, descriptor);
    const { encoding, rowBitmap, elementBitmap, elementCount } = /** @type {BlockFacts} */ (block.facts);
    if (block.error) throw block.error;
    const entries = (encoding.elements ?? encoding).entries;
    return {
        encoding: plainEncoding(encoding),
        ...(entries !== undefined && { distinct: entries }),
        ...presenceOf(bytes, descriptor, rowCount),
        ...(rowBitmap && { presence: rowBitmap }),
        ...(elementCount !== undefined && { elements: elementCount }),
        ...(elementBitmap && { elementPresence: elementBitmap }),
    };
}

/**
 * @param {BlockEncoding} encoding
 * @returns {Encoding}
 */
function plainEncoding({ name, lengths, elements, inner, width }) {
    return {
        name,
        ...(lengths && { lengths }),
        ...(elements && { elements: plainEncoding(elements) }),
        ...(inner && { inner }),
        ...(width !== undefined && { width }),
    };
}

/**
 * @param {Column | null} decoded
 * @param {SchemaColumn} [schema]
 */
function decodedFacts(decoded, schema) {
    if (!decoded) return {};
    const { raw, length } = decoded;
    // The file's element stays: a schema may read it as a wider one.
    const typed = schema ? new Column(raw, length, schema, () => raw) : decoded;
    return { ...(decoded.elements && { elements: decoded.elements.length }), ...valueFacts(typed) };
}

/**
 * @param {string} type
 * @param {number} wire
 */
function typeText(type, wire) {
    const element = wire & OPTIONAL_ELEMENTS ? `${type}?` : type;
    return element + (wire & KIND ? '[]' : '') + (wire & OPTIONAL ? '?' : '');
}
