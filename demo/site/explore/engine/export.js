/**
 * The rows that are seen, as text: in the two forms of JSON that the exporter writes, or as CSV.
 */

/** @import { Column } from 'tcb-wasm' */
/** @import { Pause } from '../types.js' */

import { Table } from 'tcb-wasm';
import { takeRows } from './take.js';

const CHUNK_ROWS = 4096;

/**
 * @param {readonly Column[]} columns
 * @param {Uint32Array} rows in the order in which they are seen
 * @param {'json' | 'compact' | 'csv'} format
 * @param {(fraction: number) => void} progress
 * @param {Pause} pause
 * @returns {Promise<Blob>}
 */
export async function exportText(columns, rows, format, progress, pause) {
    const isCsv = format === 'csv';
    const encoder = new TextEncoder();
    /** @type {BlobPart[]} */
    const parts = [isCsv ? csvLine(columns.map(({ name }) => name)) : '['];
    for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
        const list = someRows(columns, rows.subarray(from, from + CHUNK_ROWS), format !== 'json');
        const text = isCsv ? list.map(csvLine).join('') : list.map((row) => JSON.stringify(row)).join(',');
        parts.push(encoder.encode(from > 0 && !isCsv ? ',' + text : text));
        progress((from + list.length) / rows.length);
        await pause();
    }
    if (!isCsv) parts.push(']');
    return new Blob(parts, { type: isCsv ? 'text/csv;charset=utf-8' : 'application/json' });
}

/**
 * @param {readonly Column[]} columns
 * @param {Uint32Array} rows
 * @param {boolean} compact
 * @returns {any[]}
 */
export function someRows(columns, rows, compact) {
    const taken = columns.map((column) => takeRows(column.raw, rows));
    return new Table({ rowCount: rows.length, columns: taken, schema: columns }).toJSON({ compact });
}

/**
 * A line as RFC 4180 has it. Absent values are empty, arrays and the like are JSON.
 * @param {readonly any[]} values
 */
function csvLine(values) {
    return values.map((value) => {
        const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
        return /[",\r\n]|^\s|\s$/.test(text) || value === '' ? `"${text.replaceAll('"', '""')}"` : text;
    }).join(',') + '\r\n';
}
