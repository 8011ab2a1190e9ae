/**
 * Memory that loaded tables hold, each in a worker of its own, by the browser's own account.
 */

import { ask } from '../ui/jobs.js';

/** @import { FormId } from './form-ids.js' */

/** Why this browser, or this page's server, gives no figures; empty where it does. */
export function whyNoMemory() {
    if (!globalThis.crossOriginIsolated) {
        return 'Browsers tell only isolated pages how much memory they hold, and this one is served without the headers ' +
            'Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy. Kept for offline use it brings them itself: ' +
            'load the page again.';
    }
    if (!('measureUserAgentSpecificMemory' in performance)) {
        return 'This browser does not tell a page how much memory it holds (Chromium does).';
    }
    return '';
}

/**
 * Bytes that each form holds after loading, beyond those of a worker that has loaded nothing.
 * @param {object} options
 * @param {readonly FormId[]} options.forms
 * @param {(name: string) => Worker} options.start starts a worker whose address holds this name
 * @param {(form: FormId) => Promise<unknown>} options.copy a form's files, to be handed over
 * @param {AbortSignal} options.signal
 * @param {(progress: { step: number, steps: number, text: string }) => void} options.progress
 * @returns {Promise<Partial<Record<FormId, { columns: number, rows: number }>>>}
 */
export async function weigh({ forms, start, copy, signal, progress }) {
    const operations = /** @type {const} */ (['columns', 'rows']);
    const steps = forms.length * operations.length + 1;
    /** @type {Worker[]} */
    const workers = [];
    /** @param {string} name @param {any} argument */
    const hold = async (name, argument) => {
        const worker = start(name);
        workers.push(worker);
        const buffers = argument?.source.files.map((/** @type {Uint8Array} */ { buffer }) => buffer) ?? [];
        await ask(worker, 'hold', argument, { signal, transfer: buffers });
    };
    try {
        await hold('nothing', null);
        for (const form of forms) {
            for (const operation of operations) {
                progress({ step: workers.length, steps, text: `loading ${form} to ${operation}` });
                await hold(`${form}-${operation}`, { source: await copy(form), form, operation });
            }
        }
        progress({ step: steps, steps, text: 'waiting for the browser to count, up to half a minute' });
        const bytes = await bytesByWorker(signal);
        const of = (/** @type {string} */ name) => Math.max(0, (bytes.get(name) ?? NaN) - (bytes.get('nothing') ?? 0));
        return Object.fromEntries(forms.map((form) =>
            [form, { columns: of(`${form}-columns`), rows: of(`${form}-rows`) }]));
    } finally {
        for (const worker of workers) worker.terminate();
    }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, number>>} by the name that a worker was started with
 */
async function bytesByWorker(signal) {
    const measured = /** @type {any} */ (performance).measureUserAgentSpecificMemory();
    const aborted = new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    const { breakdown } = await Promise.race([measured, aborted]);
    /** @type {Map<string, number>} */
    const bytes = new Map();
    for (const { bytes: count, attribution } of breakdown) {
        const name = attribution.length === 1 && new URL(attribution[0].url, location.href).searchParams.get('hold');
        if (name) bytes.set(name, (bytes.get(name) ?? 0) + count);
    }
    return bytes;
}
