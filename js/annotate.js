/**
 * `tcb-wasm/annotate`: what every byte of a file is, for tools.
 */
export * from './annotate/annotate.js';
export * from './annotate/blocks.js';
export * from './annotate/damage.js';
export * from './values/looks.js';
