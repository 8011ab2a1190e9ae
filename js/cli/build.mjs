/**
 * Bundles the command line with the libraries that it uses into dist/cli/, so that the package has no
 * dependency at run time. Each command stays a file of its own, loaded when it is called. The package's
 * entries are not bundled: they stand beside it, in dist/.
 *
 *     node js/cli/build.mjs [--quiet] [--out FOLDER]
 *
 * `--out`: writes elsewhere what is to stand in dist/cli/.
 */
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
const library = resolve(root, 'js');
const { values: { quiet, out } } = parseArgs({ options: { quiet: { type: 'boolean' }, out: { type: 'string' } } });
const outdir = resolve(root, out ?? 'dist/cli');

/** Imports of entries, js/x.js, become imports of dist/x.js. @type {import('esbuild').Plugin} */
const keepEntries = {
    name: 'keep-entries',
    setup({ onResolve }) {
        onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
            const target = resolve(resolveDir, path);
            return dirname(target) === library ? { path: `../${basename(target)}`, external: true } : undefined;
        });
    },
};

rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['js/cli/tcb.js'],
    outdir,
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Names stay: they are in stack traces. Blanks go.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    chunkNames: '[name]-[hash]',
    plugins: [keepEntries],
    banner: { js: '/* eslint-disable */\n// @ts-nocheck\n/*! Made by js/cli/build.mjs. Licences: see LICENSES.txt beside this file. */' +
        // CommonJS packages ask for Node's own modules by require.
        "\nimport { createRequire as tcbRequire } from 'node:module';\nconst require = tcbRequire(import.meta.url);" },
});
writeLicences(Object.keys(metafile.inputs));
if (!quiet) {
    const files = readdirSync(outdir);
    const bytes = files.reduce((sum, file) => sum + statSync(resolve(outdir, file)).size, 0);
    console.log(`dist/cli: ${files.length} files, ${bytes} bytes`);
}

/**
 * The licences of what was bundled ask to stand in every copy.
 * @param {string[]} inputs
 */
function writeLicences(inputs) {
    const packages = new Set(inputs.flatMap((input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []));
    const texts = [...packages].sort().map((folder) => {
        const { name, version, license } = JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8'));
        const file = readdirSync(resolve(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
        const text = file ? readFileSync(resolve(root, folder, file), 'utf8').trim() : `Licence: ${license}`;
        return `${name} ${version}\n\n${text}\n`;
    });
    writeFileSync(resolve(outdir, 'LICENSES.txt'), texts.join(`\n${'-'.repeat(72)}\n\n`));
}
