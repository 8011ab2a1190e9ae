/**
 * Decoder and encoder: `import { init, decode, encode } from 'tcb-wasm'`. Who only reads files should
 * import from 'tcb-wasm/decode', which is less than half as large.
 */

// Types for users, and for below.
/**
 * @typedef {import('./read.js').ColumnInfo} ColumnInfo
 * @typedef {import('./link.js').Dangling} Dangling
 * @typedef {import('./read.js').DecodeOptions} DecodeOptions
 * @typedef {import('./write.js').EncodeOptions} EncodeOptions
 * @typedef {import('./read.js').FileInfo} FileInfo
 * @typedef {import('./codec.js').Limits} Limits
 * @typedef {import('./link.js').LinkedReference} LinkedReference
 * @typedef {import('./link.js').Links} Links
 * @typedef {import('./load.js').ModuleSource} ModuleSource
 * @typedef {import('./weigh.js').ColumnWeights} ColumnWeights
 * @typedef {import('./types.js').RawColumn} RawColumn
 * @typedef {import('./write.js').RawTable} RawTable
 * @typedef {import('./link.js').Reference} Reference
 * @typedef {import('./types.js').SchemaColumnJson} SchemaColumnJson
 * @typedef {import('./types.js').SchemaJson} SchemaJson
 * @typedef {import('./lookup.js').TableIndex} TableIndex
 * @typedef {import('./types.js').TypeName} TypeName
 */

import { embeddedBytes } from './embedded.js';
import { makeLoader } from './load.js';
import { inspectFile, read } from './read.js';
import { Table } from './table.js';
import { weights } from './weigh.js';
import { write } from './write.js';
import text from './wasm/tcb.js';

export { TcbError } from './errors.js';
export { Table };
export { Column } from './column.js';
export { StringTable } from './strings.js';
export { ticksToDate } from './text.js';
export { columnsFromRows } from './build.js';
export { inferSchema } from './infer.js';
export { dateToTicks } from './parse.js';
export { link, referencesOf } from './link.js';
export { makeIndex } from './lookup.js';
export { normalizeSchema, schemaOf } from './schema.js';

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
    return loader.run((codec) => write(codec, table, options));
}

/**
 * Tells what each column would take under each encoding that the exporter tries.
 * @param {Table | RawTable | readonly object[]} table a table, its raw columns, or rows
 * @param {EncodeOptions} [options]
 * @returns {ColumnWeights[]}
 */
export function weigh(table, options = {}) {
    return loader.run((codec) => weights(codec, table, options));
}
