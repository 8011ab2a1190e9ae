/** CBOR as its specification has it, a map for each row. */

import { cbor } from './cbor.js';

/** @type {import('../systems.js').SystemFactory} */
export default () => cbor('cbor-x, maps', { useRecords: false, mapsAsObjects: true });
