/** JSON with an array for each row, its cells in column order. */

import { compactJson } from '../../data/index.js';
import { rowMaker, rowsByKey, sumRows } from '../objects.js';

/** @type {import('../systems.js').SystemFactory} */
export default (schema) => {
    const makeRow = rowMaker(schema, 'cells');
    const placeOf = (/** @type {string} */ column) => schema.columns.findIndex(({ name }) => name === column);
    return {
        title: 'compact JSON',
        prepare: (set) => new TextEncoder().encode(compactJson(set)),
        load: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
        rows: (lists) => lists.map((/** @type {any[]} */ cells) => makeRow(cells)),
        sum: (lists, column) => sumRows(lists, placeOf(column)),
        index(lists, column) {
            const map = rowsByKey(lists, placeOf(column));
            return (key) => makeRow(map.get(key));
        },
    };
};
