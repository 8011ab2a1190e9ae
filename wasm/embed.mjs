/**
 * Puts the modules that ship where the package expects them: `js/wasm/<name>.wasm`, and the same bytes
 * as an ECMAScript module, so that bundlers need no configuration. Prints their sizes.
 *
 *     node wasm/embed.mjs [folder of the built modules]
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const from = new URL(`../${process.argv[2] ?? 'build/wasi'}/`, import.meta.url);
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

mkdirSync(to, { recursive: true });
const table = [];
for (const name of ['tcb', 'tcb-decode']) {
    const bytes = readFileSync(new URL(`${name}.wasm`, from));
    const source = `/** Made by wasm/embed.mjs from ${name}.wasm: each character is a byte plus 32. */\n` +
        `export default "${toText(bytes)}";\n`;
    writeFileSync(new URL(`${name}.wasm`, to), bytes);
    writeFileSync(new URL(`${name}.js`, to), source);
    table.push({ file: `${name}.wasm`, ...sizes(bytes) }, { file: `${name}.js`, ...sizes(source) });
}
console.table(Object.fromEntries(table.map(({ file, ...rest }) => [file, rest])));
