/**
 * Sample tables and their two JSON spellings: one object a row, and one array a row.
 * i64 values are digit strings already, so both are plain `JSON.stringify`.
 */

/**
 * @typedef {object} SampleColumn
 * @property {number} tag
 * @property {string} name
 * @property {string} type
 * @property {boolean} [array]
 * @property {boolean} [optional]
 * @property {boolean} [optionalElements]
 * @property {string[]} [path]
 * @property {boolean} [records]
 */

/** @typedef {Record<string, any>} SampleRow */

/**
 * @typedef {object} SampleTable
 * @property {string} name
 * @property {{ columns: SampleColumn[] }} schema
 * @property {SampleRow[]} rows
 */

/**
 * @param {any} value
 * @param {readonly string[]} path
 * @returns {any}
 */
function valueAt(value, path) {
    let found = value;
    for (let depth = 0; depth < path.length; depth++) {
        if (Array.isArray(found)) {
            const rest = path.slice(depth);
            return found.map((element) => valueAt(element, rest));
        }
        found = found[path[depth]];
    }
    return found;
}

/**
 * One object a row, on one line.
 * @param {SampleTable} table
 */
export function namedJson(table) {
    return `${JSON.stringify(table.rows)}\n`;
}

/**
 * One array a row, values in column order, on one line.
 * @param {SampleTable} table
 */
export function compactJson(table) {
    const paths = table.schema.columns.map((column) => column.path ?? [column.name]);
    const rows = table.rows.map((row) => paths.map((path) => valueAt(row, path)));
    return `${JSON.stringify(rows)}\n`;
}
