/**
 * Code that is generated for a schema: written once to build/bench/, then imported by every process.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FOLDER = new URL('../../../build/bench/generated/', import.meta.url);

/**
 * The file of the code that `make` makes of a source, which is not called if it has been before.
 * @param {string} name
 * @param {string} source all that the code depends on
 * @param {() => string | Promise<string>} make
 * @returns {Promise<{ path: string, url: string }>}
 */
export async function generatedFile(name, source, make) {
    const hash = createHash('sha256').update(source).digest('hex').slice(0, 16);
    const path = fileURLToPath(new URL(`${name}-${hash}.mjs`, FOLDER));
    if (!existsSync(path)) {
        mkdirSync(FOLDER, { recursive: true });
        const unfinished = `${path}.${process.pid}`;
        writeFileSync(unfinished, await make());
        // Another process may make the same file: whoever comes last replaces it by its like.
        renameSync(unfinished, path);
    }
    return { path, url: pathToFileURL(path).href };
}
