import { readFile, writeFile } from 'node:fs/promises';
import { decode, encode, init } from 'tcb-wasm';
import { rows, schema } from '../items.js';

await init();
await writeFile('items.tcb', encode(rows, { schema }));
const table = decode(await readFile('items.tcb'), { schema });
console.log(JSON.stringify(table.rows()));
