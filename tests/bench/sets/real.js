/**
 * Tables of real games and dictionaries, where their folder lies beside the project.
 */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { inferSchema } from '../../../js/write/infer.js';

/** @import { SampleColumn, SampleRow, SampleTable } from '../data/json.js' */

const FOLDER = new URL('../../../../shared/data/', import.meta.url);
const FILE = /^(.*)\.json(\.gz)?$/;
export const REAL_DICTIONARY = 'skk_large';

/** Why there are no real tables; null where there are. */
export function whyNoRealTables() {
    return existsSync(FOLDER) ? null : 'the folder of real tables, ../shared/data, is not here';
}

/**
 * @param {{ names?: string[], most?: number }} [options] the tables wanted, and the most rows of each
 * @returns {SampleTable[]}
 */
export function realTables({ names, most = Infinity } = {}) {
    const files = readdirSync(FOLDER).filter((file) => FILE.test(file)).sort();
    return files.map((file) => ({ file, name: file.replace(FILE, '$1') }))
        .filter(({ name }) => !names || names.includes(name))
        .map(({ file, name }) => readTable(file, name, most));
}

/**
 * @param {string} file
 * @param {string} name
 * @param {number} most
 * @returns {SampleTable}
 */
function readTable(file, name, most) {
    const stored = readFileSync(new URL(file, FOLDER));
    /** @type {SampleRow[]} */
    const all = JSON.parse((file.endsWith('.gz') ? gunzipSync(stored) : stored).toString());
    const rows = all.slice(0, most);
    const columns = /** @type {SampleColumn[]} */ (inferSchema(rows, { mixed: 'json' }).columns);
    return {
        name,
        schema: { columns: columns.map((column) => column.type === 'json' ? { ...column, type: 'string' } : column) },
        rows: withTexts(rows, columns.filter(({ type }) => type === 'json').map((column) => column.name)),
    };
}

/**
 * Columns of mixed types become their JSON text, which every system can hold.
 * @param {SampleRow[]} rows
 * @param {string[]} names
 */
function withTexts(rows, names) {
    if (!names.length) return rows;
    return rows.map((row) => ({
        ...row,
        ...Object.fromEntries(names.filter((name) => row[name] !== undefined)
            .map((name) => [name, row[name] === null ? null : JSON.stringify(row[name])])),
    }));
}
