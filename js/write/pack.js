/**
 * Encoding: columns as typed arrays in, bytes out. Apart from decoding, so that who only reads files
 * does not load it.
 */

/**
 * @import { Codec } from '../module/codec.js'
 * @import { RawColumn, StringDictionary, Values } from '../schema/types.js'
 */

import { COLUMN_BYTES, IS_ARRAY, IS_DICTIONARY, IS_OPTIONAL, OPTIONAL_ELEMENTS, bytesOf } from '../module/codec.js';
import { STRING, UUID } from '../schema/types.js';

/**
 * Encodes columns whose arrays have the right lengths.
 * @param {Codec} codec
 * @param {number} rowCount
 * @param {readonly RawColumn[]} columns
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function pack(codec, rowCount, columns) {
    return new Uint8Array(callWith(codec, codec.exports.tcb_call_encode, rowCount, columns));
}

/**
 * What each column would take under each encoding: 28 numbers a column (`tcb_weights`).
 * @param {Codec} codec
 * @param {number} rowCount
 * @param {readonly RawColumn[]} columns
 * @returns {Uint32Array}
 */
export function weighColumns(codec, rowCount, columns) {
    return new Uint32Array(callWith(codec, codec.exports.tcb_call_weigh, rowCount, columns));
}

/**
 * The bytes that a call over a table gives.
 * @param {Codec} codec
 * @param {Codec['exports']['tcb_call_encode']} call
 * @param {number} rowCount
 * @param {readonly RawColumn[]} columns
 */
function callWith(codec, call, rowCount, columns) {
    if (!call) throw new TypeError('this WebAssembly module only decodes: load tcb.wasm instead');
    const { memory, tcb_heap_reset: resetHeap } = codec.exports;
    resetHeap();
    const { size, parts, structs } = layOut(columns);
    const block = codec.alloc(size);
    const bytes = new Uint8Array(memory.buffer);
    bytes.fill(0, block, block + size);
    for (const { place, array } of parts) bytes.set(bytesOf(array), block + place);
    const result = codec.check(call(block, size, codec.store(structs), columns.length, rowCount));
    const view = codec.view();
    const at = view.getUint32(result + 48, true);
    return codec.copy(at, view.getUint32(result + 52, true));
}

/**
 * The places of the columns' arrays in one block, and the tcb_columns that tell them.
 * @param {readonly RawColumn[]} columns
 */
export function layOut(columns) {
    const structs = new DataView(new ArrayBuffer(columns.length * COLUMN_BYTES));
    /** @type {{ place: number, array: ArrayBufferView }[]} */
    const parts = [];
    let size = 0;
    /** @param {ArrayBufferView | null | undefined} array */
    const put = (array) => {
        if (!array) return 0;
        const place = size;
        parts.push({ place, array });
        size = Math.ceil((place + array.byteLength) / 8) * 8;
        return place;
    };
    columns.forEach((column, i) => {
        const { element, indices, dictionary } = column;
        const isString = element === STRING;
        const text = isString ? /** @type {StringDictionary} */ (dictionary) : null;
        const entries = isString ? null : /** @type {Values | null} */ (dictionary);
        const values = indices ?? /** @type {Values} */ (column.values);
        const flags = (column.array ? IS_ARRAY : 0) | (column.optional ? IS_OPTIONAL : 0) |
            (column.optionalElements ? OPTIONAL_ELEMENTS : 0) | (indices ? IS_DICTIONARY : 0);
        const at = i * COLUMN_BYTES;
        structs.setUint32(at, column.tag, true);
        structs.setUint8(at + 4, element);
        structs.setUint8(at + 5, flags);
        structs.setUint8(at + 6, indices ? indices.BYTES_PER_ELEMENT : 0);
        structs.setUint32(at + 8, values.length / (element === UUID ? 16 : 1), true);
        structs.setUint32(at + 12, text ? text.offsets.length - 1 : entries ? entries.length : 0, true);
        const places = [column.validity, column.offsets, column.elementValidity, values,
            text ? text.offsets : entries, text?.bytes].map(put);
        places.forEach((place, p) => structs.setUint32(at + 24 + 4 * p, place, true));
    });
    return { size, parts, structs };
}
