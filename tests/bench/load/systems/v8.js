/** The platform's own serialization, which Node.js has and browsers keep to themselves. */

import { deserialize, serialize } from 'node:v8';
import { nativeRows } from '../native.js';
import { rowsByKey, sumRows } from '../objects.js';

/** @type {import('../systems.js').SystemFactory} */
export default () => ({
    title: 'v8.serialize',
    prepare: (set) => serialize(nativeRows(set)),
    load: (bytes) => deserialize(bytes),
    rows: (rows) => rows,
    sum: sumRows,
    index(rows, column) {
        const map = rowsByKey(rows, column);
        return (key) => map.get(key);
    },
});
