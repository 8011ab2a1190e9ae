/** MessagePack as its specification has it, a map for each row. */

import { msgpackr } from './msgpackr.js';

/** @type {import('../systems.js').SystemFactory} */
export default () => msgpackr('msgpackr, maps', { useRecords: false });
