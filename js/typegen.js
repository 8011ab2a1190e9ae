/**
 * `tcb-wasm/typegen`: TypeScript declarations from schemas, and schemas from these.
 */
export * from './schema/typegen.js';
