/**
 * `tcb-wasm` where bytes cannot be compiled, as on workerd: the runtime compiles the module and hands it
 * over. Otherwise the same as index.js; a test compares the names.
 */

/**
 * @import { DecodeOptions } from './read.js'
 * @import { Limits } from './codec.js'
 * @import { EncodeOptions, RawTable } from './write.js'
 * @import { Table } from './table.js'
 */

import { makeLoader } from './load.js';
import { inspectFile, read } from './read.js';
import { weights } from './weigh.js';
import { write } from './write.js';
// @ts-expect-error There are no types: the default export is a WebAssembly.Module.
import module from './wasm/tcb.wasm';

export { TcbError } from './errors.js';
export { Table } from './table.js';
export { Column } from './column.js';
export { StringTable } from './strings.js';
export { ticksToDate } from './text.js';
export { columnsFromRows } from './build.js';
export { inferSchema } from './infer.js';
export { dateToTicks } from './parse.js';
export { link, referencesOf } from './link.js';
export { makeIndex } from './lookup.js';
export { normalizeSchema, schemaOf } from './schema.js';

const loader = /* @__PURE__ */ makeLoader(() => module);

export const { init, initSync, reset, memoryBytes } = loader;

/** @param {ArrayBufferLike | ArrayBufferView} bytes @param {DecodeOptions} [options] */
export function decode(bytes, options) {
    return loader.run((codec) => read(codec, bytes, options));
}

/** @param {ArrayBufferLike | ArrayBufferView} bytes @param {{ limits?: Limits, file?: string }} [options] */
export function inspect(bytes, options) {
    return loader.run((codec) => inspectFile(codec, bytes, options));
}

/** @param {Table | RawTable | readonly object[]} table @param {EncodeOptions} [options] */
export function encode(table, options) {
    return loader.run((codec) => write(codec, table, options));
}

/** @param {Table | RawTable | readonly object[]} table @param {EncodeOptions} [options] */
export function weigh(table, options = {}) {
    return loader.run((codec) => weights(codec, table, options));
}
