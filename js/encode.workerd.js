/**
 * `tcb-wasm/encode` where bytes cannot be compiled: see index.workerd.js.
 */

/**
 * @import { EncodeOptions, RawTable } from './write/write.js'
 * @import { Table } from './read/table.js'
 */

import { makeLoader } from './module/load.js';
import { write } from './write/write.js';
// @ts-expect-error There are no types: the default export is a WebAssembly.Module.
import module from './wasm/tcb.wasm';

export { columnsFromRows } from './write/build.js';
export { TcbError } from './values/errors.js';
export { inferSchema } from './write/infer.js';
export { dateToTicks } from './write/parse.js';
export { normalizeSchema } from './schema/schema.js';

const loader = /* @__PURE__ */ makeLoader(() => module);

export const { init, initSync, reset, memoryBytes } = loader;

/** @param {Table | RawTable | readonly object[]} table @param {EncodeOptions} [options] */
export function encode(table, options) {
    return loader.run((codec) => write(codec, table, options));
}
