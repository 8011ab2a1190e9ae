/** MessagePack by the reference implementation for JavaScript. */

import { Decoder, Encoder } from '@msgpack/msgpack';
import { nativeRows } from '../native.js';
import { rowsByKey, sumRows } from '../objects.js';

/** @type {import('../systems.js').SystemFactory} */
export default () => {
    const options = { useBigInt64: true };
    const encoder = new Encoder(options), decoder = new Decoder(options);
    let held = 0;
    return {
        title: '@msgpack/msgpack',
        prepare: (set) => encoder.encode(nativeRows(set)),
        load(bytes) {
            held = bytes.length;
            return decoder.decode(bytes);
        },
        rows: (rows) => rows,
        sum: sumRows,
        index(rows, column) {
            const map = rowsByKey(rows, column);
            return (key) => map.get(key);
        },
        // The decoder keeps the last file until the next one.
        heldBytes: () => held,
        reader: 'export { Decoder } from "@msgpack/msgpack";',
    };
};
