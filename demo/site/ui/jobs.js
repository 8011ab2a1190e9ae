/**
 * Work in a worker, from the page's side: progress while it runs, and an end at any time.
 */

/**
 * What a worker's failure was: a `TcbError` has its code, column and so on.
 */
export class JobError extends Error {
    /** @param {{ name: string, message: string } & Record<string, unknown>} told */
    constructor({ name, message, ...details }) {
        super(message);
        this.name = name;
        /** @type {Record<string, any>} */
        this.details = details;
    }
}

/**
 * Asks a worker that `serve` (of serve.js) answers for. Jobs of one worker are done one after the
 * other. An aborted job ends the worker: a new one must be made.
 * @param {Worker} worker
 * @param {string} name
 * @param {unknown} argument
 * @param {{ transfer?: Transferable[], signal?: AbortSignal, onProgress?: (progress: any) => void }} [options]
 * @returns {Promise<any>}
 */
export function ask(worker, name, argument, { transfer = [], signal, onProgress } = {}) {
    const id = ++lastId;
    return new Promise((resolve, reject) => {
        /** @param {() => void} settle */
        const end = (settle) => {
            worker.removeEventListener('message', onMessage);
            worker.removeEventListener('error', onError);
            signal?.removeEventListener('abort', onAbort);
            settle();
        };
        /** @param {MessageEvent} event */
        const onMessage = ({ data }) => {
            if (data.id !== id) return;
            if ('progress' in data) onProgress?.(data.progress);
            else if ('error' in data) end(() => reject(new JobError(data.error)));
            else end(() => resolve(data.result));
        };
        /** @param {ErrorEvent} event */
        const onError = (event) => end(() => reject(new JobError({
            name: 'Error', message: event.message || 'the worker could not be started',
        })));
        const onAbort = () => {
            worker.terminate();
            end(() => reject(signal?.reason));
        };
        if (signal?.aborted) {
            onAbort();
            return;
        }
        worker.addEventListener('message', onMessage);
        worker.addEventListener('error', onError);
        signal?.addEventListener('abort', onAbort);
        worker.postMessage({ id, name, argument }, transfer);
    });
}

let lastId = 0;

/**
 * Whether this is the reason of a cancelled job.
 * @param {unknown} error
 */
export function isAbort(error) {
    return error instanceof DOMException && error.name === 'AbortError';
}
