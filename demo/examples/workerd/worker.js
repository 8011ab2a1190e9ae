import { decode, encode, init } from 'tcb-wasm';
import { schema } from '../items.js';

export default {
    /** JSON rows in, a .tcb file out; and the other way round. @param {Request} request */
    async fetch(request) {
        await init();
        if (request.headers.get('content-type') === 'application/json') {
            return new Response(encode(await request.json(), { schema }));
        }
        return Response.json(decode(await request.arrayBuffer(), { schema }).rows());
    },
};
