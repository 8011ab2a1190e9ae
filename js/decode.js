/**
 * The decoder alone: `import { init, decode } from 'tcb-wasm/decode'`.
 */

/** @import { Table } from './read/table.js' */

// Types for users, and for below.
/**
 * @typedef {import('./query/link.js').Dangling} Dangling
 * @typedef {import('./read/read.js').DecodeOptions} DecodeOptions
 * @typedef {import('./module/codec.js').Limits} Limits
 * @typedef {import('./query/link.js').LinkedReference} LinkedReference
 * @typedef {import('./query/link.js').Links} Links
 * @typedef {import('./module/load.js').ModuleSource} ModuleSource
 * @typedef {import('./schema/types.js').RawColumn} RawColumn
 * @typedef {import('./query/link.js').Reference} Reference
 * @typedef {import('./schema/types.js').SchemaColumnJson} SchemaColumnJson
 * @typedef {import('./schema/types.js').SchemaJson} SchemaJson
 * @typedef {import('./query/lookup.js').TableIndex} TableIndex
 * @typedef {import('./schema/types.js').TypeName} TypeName
 */

import { embeddedBytes } from './module/embedded.js';
import { makeLoader } from './module/load.js';
import { read } from './read/read.js';
import text from '../build/js/tcb-decode.js';

export { TcbError } from './values/errors.js';
export { Table } from './read/table.js';
export { Column } from './read/column.js';
export { StringTable } from './read/strings.js';
export { ticksToDate } from './values/text.js';
export { link, referencesOf } from './query/link.js';
export { makeIndex } from './query/lookup.js';

const loader = /* @__PURE__ */ makeLoader(() => embeddedBytes(text));

/** @type {import('./module/load.js').Loader['init']} */
export const init = (source) => loader.init(source);
/** @type {import('./module/load.js').Loader['initSync']} */
export const initSync = (source) => loader.initSync(source);
/** @type {import('./module/load.js').Loader['reset']} */
export const reset = () => loader.reset();
/** @type {import('./module/load.js').Loader['memoryBytes']} */
export const memoryBytes = () => loader.memoryBytes();

/**
 * Decodes a file. `init` must have been awaited.
 * @param {ArrayBufferLike | ArrayBufferView} bytes
 * @param {DecodeOptions} [options]
 * @returns {Table}
 */
export function decode(bytes, options) {
    return loader.run((codec) => read(codec, bytes, options));
}
