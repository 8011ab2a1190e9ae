/** JSON with an object for each row: what the exporter writes and games load today. */

import { namedJson } from '../../data/index.js';
import { rowsByKey, sumRows } from '../objects.js';

/** @type {import('../systems.js').SystemFactory} */
export default () => ({
    title: 'named JSON',
    prepare: (set) => new TextEncoder().encode(namedJson(set)),
    load: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
    rows: (rows) => rows,
    sum: sumRows,
    index(rows, column) {
        const map = rowsByKey(rows, column);
        return (key) => map.get(key);
    },
});
