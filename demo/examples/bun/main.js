import { decode, encode, init } from 'tcb-wasm';
import { rows, schema } from '../items.js';

await init();
await Bun.write('items.tcb', encode(rows, { schema }));
const table = decode(await Bun.file('items.tcb').arrayBuffer(), { schema });
console.log(JSON.stringify(table.rows()));
