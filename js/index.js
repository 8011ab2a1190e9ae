/**
 * Decoder and encoder: `import { init, decode, encode } from 'tcb-wasm'`. Who only reads files should
 * import from 'tcb-wasm/decode', which is less than half as large.
 */

// Types for users, and for below.
/**
 * @typedef {import('./read/read.js').ColumnInfo} ColumnInfo
 * @typedef {import('./query/link.js').Dangling} Dangling
 * @typedef {import('./read/read.js').DecodeOptions} DecodeOptions
 * @typedef {import('./write/write.js').EncodeOptions} EncodeOptions
 * @typedef {import('./read/read.js').FileInfo} FileInfo
 * @typedef {import('./module/codec.js').Limits} Limits
 * @typedef {import('./query/link.js').LinkedReference} LinkedReference
 * @typedef {import('./query/link.js').Links} Links
 * @typedef {import('./module/load.js').ModuleSource} ModuleSource
 * @typedef {import('./write/weigh.js').ColumnWeights} ColumnWeights
 * @typedef {import('./schema/types.js').RawColumn} RawColumn
 * @typedef {import('./write/write.js').RawTable} RawTable
 * @typedef {import('./query/link.js').Reference} Reference
 * @typedef {import('./schema/types.js').SchemaColumnJson} SchemaColumnJson
 * @typedef {import('./schema/types.js').SchemaJson} SchemaJson
 * @typedef {import('./query/lookup.js').TableIndex} TableIndex
 * @typedef {import('./schema/types.js').TypeName} TypeName
 */

import { embeddedBytes } from './module/embedded.js';
import { makeLoader } from './module/load.js';
import { inspectFile, read } from './read/read.js';
import { Table } from './read/table.js';
import { weights } from './write/weigh.js';
import { write } from './write/write.js';
import text from '../build/js/tcb.js';

export { TcbError } from './values/errors.js';
export { Table };
export { Column } from './read/column.js';
export { StringTable } from './read/strings.js';
export { ticksToDate } from './values/text.js';
export { columnsFromRows } from './write/build.js';
export { inferSchema } from './write/infer.js';
export { dateToTicks } from './write/parse.js';
export { link, referencesOf } from './query/link.js';
export { makeIndex } from './query/lookup.js';
export { normalizeSchema, schemaOf } from './schema/schema.js';

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

/**
 * Reads a file's header and descriptors: rows, and each column's tag, types, encoding and bytes.
 * @param {ArrayBufferLike | ArrayBufferView} bytes
 * @param {{ limits?: Limits, file?: string }} [options]
 * @returns {FileInfo}
 */
export function inspect(bytes, options) {
    return loader.run((codec) => inspectFile(codec, bytes, options));
}

/**
 * Encodes a table. `init` must have been awaited.
 * @param {Table | RawTable | readonly object[]} table a table, its raw columns, or rows
 * @param {EncodeOptions} [options]
 * @returns {Uint8Array<ArrayBuffer>} the bytes of a `.tcb` file
 */
export function encode(table, options) {
    return write(loader.run, table, options);
}

/**
 * Tells what each column would take under each encoding that the exporter tries.
 * @param {Table | RawTable | readonly object[]} table a table, its raw columns, or rows
 * @param {EncodeOptions} [options]
 * @returns {ColumnWeights[]}
 */
export function weigh(table, options = {}) {
    return weights(loader.run, table, options);
}
