import { decode, init } from 'tcb-wasm/decode';
import { schema } from '../items.js';
import { show } from './show.js';

await init();
const response = await fetch('sample.tcb');
show(decode(await response.arrayBuffer(), { schema }).rows());
