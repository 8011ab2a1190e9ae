/**
 * `tcb-wasm/decode/split`: the decoder with its module as a file of its own, which `init` fetches from
 * beside this one. A smaller download than the embedded form; the page's tools must carry the file along.
 */

/** @import { Table } from './table.js' */

// Types for users, and for below.
/**
 * @typedef {import('./link.js').Dangling} Dangling
 * @typedef {import('./read.js').DecodeOptions} DecodeOptions
 * @typedef {import('./codec.js').Limits} Limits
 * @typedef {import('./link.js').LinkedReference} LinkedReference
 * @typedef {import('./link.js').Links} Links
 * @typedef {import('./load.js').ModuleSource} ModuleSource
 * @typedef {import('./types.js').RawColumn} RawColumn
 * @typedef {import('./link.js').Reference} Reference
 * @typedef {import('./types.js').SchemaColumnJson} SchemaColumnJson
 * @typedef {import('./types.js').SchemaJson} SchemaJson
 * @typedef {import('./lookup.js').TableIndex} TableIndex
 * @typedef {import('./types.js').TypeName} TypeName
 */

import { makeLoader } from './load.js';
import { read } from './read.js';

export { TcbError } from './errors.js';
export { Table } from './table.js';
export { Column } from './column.js';
export { StringTable } from './strings.js';
export { ticksToDate } from './text.js';
export { link, referencesOf } from './link.js';
export { makeIndex } from './lookup.js';

// Bundlers recognise just this form, with the path written out.
const address = () => /** @type {any} */ (new URL('./wasm/tcb-decode.wasm', import.meta.url));

const loader = /* @__PURE__ */ makeLoader(address);

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
