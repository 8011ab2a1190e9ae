/**
 * One JSON value a line.
 */

import { textPieces } from './bytes.js';
import { parseJsonOf } from './json.js';

/** @import { ByteSource } from './bytes.js' */

/** Longer lines are no rows: the file is another one, such as a JSON document without line breaks. */
const MAX_LINE = 1 << 27;

/**
 * The rows in bunches.
 * @param {ByteSource} source
 * @param {(count: number) => void} [onBytes]
 * @returns {AsyncGenerator<unknown[]>}
 */
export async function* ndjsonRows(source, onBytes) {
    let rest = '';
    let line = 0;
    for await (const piece of textPieces(source, onBytes)) {
        const text = rest + piece;
        const rows = [];
        let start = 0;
        for (let end; (end = text.indexOf('\n', start)) >= 0; start = end + 1) {
            line++;
            const row = rowOf(text.slice(start, end), source.name, line);
            if (row !== undefined) rows.push(row);
        }
        rest = text.slice(start);
        if (rest.length > MAX_LINE) rowOf(rest, source.name, line + 1);
        if (rows.length) yield rows;
    }
    const row = rowOf(rest, source.name, line + 1);
    if (row !== undefined) yield [row];
}

/**
 * Blank lines are no rows.
 * @param {string} text
 * @param {string} file
 * @param {number} line
 */
function rowOf(text, file, line) {
    return text.trim() === '' ? undefined : parseJsonOf(text.endsWith('\r') ? text.slice(0, -1) : text, file, line);
}
