/** This package, by the entry for those who only read. */

import { decode, init, makeIndex, memoryBytes } from '../../../../js/decode.js';
import { sumValues } from '../objects.js';

/**
 * @import { Column } from '../../../../js/read/column.js'
 * @import { Table } from '../../../../js/decode.js'
 */

/** @param {Column} column */
function sumColumn({ values, indices, dictionary }) {
    if (values) return sumValues(/** @type {Int32Array} */ (values));
    const [entries, places] = /** @type {[Int32Array, Uint32Array]} */ ([dictionary, indices]);
    let sum = 0;
    for (let i = 0; i < places.length; i++) sum += entries[places[i]];
    return sum;
}

const READER = 'export { decode, init, makeIndex } from "./js/decode.js";';

/**
 * @param {string} title
 * @param {import('../../../../js/read/read.js').DecodeOptions} options
 * @param {{ reader?: string, openRows?: () => (table: Table) => any[] }} [other] what takes the place of `rows()`
 * @returns {import('../systems.js').SystemFactory}
 */
export function tcb(title, options, { reader = READER, openRows = () => (table) => table.rows() } = {}) {
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
            rows: openRows(),
            sum: (table, column) => sumColumn(table.column(column)),
            index: (table, column) => makeIndex(table, column).get,
            heldBytes: memoryBytes,
            reader,
        };
    };
}

export default tcb('.tcb', {});
