/**
 * The worker of the comparison, from the page's side.
 */

import { ask } from '../ui/jobs.js';
import { FORM_IDS } from './form-ids.js';
import { weigh } from './memory.js';
import { sizeKey } from './set-ids.js';
import { SIZES } from './sizes.js';

/**
 * @import { FormId } from './form-ids.js'
 * @import { Sizes } from './model.js'
 */

/** @typedef {{ set: string, rows: number, own: File | null }} Data */

/** @typedef {{ fraction: number, text: string }} Progress */

/** @param {string} [name] seen in the worker's address */
function startWorker(name) {
    const url = new URL('./worker.js', import.meta.url);
    if (name) url.searchParams.set('hold', name);
    return new Worker(url, { type: 'module' });
}

/**
 * What the build found out about a built-in set.
 * @param {Data} data
 */
export function precomputed({ set, rows, own }) {
    return own ? null : SIZES[sizeKey(set, rows)] ?? null;
}

export class Runner {
    /** @type {Worker | null} */
    #worker = null;
    /** What the worker has ready. @type {{ data: Data, result: any } | null} */
    #prepared = null;
    /** @type {AbortController | null} */
    #running = null;

    get isRunning() {
        return this.#running !== null;
    }

    /** Ends what runs, and the worker with it. */
    cancel() {
        this.#running?.abort();
        this.#running = null;
    }

    dispose() {
        this.cancel();
        this.#stop();
    }

    #stop() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#prepared = null;
    }

    /**
     * Runs one thing at a time.
     * @template T
     * @param {(signal: AbortSignal) => Promise<T>} work
     * @returns {Promise<T>}
     */
    async run(work) {
        this.cancel();
        const control = this.#running = new AbortController();
        control.signal.addEventListener('abort', () => this.#stop(), { once: true });
        try {
            return await work(control.signal);
        } finally {
            if (this.#running === control) this.#running = null;
        }
    }

    /**
     * @param {string} name
     * @param {unknown} argument
     * @param {AbortSignal} signal
     * @param {(progress: any) => void} [onProgress]
     */
    #ask(name, argument, signal, onProgress) {
        this.#worker ??= startWorker();
        return ask(this.#worker, name, argument, { signal, onProgress });
    }

    /**
     * Makes the files of every form.
     * @param {Data} data
     * @param {AbortSignal} signal
     * @param {(text: string) => void} progress
     * @returns {Promise<{ tables: number, rows: number, columns: number,
     *   forms: Record<FormId, { plain: number, sha256: string | null }> }>}
     */
    async prepare(data, signal, progress) {
        const kept = this.#prepared?.data;
        if (kept && kept.set === data.set && kept.rows === data.rows && kept.own === data.own) {
            return /** @type {any} */ (this.#prepared).result;
        }
        this.#prepared = null;
        const result = await this.#ask('prepare', data, signal, progress);
        this.#prepared = { data, result };
        return result;
    }

    /**
     * Compresses what was prepared, here in the browser.
     * @param {AbortSignal} signal
     * @param {(form: FormId, sizes: Omit<Sizes, 'plain'>) => void} found
     */
    async compress(signal, found) {
        for (const form of FORM_IDS) found(form, await this.#ask('compress', { form }, signal));
    }

    /**
     * @param {{ forms: readonly FormId[], rounds: number }} plan
     * @param {AbortSignal} signal
     * @param {(progress: import('./measure.js').Progress) => void} progress
     * @returns {Promise<Record<string, number[]>>}
     */
    measure({ forms, rounds }, signal, progress) {
        const budgetMs = Math.max(20_000, rounds * 1000);
        return this.#ask('measure', { forms, operations: ['columns', 'rows'], rounds, budgetMs }, signal, progress);
    }

    /**
     * @param {readonly FormId[]} forms
     * @param {AbortSignal} signal
     * @param {(progress: { step: number, steps: number, text: string }) => void} progress
     */
    weigh(forms, signal, progress) {
        return weigh({
            forms, signal, progress, start: startWorker,
            copy: (form) => this.#ask('copy', { form }, signal),
        });
    }
}
