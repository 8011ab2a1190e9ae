/** MessagePack with msgpackr's extension for records: their keys stand in the file once. */

import { msgpackr } from './msgpackr.js';

/** @type {import('../systems.js').SystemFactory} */
export default () => msgpackr('msgpackr, records', { useRecords: true });
