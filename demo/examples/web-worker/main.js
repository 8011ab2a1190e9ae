import { show } from '../page/show.js';

const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const response = await fetch('sample.tcb');
const file = await response.arrayBuffer();

/** @param {MessageEvent<{ names: string[], prices: Int32Array }>} message */
worker.onmessage = ({ data: { names, prices } }) => show(names.map((name, i) => ({ name, price: prices[i] })));
worker.postMessage(file, [file]); // moved, not copied: `file` is empty from here on
document.body.dataset.sent = String(file.byteLength);
