/** What both forms of CBOR have in common. */

import { Encoder } from 'cbor-x';
import { nativeRows } from '../native.js';
import { rowsByKey, sumRows } from '../objects.js';

/**
 * @param {string} title
 * @param {import('cbor-x').Options} options
 * @returns {import('../systems.js').System}
 */
export function cbor(title, options) {
    const encoder = new Encoder(options);
    let held = 0;
    return {
        title,
        prepare: (set) => encoder.encode(nativeRows(set)),
        load(bytes) {
            held = bytes.length;
            return encoder.decode(bytes);
        },
        rows: (rows) => rows,
        sum: sumRows,
        index(rows, column) {
            const map = rowsByKey(rows, column);
            return (key) => map.get(key);
        },
        heldBytes: () => held,
        reader: 'export { Decoder } from "cbor-x/decode";',
    };
}
