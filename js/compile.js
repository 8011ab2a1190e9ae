/**
 * `tcb-wasm/compile`: rows by code that is compiled for their table.
 */
export * from './read/compile.js';
