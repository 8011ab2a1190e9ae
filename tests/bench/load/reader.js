/**
 * What a page has to ship to load a system's files: its reader, bundled and minified.
 */

import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** @import { System } from './systems.js' */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * @typedef {object} ReaderSize
 * @property {number} plain bytes after minifying
 * @property {number} gzip
 * @property {number} brotli
 * @property {string[]} left modules of Node.js that it imports, whose substitutes for browsers are not counted
 */

/**
 * Modules of their own, each of which may export what another exports too.
 * @param {readonly string[]} sources
 * @returns {import('esbuild').Plugin}
 */
const together = (sources) => ({
    name: 'together',
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /^reader:/ }, ({ path }) => ({ path, namespace: 'reader' }));
        onLoad({ filter: /./, namespace: 'reader' }, ({ path }) =>
            ({ contents: sources[Number(path.split(':')[1])], resolveDir: ROOT }));
    },
});

/**
 * @param {Pick<System, 'reader'>} system
 * @returns {Promise<ReaderSize>} zeros where the platform reads the form by itself
 */
export async function readerSize({ reader = [] }) {
    const sources = [reader].flat();
    if (!sources.length) return { plain: 0, gzip: 0, brotli: 0, left: [] };
    const { build } = await import('esbuild');
    const names = builtinModules.flatMap((name) => [name, `node:${name}`, `${name}/`]);
    const { outputFiles, metafile } = await build({
        stdin: {
            contents: sources.length === 1 ? sources[0] : sources.map((_, i) => `export * as reader${i} from "reader:${i}";`).join(''),
            resolveDir: ROOT, loader: 'js',
        },
        plugins: [together(sources)],
        bundle: true, minify: true, write: false, metafile: true, logLevel: 'silent',
        format: 'esm', platform: 'browser', target: 'es2022', external: names,
    });
    const [{ contents }] = outputFiles;
    const [{ imports }] = Object.values(metafile.outputs);
    return {
        plain: contents.length,
        gzip: gzipSync(contents, { level: 9 }).length,
        brotli: brotliCompressSync(contents).length,
        left: [...new Set(imports.map(({ path }) => path))].sort(),
    };
}
