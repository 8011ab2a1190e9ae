/** A page that loads the module and tells what came of it. */
import { Table, columnsFromRows, inferSchema } from 'tcb-wasm';
import { rowCompiler } from 'tcb-wasm/compile';
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

/** The rows of a table by code that the policy forbids: none of it may show. */
function compiledRows() {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, name: `n${id % 7}` }));
    const rowsOf = rowCompiler();
    const table = new Table(columnsFromRows(rows, inferSchema(rows)));
    return [1, 2].every(() => JSON.stringify(rowsOf(table)) === JSON.stringify(rows)) ? 'as ever' : 'other';
}

/** @type {any} */ (globalThis).result = globalThis.location.search === '?rows' ? { rows: compiledRows() }
    : { async: await outcome(() => init()), sync: await outcome(() => initSync()) };
