/**
 * Puts what the envelope needs of @noble/ciphers and @noble/hashes into build/js/, so that the package
 * has no dependency at run time and ships no more of them than it runs. Likewise the script of the page
 * that `tcb report --html` writes, with what it needs of chart.js: as a text that goes into the page.
 * Prints the sizes.
 *
 *     node wasm/vendor.mjs [--quiet]
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const quiet = process.argv.includes('--quiet');

const BYTES = 'Uint8Array';
const MODULES = [
    {
        name: 'chacha20', from: '@noble/ciphers', contents: "export { chacha20 } from '@noble/ciphers/chacha.js';",
        types: `export function chacha20(key: ${BYTES}, nonce: ${BYTES}, data: ${BYTES}, output?: ${BYTES},\n` +
            `    counter?: number): Uint8Array<ArrayBuffer>;\n`,
    },
    {
        name: 'sha256', from: '@noble/hashes', contents: `
            import { hmac } from '@noble/hashes/hmac.js';
            import { sha256 } from '@noble/hashes/sha2.js';
            export { sha256 };
            export const hmacSha256 = (key, data) => hmac(sha256, key, data);`,
        types: `export function sha256(data: ${BYTES}): Uint8Array<ArrayBuffer>;\n` +
            `export function hmacSha256(key: ${BYTES}, data: ${BYTES}): Uint8Array<ArrayBuffer>;\n`,
    },
];

/** The licence asks to stand in every copy, so it stands in the file and not beside it. @param {string} from */
function banner(from) {
    const folder = new URL(`../node_modules/${from}/`, import.meta.url);
    const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry)) ?? 'LICENSE';
    const licence = readFileSync(new URL(file, folder), 'utf8').trim();
    return `/* eslint-disable */\n// @ts-nocheck\n/*! Made by wasm/vendor.mjs from ${from} ${version}.\n\n${licence}\n*/`;
}

/** @param {string} outfile */
function printSize(outfile) {
    const bytes = readFileSync(new URL(`../${outfile}`, import.meta.url));
    if (!quiet) console.log(`${outfile}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}

for (const { name, from, contents, types } of MODULES) {
    const outfile = `build/js/${name}.js`;
    buildSync({
        absWorkingDir: root,
        stdin: { contents, resolveDir: root },
        outfile,
        bundle: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        legalComments: 'none',
        banner: { js: banner(from) },
    });
    writeFileSync(new URL(`../build/js/${name}.d.ts`, import.meta.url), types);
    printSize(outfile);
}

const page = buildSync({
    absWorkingDir: root,
    entryPoints: ['js/cli/report/page.js'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    write: false,
}).outputFiles[0].text;
// The licences also have to stand in every page that holds the script.
const [, licences] = /(\/\*![^]*?\*\/)/.exec(banner('chart.js')) ?? [];
writeFileSync(new URL('../build/js/reportpage.js', import.meta.url),
    `${banner('chart.js')}\nexport default ${JSON.stringify(`${licences}\n${page}`)};\n`);
writeFileSync(new URL('../build/js/reportpage.d.ts', import.meta.url), 'declare const script: string;\nexport default script;\n');
printSize('build/js/reportpage.js');
