/**
 * `tcb-wasm/baseline`: names of columns from the exporter's baseline file.
 */
export * from './read/baseline.js';
