/**
 * Puts the modules that ship where they are expected: `dist/<name>.wasm`, with a declaration for
 * TypeScript, and the same bytes as an ECMAScript module, `build/js/<name>.js`, which the entries embed so
 * that bundlers need no configuration. Prints their sizes.
 *
 *     node wasm/embed.mjs [wasi | emscripten]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { FREQUENT, characterCode, embeddedBytes } from '../js/module/embedded.js';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url), generated = new URL('../build/js/', import.meta.url);
for (const folder of [dist, generated]) mkdirSync(folder, { recursive: true });

/** What those give who import a module as it is: runtimes such as workerd, and their bundlers. */
const DECLARATION = 'declare const module: WebAssembly.Module;\nexport default module;\n';

/** A module as the text that js/module/embedded.js reads. @param {Uint8Array} bytes */
function toText(bytes) {
    const counts = new Uint32Array(256);
    for (const byte of bytes) counts[byte]++;
    const byCount = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
    const ascending = (/** @type {number[]} */ values) => values.sort((a, b) => a - b);
    const frequent = ascending(byCount.slice(0, FREQUENT));
    /** @type {string[]} */
    const characters = [];
    [...frequent, ...ascending(byCount.slice(FREQUENT))].forEach((value, n) => {
        characters[value] = String.fromCharCode(characterCode(n));
    });
    const escape = (/** @type {string} */ text) => text.replace(/["\\\x7f-\x9f\xad]/g, (c) =>
        c === '"' || c === '\\' ? '\\' + c : '\\x' + c.charCodeAt(0).toString(16));
    return escape(frequent.map((value) => String.fromCharCode(value + 32)).join('')) +
        Array.from(bytes, (byte) => characters[byte]).join('');
}

/** @param {string | Uint8Array} data */
function sizes(data) {
    const bytes = Buffer.from(data);
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
}

const NAMES = ['tcb', 'tcb-decode'];
const TOOLCHAINS = ['wasi', 'emscripten'];
const shipped = process.argv[2] ?? TOOLCHAINS[0];
/** @type {Record<string, ReturnType<typeof sizes>>} */
const report = {};

for (const toolchain of TOOLCHAINS) {
    for (const name of NAMES) {
        const bytes = readFileSync(new URL(`../build/${toolchain}/${name}.wasm`, import.meta.url));
        report[`${toolchain}: ${name}.wasm`] = sizes(bytes);
        if (toolchain !== shipped) continue;
        const text = toText(bytes);
        const source = `/** Made by wasm/embed.mjs from ${name}.wasm; js/module/embedded.js tells how it is written. */\n` +
            `export default "${text}";\n`;
        if (!bytes.equals(embeddedBytes(JSON.parse(`"${text.replaceAll('\\x', '\\u00')}"`)))) throw new Error(`${name}: the text does not read back`);
        writeFileSync(new URL(`${name}.wasm`, dist), bytes);
        writeFileSync(new URL(`${name}.wasm.d.ts`, dist), DECLARATION);
        writeFileSync(new URL(`${name}.js`, generated), source);
        writeFileSync(new URL(`${name}.d.ts`, generated), 'declare const text: string;\nexport default text;\n');
        report[`shipped: ${name}.js`] = sizes(source);
    }
}
const header = ['bytes', 'raw', 'gzip -9', 'brotli -11'];
const lines = Object.entries(report).map(([file, { raw, gzip, brotli }]) => [file, raw, gzip, brotli]);
console.log([header, header.map((_, i) => (i ? '---:' : '---')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`).join('\n'));

