import { decode, init } from 'tcb-wasm/decode';
import { schema } from '../items.js';

onmessage = async ({ data }) => {
    await init();
    const table = decode(data, { schema });
    const names = [...table.column('name')];
    const prices = /** @type {Int32Array<ArrayBuffer>} */ (table.column('price').values);
    postMessage({ names, prices }, { transfer: [prices.buffer] }); // a table's arrays share one buffer
};
