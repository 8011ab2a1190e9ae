/**
 * What columns would cost under each encoding.
 */

/** @import { Context } from '../filepanel.js' */

import { h, replace } from '../../ui/dom.js';
import { integer } from '../../ui/format.js';
import { encodingName } from '../encodings.js';
import { errorNote, makeProgress } from './parts.js';

/** @typedef {{ candidates: Record<string, number>, elements: Record<string, number> | null }} Weights */

/**
 * @param {Weights} weights
 * @param {string} chosen
 * @param {number} actual
 */
export function weightBars({ candidates, elements }, chosen, actual) {
    return h('div', { class: 'stack' },
        h('h4', null, 'What each encoding would cost'),
        bars(candidates, chosen, actual),
        elements && Object.keys(elements).length > 0 ? [h('h4', null, 'Its elements alone, under ARRAY'), bars(elements, '', 0)] : null);
}

/**
 * @param {Record<string, number>} candidates
 * @param {string} chosen
 * @param {number} actual
 */
function bars(candidates, chosen, actual) {
    const sizes = Object.values(candidates);
    const largest = Math.max(1, ...sizes), least = Math.min(...sizes);
    return h('ul', { class: 'x-weights' }, Object.entries(candidates).map(([name, size]) => {
        const notes = [size === least ? 'smallest' : '', name === chosen ? `in the file: ${integer(actual)}` : ''].filter(Boolean);
        return h('li', { data: { chosen: String(name === chosen) } },
            h('span', { class: 'mono small' }, name),
            h('span', { class: 'x-meter' }, h('span', { style: { '--share': String(size / largest) } })),
            h('span', { class: 'number small' }, `${integer(size)} bytes`),
            h('span', { class: 'muted small' }, notes.join(', ')));
    }));
}

/**
 * A table of all columns and all encodings.
 * @param {Context} context
 * @param {(tag: number) => void} onChoose
 */
export function makeWeights(context, onChoose) {
    const progress = makeProgress();
    const place = h('div', { class: 'stack' });
    const button = h('button', { type: 'button', onclick: weighAll }, 'Weigh all columns');
    const element = h('section', { class: 'card stack' },
        h('div', { class: 'row' }, h('h3', null, 'Every encoding of every column'), button),
        h('p', { class: 'muted small' }, 'What each column would take under every encoding that can hold it.'),
        progress.element, place);

    async function weighAll() {
        const { columns } = context.facts;
        /** @type {Map<number, Weights | unknown>} */
        const found = new Map();
        const done = await progress.run('Weighing…', async (signal, onProgress) => {
            for (const [i, { tag }] of columns.entries()) {
                try {
                    found.set(tag, await context.ask('weigh', { tag }, { signal }));
                } catch (error) {
                    found.set(tag, error);
                }
                signal.throwIfAborted();
                onProgress((i + 1) / columns.length);
            }
            return true;
        });
        if (!done) return;
        const weights = /** @type {Map<number, Weights>} */ (found);
        const names = [...Array(14).keys()].map(encodingName)
            .filter((name) => [...weights.values()].some((one) => one.candidates && name in one.candidates));
        if (names.length === 0) {
            replace(place, errorNote(new Error('No column could be weighed.')));
            return;
        }
        replace(place, h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Bytes by column and encoding' },
            h('table', { class: 'data x-matrix' },
                h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Column'),
                    names.map((name) => h('th', { scope: 'col', class: 'number mono' }, name)))),
                h('tbody', null, columns.map(({ tag, name, encoding }) => {
                    const candidates = weights.get(tag)?.candidates ?? {};
                    const least = Math.min(...Object.values(candidates));
                    return h('tr', null,
                        h('th', { scope: 'row' }, h('button', { type: 'button', class: 'x-link', onclick: () => onChoose(tag) }, h('bdi', null, name))),
                        names.map((one) => h('td', {
                            class: 'number', data: { least: String(candidates[one] === least), chosen: String(one === encodingName(encoding)) },
                        }, candidates[one] === undefined ? '' : integer(candidates[one]), one === encodingName(encoding) ? ' ✓' : '')));
                })))), h('p', { class: 'muted small' }, '✓ is what the file has; the smallest is in bold.'));
    }

    return { element };
}
