/** Lists the tables that the exporter itself wrote, where they stand beside the project. */

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** @import { ConformanceColumn } from '../../oracle/fromRows.js' */

/**
 * @typedef {object} ConformanceCase
 * @property {string} folder
 * @property {string} table
 * @property {Record<string, unknown>[]} rows
 * @property {ConformanceColumn[]} schema
 * @property {number} size of the exporter's file
 * @property {string} md5 of the exporter's file
 */

const root = fileURLToPath(new URL('../../../../shared/conformance', import.meta.url));

/** Why a test of these tables is skipped: a message for `test.skip`. */
export const NO_CONFORMANCE = 'the exported tables (../shared/conformance) are not here';

/** @returns {ConformanceCase[]} none where the tables are not here */
export function conformanceCases() {
    if (!existsSync(root)) {
        return [];
    }
    return readdirSync(root)
        .filter((folder) => existsSync(join(root, folder, 'manifest.json')))
        .flatMap(casesOfFolder);
}

/**
 * @param {string} folder
 * @returns {ConformanceCase[]}
 */
function casesOfFolder(folder) {
    const manifest = readJson(folder, 'manifest');
    const schemas = readJson(folder, 'schema');
    return Object.keys(manifest).sort().map((table) => ({
        folder,
        table,
        rows: readJson(folder, table),
        schema: schemas[table],
        size: manifest[table].size,
        md5: manifest[table].md5,
    }));
}

/**
 * @param {string} folder
 * @param {string} name without `.json`
 * @returns {any}
 */
function readJson(folder, name) {
    return JSON.parse(readFileSync(join(root, folder, `${name}.json`), 'utf8'));
}
