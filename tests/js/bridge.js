/** The oracle's columns of plain values to typed arrays and back, bit for bit. */
import { BOOL, F32, F64, I64, STRING, UUID } from '../../js/schema/types.js';

/**
 * @import { RawColumn } from '../../js/schema/types.js'
 * @import { OracleColumn, OracleValue } from '../oracle/format.js'
 */

/** @param {boolean[]} flags */
function bitmap(flags) {
    const bytes = new Uint8Array(Math.ceil(flags.length / 8));
    flags.forEach((flag, i) => {
        if (flag) bytes[i >> 3] |= 1 << (i & 7);
    });
    return bytes;
}

/** @param {Uint8Array} bytes @param {number} count */
function flagsOf(bytes, count) {
    return Array.from({ length: count }, (_, i) => (bytes[i >> 3] >> (i & 7) & 1) === 1);
}

/** @param {number} element @param {any[]} values @returns {any} */
function numbers(element, values) {
    switch (element) {
        case I64: return BigInt64Array.from(values);
        case F32: return new Float32Array(Uint32Array.from(values).buffer);
        case F64: return new Float64Array(BigUint64Array.from(values).buffer);
        case BOOL: return Uint8Array.from(values);
        case UUID: return Uint8Array.from(values.flatMap((bytes) => [...bytes]));
        default: return Int32Array.from(values);
    }
}

/** @param {string[]} texts */
function interned(texts) {
    const distinct = [...new Set(texts)];
    const place = new Map(distinct.map((text, i) => [text, i]));
    const encoded = distinct.map((text) => new TextEncoder().encode(text));
    const offsets = new Uint32Array(distinct.length + 1);
    encoded.forEach((bytes, i) => { offsets[i + 1] = offsets[i] + bytes.length; });
    const bytes = new Uint8Array(offsets[distinct.length]);
    encoded.forEach((part, i) => bytes.set(part, offsets[i]));
    const Indices = distinct.length <= 256 ? Uint8Array : distinct.length <= 65536 ? Uint16Array : Uint32Array;
    return {
        indices: new Indices(texts.map((text) => /** @type {number} */ (place.get(text)))),
        dictionary: { offsets, bytes, ascii: bytes.every((byte) => byte < 128) },
    };
}

/** @param {OracleColumn} column @returns {RawColumn} */
export function toRaw({ tag, element, array, optional, optionalElements, validity, elementValidity, rows }) {
    const values = /** @type {any[]} */ (array ? rows.flat() : rows);
    const offsets = array ? new Uint32Array(rows.length + 1) : null;
    if (offsets) rows.forEach((row, i) => { offsets[i + 1] = offsets[i] + /** @type {any[]} */ (row).length; });
    const text = element === STRING ? interned(values) : null;
    return {
        tag, element, array, optional, optionalElements, encoding: 0, byteLength: 0, offsets,
        validity: validity && bitmap(validity),
        elementValidity: elementValidity && bitmap(elementValidity),
        values: text ? null : numbers(element, values),
        indices: text ? text.indices : null,
        dictionary: text ? text.dictionary : null,
    };
}

/** @param {RawColumn} raw @returns {OracleValue[]} */
function valuesOf({ element, values, indices, dictionary }) {
    const source = /** @type {any} */ (values ?? dictionary);
    if (element === STRING) {
        const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        return Array.from(/** @type {any} */ (indices), (k) =>
            decoder.decode(source.bytes.slice(source.offsets[k], source.offsets[k + 1])));
    }
    if (element === UUID) {
        return Array.from({ length: source.length / 16 }, (_, i) => source.slice(i * 16, i * 16 + 16));
    }
    const bits = element === F32 ? new Uint32Array(source.buffer, source.byteOffset, source.length)
        : element === F64 ? new BigUint64Array(source.buffer, source.byteOffset, source.length) : source;
    return indices ? Array.from(indices, (k) => bits[k]) : Array.from(bits);
}

/** @param {RawColumn} raw @param {number} rowCount @returns {OracleColumn} */
export function toOracle(raw, rowCount) {
    const { tag, element, array, optional, optionalElements, validity, elementValidity, offsets } = raw;
    const values = valuesOf(raw);
    return {
        tag, element, array, optional, optionalElements,
        validity: validity && flagsOf(validity, rowCount),
        elementValidity: elementValidity && flagsOf(elementValidity, values.length),
        rows: offsets
            ? Array.from({ length: rowCount }, (_, i) => values.slice(offsets[i], offsets[i + 1])) : values,
    };
}
