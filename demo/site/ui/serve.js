/**
 * Work in a worker, from the worker's side.
 */

/**
 * @callback Job
 * @param {any} argument
 * @param {(progress: unknown) => void} progress
 * @returns {unknown} the result or its promise; `withTransfer` of it hands its buffers over
 */

class Transferred {
    /**
     * @param {unknown} result
     * @param {Transferable[]} transfer
     */
    constructor(result, transfer) {
        this.result = result;
        this.transfer = transfer;
    }
}

/**
 * A result whose buffers are handed over, not copied.
 * @param {unknown} result
 * @param {Transferable[]} transfer
 */
export function withTransfer(result, transfer) {
    return new Transferred(result, transfer);
}

/**
 * Answers `ask` of jobs.js, one job after the other.
 * @param {Record<string, Job>} jobs
 */
export function serve(jobs) {
    let last = Promise.resolve();
    /** @param {MessageEvent} event */
    const answer = async ({ data: { id, name, argument } }) => {
        try {
            const given = await jobs[name](argument, (progress) => post({ id, progress }));
            if (given instanceof Transferred) post({ id, result: given.result }, given.transfer);
            else post({ id, result: given });
        } catch (error) {
            post({ id, error: told(error) });
        }
    };
    self.addEventListener('message', (event) => {
        last = last.then(() => answer(event));
    });
}

/**
 * @param {unknown} message
 * @param {Transferable[]} [transfer]
 */
function post(message, transfer = []) {
    /** @type {any} */ (self).postMessage(message, transfer);
}

/**
 * An error's own data: a TcbError comes out with its code, offset, column and the like.
 * @param {unknown} error
 */
function told(error) {
    if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
    const { name, message } = error;
    /** @type {Record<string, unknown>} */
    const details = {};
    for (const [key, value] of Object.entries(error)) {
        if (key !== 'cause' && (value === null || typeof value !== 'object')) details[key] = value;
    }
    return { ...details, name, message };
}
