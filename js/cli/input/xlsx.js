/**
 * Spreadsheets: a plain one whose first row names the columns, or one in the exporter's own layout as
 * far as a plain table goes.
 */

import { describe } from '../../values/describe.js';
import { Failure, oneLine } from '../terminal/failure.js';
import { losslessNumber } from './json.js';
import { checkNames } from './names.js';
import { dateText } from './sheet.js';
import { cellPlace, layoutTable, tableStart } from './sheetlayout.js';

/**
 * @import { ByteSource } from './bytes.js'
 * @import { Cell, SheetTable } from './sheet.js'
 */

/**
 * @param {ByteSource} source
 * @param {string} [wanted] the sheet's name; the first one by default
 * @returns {Promise<SheetTable>}
 */
export async function xlsxTable(source, wanted) {
    const pieces = [];
    for await (const piece of source.open()) pieces.push(piece);
    const sheets = await readSheets(Buffer.concat(pieces), source.name);
    const names = sheets.map(({ sheet }) => sheet);
    const found = wanted === undefined ? sheets[0] : sheets.find(({ sheet }) => sheet === wanted);
    if (!found) throw new Failure(`${source.name}: no sheet ${JSON.stringify(wanted)}; there are ${names.join(', ')}`);
    const place = `${source.name}, sheet ${JSON.stringify(found.sheet)}`;
    const start = tableStart(found.data);
    return start ? layoutTable(found.data, start, place) : plainTable(found.data, place);
}

/**
 * @param {Buffer} bytes
 * @param {string} file
 * @returns {Promise<{ sheet: string, data: Cell[][] }[]>}
 */
async function readSheets(bytes, file) {
    if (!bytes.length) throw new Failure(`${file}: expected a spreadsheet, found an empty file`);
    const { default: readWorkbook } = await import('read-excel-file/universal');
    try {
        return /** @type {any} */ (await readWorkbook(new Uint8Array(bytes).buffer, { parseNumber: losslessNumber, trim: false }));
    } catch (cause) {
        throw new Failure(`${file}: cannot be read as .xlsx: ${oneLine(cause)}`, { cause });
    }
}

/**
 * @param {readonly Cell[][]} data
 * @param {string} place
 * @returns {SheetTable}
 */
function plainTable(data, place) {
    const isBlank = (/** @type {readonly Cell[]} */ row) => row.every((cell) => cell === null || cell === '');
    const first = data.findIndex((row) => !isBlank(row));
    if (first < 0) throw new Failure(`${place}: expected a first row that names the columns, found an empty sheet`);
    const width = data[first].findLastIndex((cell) => cell !== null && cell !== '') + 1;
    const names = data[first].slice(0, width).map((cell) => String(cell ?? ''));
    checkNames(names, place, `row ${first + 1}`);
    const rows = data.slice(first + 1).filter((row) => !isBlank(row)).map((row) => {
        const beyond = row.findIndex((cell, c) => c >= width && cell !== null && cell !== '');
        if (beyond < 0) return row.slice(0, width);
        throw new Failure(`${place}: cell ${cellPlace(data.indexOf(row), beyond)}: expected no value beyond the named columns, ` +
            `found ${describe(row[beyond])}`);
    });
    return { kind: 'named', names, texts: false, rows: rows.map((row) => row.map(plainValue)) };
}

/** @param {Cell} cell */
function plainValue(cell) {
    return cell instanceof Date ? dateText(cell) : cell === '' ? null : cell;
}
