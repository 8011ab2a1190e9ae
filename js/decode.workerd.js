/**
 * `tcb-wasm/decode` where bytes cannot be compiled: see index.workerd.js.
 */

/** @import { DecodeOptions } from './read/read.js' */

import { makeLoader } from './module/load.js';
import { read } from './read/read.js';
// @ts-expect-error There are no types: the default export is a WebAssembly.Module.
import module from '../dist/tcb-decode.wasm';

export { TcbError } from './values/errors.js';
export { Table } from './read/table.js';
export { Column } from './read/column.js';
export { StringTable } from './read/strings.js';
export { ticksToDate } from './values/text.js';
export { link, referencesOf } from './query/link.js';
export { makeIndex } from './query/lookup.js';

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
