/**
 * What a file is made of: its header, and each column with its types, encodings, bytes and values.
 */

/**
 * @import { Context, View } from '../filepanel.js'
 * @import { ColumnFacts, ColumnStats, Parts } from '../types.js'
 */

import { h, replace } from '../../ui/dom.js';
import { byteSize, integer, share } from '../../ui/format.js';
import { FAMILIES, encodingName } from '../encodings.js';
import { makeColumnCard } from './columncard.js';
import { hexOffset, makeProgress } from './parts.js';
import { drawTreemap } from './treemap.js';
import { makeWeights } from './weights.js';
import { bytesWords, presenceWords, rangeWords, sizeAsTold, stateWords, typeWords } from './words.js';

/** Up to this many values, and bytes, all columns are read without being asked for. */
const READ_AT_ONCE = 3_000_000, BYTES_AT_ONCE = 8_000_000;

/** @type {[string, boolean][]} */
const HEADS = [['Column', false], ['Bytes', true], ['Share', true], ['Type', false], ['Encoding', false], ['Distinct', true], ['Present', true], ['Range', false]];

/**
 * @param {Context} context
 * @returns {View & { select: (tag: number, scroll?: boolean) => void }}
 */
export function makeStructureView(context) {
    /** @type {Map<number, ColumnStats>} */
    const stats = new Map();
    /** @type {Map<number, Parts>} */
    const parts = new Map();
    /** @type {Map<number, HTMLTableRowElement>} */
    const lines = new Map();
    let selected = 0, begun = false, order = 'file', names = context.facts.names;

    const progress = makeProgress();
    const map = h('div', { class: 'x-treemap' });
    const body = h('tbody');
    const readAll = h('button', { type: 'button', onclick: () => readValues(true) }, 'Read the values of all columns');
    const card = makeColumnCard(context);
    const weights = makeWeights(context, (tag) => select(tag, true));
    const table = h('table', { class: 'data x-columns' },
        h('caption', { class: 'visually-hidden' }, 'Columns'),
        h('thead', null, h('tr', null, HEADS.map(([text, isNumber]) => h('th', { scope: 'col', class: isNumber ? 'number' : null }, text)))),
        body);
    const sorted = h('select', {
        onchange: () => {
            order = sorted.value;
            drawTable();
        },
    }, h('option', { value: 'file' }, 'as in the file'), h('option', { value: 'bytes' }, 'largest first'));

    const hasColumns = context.facts.columns.length > 0;
    const element = h('div', { class: 'stack x-structure' },
        hasColumns ? h('section', { class: 'card stack' },
            h('h3', null, 'Where the bytes are'), map,
            h('ul', { class: 'x-legend', 'aria-label': 'Colours' }, Object.entries(FAMILIES).map(([family, words]) =>
                h('li', null, h('span', { class: 'x-swatch', data: { family }, 'aria-hidden': 'true' }), words)))) : null,
        hasColumns ? h('section', { class: 'card stack' },
            h('div', { class: 'row' }, h('h3', null, 'Columns'),
                h('label', { class: 'check small' }, 'Order', sorted), readAll),
            progress.element,
            h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Table of columns' }, table)) : null,
        card.element,
        hasColumns ? weights.element : null,
        headerCard(context));

    function drawTable() {
        const { columns } = context.facts;
        const size = sizeAsTold(context.facts);
        const shown = order === 'file' ? columns : [...columns].sort((a, b) => b.byteLength - a.byteLength);
        const largest = Math.max(1, ...columns.map(({ byteLength }) => byteLength));
        replace(body, shown.map((column) => {
            const line = columnLine(column, size, largest);
            lines.set(column.tag, line);
            return line;
        }));
        for (const column of columns) fill(column);
        drawTreemap(map, context.facts, selected, (tag) => (tag ? select(tag, true) : context.goToByte(0)));
    }

    /**
     * @param {ColumnFacts} column
     * @param {number | null} size
     * @param {number} largest
     */
    function columnLine(column, size, largest) {
        const { tag, name, encoding, byteLength, fault } = column;
        const bar = h('span', { class: 'x-bar', style: { '--share': String(byteLength / largest) } });
        return h('tr', { data: { tag, ...fault && { fault: '' } } },
            h('th', { scope: 'row' },
                h('button', { type: 'button', class: 'x-link', 'aria-expanded': 'false', onclick: () => select(tag, true) }, h('bdi', null, name)),
                h('span', { class: 'muted small' }, ` tag ${tag}`)),
            h('td', { class: 'number' }, bytesWords(column)),
            h('td', { class: 'number x-share' }, bar, size === null ? '' : share(byteLength / size)),
            h('td', null, typeWords(column)),
            h('td', { class: 'mono small', data: { cell: 'encoding' } }, encodingName(encoding)),
            h('td', { class: 'number', data: { cell: 'distinct' } }, '·'),
            h('td', { class: 'number', data: { cell: 'present' } }, '·'),
            h('td', { data: { cell: 'range' }, class: 'x-range' }, '·'));
    }

    /** @param {ColumnFacts} column */
    function fill(column) {
        const { tag, fault } = column;
        const line = lines.get(tag);
        if (!line) return;
        /** @param {string} name @param {string} text */
        const put = (name, text) => {
            const cell = /** @type {HTMLElement} */ (line.querySelector(`[data-cell="${name}"]`));
            cell.textContent = text;
            if (name === 'range') cell.title = text;
        };
        const known = parts.get(tag), found = stats.get(tag);
        if (known) put('encoding', known.text);
        if (found) {
            put('distinct', found.distinct === null ? '' : integer(found.distinct));
            put('range', rangeWords(found));
            put('present', presenceWords(found));
        } else if (fault) {
            for (const name of ['distinct', 'present']) put(name, '');
            put('range', stateWords(column));
        }
        if (fault || known?.fault) line.dataset.fault = '';
        line.dataset.selected = String(tag === selected);
        line.querySelector('button')?.setAttribute('aria-expanded', String(tag === selected));
    }

    /**
     * @param {number} tag
     * @param {boolean} [scroll]
     */
    function select(tag, scroll = false) {
        selected = tag;
        for (const column of context.facts.columns) fill(column);
        for (const box of map.querySelectorAll('button')) box.setAttribute('aria-pressed', String(box.dataset.tag === String(tag)));
        const column = context.facts.columns.find((one) => one.tag === tag);
        if (!column) return;
        card.show(column, {
            parts: async () => {
                const found = await context.ask('parts', { tag, whole: true });
                parts.set(tag, found);
                fill(column);
                return found;
            },
            stats: () => readColumn(column),
        });
        if (scroll) card.focus();
    }

    /**
     * @param {ColumnFacts} column
     * @param {AbortSignal} [signal]
     */
    async function readColumn(column, signal) {
        const known = stats.get(column.tag);
        if (known) return known;
        const found = await context.ask('stats', { tag: column.tag }, { signal });
        stats.set(column.tag, found);
        fill(column);
        return found;
    }

    /** @param {boolean} all */
    async function readValues(all) {
        const { columns, rowCount, size } = context.facts;
        for (const { tag, state } of columns) {
            if (parts.has(tag) || state === 'missing') continue;
            parts.set(tag, await context.ask('parts', { tag, whole: false }));
            fill(/** @type {ColumnFacts} */ (columns.find((column) => column.tag === tag)));
        }
        if (!all && (rowCount * columns.length > READ_AT_ONCE || size > BYTES_AT_ONCE)) return;
        readAll.hidden = true;
        let faults = 0;
        const done = await progress.run('Reading the values…', async (signal, onProgress) => {
            for (const [i, column] of columns.entries()) {
                try {
                    await readColumn(column, signal);
                } catch (error) {
                    if (signal.aborted) throw error;
                    faults++;
                }
                onProgress((i + 1) / columns.length);
            }
            return true;
        });
        readAll.hidden = done === true;
        if (faults) await context.refresh();
    }

    drawTable();
    return {
        element, select,
        shown() {
            if (begun || !hasColumns) return;
            begun = true;
            readValues(false).catch(() => {}); // the panel is gone
        },
        update() {
            if (!hasColumns) return;
            // Other names may bring other types, and with them other words for the same values.
            if (names !== context.facts.names) stats.clear();
            names = context.facts.names;
            drawTable();
            if (begun && !context.facts.columns.some(({ fault }) => fault)) readValues(false).catch(() => {});
        },
        destroy: () => progress.abort(),
    };
}

/** @param {Context} context */
function headerCard({ facts, goToByte }) {
    const { fields, columns, size } = facts;
    const end = columns[0]?.offset ?? fields.at(-1)?.end ?? 0;
    return h('details', { class: 'card x-header', open: columns.length === 0 },
        h('summary', null, h('h3', null, 'Header and descriptors'), h('span', { class: 'muted small' }, ` ${integer(Math.min(end, size))} bytes`)),
        h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Fields of the header' },
            h('table', { class: 'data' },
                h('thead', null, h('tr', null, ['Byte', 'Field', 'Value'].map((text) => h('th', { scope: 'col' }, text)))),
                h('tbody', null, fields.map(({ start, label, value }) => h('tr', null,
                    h('td', null, h('button', { type: 'button', class: 'x-link mono', onclick: () => goToByte(start) }, hexOffset(start))),
                    h('td', null, label), h('td', { class: 'mono' }, value)))))),
        fields.length === 0 ? h('p', { class: 'muted' }, `There are none: the file has ${byteSize(size)}.`) : null);
}
