/**
 * Bundles the package's entries into dist/: one ES module for each file that package.json exports, so
 * that a page that imports an entry from a CDN makes one request. Names and lines stay as they are
 * written, so source maps tell of lines only: a fifth of their size. They lead to the sources in the
 * repository. The declarations go into dist/types/, as a tree: entries then share their types.
 *
 * dist/x.js is made of js/x.js, which imports what the build made before from build/js/.
 *
 *     node js/build.mjs [--quiet]
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = join(root, 'dist');
const { exports, repository, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What is loaded by dynamic import alone stays a file of its own. */
const APART = ['chacha20.js', 'sha256.js'];

/** @param {unknown} value @returns {string[]} */
const strings = (value) => typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(strings);
const names = [...new Set(strings(exports))].flatMap((path) => /^\.\/dist\/([\w.]+)\.js$/.exec(path)?.[1] ?? []);
const entries = new Set(names.map((name) => join(root, `js/${name}.js`)));

/**
 * Files that stand in dist/ beside the entries are imported from there: modules of WebAssembly, ciphers,
 * and an entry that another one takes its names from.
 * @type {import('esbuild').Plugin}
 */
const beside = {
    name: 'beside',
    setup({ onLoad, onResolve }) {
        onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
            const target = resolve(resolveDir, path), name = basename(path);
            if (kind === 'entry-point') return undefined;
            return entries.has(target) || name.endsWith('.wasm') || dirname(target).endsWith('build/js') && APART.includes(name)
                ? { path: `./${name}`, external: true } : undefined;
        });
        onLoad({ filter: /[\\/]js[\\/]decode\.split\.js$/ }, ({ path }) =>
            ({ contents: readFileSync(path, 'utf8').replace("'../dist/", "'./") }));
    },
};

mkdirSync(dist, { recursive: true });
const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => ({ in: `js/${name}.js`, out: name })),
    outdir: 'dist',
    bundle: true,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    // The modules as text hold characters beyond ASCII, which take half the place as they are.
    charset: 'utf8',
    sourcemap: 'linked',
    sourcesContent: false,
    plugins: [beside],
});
for (const file of Object.keys(metafile.outputs).filter((output) => output.endsWith('.map'))) shortenMap(join(root, file));
for (const name of APART) copyFileSync(join(root, 'build/js', name), join(dist, name));

const types = join(dist, 'types');
rmSync(types, { recursive: true, force: true });
// From the file itself, not npx: it need not be there. Whether the types hold is asked elsewhere.
const { status, stdout } = spawnSync(process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'js/tsconfig.types.json')], { encoding: 'utf8' });
if (status !== 0) {
    console.error(stdout);
    process.exit(1);
}
if (!process.argv.includes('--quiet')) {
    for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
        if (file.endsWith('.js')) console.log(`${file}: ${bytes} bytes`);
    }
}

/**
 * Leaves of a map where each line comes from, in the sources of this version in the repository.
 * @param {string} file
 */
function shortenMap(file) {
    const { sources, mappings, ...map } = JSON.parse(readFileSync(file, 'utf8'));
    const places = sources.map((/** @type {string} */ source) => relative(root, resolve(dist, source)).replaceAll('\\', '/'));
    const isWritten = places.map((/** @type {string} */ place) => place.startsWith('js/'));
    const lines = decode(mappings).map((segments) =>
        segments.filter(([, source]) => source !== undefined && isWritten[source]).slice(0, 1)
            .map(([column, source, line, from]) => /** @type {[number, number, number, number]} */ ([column, source, line, from])));
    const [, name] = /github\.com\/(.+?)\.git$/.exec(repository.url) ?? [];
    writeFileSync(file, JSON.stringify({
        ...map, sourceRoot: `https://raw.githubusercontent.com/${name}/v${version}/`, sources: places, names: [], mappings: encode(lines),
    }));
}
