/** The Arrow IPC stream format by a smaller library. */

import { tableFromIPC } from '@uwdata/flechette';
import { allColumns, cellsOf, convertCells, repeats } from '../cells.js';
import { datetimeText, datetimeTicks, timespanText, timespanTicks, toBytes, uuidBytes, uuidText } from '../logical.js';
import { allRows, numbersByValue, rowMaker, sumValues } from '../objects.js';

/**
 * @import { Column, Table } from '@uwdata/flechette'
 * @import { SchemaColumn } from '../../../../js/schema/types.js'
 */

/** @type {Record<string, (value: any) => any>} */
const WRITES = {
    i64: BigInt, datetime: datetimeTicks, timespan: timespanTicks, uuid: uuidBytes,
    json: (value) => JSON.stringify(value), bytes: toBytes,
};

/** @type {Record<string, (value: any) => any>} */
const READS = { datetime: datetimeText, timespan: timespanText, uuid: uuidText, json: (value) => JSON.parse(value) };

/** Columns of longs are the file's own, as those of other numbers are. */
const OPTIONS = { useBigInt: true };

/** @param {SchemaColumn} column */
const isList = ({ array, type }) => array && type !== 'bytes';

/** @type {import('../systems.js').SystemFactory} */
export default (schema) => {
    const columns = allColumns(schema);
    const makeRow = rowMaker(schema, 'columns');
    const vectorsOf = (/** @type {Table} */ table) => columns.map(({ name }) => vectorOf(table, name));
    return {
        title: 'Arrow, flechette',
        async prepare(set) {
            const { binary, bool, dictionary, fixedSizeBinary, float32, float64, int32, int64, list, tableFromArrays,
                tableToIPC, utf8 } = await import('@uwdata/flechette');
            /** @type {Record<string, () => any>} */
            const types = {
                i32: int32, enum: int32, i64: int64, f32: float32, f64: float64, bool, string: utf8,
                uuid: () => fixedSizeBinary(16), datetime: int64, timespan: int64, json: utf8, bytes: binary,
            };
            const made = columns.map((column) => {
                const values = convertCells(cellsOf(set.rows, column), column, WRITES[column.type]);
                // One for each column: it is by its type that a dictionary is found again.
                const single = types[column.type]();
                const type = isList(column) ? list(single)
                    : column.type === 'string' && repeats(values) ? dictionary(single) : single;
                return { name: column.name, values, type };
            });
            const arrays = Object.fromEntries(made.map(({ name, values }) => [name, values]));
            const table = tableFromArrays(arrays, {
                types: Object.fromEntries(made.map(({ name, type }) => [name, type])),
                maxBatchRows: Infinity,
            });
            return /** @type {Uint8Array} */ (tableToIPC(table, { format: 'stream' }));
        },
        load: (bytes) => tableFromIPC(bytes, OPTIONS),
        rows(table) {
            const arrays = vectorsOf(table).map((vector, i) => plainCells(vector.toArray(), columns[i]));
            return allRows(table.numRows, (row) => makeRow(arrays, row));
        },
        sum: (table, column) => sumValues(/** @type {any} */ (vectorOf(table, column).toArray())),
        index(table, column) {
            const map = numbersByValue(vectorOf(table, column).toArray());
            const vectors = vectorsOf(table);
            return (key) => {
                const row = /** @type {number} */ (map.get(key));
                return makeRow(vectors.map((vector, i) => plainCells([vector.at(row)], columns[i])), 0);
            };
        },
        reader: 'export { tableFromIPC } from "@uwdata/flechette";',
    };
};

/**
 * @param {ArrayLike<any>} cells
 * @param {SchemaColumn} column
 */
function plainCells(cells, column) {
    const lists = isList(column) ? Array.from(cells, (cell) => cell && Array.from(cell)) : cells;
    return convertCells(/** @type {any} */ (lists), column, READS[column.type]);
}

/**
 * @param {Table} table
 * @param {string} column
 * @returns {Column<any>}
 */
function vectorOf(table, column) {
    const vector = table.getChild(column);
    if (!vector) throw new Error(`no column ${column}`);
    return vector;
}
