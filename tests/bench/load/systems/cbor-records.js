/** CBOR with cbor-x's extension for records: their keys stand in the file once. */

import { cbor } from './cbor.js';

/** @type {import('../systems.js').SystemFactory} */
export default () => cbor('cbor-x, records', { useRecords: true });
