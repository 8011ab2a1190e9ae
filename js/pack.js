/**
 * Encoding: columns as typed arrays in, bytes out. Apart from decoding, so that who only reads files
 * does not load it.
 */

/**
 * @import { Codec } from './codec.js'
 * @import { RawColumn, StringDictionary, Values } from './types.js'
 */

import { COLUMN_BYTES, IS_ARRAY, IS_DICTIONARY, IS_OPTIONAL, OPTIONAL_ELEMENTS, bytesOf } from './codec.js';
import { STRING, UUID } from './types.js';

/**
 * Encodes columns whose arrays have the right lengths.
 * @param {Codec} codec
 * @param {number} rowCount
 * @param {readonly RawColumn[]} columns
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function pack(codec, rowCount, columns) {
    const { exports } = codec;
    if (!exports.tcb_call_encode) throw new TypeError('this WebAssembly module only decodes: load tcb.wasm instead');
    exports.tcb_heap_reset();
    const { size, parts, structs } = layOut(columns);
    const block = codec.alloc(size);
    const memory = new Uint8Array(exports.memory.buffer);
    memory.fill(0, block, block + size);
    for (const { place, array } of parts) memory.set(bytesOf(array), block + place);
    const call = codec.check(exports.tcb_call_encode(block, size, codec.store(structs), columns.length, rowCount));
    const view = codec.view();
    const file = view.getUint32(call + 48, true);
    return new Uint8Array(view.buffer.slice(file, file + view.getUint32(call + 52, true)));
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
