/**
 * Comma- and tab-separated values. The first line names the columns.
 */

import { Readable } from 'node:stream';
import Papa from 'papaparse';

import { Failure } from '../terminal/failure.js';
import { textPieces } from './bytes.js';

/** @import { ByteSource } from './bytes.js' */

/** A cell that is longer is one whose closing quote is missing: it would swallow the rest of the file. */
const MAX_ROW = 1 << 24;

/** What values may be separated by, where nothing says it; by the first, where nothing tells. */
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The rows, each an array of texts, in bunches; the first of all names the columns.
 * @param {ByteSource} source
 * @param {string | undefined} delimiter found out if it is not given
 * @param {(rows: string[][]) => void} onRows
 * @param {(count: number) => void} [onBytes]
 * @returns {Promise<string>} the delimiter
 */
export async function csvRows(source, delimiter, onRows, onBytes) {
    const { name } = source;
    let width = 0;
    let count = 0;
    let pending = 0;
    /** @param {AsyncIterable<string>} pieces */
    async function* watched(pieces) {
        for await (const piece of pieces) {
            pending += piece.length;
            if (pending > MAX_ROW + piece.length) throw unclosed(name, count);
            yield piece;
        }
    }
    const pieces = textPieces(source, onBytes)[Symbol.asyncIterator]();
    const head = await firstLine(pieces);
    const found = delimiter ?? guessDelimiter(head);
    const stream = Readable.from(watched(withHead(head, { [Symbol.asyncIterator]: () => pieces })));
    await new Promise((resolve, reject) => {
        stream.on('error', reject);
        Papa.parse(stream, {
            delimiter: found,
            chunk({ data, errors }, parser) {
                try {
                    const rows = /** @type {string[][]} */ (data);
                    if (errors.length) throw csvFailure(name, count, errors);
                    if (rows.length) pending = 0;
                    width ||= rows[0]?.length ?? 0;
                    onRows(wholeRows(rows, width, name, count));
                    count += rows.length;
                } catch (error) {
                    reject(error); // first: to abort completes
                    parser.abort();
                    stream.destroy();
                }
            },
            complete: () => resolve(undefined),
            error: reject,
        });
    });
    return found;
}

/**
 * Text with the first line in it, whole; a pipe may give less at once.
 * @param {AsyncIterator<string>} pieces
 */
async function firstLine(pieces) {
    let head = '';
    while (!/[\r\n]/.test(head) && head.length < MAX_ROW) {
        const { value, done } = await pieces.next();
        if (done) break;
        head += value;
    }
    return head;
}

/**
 * What separates the values: what makes the most names of the first line. Papa Parse guesses by the rows,
 * too, but texts in a single column have separators of their own.
 * @param {string} head
 */
function guessDelimiter(head) {
    const lines = DELIMITERS.map((delimiter) => Papa.parse(head, { delimiter, preview: 1 }).data[0]);
    const counts = lines.map((names) => (Array.isArray(names) ? names.length : 0));
    return DELIMITERS[counts.indexOf(Math.max(...counts))];
}

/**
 * @param {string} head
 * @param {AsyncIterable<string>} rest
 */
async function* withHead(head, rest) {
    yield head;
    yield* rest;
}

/**
 * Refuses rows of another width. Blank lines are no rows.
 * @param {string[][]} rows
 * @param {number} width
 * @param {string} name
 * @param {number} count rows before these
 */
function wholeRows(rows, width, name, count) {
    const isBlank = (/** @type {string[]} */ row) => row.length === 1 && row[0] === '' && width > 1;
    const whole = rows.every((row) => row.length === width) ? rows : rows.filter((row) => !isBlank(row));
    const wrong = whole.findIndex((row) => row.length !== width);
    if (wrong < 0) return whole;
    throw new Failure(`${name}: ${rowText(count + rows.indexOf(whole[wrong]))}: expected ${width} cells, as the first ` +
        `line has, found ${whole[wrong].length}`);
}

/**
 * @param {string} name
 * @param {number} count
 * @param {readonly { code: string, row?: number }[]} errors
 */
function csvFailure(name, count, errors) {
    const { code, row = 0 } = errors.find((error) => error.code === 'InvalidQuotes') ?? errors[0];
    if (code === 'MissingQuotes') return unclosed(name, count + row);
    return new Failure(`${name}: ${rowText(count + row)}: expected the end of the cell after its closing quote: ` +
        'a quote inside a quoted cell is written twice');
}

/**
 * @param {string} name
 * @param {number} row
 */
function unclosed(name, row) {
    return new Failure(`${name}: ${rowText(row)}: expected a cell's closing quote, found none up to the end of the file`);
}

/** @param {number} row counted with the first line */
function rowText(row) {
    return row === 0 ? 'the first line' : `row ${row - 1}`;
}
