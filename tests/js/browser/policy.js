/** A page that loads the module and tells what came of it. */
import { init, initSync, reset } from 'tcb-wasm/decode';

/** @param {any} error */
const tell = ({ name, code, message, cause }) => ({ name, code, message, cause: String(cause) });

/** @param {() => unknown} work */
async function outcome(work) {
    try {
        await work();
        return 'ready';
    } catch (error) {
        return tell(error);
    } finally {
        reset();
    }
}

/** @type {any} */ (globalThis).result = { async: await outcome(() => init()), sync: await outcome(() => initSync()) };
