/**
 * The figures as text to copy.
 */

import { TITLES, loadTime, shownForms, sizeOf, totalTime } from './model.js';
import { duration, integer } from '../ui/format.js';

/**
 * @import { FormId } from './form-ids.js'
 * @import { Known } from './model.js'
 * @import { Summary } from './stats.js'
 */

/**
 * Everything measured, as data. Times are milliseconds.
 * @param {Known} known
 * @param {{ userAgent: string, link: string, now: Date }} environment
 */
export function reportJson(known, { userAgent, link, now }) {
    const { settings, title, facts, sizesFrom, verified, samples, memory } = known;
    return {
        date: now.toISOString(), userAgent, link, data: { title, ...facts },
        settings, compressedBy: sizesFrom, verified,
        forms: Object.fromEntries(shownForms(settings).map((form) => [form, {
            bytes: Object.fromEntries(['plain', 'gzip', 'brotli'].map((how) =>
                [how, sizeOf(known, form, /** @type {'plain'} */ (how))])),
            load: Object.fromEntries(['columns', 'rows'].map((to) => [to, {
                ...loadTime(known, form, /** @type {'rows'} */ (to)), samples: samples[`${form}/${to}`] ?? [],
            }])),
            network: totalTime(known, form),
            memory: memory?.[form] ?? null,
        }])),
    };
}

/**
 * What `tableCells` tells.
 * @param {Known} known
 */
export function tableHead({ memory }) {
    const always = ['form', 'bytes', 'gzip', 'brotli', 'to columns', 'to rows', 'transfer', 'total'];
    return memory ? [...always, 'memory, columns', 'memory, rows'] : always;
}

/**
 * The cells of the table of all figures; what is not known is a dash.
 * @param {Known} known
 * @param {FormId} form
 */
export function tableCells(known, form) {
    const { transfer, total } = totalTime(known, form);
    const bytes = (/** @type {number | null | undefined} */ value) => (typeof value === 'number' ? integer(value) : '–');
    const time = (/** @type {number | null} */ value) => (value === null ? '–' : duration(value));
    return [
        TITLES[form], bytes(sizeOf(known, form, 'plain')), bytes(sizeOf(known, form, 'gzip')),
        bytes(sizeOf(known, form, 'brotli')), spreadText(loadTime(known, form, 'columns')),
        spreadText(loadTime(known, form, 'rows')), time(transfer), time(total),
        ...known.memory ? [bytes(known.memory[form]?.columns), bytes(known.memory[form]?.rows)] : [],
    ];
}

/** @param {Summary | null} summary */
function spreadText(summary) {
    if (!summary) return '–';
    const { median, low, high } = summary;
    return `${duration(median)} (${duration(low)} – ${duration(high)})`;
}

/**
 * @param {Known} known
 * @param {{ userAgent: string, link: string, now: Date }} environment
 */
export function reportMarkdown(known, { userAgent, link, now }) {
    const { settings, title, facts } = known;
    const forms = shownForms(settings);
    const rounds = Math.max(0, ...Object.values(known.samples).map(({ length }) => length));
    const head = tableHead(known);
    const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
    return [
        `**${title}**${facts ? `: ${integer(facts.rows)} rows, ${integer(facts.tables)} tables` : ''}`,
        '',
        line(head),
        line(head.map((_, c) => (c ? '---:' : '---'))),
        ...forms.map((form) => line(tableCells(known, form))),
        '',
        `Load times: median (quartiles) of ${rounds} rounds, the forms in turn, in a worker, fetch excluded. ` +
        `Transfer: ${settings.sent} at ${settings.net} Mbit/s without latency; total: with the load to ${settings.to}. ` +
        `Compressed by ${known.sizesFrom === 'build' ? 'gzip -9 and brotli -11' : 'the browser'}.`,
        '',
        `${now.toISOString().slice(0, 10)}, ${userAgent}. [The same settings](${link})`,
        '',
    ].join('\n');
}
