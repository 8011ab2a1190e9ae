/**
 * The calls into a WebAssembly module, and decoding: bytes in, columns as typed arrays out. The layouts
 * below are those of wasm/abi.h and src/tcb.h, where assertions pin them.
 */

/**
 * @import { ColumnKind, RawColumn, StringDictionary } from '../schema/types.js'
 */

import { TcbError } from '../values/errors.js';
import { ARRAYS, STRING, UUID } from '../schema/types.js';

const ABI_VERSION = 1;
const DESCRIPTOR_BYTES = 24;
export const COLUMN_BYTES = 48;
export const IS_ARRAY = 1, IS_OPTIONAL = 2, OPTIONAL_ELEMENTS = 4, IS_DICTIONARY = 8;
const IS_ASCII = 16;
export const KEEP_DICTIONARIES = 1;

/** Error codes by status number (`tcb_status`), without their `TCB_E_`. */
export const CODES = ('OK ARGUMENT BUFFER TRUNCATED SIGNATURE VERSION ENCRYPTED FLAGS CIPHER KEY_CHECK VARINT COUNT ' +
    'TAG DUPLICATE_TAG BLOCK_LENGTH BLOCK_SUM RAW_LENGTH ELEMENT KIND ENCODING INNER_ENCODING RUN INDEX ' +
    'SHARED WIDTH BYTE_RANGE STRING_LENGTH ELEMENT_COUNT BLOCK_END UTF8 LIMIT_ROWS LIMIT_COLUMNS ' +
    'LIMIT_BYTES LIMIT_STRINGS VALUE_COUNT OFFSETS BOOL FILE_SIZE MEMORY INTERNAL').split(' ');

/**
 * What a file says of a column, before any of its values is looked at.
 * @typedef {object} Descriptor
 * @property {number} tag
 * @property {number} offset of the block in the file
 * @property {number} byteLength
 * @property {number} wire
 * @property {number} encoding
 */

/**
 * Ceilings for reading; see `tcb_limits` in src/tcb.h for the defaults.
 * @typedef {object} Limits
 * @property {number} [rows]
 * @property {number} [columns]
 * @property {number} [decodedBytes]
 * @property {number} [stringBytes]
 */

/** @type {Readonly<Required<Limits>>} */
export const DEFAULT_LIMITS = Object.freeze({
    rows: 2 ** 26, columns: 4096, decodedBytes: 2 ** 30, stringBytes: 2 ** 29,
});

/**
 * The module's exports.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => number} tcb_abi_version
 * @property {(size: number) => number} tcb_heap_alloc
 * @property {() => void} tcb_heap_reset
 * @property {(status: number) => number} tcb_status_string
 * @property {(data: number, size: number, limits: number) => number} tcb_call_open
 * @property {(call: number, positions: number, count: number, flags: number) => number} tcb_call_decode
 * @property {(block: number, size: number, columns: number, columnCount: number, rowCount: number) => number}
 *   [tcb_call_encode]
 * @property {(block: number, size: number, columns: number, columnCount: number, rowCount: number) => number}
 *   [tcb_call_weigh]
 */

/**
 * A decoded column: its arrays are made when they are asked for.
 * @typedef {ColumnKind & { arrays: () => RawColumn }} LazyColumn
 */

/** One instance of a module, with the memory that calls work in. */
export class Codec {
    /** @param {WebAssembly.Instance} instance */
    constructor(instance) {
        const exports = /** @type {any} */ (instance.exports);
        const version = exports.tcb_abi_version?.();
        if (version !== ABI_VERSION) {
            throw new TcbError('MODULE', `this is not the WebAssembly module of this package's version: ` +
                `expected interface ${ABI_VERSION}, found ${version ?? 'none'}`);
        }
        /** @type {Exports} */
        this.exports = exports;
    }

    /** Bytes of linear memory: they grow with the largest file so far. */
    get memoryBytes() {
        return this.exports.memory.buffer.byteLength;
    }

    /**
     * Opens a file and decodes the columns that `choose` picks.
     * @param {Uint8Array} bytes
     * @param {Required<Limits>} limits
     * @param {(descriptors: Descriptor[]) => number[]} choose positions of the wanted columns
     * @param {number} [flags] KEEP_DICTIONARIES or 0
     * @returns {{ rowCount: number, descriptors: Descriptor[], columns: LazyColumn[], size: number }} `size`: bytes
     *   of all arrays
     */
    decode(bytes, limits, choose, flags = 0) {
        const { exports } = this;
        exports.tcb_heap_reset();
        const data = this.store(bytes);
        const ceilings = this.store(
            Uint32Array.of(limits.rows, limits.columns, limits.decodedBytes, limits.stringBytes));
        const call = this.check(exports.tcb_call_open(data, bytes.length, ceilings));
        let view = this.view();
        const rowCount = view.getUint32(call + 32, true);
        const descriptors = readDescriptors(view, view.getUint32(call + 40, true), view.getUint32(call + 36, true));
        const positions = choose(descriptors);
        exports.tcb_call_decode(call, this.store(Uint32Array.from(positions)), positions.length, flags);
        this.check(call);
        view = this.view();
        const at = view.getUint32(call + 44, true), block = view.getUint32(call + 48, true);
        // One copy out: nothing that callers hold aliases the module's memory, which may move and grow.
        const buffer = this.copy(block, view.getUint32(call + 52, true));
        const columns = positions.map((position, i) =>
            readColumn(view, at + i * COLUMN_BYTES, buffer, rowCount, descriptors[position].byteLength));
        return { rowCount, descriptors, columns, size: buffer.byteLength };
    }

    /** All of the memory, as it is now: a call that takes memory may move it. */
    view() {
        return new DataView(this.exports.memory.buffer);
    }

    /**
     * Takes memory until the next call begins.
     * @param {number} size
     */
    alloc(size) {
        return size < 2 ** 32 && this.exports.tcb_heap_alloc(size) || outOfMemory(size);
    }

    /**
     * A copy of bytes of the module's memory.
     * @param {number} at
     * @param {number} size
     */
    copy(at, size) {
        return allocate(size, () => this.exports.memory.buffer.slice(at, at + size));
    }

    /**
     * Copies bytes into the module's memory.
     * @param {ArrayBufferView} array
     */
    store(array) {
        const at = this.alloc(array.byteLength);
        new Uint8Array(this.exports.memory.buffer).set(bytesOf(array), at);
        return at;
    }

    /**
     * Throws what a call reports.
     * @param {number} call
     */
    check(call) {
        if (!call) outOfMemory(0);
        const view = this.view();
        const status = view.getInt32(call, true);
        if (status === 0) return call;
        throw statusError(status, this.#text(this.exports.tcb_status_string(status)), {
            tag: view.getUint32(call + 8, true) || undefined,
            offset: view.getUint32(call + 12, true),
            expected: Number(view.getBigInt64(call + 16, true)),
            found: Number(view.getBigInt64(call + 24, true)),
        });
    }

    /** @param {number} at */
    #text(at) {
        const memory = new Uint8Array(this.exports.memory.buffer);
        return String.fromCharCode(...memory.subarray(at, memory.indexOf(0, at)));
    }
}

/**
 * What `make` makes of so many bytes of fresh memory, for want of which an engine throws a RangeError.
 * @template T
 * @param {number} size
 * @param {() => T} make
 * @returns {T}
 */
export function allocate(size, make) {
    try {
        return make();
    } catch (error) {
        throw error instanceof RangeError ? outOfMemory(size) : error;
    }
}

/** @param {number} size @returns {any} */
function outOfMemory(size) {
    return statusError(CODES.indexOf('MEMORY'), 'out of memory', { expected: size, found: 0, offset: 0 }, true);
}

/**
 * @typedef {{ tag?: number, offset: number, expected: number, found: number }} StatusDetails
 */

/**
 * The error of a status. Its message lacks the names of file and column, which this module does not
 * know: see `named`.
 * @param {number} status
 * @param {string} sentence
 * @param {StatusDetails} details
 * @param {boolean} [raise]
 * @returns {any}
 */
export function statusError(status, sentence, details, raise = false) {
    const { tag, offset, expected, found } = details;
    const code = CODES[status] ?? 'INTERNAL';
    const error = new TcbError(code, `${sentence}: ${compare(code, details)}`,
        { tag, offset, expected, found });
    if (raise) throw error;
    return error;
}

/**
 * What was expected and what was found, in words.
 * @param {string} code
 * @param {StatusDetails} details
 */
function compare(code, { expected, found, offset }) {
    if (code === 'VERSION') return `this is version ${found}, and version ${expected} is read; export it again`;
    if (code === 'MEMORY') return `${expected} bytes more are needed`;
    if (code === 'UTF8') return `entry ${found}, at byte ${offset}`;
    if (code === 'DUPLICATE_TAG') return `tag ${found}`;
    if (code === 'SIGNATURE') return `the first bytes are ${hexBytes(found)}`;
    if (code === 'ENCRYPTED' || code === 'KEY_CHECK') return `at byte ${offset}`;
    if (code === 'TRUNCATED') return `${expected} bytes are needed, ${found} left, at byte ${offset}`;
    return `expected ${expected}, found ${found}` + (offset ? `, at byte ${offset}` : '');
}

/** The bytes of a little-endian number. @param {number} n */
function hexBytes(n) {
    return [0, 8, 16, 24].map((shift) => (n >>> shift & 255).toString(16).padStart(2, '0')).join(' ');
}

/** @param {ArrayBufferView} array */
export function bytesOf(array) {
    return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/**
 * @param {DataView} view
 * @param {number} at
 * @param {number} count
 */
function readDescriptors(view, at, count) {
    return Array.from({ length: count }, (_, i) => {
        const from = at + i * DESCRIPTOR_BYTES;
        return {
            tag: view.getUint32(from, true),
            offset: view.getUint32(from + 8, true),
            byteLength: view.getUint32(from + 12, true),
            wire: view.getUint8(from + 20),
            encoding: view.getUint8(from + 21),
        };
    });
}

const INDICES = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array };

/**
 * @param {DataView} view
 * @param {number} at of the tcb_column
 * @param {ArrayBuffer} buffer the block
 * @param {number} rowCount
 * @param {number} byteLength
 * @returns {LazyColumn}
 */
function readColumn(view, at, buffer, rowCount, byteLength) {
    const element = view.getUint8(at + 4), flags = view.getUint8(at + 5), width = view.getUint8(at + 6);
    const valueCount = view.getUint32(at + 8, true), entryCount = view.getUint32(at + 12, true);
    const [validity, offsets, elementValidity, values, dictionary, text] =
        [24, 28, 32, 36, 40, 44].map((place) => view.getUint32(at + place, true));
    /** @type {ColumnKind} */
    const kind = {
        tag: view.getUint32(at, true), element, array: (flags & IS_ARRAY) > 0, optional: (flags & IS_OPTIONAL) > 0,
        optionalElements: (flags & OPTIONAL_ELEMENTS) > 0, encoding: view.getUint8(at + 7), byteLength,
    };
    const isDictionary = flags & IS_DICTIONARY, Values = ARRAYS[element];
    /** @param {number} from @param {number} bits */
    const bitmap = (from, bits) => new Uint8Array(buffer, from, bits + 7 >>> 3);
    /** @param {number} from @param {number} count */
    const numbers = (from, count) => Values && new Values(buffer, from, count);
    return {
        ...kind,
        arrays: () => ({
            ...kind,
            validity: kind.optional ? bitmap(validity, rowCount) : null,
            offsets: kind.array ? new Uint32Array(buffer, offsets, rowCount + 1) : null,
            elementValidity: kind.optionalElements ? bitmap(elementValidity, valueCount) : null,
            values: isDictionary ? null : numbers(values, valueCount * (element === UUID ? 16 : 1)),
            indices: isDictionary
                ? new INDICES[/** @type {1 | 2 | 4} */ (width)](buffer, values, valueCount) : null,
            dictionary: !isDictionary ? null
                : element === STRING ? stringDictionary(buffer, dictionary, entryCount, text, flags)
                    : numbers(dictionary, entryCount),
        }),
    };
}

/**
 * @param {ArrayBuffer} buffer
 * @param {number} at
 * @param {number} count
 * @param {number} text
 * @param {number} flags
 * @returns {StringDictionary}
 */
function stringDictionary(buffer, at, count, text, flags) {
    const offsets = new Uint32Array(buffer, at, count + 1);
    return { offsets, bytes: new Uint8Array(buffer, text, offsets[count]), ascii: Boolean(flags & IS_ASCII) };
}

export { readColumn, readDescriptors };
