/**
 * Work in the explorer's worker, from the page's side. Unlike the jobs of the shared `ask`, these run
 * beside each other, and one that is cancelled leaves the worker and its files as they are.
 */

import { JobError } from '../ui/jobs.js';

/**
 * @typedef {object} Client
 * @property {(name: string, argument: object, options?: { transfer?: Transferable[], signal?: AbortSignal,
 *   onProgress?: (fraction: number) => void }) => Promise<any>} ask
 * @property {() => void} end
 */

/** @returns {Client} */
export function startWorker() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: unknown) => void, onProgress?: (fraction: number) => void }>} */
    const pending = new Map();
    let last = 0;

    worker.onmessage = ({ data }) => {
        const job = pending.get(data.id);
        if (!job) return;
        if ('progress' in data) {
            job.onProgress?.(data.progress);
            return;
        }
        pending.delete(data.id);
        if ('error' in data) {
            const { error } = data;
            job.reject(error.name === 'AbortError' ? new DOMException('cancelled', 'AbortError') : new JobError(error));
        } else {
            job.resolve(data.result);
        }
    };
    worker.onerror = (event) => {
        const error = new JobError({ name: 'Error', message: event.message || 'the worker could not be started' });
        for (const { reject } of pending.values()) reject(error);
        pending.clear();
    };
    return {
        ask(name, argument, { transfer = [], signal, onProgress } = {}) {
            const id = ++last;
            return new Promise((resolve, reject) => {
                signal?.throwIfAborted();
                pending.set(id, { resolve, reject, onProgress });
                signal?.addEventListener('abort', () => worker.postMessage({ cancel: id }), { once: true });
                worker.postMessage({ id, name, argument }, transfer);
            });
        },
        end() {
            worker.terminate();
            pending.clear();
        },
    };
}
