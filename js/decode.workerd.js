/**
 * `tcb-wasm/decode` where bytes cannot be compiled: see index.workerd.js.
 */

/** @import { DecodeOptions } from './read/read.js' */

import { makeLoader } from './module/load.js';
import { read } from './read/read.js';
// @ts-expect-error There are no types: the default export is a WebAssembly.Module.
import module from './wasm/tcb-decode.wasm';

export { TcbError } from './values/errors.js';
export { Table } from './read/table.js';
export { Column } from './read/column.js';
export { StringTable } from './read/strings.js';
export { ticksToDate } from './values/text.js';
export { link, referencesOf } from './query/link.js';
export { makeIndex } from './query/lookup.js';

const loader = /* @__PURE__ */ makeLoader(() => module);

export const { init, initSync, reset, memoryBytes } = loader;

/** @param {ArrayBufferLike | ArrayBufferView} bytes @param {DecodeOptions} [options] */
export function decode(bytes, options) {
    return loader.run((codec) => read(codec, bytes, options));
}
