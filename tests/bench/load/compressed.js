/**
 * Sizes after compression. They are kept by the file's SHA-256: the strongest brotli takes a minute for
 * a large file, and every run makes the same files.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Where keeping a size is worth a file. */
const LARGE = 100_000;

/** @typedef {{ plain: number, gzip: number, brotli: number | null }} Sizes brotli is null where it would have taken too long */

/**
 * Of each file by itself, as they are served.
 * @param {readonly Uint8Array[]} files
 * @param {string} folder where sizes are kept
 * @param {number} [most] bytes of a file that brotli is begun for; kept sizes are told whatever the size
 * @returns {Sizes}
 */
export function compressedSizes(files, folder, most = Infinity) {
    /** @type {Sizes} */
    const all = { plain: 0, gzip: 0, brotli: 0 };
    for (const file of files) {
        const { gzip, brotli } = file.length < LARGE ? compress(file) : kept(file, folder, most);
        all.plain += file.length;
        all.gzip += gzip;
        all.brotli = all.brotli === null || brotli === null ? null : all.brotli + brotli;
    }
    return all;
}

/** @param {Uint8Array} file @returns {{ gzip: number, brotli: number }} */
function compress(file) {
    return {
        gzip: gzipSync(file, { level: 9 }).length,
        brotli: brotliCompressSync(file, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: file.length },
        }).length,
    };
}

/**
 * @param {Uint8Array} file
 * @param {string} folder
 * @param {number} most
 * @returns {{ gzip: number, brotli: number | null }}
 */
function kept(file, folder, most) {
    const { zlib, brotli } = process.versions;
    const path = join(folder, `${createHash('sha256').update(file).digest('hex')}.${zlib}.${brotli}.json`);
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
    if (file.length > most) return { gzip: gzipSync(file, { level: 9 }).length, brotli: null };
    const sizes = compress(file);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, JSON.stringify(sizes));
    return sizes;
}
