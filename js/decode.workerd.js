/**
 * `tcb-wasm/decode` where bytes cannot be compiled: see index.workerd.js.
 */

/** @import { DecodeOptions } from './read.js' */

import { makeLoader } from './load.js';
import { read } from './read.js';
// @ts-expect-error There are no types: the default export is a WebAssembly.Module.
import module from './wasm/tcb-decode.wasm';

export { TcbError } from './errors.js';
export { Table } from './table.js';
export { Column } from './column.js';
export { StringTable } from './strings.js';
export { ticksToDate } from './text.js';
export { link, referencesOf } from './link.js';
export { makeIndex } from './lookup.js';

const loader = /* @__PURE__ */ makeLoader(() => module);

export const { init, initSync, reset, memoryBytes } = loader;

/** @param {ArrayBufferLike | ArrayBufferView} bytes @param {DecodeOptions} [options] */
export function decode(bytes, options) {
    return loader.run((codec) => read(codec, bytes, options));
}
