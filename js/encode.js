/**
 * The encoder alone, for tools that only write: `import { init, encode } from 'tcb-wasm/encode'`. It
 * takes the full module.
 */

/** @import { Table } from './read/table.js' */

// Types for users, and for below.
/**
 * @typedef {import('./write/write.js').EncodeOptions} EncodeOptions
 * @typedef {import('./module/load.js').ModuleSource} ModuleSource
 * @typedef {import('./schema/types.js').RawColumn} RawColumn
 * @typedef {import('./write/write.js').RawTable} RawTable
 * @typedef {import('./schema/types.js').SchemaColumnJson} SchemaColumnJson
 * @typedef {import('./schema/types.js').SchemaJson} SchemaJson
 * @typedef {import('./schema/types.js').TypeName} TypeName
 */

import { embeddedBytes } from './module/embedded.js';
import { makeLoader } from './module/load.js';
import { write } from './write/write.js';
import text from '../build/js/tcb.js';

export { columnsFromRows } from './write/build.js';
export { TcbError } from './values/errors.js';
export { inferSchema } from './write/infer.js';
export { dateToTicks } from './write/parse.js';
export { normalizeSchema } from './schema/schema.js';

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
 * Encodes a table. `init` must have been awaited.
 * @param {Table | RawTable | readonly object[]} table a table, its raw columns, or rows
 * @param {EncodeOptions} [options]
 * @returns {Uint8Array<ArrayBuffer>} the bytes of a `.tcb` file
 */
export function encode(table, options) {
    return write(loader.run, table, options);
}
