import { decode, encode, init } from 'tcb-wasm';
import { rows, schema } from '../items.js';

await init();
await Deno.writeFile('items.tcb', encode(rows, { schema }));
const table = decode(await Deno.readFile('items.tcb'), { schema });
console.log(JSON.stringify(table.rows()));
