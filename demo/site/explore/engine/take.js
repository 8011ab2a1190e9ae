/**
 * Some rows of a column, as a column of their own: what is exported and encoded of a filtered table.
 */

/** @import { RawColumn } from 'tcb-wasm' */

const UUID = 7;

/**
 * @param {RawColumn} raw
 * @param {Uint32Array} rows
 * @returns {RawColumn}
 */
export function takeRows(raw, rows) {
    const { offsets } = raw;
    const validity = takeBits(raw.validity, rows);
    if (!offsets) return { ...raw, validity, ...takeValues(raw, rows) };
    const starts = new Uint32Array(rows.length + 1);
    for (let i = 0; i < rows.length; i++) starts[i + 1] = starts[i] + offsets[rows[i] + 1] - offsets[rows[i]];
    const elements = new Uint32Array(starts[rows.length]);
    for (let i = 0, at = 0; i < rows.length; i++) {
        for (let e = offsets[rows[i]], end = offsets[rows[i] + 1]; e < end; e++) elements[at++] = e;
    }
    return {
        ...raw, validity, offsets: starts, elementValidity: takeBits(raw.elementValidity, elements),
        ...takeValues(raw, elements),
    };
}

/**
 * @param {RawColumn} raw
 * @param {Uint32Array} places
 */
function takeValues({ element, values, indices, dictionary }, places) {
    if (!indices) return { values: takeNumbers(/** @type {any} */ (values), places, element === UUID ? 16 : 1), indices: null };
    const { offsets, bytes, ascii } = /** @type {any} */ (dictionary);
    const newIndex = new Map();
    const taken = new Uint32Array(places.length);
    const ends = [0];
    /** @type {Uint8Array[]} */
    const parts = [];
    for (let i = 0; i < places.length; i++) {
        const entry = indices[places[i]];
        let index = newIndex.get(entry);
        if (index === undefined) {
            index = newIndex.size;
            newIndex.set(entry, index);
            parts.push(bytes.subarray(offsets[entry], offsets[entry + 1]));
            ends.push(ends[index] + parts[index].length);
        }
        taken[i] = index;
    }
    const text = new Uint8Array(ends[ends.length - 1]);
    parts.forEach((part, i) => text.set(part, ends[i]));
    return { values: null, indices: taken, dictionary: { offsets: Uint32Array.from(ends), bytes: text, ascii } };
}

/**
 * @param {any} values
 * @param {Uint32Array} places
 * @param {number} size
 */
function takeNumbers(values, places, size) {
    const taken = new values.constructor(places.length * size);
    if (size === 1) for (let i = 0; i < places.length; i++) taken[i] = values[places[i]];
    else places.forEach((k, i) => taken.set(values.subarray(k * size, (k + 1) * size), i * size));
    return taken;
}

/**
 * @param {Uint8Array | null} bits
 * @param {Uint32Array} places
 */
function takeBits(bits, places) {
    if (!bits) return null;
    const taken = new Uint8Array(Math.ceil(places.length / 8));
    for (let i = 0; i < places.length; i++) {
        const k = places[i];
        taken[i >> 3] |= (bits[k >> 3] >> (k & 7) & 1) << (i & 7);
    }
    return taken;
}
