/** CBOR with records and cbor-x's packing: a text that repeats stands in the file once. */

import { cbor } from './cbor.js';

/** @type {import('../systems.js').SystemFactory} */
export default () => cbor('cbor-x, packed', { useRecords: true, pack: true });
