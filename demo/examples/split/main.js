import { decode, init } from 'tcb-wasm/decode/split';
import { schema } from '../items.js';
import { show } from '../page/show.js';

await init(); // fetches the module, which the bundler put beside the script
const response = await fetch('sample.tcb');
show(decode(await response.arrayBuffer(), { schema }).rows());
