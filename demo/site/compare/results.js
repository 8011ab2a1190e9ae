/**
 * What was found out: the headline, the plots, and the table of all figures.
 */

import { copyButton } from '../ui/controls.js';
import { h, replace } from '../ui/dom.js';
import { byteSize, duration, integer, times } from '../ui/format.js';
import { ABOUT, TITLES, loadTime, ratio, shownForms, sizeOf, totalTime } from './model.js';
import { reportJson, reportMarkdown, tableCells, tableHead } from './report.js';

/**
 * @import { Bar, Figure } from './figure.js'
 * @import { FormId } from './form-ids.js'
 * @import { Known } from './model.js'
 */

/** Four large figures: understood before anything else is read. */
export function headline() {
    const tiles = h('div', { class: 'tiles' });
    return {
        element: tiles,
        /** @param {Known} known @param {boolean} running */
        update(known, running) {
            const { sent, net, to } = known.settings;
            const wait = running ? 'measuring…' : 'not measured yet';
            const size = (/** @type {FormId} */ form) => sizeOf(known, form, 'plain');
            const load = (/** @type {'columns' | 'rows'} */ target) => (/** @type {FormId} */ form) =>
                loadTime(known, form, target)?.median;
            const total = (/** @type {FormId} */ form) => totalTime(known, form).total;
            replace(tiles,
                tile(ratio(size), ['fewer bytes', 'more bytes'], against(size, byteSize), wait),
                tile(ratio(load('columns')), ['faster to columns', 'slower to columns'], against(load('columns'), duration), wait),
                tile(ratio(load('rows')), ['faster to rows', 'slower to rows'], against(load('rows'), duration), wait),
                tile(ratio(total), ['sooner there', 'later there'], against(total, duration) +
                    `: as ${sent} at ${integer(net)} Mbit/s, then to ${to}`, wait));
        },
    };
}

/**
 * @param {number | null} value
 * @param {[string, string]} words where `.tcb` is the better, and where it is not
 * @param {string} detail
 * @param {string} wait
 */
function tile(value, [better, worse], detail, wait) {
    const isBetter = value !== null && value >= 1;
    return h('div', { class: 'card tile' },
        h('p', { class: `big${isBetter ? '' : ' muted'}` }, value === null ? '–' : times(isBetter ? value : 1 / value)),
        h('p', null, value === null || isBetter ? better : worse),
        h('p', { class: 'small muted' }, value === null ? wait : detail));
}

/**
 * @param {(form: FormId) => number | null | undefined} value
 * @param {(value: number) => string} write
 */
function against(value, write) {
    const [own, named] = [value('tcb'), value('named')];
    return own && named ? `${write(own)} against ${write(named)} of named JSON` : '';
}

/**
 * All plots.
 * @param {(options: { title: string, about: string, legend?: readonly [string, string] }) => Figure} figure
 * @param {HTMLElement} memoryTool shown with the figures of memory
 */
export function plots(figure, memoryTool) {
    const bytes = {
        plain: figure({ title: 'Plain', about: 'Bytes of the files as they are.' }),
        gzip: figure({ title: 'gzip', about: 'Each file compressed on its own.' }),
        brotli: figure({ title: 'brotli', about: 'Each file compressed on its own.' }),
    };
    const load = {
        columns: figure({ title: 'Bytes to columns', about: 'From the file’s bytes in memory to one array a column, with all texts decoded. Median, and first to third quartile.' }),
        rows: figure({ title: 'Bytes to rows', about: 'From the file’s bytes in memory to an array of objects with named members. Median, and first to third quartile.' }),
    };
    const total = figure({
        title: 'Transfer and load', legend: ['transfer, computed', 'load, measured'],
        about: 'Bytes over the chosen network without latency, then the measured load. Decompressing is not in it.',
    });
    const memory = {
        columns: figure({ title: 'Memory as columns', about: 'Held by a worker after loading, beyond an empty one. .tcb texts count as they are first read.' }),
        rows: figure({ title: 'Memory as rows', about: 'Held by a worker after loading, beyond an empty one.' }),
    };
    const all = [...Object.values(bytes), ...Object.values(load), total, ...Object.values(memory)];
    const memoryGrid = h('div', { class: 'figures two' }, memory.columns.element, memory.rows.element);
    const section = (/** @type {string} */ title, /** @type {any[]} */ ...children) =>
        h('section', { class: 'stack' }, h('h2', null, title), children);
    return {
        elements: [
            section('Size', h('div', { class: 'figures three' }, Object.values(bytes).map(({ element }) => element))),
            section('Load time in this browser', h('div', { class: 'figures two' }, Object.values(load).map(({ element }) => element))),
            section('Time until the data is there', total.element),
            section('Memory', memoryTool, memoryGrid),
        ],
        /** @param {Known} known */
        update(known) {
            const forms = shownForms(known.settings);
            const bars = (/** @type {(form: FormId) => Partial<Bar> & { value: number | null, text: string }} */ make) =>
                forms.map((form) => ({ label: TITLES[form], color: `--form-${form}`, ...make(form) }));
            for (const how of /** @type {const} */ (['plain', 'gzip', 'brotli'])) {
                const found = bars((form) => valueBar(sizeOf(known, form, how), byteSize));
                bytes[how].update(found, how === 'plain' ? '' : compressionNote(known, how));
            }
            for (const to of /** @type {const} */ (['columns', 'rows'])) {
                load[to].update(bars((form) => {
                    const summary = loadTime(known, form, to);
                    return { ...valueBar(summary?.median ?? null, duration), spread: summary && [summary.low, summary.high] };
                }));
            }
            total.update(bars((form) => {
                const { transfer, total: sum } = totalTime(known, form);
                return { ...valueBar(sum ?? transfer, duration), before: transfer ?? undefined };
            }));
            memoryGrid.hidden = !known.memory;
            for (const to of /** @type {const} */ (['columns', 'rows'])) {
                memory[to].update(bars((form) => valueBar(known.memory?.[form]?.[to] ?? null, byteSize)));
            }
        },
        destroy: () => all.forEach((one) => one.destroy()),
    };
}

/**
 * @param {number | null} value
 * @param {(value: number) => string} write
 */
function valueBar(value, write) {
    return value === null || Number.isNaN(value) ? { value: null, text: '–' } : { value, text: write(value) };
}

/**
 * Who compressed, and why a figure is missing.
 * @param {Known} known
 * @param {'gzip' | 'brotli'} how
 */
function compressionNote({ sizesFrom, sizes, verified }, how) {
    if (sizesFrom === 'build') {
        const level = how === 'gzip' ? 'gzip -9' : 'brotli -11';
        if (verified === null) return `Compressed with ${level} when the page was built.`;
        return `Compressed with ${level} when the page was built; the files made here are the same to the byte.`;
    }
    const known = Object.values(sizes);
    if (known.some((size) => size[how] === null)) return `This browser’s CompressionStream has no ${how}.`;
    return 'Compressed here by this browser’s CompressionStream, at its own level.';
}

/**
 * The table of all figures, and what copies it.
 * @param {() => Known} known
 * @param {(said: string) => void} say
 */
export function figuresTable(known, say) {
    const head = h('tr');
    const body = h('tbody');
    const environment = () => ({ userAgent: navigator.userAgent, link: location.href, now: new Date() });
    const element = h('section', { class: 'stack' },
        h('h2', null, 'All figures'),
        h('div', { class: 'card scroll-x', role: 'region', 'aria-label': 'Table of all figures', tabindex: 0 },
            h('table', { class: 'data' },
                h('thead', null, head),
                body)),
        h('div', { class: 'row' },
            copyButton('Copy as Markdown', () => reportMarkdown(known(), environment()), say),
            copyButton('Copy as JSON', () => JSON.stringify(reportJson(known(), environment()), null, 2), say),
            copyButton('Copy link to these settings', () => location.href, say)));
    return {
        element,
        update() {
            const now = known();
            replace(head, tableHead(now).map((name, c) => h('th', { scope: 'col', class: c ? 'number' : null }, name)));
            replace(body, shownForms(now.settings).map((form) => {
                const [name, ...cells] = tableCells(now, form);
                return h('tr', null,
                    h('th', { scope: 'row' }, name, h('span', { class: 'muted small about' }, ABOUT[form])),
                    cells.map((cell) => h('td', { class: 'number' }, cell)));
            }));
        },
    };
}
