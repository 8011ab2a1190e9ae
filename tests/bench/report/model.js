/**
 * What was found, out of the JSON lines of a run.
 */

import { SETS } from '../load/sets.js';

/**
 * @import { Refusal, Summary } from '../load/run.js'
 * @import { ColumnShare, EncodingShare, Fact } from './facts.js'
 */

/** @typedef {Record<string, any>} Line */

/**
 * @typedef {object} SetReport
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {boolean} messages every row is a file of its own
 * @property {Fact[]} facts
 * @property {Summary[]} summaries
 * @property {Refusal[]} refusals
 * @property {string | null} skipped why
 * @property {Line | null} measured when, and how
 */

/**
 * @typedef {object} Model
 * @property {Line} environment when it began
 * @property {Line | null} end
 * @property {SetReport[]} sets
 * @property {{ set: string, bytes: number, headers: number, shares: EncodingShare[] }[]} encodings
 * @property {{ columns: ColumnShare[], bytes: number, headers: number } | null} growth
 * @property {Line[]} runtimes figures of other runtimes: browsers and Deno
 */

/**
 * @param {string} text JSON lines
 * @returns {Model}
 */
export function readModel(text) {
    const lines = text.split('\n').filter(Boolean).map((line) => /** @type {Line} */ (JSON.parse(line)));
    const of = (/** @type {string} */ kind) => lines.filter((line) => line.kind === kind);
    const environments = of('environment');
    if (!environments.length) throw new Error('expected JSON lines of a benchmark, found no line of the kind environment');
    const names = [...new Set(['summary', 'unsupported', 'skipped'].flatMap(of).map(({ set }) => set))];
    const sets = Object.keys(SETS).filter((name) => names.includes(name)).map((name) => {
        const own = (/** @type {string} */ kind) => /** @type {any[]} */ (of(kind).filter(({ set }) => set === name));
        const { title, about, messages = false } = SETS[name];
        return {
            name, title, about, messages,
            facts: own('facts')[0]?.facts ?? [],
            summaries: own('summary'), refusals: own('unsupported'),
            skipped: own('skipped')[0]?.reason ?? null,
            measured: own('set')[0] ?? null,
        };
    });
    return {
        environment: environments[0], end: environments[1] ?? null, sets,
        encodings: /** @type {any} */ (of('encodings')),
        growth: /** @type {any} */ (of('growth-columns')[0] ?? null),
        runtimes: of('runtime'),
    };
}

/** How long one system takes for something, or how much it takes of something. Less is better. */
export const MEASURES = Object.freeze([
    { id: 'plain', title: 'bytes', unit: 'bytes', better: 'smaller', what: 'the file' },
    { id: 'gzip', title: 'gzip -9', unit: 'bytes', better: 'smaller', what: 'the file after gzip' },
    { id: 'brotli', title: 'brotli -11', unit: 'bytes', better: 'smaller', what: 'the file after brotli' },
    { id: 'encode', title: 'encode', unit: 'ms', better: 'faster', what: 'encoding' },
    {
        id: 'columns', title: 'to its form', unit: 'ms', better: 'faster',
        what: 'loading to the form that the library gives',
    },
    { id: 'rows', title: 'to rows', unit: 'ms', better: 'faster', what: 'loading to row objects' },
    {
        id: 'index', title: 'index', unit: 'ms', better: 'faster',
        what: 'loading and finding rows by their key',
    },
    { id: 'sum', title: 'sum', unit: 'ms', better: 'faster', what: 'summing a column' },
    { id: 'retained', title: 'retained', unit: 'bytes', better: 'smaller', what: 'memory held by the form' },
    {
        id: 'retainedRows', title: 'retained, rows', unit: 'bytes', better: 'smaller',
        what: 'memory held by row objects',
    },
    {
        id: 'allocated', title: 'allocated', unit: 'bytes', better: 'smaller',
        what: 'memory allocated in loading to the form',
    },
    { id: 'reader', title: 'reader, gzip', unit: 'bytes', better: 'smaller', what: 'the reader' },
    {
        id: 'cold', title: 'cold start', unit: 'ms', better: 'faster',
        what: 'the first table in a fresh process',
    },
]);

/** @typedef {typeof MEASURES[number]['id']} MeasureId */

/** Less than noise. */
const MEMORY_NOISE = 16_384;

/**
 * A figure of a summary: its median with the lowest and the highest; null where there is none.
 * @param {Summary} summary
 * @param {string} id
 * @returns {{ median: number, low: number, high: number } | null}
 */
export function figure({ bytes, operations, encode, memory, reader, cold }, id) {
    const exact = (/** @type {number | null | undefined} */ n) =>
        typeof n === 'number' ? { median: n, low: n, high: n } : null;
    const held = (/** @type {number | null | undefined} */ n) =>
        typeof n === 'number' && n > MEMORY_NOISE ? exact(n) : null;
    switch (id) {
        case 'plain': case 'gzip': case 'brotli': return exact(bytes[id]);
        case 'encode': return encode?.cpu.spent ?? null;
        case 'retained': return held(memory?.columns.retained);
        case 'retainedRows': return held(memory?.rows.retained);
        case 'allocated': return held(memory?.columns.allocated);
        case 'reader': return exact(reader?.gzip);
        case 'cold': return cold?.rows ?? null;
        default: return operations[id]?.cpu.spent ?? null;
    }
}

/**
 * Rows encoded and loaded again in a second, one after the other.
 * @param {Summary} summary
 */
export function roundTrips(summary) {
    const encode = figure(summary, 'encode'), rows = figure(summary, 'rows');
    return encode && rows ? 1000 * summary.rows / (encode.median + rows.median) : null;
}
