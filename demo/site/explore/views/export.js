/**
 * What is seen, as a file; and the whole file encoded again.
 */

/** @import { Context, View } from '../filepanel.js' */

import { h, replace } from '../../ui/dom.js';
import { byteSize, integer, share } from '../../ui/format.js';
import { encodingName } from '../encodings.js';
import { download, errorNote, makeProgress } from './parts.js';

/** @type {Record<string, { words: string, hint: string, ending: string }>} */
const FORMATS = {
    json: { words: 'JSON', hint: 'rows as objects, records nested, as the exporter writes them', ending: '.json' },
    compact: { words: 'Compact JSON', hint: 'rows as arrays of values, in the order of the columns', ending: '.compact.json' },
    csv: { words: 'CSV', hint: 'a line a row; arrays and the like as JSON', ending: '.csv' },
    tcb: { words: '.tcb', hint: 'the same rows and columns as a file of their own', ending: '.tcb' },
};

/** How encodings may be chosen: there is one way yet. */
const PROFILES = [['compatible', 'compatible: as the exporter chooses']];

/**
 * @param {Context} context
 * @returns {View}
 */
export function makeExportView(context) {
    const what = h('p');
    const progress = makeProgress(), encoding = makeProgress();
    const fault = h('div'), result = h('div', { class: 'stack' });
    const stem = () => context.facts.name.replace(/\.tcb$/i, '');

    const format = h('select', null, Object.entries(FORMATS).map(([key, { words, hint }]) => h('option', { value: key }, `${words}: ${hint}`)));
    const save = h('button', {
        type: 'button', class: 'primary',
        async onclick() {
            replace(fault);
            const chosen = format.value, { words, ending } = FORMATS[chosen];
            try {
                const blob = await progress.run(`Writing ${words}…`, (signal, onProgress) =>
                    context.ask('export', { tags: goodTags(), format: chosen }, { signal, onProgress }));
                if (!blob) return;
                download(blob, stem() + (chosen === 'tcb' ? '.part' : '') + ending);
                replace(fault, h('p', { class: 'note', role: 'status' }, `${words}: ${byteSize(blob.size)} (${integer(blob.size)} bytes)`));
            } catch (error) {
                replace(fault, errorNote(error));
            }
        },
    }, 'Download');
    const profile = h('select', null, PROFILES.map(([key, words]) => h('option', { value: key }, words)));
    const again = h('button', { type: 'button', onclick: encodeAgain }, 'Encode again and compare');
    const element = h('div', { class: 'stack' },
        h('section', { class: 'card stack' }, h('h3', null, 'Export what is seen'), what,
            h('div', { class: 'row' }, h('label', { class: 'field' }, 'Format', format), save), progress.element, fault),
        h('section', { class: 'card stack' }, h('h3', null, 'Encode the file again'),
            h('p', { class: 'muted small' }, 'Every column is decoded and encoded again, and the sizes are compared.'),
            h('div', { class: 'row' }, h('label', { class: 'field' }, 'Profile', profile), again), encoding.element, result));

    function goodTags() {
        const faulty = new Set(context.facts.columns.filter(({ fault: found }) => found).map(({ tag }) => tag));
        return context.shownTags().filter((tag) => !faulty.has(tag));
    }

    async function encodeAgain() {
        const { facts } = context;
        const good = facts.columns.filter(({ fault: found }) => !found);
        try {
            const found = await encoding.run('Encoding…', (signal, onProgress) =>
                context.ask('encode', { tags: good.map(({ tag }) => tag), profile: profile.value }, { signal, onProgress }));
            if (found) drawResult(found);
        } catch (error) {
            replace(result, errorNote(error));
            await context.refresh();
        }
    }

    /** @param {{ columns: { tag: number, before: number, after: number, encodingBefore: number, encodingAfter: number }[], size: number, blob: Blob }} found */
    function drawResult({ columns, size, blob }) {
        const { facts } = context;
        const isWhole = columns.length === facts.columns.length;
        const names = new Map(facts.columns.map(({ tag, name }) => [tag, name]));
        const words = size === facts.size ? 'the same size' : `${integer(Math.abs(size - facts.size))} bytes ${size < facts.size ? 'less' : 'more'} (${share(size / facts.size)})`;
        replace(result,
            h('p', { role: 'status' }, h('strong', null, `${integer(facts.size)} bytes before, ${integer(size)} after: ${words}.`),
                isWhole ? '' : ' Columns that are damaged were left out.'),
            h('div', { class: 'row' }, h('button', { type: 'button', onclick: () => download(blob, `${stem()}.again.tcb`) }, 'Download the new .tcb')),
            h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': 'Sizes before and after' }, h('table', { class: 'data' },
                h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'Column'), h('th', { scope: 'col' }, 'Encoding before'), h('th', { scope: 'col' }, 'after'),
                    ['Bytes before', 'after', 'Difference'].map((text) => h('th', { scope: 'col', class: 'number' }, text)))),
                h('tbody', null, columns.map(({ tag, before, after, encodingBefore, encodingAfter }) => h('tr', null,
                    h('th', { scope: 'row' }, h('bdi', null, names.get(tag))),
                    h('td', { class: 'mono small' }, encodingName(encodingBefore)),
                    h('td', { class: 'mono small' }, encodingBefore === encodingAfter ? 'the same' : encodingName(encodingAfter)),
                    h('td', { class: 'number' }, integer(before)), h('td', { class: 'number' }, integer(after)),
                    h('td', { class: 'number' }, after === before ? '0' : `${after > before ? '+' : '−'}${integer(Math.abs(after - before))}`)))))));
    }

    return {
        element,
        shown() {
            const tags = goodTags();
            save.disabled = tags.length === 0;
            what.textContent = `${integer(context.seenCount())} of ${integer(context.facts.rowCount)} rows and ` +
                `${integer(tags.length)} of ${integer(context.facts.columns.length)} columns, as the rows show them: sorted, filtered, without the hidden columns.`;
        },
        update() {
            this.shown();
        },
        destroy() {
            progress.abort();
            encoding.abort();
        },
    };
}
