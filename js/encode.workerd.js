/**
 * `tcb-wasm/encode` where bytes cannot be compiled: see index.workerd.js, which has the same module.
 */
export { TcbError, columnsFromRows, dateToTicks, encode, inferSchema, init, initSync, memoryBytes, normalizeSchema,
    reset } from './index.workerd.js';
