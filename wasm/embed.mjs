/**
 * Puts the modules that ship where the package expects them: `js/wasm/<name>.wasm`, and the same bytes
 * as an ECMAScript module, so that bundlers need no configuration. Prints their sizes.
 *
 *     node wasm/embed.mjs [wasi | emscripten]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const to = new URL('../js/wasm/', import.meta.url);

/** Bytes as text: byte b is the character b + 32, which needs two escapes only, and which gzip takes
 * nearly as well as the bytes themselves. @param {Uint8Array} bytes */
function toText(bytes) {
    return Array.from(bytes, (b) => String.fromCharCode(b + 32)).join('').replace(/["\\\x7f-\x9f\xad]/g, (c) =>
        c === '"' || c === '\\' ? '\\' + c : '\\x' + c.charCodeAt(0).toString(16).padStart(2, '0'));
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
        const source = `/** Made by wasm/embed.mjs from ${name}.wasm: each character is a byte plus 32. */\n` +
            `export default "${toText(bytes)}";\n`;
        mkdirSync(to, { recursive: true });
        writeFileSync(new URL(`${name}.wasm`, to), bytes);
        writeFileSync(new URL(`${name}.js`, to), source);
        report[`shipped: ${name}.js`] = sizes(source);
    }
}
const header = ['bytes', 'raw', 'gzip -9', 'brotli -11'];
const lines = Object.entries(report).map(([file, { raw, gzip, brotli }]) => [file, raw, gzip, brotli]);
console.log([header, header.map((_, i) => (i ? '---:' : '---')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`).join('\n'));

