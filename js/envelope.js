/**
 * `tcb-wasm/envelope`: files that are encrypted or signed.
 */
export * from './envelope/envelope.js';
