/**
 * What was found, as Markdown.
 */

import { OPERATION_NAMES } from './operations.js';

/** @import { Refusal, Summary } from './run.js' */
/** @import { Spread } from './stats.js' */

/** @param {number} n */
const whole = (n) => Math.round(n).toLocaleString('en-US');

/** Three digits that matter. @param {number} n */
const short = (n) => n >= 100 ? whole(n) : n.toPrecision(3);

/** @param {Spread} of */
const range = ({ median, low, high }) => `${short(median)} (${short(low)}-${short(high)})`;

/**
 * @param {string[]} head
 * @param {string[][]} lines
 */
function table(head, lines) {
    const rule = head.map((_, i) => i === 0 ? '---' : '---:');
    return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {Summary[]} summaries */
function sizes(summaries) {
    const [first] = summaries;
    return table(['bytes', 'plain', 'gzip -9', 'brotli -11', `${first.title} / this`],
        summaries.map(({ title, bytes }) => [title, whole(bytes.plain), whole(bytes.gzip), bytes.brotli === null ? '-' : whole(bytes.brotli),
            short(first.bytes.plain / bytes.plain)]));
}

/**
 * @param {Summary[]} summaries
 * @param {'cpu' | 'wall'} clock
 */
function times(summaries, clock) {
    const head = [`${clock === 'cpu' ? 'CPU' : 'wall'} ms`,
        ...OPERATION_NAMES.flatMap((name) => [name, 'ratio'])];
    return table(head, summaries.map(({ title, operations }) => [title, ...OPERATION_NAMES.flatMap((name) => {
        if (!operations[name]) return ['-', '-'];
        const { spent, ratio } = operations[name][clock];
        return [range(spent), range(ratio)];
    })]));
}

/** @param {Summary[]} summaries */
function memory(summaries) {
    const first = summaries[0].memory;
    /** @param {number | null} n */
    const known = (n) => n === null ? 'unknown' : whole(n);
    return table(
        ['memory, bytes', 'columns retained', 'ratio', 'columns allocated', 'rows retained', 'ratio',
            'rows allocated', 'kept for the next call'],
        summaries.map(({ title, memory: { columns, rows, held } }) => [
            title, whole(columns.retained), short(first.columns.retained / columns.retained),
            known(columns.allocated), whole(rows.retained), short(first.rows.retained / rows.retained),
            known(rows.allocated), whole(held),
        ]));
}

/** @param {Summary[]} summaries */
function others(summaries) {
    return table(
        ['encode, CPU ms', 'encode', 'ratio', 'reader, bytes minified', 'gzip -9', 'cold start, wall ms: import',
            'and columns', 'and rows'],
        summaries.map(({ title, encode: { cpu }, reader, cold }) => [
            title, range(cpu.spent), range(cpu.ratio), whole(reader.plain), whole(reader.gzip),
            range(cold.open), range(cold.columns), range(cold.rows),
        ]));
}

/** @param {readonly Refusal[]} refusals */
function refused(refusals) {
    if (!refusals.length) return '';
    return table(['cannot hold this set', 'because'],
        refusals.map(({ title, unsupported }) => [title, unsupported]));
}

/** @type {{ text: string, aim: number, found: (by: Record<string, Summary>) => number }[]} */
const AIMS = [
    {
        text: 'columns, times as fast as named JSON', aim: 40,
        found: ({ 'json-named': json, tcb }) => quotient(json, tcb, 'columns'),
    },
    {
        text: 'columns, times as fast as msgpackr with maps', aim: 10,
        found: ({ 'msgpackr-maps': maps, tcb }) => quotient(maps, tcb, 'columns'),
    },
    {
        text: 'columns, times as fast as msgpackr with records', aim: 10,
        found: ({ 'msgpackr-records': records, tcb }) => quotient(records, tcb, 'columns'),
    },
    {
        text: 'row objects, times as fast as named JSON', aim: 5,
        found: ({ 'json-named': json, tcb }) => quotient(json, tcb, 'rows'),
    },
    {
        text: 'memory retained, times as little as named JSON', aim: 4,
        found: ({ 'json-named': json, tcb }) => json.memory.columns.retained / tcb.memory.columns.retained,
    },
];

/**
 * @param {Summary} slow
 * @param {Summary} fast
 * @param {string} operation
 */
function quotient(slow, fast, operation) {
    return slow.operations[operation].cpu.spent.median / fast.operations[operation].cpu.spent.median;
}

/** @param {Summary[]} summaries */
function aims(summaries) {
    const by = Object.fromEntries(summaries.map((summary) => [summary.system, summary]));
    if (!['json-named', 'msgpackr-maps', 'msgpackr-records', 'tcb'].every((name) => by[name])) return '';
    return table(['aim for .tcb (CPU)', 'aim', 'found', ''], AIMS.map(({ text, aim, found }) => {
        const ratio = found(by);
        return [text, short(aim), short(ratio), ratio >= aim ? 'met' : 'missed'];
    }));
}

/**
 * @param {Summary[]} summaries
 * @param {{ processes: number, runs: number, withAims: boolean, refusals?: Refusal[] }} how
 */
export function report(summaries, { processes, runs, withAims, refusals = [] }) {
    const sets = [...new Set(summaries.map(({ set }) => set))];
    return sets.map((set) => {
        const own = summaries.filter((summary) => summary.set === set);
        const [{ title, rows, values }] = own;
        return [
            `## ${set}: ${whole(rows)} rows, ${whole(values)} values`,
            `Median of ${processes} processes' medians of ${runs} runs, with the lowest and the highest process; ` +
                `ratio: ${title} in the same round over this.`,
            sizes(own), times(own, 'cpu'), times(own, 'wall'), memory(own), others(own),
            refused(refusals.filter((refusal) => refusal.set === set)), withAims ? aims(own) : '',
        ].filter(Boolean).join('\n\n');
    }).join('\n\n') + '\n';
}
