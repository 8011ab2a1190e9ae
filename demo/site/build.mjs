/**
 * Builds the site into dist/site: static files for any host.
 *
 *     node demo/site/build.mjs [--out folder] [--serve] [--port 8080]
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

import { build } from 'vite';

import config from './vite.config.js';
import { HEADERS, ISOLATION } from './headers.mjs';
import { announce } from './serve.mjs';
import { readSizes, staleForms } from './sizes.mjs';

const OUT = fileURLToPath(new URL('../../dist/site', import.meta.url));

/** The largest set takes ten seconds to make: its sizes are verified by the page, where it is chosen. */
const VERIFIED_ROWS = 100_000;

/**
 * @param {string} [out]
 * @returns {Promise<{ file: string, raw: number, gzip: number }[]>} the files of the site
 */
export async function buildSite(out = OUT) {
    if (!existsSync(new URL('../../build/js/tcb.js', import.meta.url))) {
        throw new Error('the modules are not built: run npm run build first');
    }
    await build({
        ...config, configFile: false, logLevel: 'warn',
        build: { ...config.build, outDir: out, emptyOutDir: true },
    });
    const files = filesOf(out);
    writeFileSync(join(out, 'sw.js'), serviceWorker(out, files));
    // Read by hosts such as Netlify and Cloudflare Pages.
    writeFileSync(join(out, '_headers'),
        `/*\n${Object.entries(HEADERS).map(([name, value]) => `  ${name}: ${value}\n`).join('')}`);
    return filesOf(out).filter((file) => file !== '_headers').map((file) => {
        const bytes = readFileSync(join(out, file));
        return { file, raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
    });
}

/** @param {string} folder */
function filesOf(folder) {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => statSync(join(folder, file)).isFile())
        .map((file) => file.split(sep).join('/')).sort();
}

/**
 * @param {string} out
 * @param {string[]} files
 */
function serviceWorker(out, files) {
    const hash = createHash('sha256');
    for (const file of files) hash.update(file).update(readFileSync(join(out, file)));
    const version = hash.digest('hex').slice(0, 16);
    const source = readFileSync(new URL('sw.js', import.meta.url), 'utf8');
    const values = { VERSION: version, FILES: ['./', ...files], ISOLATION };
    return source.replace(/\/\* (\w+) \*\/[^;]*/g, (_, /** @type {keyof typeof values} */ name) => JSON.stringify(values[name]));
}

async function main() {
    const { values } = parseArgs({
        options: {
            out: { type: 'string', default: OUT },
            serve: { type: 'boolean', default: false },
            port: { type: 'string', default: '8080' },
        },
    });
    const stale = await staleForms(readSizes(), VERIFIED_ROWS);
    if (stale.length) {
        const names = stale.map(({ key, form }) => `${key} as ${form}`).join(', ');
        throw new Error(`demo/site/compare/sizes.js tells sizes of other files: ${names}. Run node demo/site/sizes.mjs`);
    }
    const out = resolve(values.out);
    const files = await buildSite(out);
    for (const { file, raw, gzip } of files) console.log(`${file}: ${raw} bytes, gzip ${gzip}`);
    console.log(`all: ${files.reduce((sum, { gzip }) => sum + gzip, 0)} bytes gzip`);
    if (values.serve) await announce(out, Number(values.port));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
