/** BSON: a document for each row, one after the other, as database dumps have them. */

import { deserializeStream } from 'bson';
import { nativeRows } from '../native.js';
import { rowsByKey, sumRows } from '../objects.js';

const READING = { useBigInt64: true, promoteBuffers: true };

/** @param {DataView} view */
function countDocuments(view) {
    let count = 0;
    for (let at = 0; at < view.byteLength; at += view.getInt32(at, true)) count++;
    return count;
}

/** @type {import('../systems.js').SystemFactory} */
export default () => ({
    title: 'BSON',
    async prepare(set) {
        const { calculateObjectSize, serializeWithBufferAndIndex } = await import('bson');
        const rows = nativeRows(set);
        const bytes = new Uint8Array(rows.reduce((size, row) => size + calculateObjectSize(row), 0));
        // The index is that of the document's last byte.
        rows.reduce((at, row) => serializeWithBufferAndIndex(row, bytes, { index: at }) + 1, 0);
        return bytes;
    },
    load(bytes) {
        const count = countDocuments(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        /** @type {any[]} */
        const rows = new Array(count);
        deserializeStream(bytes, 0, count, rows, 0, READING);
        return rows;
    },
    rows: (rows) => rows,
    sum: sumRows,
    index(rows, column) {
        const map = rowsByKey(rows, column);
        return (key) => map.get(key);
    },
    reader: 'export { deserializeStream } from "bson";',
});
