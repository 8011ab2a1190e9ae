/**
 * The tables of a report: heads and cells, for Markdown and HTML alike.
 */

import { MEASURES, figure, roundTrips } from './model.js';

/**
 * @import { Summary } from '../load/run.js'
 * @import { Model, SetReport } from './model.js'
 */

/** @typedef {{ caption: string, head: string[], rows: string[][] }} TextTable */

/** @param {number} n */
export const whole = (n) => Math.round(n).toLocaleString('en');

/** Three digits that matter. @param {number} n */
export const short = (n) => n >= 100 ? whole(n) : n === 0 ? '0' : n.toPrecision(3);

const NONE = '–';

/**
 * @param {Summary} summary
 * @param {typeof MEASURES[number]} measure
 */
function cell(summary, { id, unit }) {
    const found = figure(summary, id);
    if (!found) return NONE;
    if (unit === 'bytes') return whole(found.median);
    const { median, low, high } = found;
    return low === high ? short(median) : `${short(median)} (${short(low)}-${short(high)})`;
}

/**
 * Times faster than the first system, in the same rounds.
 * @param {Summary} summary
 * @param {string} operation
 */
function ratio({ operations }, operation) {
    const found = operations[operation]?.cpu.ratio;
    return found ? short(found.median) : NONE;
}

/** Measures that are asked of this set. @param {SetReport} set */
function measuresOf({ summaries }) {
    return MEASURES.filter(({ id }) => summaries.some((summary) => figure(summary, id)));
}

/**
 * @param {SetReport} set
 * @returns {TextTable}
 */
export function setTable(set) {
    const measures = measuresOf(set);
    const [first] = set.summaries;
    const head = ['system', ...measures.map(({ title, unit }) => unit === 'ms' ? `${title}, ms` : title),
        `form, ${first.title} / this`, `rows, ${first.title} / this`, ...set.messages ? ['round trips a second'] : []];
    const rows = set.summaries.map((summary) => [
        summary.title, ...measures.map((measure) => cell(summary, measure)),
        ratio(summary, 'columns'), ratio(summary, 'rows'),
        ...set.messages ? [whole(roundTrips(summary) ?? 0)] : [],
    ]);
    const unable = set.refusals.map(({ title, unsupported }) =>
        [title, `cannot: ${unsupported}`, ...head.slice(2).map(() => '')]);
    const caption = `${set.title}: ${whole(first.rows)} rows, ${whole(first.values)} values`;
    return { caption, head, rows: [...rows, ...unable] };
}

/**
 * @param {SetReport} set
 * @returns {TextTable}
 */
export function factTable({ title, facts }) {
    return {
        caption: `${title}: what it is like`, head: ['', 'found', 'imitates'],
        rows: facts.map(({ name, found, imitates = NONE }) => [name, found, imitates]),
    };
}

/**
 * @param {Model['encodings'][number]} encodings
 * @returns {TextTable}
 */
export function encodingTable({ set, bytes, headers, shares }) {
    const percent = (/** @type {number} */ part) => `${(100 * part).toFixed(1)} %`;
    const rest = (/** @type {string} */ name, /** @type {number} */ own) =>
        [name, NONE, whole(own), percent(own / bytes), NONE, NONE];
    return {
        caption: `${set}: which encodings hold how many bytes`,
        head: ['encoding', 'columns', 'bytes', 'of the file', 'as RAW', 'left of RAW'],
        rows: [
            ...shares.map(({ encoding, columns, bytes: own, raw }) =>
                [encoding, whole(columns), whole(own), percent(own / bytes), whole(raw), percent(own / raw)]),
            rest('headers and descriptors', headers), rest('all', bytes),
        ],
    };
}

/**
 * @param {NonNullable<Model['growth']>} growth
 * @returns {TextTable}
 */
export function growthTableOf({ columns, bytes, headers }) {
    return {
        caption: 'growth: the column table',
        head: ['column', 'type', 'encoding', 'bytes', 'as RAW'],
        rows: [
            ...columns.map(({ column, type, encoding, bytes: own, raw }) =>
                [column, type, encoding, whole(own), whole(raw)]),
            ['header and descriptors', '', '', whole(headers), NONE], ['the file', '', '', whole(bytes), NONE],
        ],
    };
}

/**
 * @param {Model['runtimes'][number]} runtime
 * @returns {TextTable}
 */
export function runtimeTable({ name, version, set, forms, how }) {
    const time = (/** @type {any} */ found) =>
        found ? `${short(found.median)} (${short(found.low)}-${short(found.high)})` : NONE;
    return {
        caption: `${name} ${version}, ${set}: ${how}`,
        head: ['form', 'bytes', 'to columns, ms', 'to rows, ms'],
        rows: forms.map((/** @type {any} */ form) => [form.title, whole(form.bytes), time(form.columns), time(form.rows)]),
    };
}

/** @param {Model['environment']} environment */
export function machineLines(environment) {
    const { date, cpu, cores, memory, os, node, v8, load, libraries, processes, runs, budgetMs, quick } = environment;
    const busy = load.map((/** @type {number} */ n) => n.toFixed(1)).join(', ');
    const versions = Object.entries(libraries).filter(([, version]) => version).map((entry) => entry.join(' '));
    const how = budgetMs
        ? `up to ${runs} runs, no new one begun after ${short(budgetMs)} ms` : `${runs} runs`;
    return [
        `${date.slice(0, 16).replace('T', ' ')} UTC; ${cpu}, ${cores} cores, ${memory} GiB memory, ${os}; ` +
            `Node.js ${node}, V8 ${v8}; load of the machine when it began: ${busy}.`,
        `${processes} ${processes === 1 ? 'process' : 'processes'} for each system, 1 run to warm up and then ${how}` +
            `${quick ? '. A quick run on small sets: it claims nothing' : ''}.`,
        `Libraries: ${versions.join(', ')}.`,
    ];
}

/** When a set was measured, and how. @param {SetReport} set */
export function measuredLine({ measured }) {
    if (!measured) return '';
    const { date, load, processes, runs, budgetMs } = measured;
    return `Measured ${date.slice(0, 16).replace('T', ' ')} UTC, load ${load[0].toFixed(1)}: ${processes} ` +
        `${processes === 1 ? 'process' : 'processes'}, up to ${runs} runs${budgetMs ? ` within ${short(budgetMs)} ms` : ''}.`;
}

export const RULES = Object.freeze([
    'Every value of every row that a system gives is compared with what went in, before anything is timed.',
    'Each system runs on each set in processes of its own; systems take turns; files are in memory, and no ' +
        'time holds a disk or a network.',
    'Times are CPU milliseconds, user and system, of all threads: the median of the processes\' medians, with ' +
        'the lowest and the highest process.',
    'Sizes of sets of many tables are sums over files, each compressed by itself. A run within minutes leaves ' +
        'brotli out where files are large.',
    'Encoding begins with the exporter\'s rows; "to its form" ends with what the library gives; "to rows" ends ' +
        'with row objects whose every value has been read.',
    'Memory is what JavaScript holds after a full collection; below 16 KiB it is not told apart from noise.',
    'The reader is what a page ships to load the files, bundled, minified, after gzip -9; the cold start is wall ' +
        'time of a fresh process, from importing the library to its first rows.',
    'Ratios are to the first system of the set, in the same round.',
    'In words, .tcb is said to lose where even the slowest process of another system is better than its fastest, ' +
        'and the medians are more than 5 % apart.',
]);

/** @param {TextTable} table */
export function toMarkdown({ caption, head, rows }) {
    const line = (/** @type {string[]} */ cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
    return [`**${caption}**`, '', line(head), line(head.map((_, i) => i ? '---:' : '---')), ...rows.map(line)].join('\n');
}
