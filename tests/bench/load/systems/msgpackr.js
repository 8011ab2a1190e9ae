/** What both forms of MessagePack have in common. */

import { Packr } from 'msgpackr';
import { nativeRows } from '../native.js';
import { rowsByKey, sumRows } from '../objects.js';

/**
 * @param {string} title
 * @param {import('msgpackr').Options} options
 * @returns {import('../systems.js').System}
 */
export function msgpackr(title, options) {
    // 'auto' is documented, but missing from the types.
    const packr = new Packr({ ...options, int64AsType: /** @type {any} */ ('auto') });
    let held = 0;
    return {
        title,
        prepare: (set) => packr.pack(nativeRows(set)),
        load(bytes) {
            held = bytes.length;
            return packr.unpack(bytes);
        },
        rows: (rows) => rows,
        sum: sumRows,
        index(rows, column) {
            const map = rowsByKey(rows, column);
            return (key) => map.get(key);
        },
        // The last file stays until the next one: the module keeps a reference to it.
        heldBytes: () => held,
        reader: 'export { Unpackr } from "msgpackr/unpack";',
    };
}
