/**
 * A table's rows as text in one of the forms that they are printed in, part by part. Values are spelled
 * as the exporter spells them.
 */

import { jsonText } from '../../values/json.js';
import { compactRowReader, rowReader } from '../../read/rows.js';

/**
 * @import { Column } from '../../read/column.js'
 * @import { Table } from '../../read/table.js'
 */

/** @typedef {{ start: number, end: number }} Range rows from `start` up to `end`, without that */

/** @typedef {(table: Table, range: Range) => Generator<string>} RowWriter */

/** @type {Readonly<Record<string, RowWriter>>} */
export const WRITERS = Object.freeze({
    json: (table, range) => arrayText(rowReader(table.columns, true), range),
    compact: (table, range) => arrayText(compactRowReader(table.columns, true), range),
    columns: columnsText,
    ndjson: ndjsonText,
    csv: (table, range) => delimited(table, range, ','),
    tsv: (table, range) => delimited(table, range, '\t'),
});

/**
 * @param {(k: number) => unknown} read
 * @param {Range} range
 */
function* arrayText(read, { start, end }) {
    yield '[';
    for (let k = start; k < end; k++) yield (k > start ? ',' : '') + jsonText(read(k));
    yield ']\n';
}

/**
 * @param {Table} table
 * @param {Range} range
 */
function* columnsText({ columns }, { start, end }) {
    yield '{';
    for (const [c, column] of columns.entries()) {
        yield `${c ? ',' : ''}${JSON.stringify(column.name)}:[`;
        const read = column.reader(true);
        for (let k = start; k < end; k++) yield (k > start ? ',' : '') + jsonText(read(k));
        yield ']';
    }
    yield '}\n';
}

/**
 * @param {Table} table
 * @param {Range} range
 */
function* ndjsonText({ columns }, { start, end }) {
    const read = rowReader(columns, true);
    for (let k = start; k < end; k++) yield jsonText(read(k)) + '\n';
}

/**
 * @param {Table} table
 * @param {Range} range
 * @param {string} delimiter
 */
function* delimited({ columns }, { start, end }, delimiter) {
    const special = new RegExp(`["\\r\\n${delimiter}]|^\\s|\\s$`);
    const cell = (/** @type {string} */ text) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    yield columns.map(({ name }) => cell(name)).join(delimiter) + '\n';
    const read = compactRowReader(columns, true);
    const isOne = columns.length === 1;
    for (let k = start; k < end; k++) {
        const cells = read(k).map((/** @type {unknown} */ value, /** @type {number} */ c) => cell(cellText(value, columns[c])));
        // A line of nothing is taken for no row at all.
        yield (isOne && cells[0] === '' ? '""' : cells.join(delimiter)) + '\n';
    }
}

/**
 * @param {unknown} value
 * @param {Column} column
 */
function cellText(value, { type, array }) {
    if (value === null && type !== 'json') return '';
    const isText = typeof value === 'string' && type !== 'json' && (!array || type === 'bytes');
    return isText ? value : value === null ? '' : jsonText(value);
}

/**
 * The optional columns of texts in which some are empty: in CSV, these cannot be told from absent ones.
 * @param {Table} table
 * @param {Range} range
 */
export function ambiguousColumns({ columns }, { start, end }) {
    return columns.filter((column) => {
        if (column.type !== 'string' || column.array || !column.optional) return false;
        const read = column.reader(true);
        for (let k = start; k < end; k++) if (read(k) === '') return true;
        return false;
    }).map(({ name }) => name);
}

/**
 * `10:20` as a range: from row 10 up to row 20, without that. Either end may be left out, and is counted
 * from the last row where it is negative.
 * @param {string} text
 * @param {number} rowCount
 * @returns {Range | null} null for another text
 */
export function rowRange(text, rowCount) {
    const match = /^(-?\d+)?:(-?\d+)?$/.exec(text);
    if (!match) return null;
    const place = (/** @type {string | undefined} */ digits, /** @type {number} */ fallback) => {
        const number = Number(digits ?? fallback);
        return Math.min(Math.max(digits?.startsWith('-') ? rowCount + number : number, 0), rowCount);
    };
    const start = place(match[1], 0);
    return { start, end: Math.max(place(match[2], rowCount), start) };
}
