/**
 * All about one column.
 */

/**
 * @import { Context } from '../filepanel.js'
 * @import { ColumnFacts, ColumnStats, Parts } from '../types.js'
 */

import { h, replace } from '../../ui/dom.js';
import { integer, share } from '../../ui/format.js';
import { encodingName } from '../encodings.js';
import { showByte } from './faults.js';
import { errorNote } from './parts.js';
import { weightBars } from './weights.js';
import { bytesWords, presenceWords, rangeWords, typeWords, underName } from './words.js';

/** @param {Context} context */
export function makeColumnCard(context) {
    const title = h('h3', { tabindex: -1 });
    const facts = h('dl', { class: 'x-facts' });
    const sections = h('div', { class: 'stack' });
    const costs = h('div', { class: 'stack' });
    const actions = h('div', { class: 'row' });
    const element = h('section', { class: 'card stack x-column-card', hidden: true, 'aria-label': 'Chosen column' },
        h('div', { class: 'row' }, title, actions), facts, sections, costs);
    let turn = 0;

    /**
     * @param {ColumnFacts} column
     * @param {{ parts: () => Promise<Parts>, stats: () => Promise<ColumnStats> }} ask
     */
    async function show(column, ask) {
        const mine = ++turn;
        const isMine = () => mine === turn;
        const { tag, name, path, encoding, offset, byteLength, fault, schemaFault, state } = column;
        element.hidden = false;
        replace(title, 'Column ', h('bdi', null, name));
        replace(actions,
            state !== 'missing' && h('button', { type: 'button', onclick: () => context.goToByte(offset) }, 'Show its bytes'),
            h('button', { type: 'button', onclick: () => context.goToRow(0, tag) }, 'Show its rows'),
            h('button', {
                type: 'button', class: 'plain', onclick: () => {
                    turn++;
                    element.hidden = true;
                },
            }, 'Hide'));
        /** @type {[string, string][]} */
        const known = [
            ['tag', String(tag)], ['type', typeWords(column)],
            ...path.length > 1 ? [/** @type {[string, string]} */ (['path', path.join(' › ')])] : [],
            ['encoding', encodingName(encoding)], ['bytes', `${bytesWords(column)}, from byte ${integer(offset)}`],
        ];
        const draw = () => replace(facts, known.map(([term, text]) => h('div', null, h('dt', null, term), h('dd', { dir: 'auto' }, text))));
        draw();
        replace(sections, fault && errorNote(new Error(underName(fault.message, name))), schemaFault && errorNote(new Error(schemaFault)));
        replace(costs);
        if (state === 'missing') return;
        replace(costs, h('p', { class: 'muted small' }, 'Reading…'));
        const told = ask.parts().then((parts) => {
            if (!isMine()) return;
            known[path.length > 1 ? 3 : 2][1] = parts.text + (parts.bitmaps.length ? `; bitmaps ${parts.bitmaps.join(', ')}` : '');
            draw();
            sections.append(sectionBars(context, column, parts));
        });
        try {
            await told;
            if (fault) {
                if (isMine()) replace(costs);
                return;
            }
            const stats = await ask.stats();
            if (!isMine()) return;
            known.push(['distinct', stats.distinct === null ? 'not counted' : integer(stats.distinct)],
                ['range', rangeWords(stats)], ['present', presenceWords(stats)]);
            if (stats.elements !== null) known.push(['elements', integer(stats.elements)]);
            draw();
            const weights = await context.ask('weigh', { tag });
            if (isMine()) replace(costs, weightBars(weights, encodingName(encoding), byteLength));
        } catch (error) {
            if (!isMine()) return;
            const { details } = /** @type {any} */ (error);
            replace(costs, errorNote(new Error(underName(/** @type {Error} */ (error).message, name)),
                details?.offset === undefined ? null : showByte(context, details.offset)));
            if (!fault) await context.refresh();
        }
    }

    return {
        element, show,
        focus() {
            title.focus({ preventScroll: true });
            element.scrollIntoView({ block: 'nearest' });
        },
    };
}

/**
 * @param {Context} context
 * @param {ColumnFacts} column
 * @param {Parts} parts
 */
function sectionBars(context, { byteLength, name: column, state }, { sections, entries, fault }) {
    return h('div', { class: 'stack' },
        h('h4', null, 'Parts of its block'),
        h('ul', { class: 'x-sections' }, sections.map(({ name, start, end }) => h('li', null,
            h('button', { type: 'button', class: 'x-link', onclick: () => context.goToByte(start) }, name),
            h('span', { class: 'x-meter', data: { section: name } }, h('span', { style: { '--share': String((end - start) / Math.max(1, byteLength)) } })),
            h('span', { class: 'number small' }, `${integer(end - start)} bytes, ${share((end - start) / Math.max(1, byteLength))}`),
            name === 'entries' && entries !== null ? h('span', { class: 'muted small' }, `${integer(entries)} entries`) : null))),
        fault && state === 'whole' ? errorNote(new Error(underName(fault.message, column)),
            fault.offset === undefined ? null : showByte(context, fault.offset)) : null);
}
