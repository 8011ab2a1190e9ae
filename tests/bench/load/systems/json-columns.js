/** JSON with an array for each column, by its name. */

import { allColumns, cellsOf } from '../cells.js';
import { allRows, numbersByValue, rowMaker, sumValues } from '../objects.js';

/** @type {import('../systems.js').SystemFactory} */
export default (schema) => {
    const schemaColumns = allColumns(schema);
    const names = schemaColumns.map(({ name }) => name);
    const makeRow = rowMaker(schema, 'columns');
    const columnsOf = (/** @type {Record<string, any[]>} */ form) => names.map((name) => form[name]);
    return {
        title: 'column JSON',
        prepare(set) {
            const form = Object.fromEntries(schemaColumns.map((column) => [column.name, cellsOf(set.rows, column)]));
            return new TextEncoder().encode(JSON.stringify(form));
        },
        load: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
        rows(form) {
            const columns = columnsOf(form);
            return allRows(columns[0].length, (row) => makeRow(columns, row));
        },
        sum: (form, column) => sumValues(form[column]),
        index(form, column) {
            const columns = columnsOf(form);
            const map = numbersByValue(form[column]);
            return (key) => makeRow(columns, map.get(key));
        },
    };
};
