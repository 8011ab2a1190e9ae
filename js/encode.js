/**
 * The encoder alone, for tools that only write: `import { init, encode } from 'tcb-wasm/encode'`. It
 * takes the full module.
 */

/** @import { Table } from './table.js' */

// Types for users, and for below.
/**
 * @typedef {import('./write.js').EncodeOptions} EncodeOptions
 * @typedef {import('./load.js').ModuleSource} ModuleSource
 * @typedef {import('./types.js').RawColumn} RawColumn
 * @typedef {import('./write.js').RawTable} RawTable
 * @typedef {import('./types.js').SchemaColumnJson} SchemaColumnJson
 * @typedef {import('./types.js').SchemaJson} SchemaJson
 * @typedef {import('./types.js').TypeName} TypeName
 */

import { embeddedBytes } from './embedded.js';
import { makeLoader } from './load.js';
import { write } from './write.js';
import text from './wasm/tcb.js';

export { columnsFromRows } from './build.js';
export { TcbError } from './errors.js';
export { inferSchema } from './infer.js';
export { dateToTicks } from './parse.js';
export { normalizeSchema } from './schema.js';

const loader = /* @__PURE__ */ makeLoader(() => embeddedBytes(text));

export const { init, initSync, reset, memoryBytes } = loader;

/**
 * Encodes a table. `init` must have been awaited.
 * @param {Table | RawTable | readonly object[]} table a table, its raw columns, or rows
 * @param {EncodeOptions} [options]
 * @returns {Uint8Array<ArrayBuffer>} the bytes of a `.tcb` file
 */
export function encode(table, options) {
    return loader.run((codec) => write(codec, table, options));
}
