/**
 * The decoder alone: `import { init, decode } from 'tcb-wasm/decode'`.
 */

/**
 * @import { DecodeOptions } from './read.js'
 * @import { Table } from './table.js'
 */

import { embeddedBytes } from './embedded.js';
import { makeLoader } from './load.js';
import { read } from './read.js';
import text from './wasm/tcb-decode.js';

export { TcbError } from './errors.js';
export { Table } from './table.js';
export { Column } from './column.js';
export { StringTable } from './strings.js';
export { link, referencesOf } from './link.js';
export { makeIndex } from './lookup.js';

const loader = /* @__PURE__ */ makeLoader(() => embeddedBytes(text));

export const { init, initSync, reset, memoryBytes } = loader;

/**
 * Decodes a file. `init` must have been awaited.
 * @param {ArrayBufferLike | ArrayBufferView} bytes
 * @param {DecodeOptions} [options]
 * @returns {Table}
 */
export function decode(bytes, options) {
    return loader.run((codec) => read(codec, bytes, options));
}
