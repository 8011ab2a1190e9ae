/**
 * `tcb-wasm` where bytes cannot be compiled, as on workerd: the runtime compiles the module and hands it
 * over. Otherwise the same as index.js; a test compares the names.
 */

/**
 * @import { DecodeOptions } from './read/read.js'
 * @import { Limits } from './module/codec.js'
 * @import { EncodeOptions, RawTable } from './write/write.js'
 * @import { Table } from './read/table.js'
 */

import { makeLoader } from './module/load.js';
import { inspectFile, read } from './read/read.js';
import { weights } from './write/weigh.js';
import { write } from './write/write.js';
// @ts-expect-error There are no types: the default export is a WebAssembly.Module.
import module from '../dist/tcb.wasm';

export { TcbError } from './values/errors.js';
export { Table } from './read/table.js';
export { Column } from './read/column.js';
export { StringTable } from './read/strings.js';
export { ticksToDate } from './values/text.js';
export { columnsFromRows } from './write/build.js';
export { inferSchema } from './write/infer.js';
export { dateToTicks } from './write/parse.js';
export { link, referencesOf } from './query/link.js';
export { makeIndex } from './query/lookup.js';
export { normalizeSchema, schemaOf } from './schema/schema.js';

const loader = /* @__PURE__ */ makeLoader(() => module);

/** @type {import('./module/load.js').Loader['init']} */
export const init = (source) => loader.init(source);
/** @type {import('./module/load.js').Loader['initSync']} */
export const initSync = (source) => loader.initSync(source);
/** @type {import('./module/load.js').Loader['reset']} */
export const reset = () => loader.reset();
/** @type {import('./module/load.js').Loader['memoryBytes']} */
export const memoryBytes = () => loader.memoryBytes();

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
    return write(loader.run, table, options);
}

/** @param {Table | RawTable | readonly object[]} table @param {EncodeOptions} [options] */
export function weigh(table, options = {}) {
    return weights(loader.run, table, options);
}
