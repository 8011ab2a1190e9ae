/**
 * Writes compare/sizes.js: real compressed bytes of every built-in set in every form. They are kept
 * because the strongest brotli takes minutes for the largest set; a build verifies them by their
 * fingerprints, and the page once more by what it generates itself.
 *
 *     node demo/site/sizes.mjs            what is missing or no longer right
 *     node demo/site/sizes.mjs --all      everything again
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

import { init } from 'tcb-wasm';

import { FORM_IDS } from './compare/form-ids.js';
import { fingerprint, makeFile, totalBytes } from './compare/forms.js';
import { builtInSets } from './compare/sets.js';

const FILE = fileURLToPath(new URL('compare/sizes.js', import.meta.url));

const HEAD = `/** Written by sizes.mjs: gzip -9 and brotli -11, each table's file on its own. */
/** @type {Record<string, import('../sizes.mjs').SetSizes>} */
export const SIZES = `;

/** @typedef {{ plain: number, gzip: number, brotli: number, sha256: string }} FormSizes */
/** @typedef {{ tables: number, rows: number, columns: number, forms: Record<string, FormSizes> }} SetSizes */
/** @typedef {Record<string, SetSizes>} Sizes */

/** @returns {Sizes} */
export function readSizes() {
    return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8').replace(/^[^=]*= |;\s*$/g, '')) : {};
}

/** @param {Uint8Array} bytes */
function gzip(bytes) {
    const packed = gzipSync(bytes, { level: 9 });
    if (!gunzipSync(packed).equals(bytes)) throw new Error('gzip did not give the same bytes back');
    return packed.length;
}

/** @param {Uint8Array} bytes */
function brotli(bytes) {
    const packed = brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    if (!brotliDecompressSync(packed).equals(bytes)) throw new Error('brotli did not give the same bytes back');
    return packed.length;
}

/**
 * The sets whose files are not those that the kept sizes are of.
 * @param {Sizes} sizes
 * @param {number} mostRows larger sets are not looked at
 * @param {boolean} [all]
 */
export async function staleForms(sizes, mostRows, all = false) {
    await init();
    const stale = [];
    for (const { key, rows, tables: make } of builtInSets()) {
        if (rows > mostRows) continue;
        const tables = make();
        const facts = {
            tables: tables.length,
            rows: tables.reduce((sum, table) => sum + table.rows.length, 0),
            columns: tables.reduce((sum, { schema }) => sum + schema.columns.length, 0),
        };
        for (const form of FORM_IDS) {
            const files = tables.map((table) => makeFile(form, table));
            const sha256 = /** @type {string} */ (await fingerprint(files));
            const kept = sizes[key]?.forms[form];
            if (all || kept?.sha256 !== sha256 || kept.plain !== totalBytes(files)) {
                stale.push({ key, form, facts, sha256, files });
            }
        }
    }
    return stale;
}

async function main() {
    const sizes = readSizes();
    for (const { key, form, facts, sha256, files } of await staleForms(sizes, Infinity, process.argv.includes('--all'))) {
        const start = performance.now();
        const sum = (/** @type {(bytes: Uint8Array) => number} */ measure) =>
            files.reduce((total, bytes) => total + measure(bytes), 0);
        const entry = { plain: totalBytes(files), gzip: sum(gzip), brotli: sum(brotli), sha256 };
        sizes[key] = { ...facts, forms: { ...sizes[key]?.forms, [form]: entry } };
        writeFileSync(FILE, `${HEAD}${JSON.stringify(sizes, null, 1)};\n`);
        console.log(`${key} ${form}: ${entry.plain} bytes, gzip ${entry.gzip}, brotli ${entry.brotli} ` +
            `(${((performance.now() - start) / 1000).toFixed(1)} s)`);
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
