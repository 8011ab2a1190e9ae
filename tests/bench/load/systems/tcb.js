/** This package, by the entry for those who only read. */

import { decode, init, makeIndex, memoryBytes } from '../../../../js/decode.js';
import { sumValues } from '../objects.js';

/** @import { Column } from '../../../../js/column.js' */

/** @param {Column} column */
function sumColumn({ values, indices, dictionary }) {
    if (values) return sumValues(/** @type {Int32Array} */ (values));
    const [entries, places] = /** @type {[Int32Array, Uint32Array]} */ ([dictionary, indices]);
    let sum = 0;
    for (let i = 0; i < places.length; i++) sum += entries[places[i]];
    return sum;
}

/**
 * @param {string} title
 * @param {import('../../../../js/read.js').DecodeOptions} options
 * @returns {import('../systems.js').SystemFactory}
 */
export function tcb(title, options) {
    return async (schema) => {
        await init();
        const all = { ...options, schema: /** @type {any} */ (schema) };
        return {
            title,
            async prepare(set) {
                const full = await import('../../../../js/index.js');
                await full.init();
                return full.encode(set.rows, { schema: all.schema });
            },
            load: (bytes) => decode(bytes, all),
            rows: (table) => table.rows(),
            sum: (table, column) => sumColumn(table.column(column)),
            index: (table, column) => makeIndex(table, column).get,
            heldBytes: memoryBytes,
            reader: 'export { decode, init, makeIndex } from "./js/decode.js";',
        };
    };
}

export default tcb('.tcb', {});
