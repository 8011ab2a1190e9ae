/**
 * What every byte of a `.tcb` file is, for tools that show it: read from the structure alone, without the
 * decoder, as far as the file is good and no further than is asked for. All is checked that the decoder
 * checks, but for its limits and that texts are UTF-8: they are shown as well as they can be.
 */

import { ColumnCursor } from './cursor.js';
import { fail, Reader } from './reader.js';
import { hexText } from './labels.js';
import { encodingName } from '../schema/encodings.js';
import { TcbError } from '../values/errors.js';
import { UUID, VARINT, typeOfElement, typeText } from '../schema/types.js';

/**
 * @import { Field, Kind } from './parts.js'
 * @import { ColumnFacts, Encoding } from './plan.js'
 * @import { BlockPlace } from './cursor.js'
 */

/**
 * @typedef {object} AnnotatedDescriptor
 * @property {number} tag
 * @property {number} wire
 * @property {number} element
 * @property {boolean} array
 * @property {boolean} optional
 * @property {boolean} optionalElements
 * @property {number} encoding
 * @property {number} byteLength of the block
 * @property {number} offset of the block in the file
 * @property {Field[]} fields of the descriptor
 */

/**
 * @typedef {object} Annotation
 * @property {Field[]} header up to the descriptors
 * @property {number} rowCount
 * @property {number} columnCount as the header has it: a damaged file may have fewer descriptors
 * @property {AnnotatedDescriptor[]} descriptors
 * @property {TcbError} [error] the first thing that is wrong with the header or the descriptors
 */

const SIGNATURE = 0x00424354, FORMAT_VERSION = 107, ENCRYPTED = 1;
const AT_FLAGS = 8, AT_CIPHER = 9, AT_KEY_CHECK = 38;

/** Descriptors are kept in memory, fields and all: no table has near as many. */
const MAX_COLUMNS = 65536;

/**
 * The header and the descriptors of a file: what they are, and where the columns are. The blocks are not
 * looked at. Of a file that is cut short, damaged or encrypted this is what there is of it, and the error.
 * @param {Uint8Array} bytes
 * @returns {Annotation}
 */
export function annotate(bytes) {
    /** @type {Annotation} */
    const found = { header: [], rowCount: 0, columnCount: 0, descriptors: [] };
    const list = new FieldList(bytes, found.header);
    try {
        readHeader(list);
        found.rowCount = list.count('number of rows');
        const at = list.at;
        found.columnCount = list.count('number of columns');
        if (found.columnCount > MAX_COLUMNS) {
            fail('LIMIT_COLUMNS', 'the number of columns', at, `at most ${MAX_COLUMNS}`, found.columnCount);
        }
        for (let i = 0; i < found.columnCount; i++) {
            list.fields = [];
            found.descriptors.push(readDescriptor(list));
        }
    } catch (error) {
        if (!(error instanceof TcbError)) throw error;
        found.error = error;
    }
    // After descriptors that cannot all be read, there is no telling where blocks begin.
    placeBlocks(found, found.error ? bytes.length : list.at);
    try {
        if (!found.error) checkDescriptors(found, bytes.length);
    } catch (error) {
        found.error = /** @type {TcbError} */ (error);
    }
    return found;
}

/** Fields one after another. */
class FieldList {
    at = 0;

    /**
     * @param {Uint8Array} bytes
     * @param {Field[]} fields
     */
    constructor(bytes, fields) {
        this.reader = new Reader(bytes);
        this.fields = fields;
    }

    /**
     * @param {Kind} kind
     * @param {string} label
     * @param {number} size
     * @param {(view: DataView, at: number) => string} text
     */
    take(kind, label, size, text) {
        const start = this.reader.take(this, size);
        this.fields.push({ start, end: this.at, kind, label, value: text(this.reader.view, start) });
    }

    /**
     * @param {string} label
     * @param {Kind} [kind]
     */
    count(label, kind = 'count') {
        const start = this.at;
        const value = this.reader.count(this, `the ${label}`);
        this.fields.push({ start, end: this.at, kind, label, value: String(value) });
        return value;
    }
}

/** @param {FieldList} list */
function readHeader(list) {
    const { reader: { bytes, view } } = list;
    list.take('signature', 'signature', 4, shownBytes(4));
    if (view.getUint32(0, true) !== SIGNATURE) {
        fail('SIGNATURE', 'the signature of a .tcb file', 0, '54 43 42 00', hexText(bytes.subarray(0, 4)));
    }
    list.take('version', 'format version', 4, (_, at) => String(view.getUint32(at, true)));
    const version = view.getUint32(4, true);
    if (version !== FORMAT_VERSION) fail('VERSION', 'the format version', 4, FORMAT_VERSION, version);
    list.take('flags', 'flags', 1, () => bytes[AT_FLAGS] & ENCRYPTED ? 'encrypted' : String(bytes[AT_FLAGS]));
    list.take('cipher', 'cipher', 1, () => ['none', 'ChaCha20'][bytes[AT_CIPHER]] ?? String(bytes[AT_CIPHER]));
    list.take('nonce', 'nonce of the cipher', 12, shownBytes(12));
    list.take('mac', 'MAC', 16, shownBytes(16));
    list.take('keycheck', 'key check', 4, shownBytes(4));

    const flags = bytes[AT_FLAGS], cipher = bytes[AT_CIPHER];
    if (flags & ENCRYPTED) {
        throw new TcbError('ENCRYPTED', 'the file is encrypted: open it with its key to see what the ' +
            `bytes from ${AT_KEY_CHECK} on are`, { offset: AT_FLAGS, expected: 0, found: flags });
    }
    if (cipher !== 0) fail('CIPHER', 'the cipher of a file that is not encrypted', AT_CIPHER, 0, cipher);
    if (view.getUint32(AT_KEY_CHECK, true) !== SIGNATURE) {
        const check = hexText(bytes.subarray(AT_KEY_CHECK, AT_KEY_CHECK + 4));
        fail('KEY_CHECK', 'the key check', AT_KEY_CHECK, '54 43 42 00', check);
    }
    if (flags !== 0) fail('FLAGS', 'the flags', AT_FLAGS, 0, flags);
}

/**
 * @param {number} size
 * @returns {(view: DataView, at: number) => string}
 */
function shownBytes(size) {
    return ({ buffer, byteOffset }, at) => {
        const bytes = new Uint8Array(buffer, byteOffset + at, size);
        if (size === 4 && bytes.join() === '84,67,66,0') return '"TCB\\0"';
        return at !== AT_KEY_CHECK && bytes.every((byte) => byte === 0) ? 'none' : hexText(bytes);
    };
}

/**
 * @param {FieldList} list
 * @returns {AnnotatedDescriptor}
 */
function readDescriptor(list) {
    const { bytes, view } = list.reader;
    const start = list.at;
    const tag = list.reader.counter(list);
    list.fields.push({ start, end: list.at, kind: 'tag', label: 'tag of a column', value: String(tag) });
    const of = `of the column of tag ${tag}`;
    const wire = bytes[list.at];
    list.take('wire', `type ${of}`, 1, () => wireText(wire));
    const encoding = bytes[list.at];
    list.take('encoding', `encoding ${of}`, 1, () => encodingName(encoding));
    list.take('length', `byte length of the block ${of}`, 4, (_, at) => String(view.getUint32(at, true)));
    return {
        tag, wire, ...kindOf(wire), encoding, byteLength: view.getUint32(list.at - 4, true), offset: 0,
        fields: list.fields,
    };
}

/** @param {number} wire */
function kindOf(wire) {
    return {
        element: wire & 15, array: (wire & 0x30) === 0x10,
        optional: (wire & 0x40) !== 0, optionalElements: (wire & 0x80) !== 0,
    };
}

/** @param {number} wire */
function wireText(wire) {
    const { element, ...kind } = kindOf(wire);
    const type = element === VARINT ? 'varint' : element > UUID ? `element ${element}` : typeOfElement(element);
    return typeText({ type, ...kind }) + (wire & 0x20 ? `, kind ${wire >> 4 & 3}` : '');
}

/**
 * @param {Annotation} found
 * @param {number} start of the first block
 */
function placeBlocks({ descriptors }, start) {
    let offset = start;
    for (const descriptor of descriptors) {
        descriptor.offset = offset;
        offset += descriptor.byteLength;
    }
}

/**
 * What is wrong with descriptors that could all be read. The columns can be looked at all the same.
 * @param {Annotation} found
 * @param {number} size of the file
 */
function checkDescriptors({ descriptors, rowCount, header }, size) {
    const tags = new Set();
    let end = descriptors[0]?.offset ?? header[header.length - 1].end;
    for (const { tag, encoding, byteLength, offset, fields } of descriptors) {
        const [tagField, , , lengthField] = fields;
        end = offset + byteLength;
        if (tag < 1) failColumn('TAG', tag, 'the tag', tagField, '1 or more', tag);
        if (tags.has(tag)) failColumn('DUPLICATE_TAG', tag, 'the tag', tagField, 'one that no other column has', tag);
        tags.add(tag);
        if (encoding === 0 && byteLength < rowCount) {
            failColumn('RAW_LENGTH', tag, 'the RAW block', lengthField, `at least ${rowCount} bytes`, byteLength);
        }
        if (end > size) {
            failColumn('BLOCK_LENGTH', tag, 'the block', lengthField, `at most ${Math.max(0, size - offset)} bytes`, byteLength);
        }
    }
    if (end !== size) fail('BLOCK_SUM', 'the size of the file, by the blocks', end, end, size);
}

/**
 * @param {string} code
 * @param {number} tag
 * @param {string} what
 * @param {Field} field
 * @param {unknown} expected
 * @param {unknown} found
 * @returns {never}
 */
function failColumn(code, tag, what, { start }, expected, found) {
    throw new TcbError(code, `column of tag ${tag}: ${what}: expected ${expected}, found ${found}, at byte ${start}`,
        { tag, offset: start, expected, found });
}

/**
 * A reader of a column's block that tells of any bytes of it, going no further than it must.
 * @param {Uint8Array} bytes of the file
 * @param {number} rowCount
 * @param {BlockPlace} descriptor
 */
export function openColumn(bytes, rowCount, descriptor) {
    return new ColumnCursor(bytes, rowCount, descriptor);
}

/**
 * The fields of a block one by one.
 * @param {Uint8Array} bytes of the file
 * @param {BlockPlace} descriptor
 * @param {{ rowCount: number, from?: number, to?: number, limit?: number }} options `from` and `to` are
 *   bytes of the file, `limit` is the most fields
 * @returns {Generator<Field, void, void>}
 */
export function* annotateColumn(bytes, descriptor, { rowCount, from, to, limit = Infinity }) {
    let left = limit;
    if (left <= 0) return;
    for (const field of openColumn(bytes, rowCount, descriptor).walk(from, to)) {
        yield field;
        if (--left <= 0) return;
    }
}

/**
 * The field that a byte belongs to, or undefined for one that no field holds.
 * @param {Uint8Array} bytes of the file
 * @param {number} offset
 * @returns {Field | undefined}
 */
export function fieldAt(bytes, offset) {
    const { header, descriptors, rowCount } = annotate(bytes);
    const fields = [header, ...descriptors.map((descriptor) => descriptor.fields)].flat();
    const field = fields.find(({ start, end }) => start <= offset && offset < end);
    const block = descriptors.find((d) => d.offset <= offset && offset < d.offset + d.byteLength);
    return field ?? (block && openColumn(bytes, rowCount, block).fields(offset, offset + 1)[0]);
}

/**
 * What a block tells of its encodings, as far as it is good.
 * @param {Uint8Array} bytes of the file
 * @param {number} rowCount
 * @param {BlockPlace} descriptor
 * @returns {ColumnFacts}
 */
export function columnFacts(bytes, rowCount, descriptor) {
    return openColumn(bytes, rowCount, descriptor).facts;
}

/**
 * A column's encodings as a person reads them: `ARRAY(BITPACK 9 bits/RLE, lengths RLE)`.
 * @param {Uint8Array} bytes of the file
 * @param {number} rowCount
 * @param {BlockPlace} descriptor
 */
export function encodingText(bytes, rowCount, descriptor) {
    return compositionText(columnFacts(bytes, rowCount, descriptor).encoding);
}

/**
 * @param {Encoding} encoding
 * @returns {string}
 */
export function compositionText({ name, elements, lengths, inner, width }) {
    if (elements) return `${name}(${compositionText(elements)}${lengths ? `, lengths ${lengths}` : ''})`;
    const bits = width === undefined ? '' : ` ${width} bit${width === 1 ? '' : 's'}`;
    return name + bits + (inner ? `/${inner}` : '');
}
