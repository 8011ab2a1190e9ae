/**
 * What the byte under the focus or the pointer is.
 */

/**
 * @import { Context } from '../filepanel.js'
 * @import { Field } from '../types.js'
 */

import { h, replace } from '../../ui/dom.js';
import { integer } from '../../ui/format.js';
import { GROUPS, groupOf } from './groups.js';
import { hexOffset } from './parts.js';
import { faultsOf } from './words.js';

/**
 * @param {Context} context
 * @param {{ onStep: (direction: 1 | -1) => void }} hooks
 */
export function makeInspector(context, { onStep }) {
    const facts = h('dl', { class: 'x-facts' });
    const links = h('div', { class: 'row' });
    const spoken = h('p', { class: 'visually-hidden', role: 'status' });
    const element = h('aside', { class: 'card stack x-inspector', 'aria-label': 'The byte' },
        facts, links,
        h('div', { class: 'row' },
            h('button', { type: 'button', onclick: () => onStep(-1) }, 'Previous field'),
            h('button', { type: 'button', onclick: () => onStep(1) }, 'Next field')),
        spoken);

    /**
     * @param {number} offset
     * @param {{ byte: number, field: Field | undefined } | null} found
     * @param {boolean} speak
     */
    function show(offset, found, speak) {
        const field = found?.field;
        const column = context.facts.columns.find(({ tag, offset: start, available }) =>
            (field?.tag === undefined ? offset >= start && offset < start + available : tag === field.tag));
        /** @type {[string, string][]} */
        const known = [['Byte', `${integer(offset)} (${hexOffset(offset)})`]];
        if (found) {
            const { byte } = found;
            known.push(['Holds', `${byte.toString(16).padStart(2, '0')}, ${byte}, ${byte.toString(2).padStart(8, '0')}`]);
            known.push(['Field', field ? field.label : reason(offset)]);
            if (field) {
                known.push(['Says', field.value], ['Kind', GROUPS[groupOf(field.kind)]],
                    ['Bytes', `${integer(field.start)} to ${integer(field.end - 1)}: ${integer(field.end - field.start)}`]);
            }
        }
        if (column) known.push(['Column', column.name]);
        const fault = faultsOf(context.facts).find((one) => one.offset === offset);
        if (fault) known.push(['Error', fault.message]);
        replace(facts, known.map(([term, text]) => h('div', { data: { term: term.toLowerCase() } }, h('dt', null, term), h('dd', { dir: 'auto' }, text))));
        replace(links,
            column && h('button', { type: 'button', onclick: () => context.goToColumn(column.tag) }, 'Show the column'),
            column && field?.unit === 'row' && h('button', {
                type: 'button', onclick: () => context.goToRow(/** @type {number} */ (field.first), column.tag),
            }, `Show row ${integer(/** @type {number} */ (field.first))}`));
        if (speak) {
            spoken.textContent = known.filter(([term]) => ['Byte', 'Field', 'Says', 'Column', 'Error'].includes(term))
                .map(([term, text]) => `${term} ${text}`).join('; ');
        }
    }

    /** @param {number} offset */
    function reason(offset) {
        const { encrypted, isTable, fault } = context.facts;
        if (!isTable) return 'none: this is not a .tcb file';
        if (encrypted) return 'none: it is encrypted';
        return fault?.offset !== undefined && offset >= fault.offset ? 'none: what stands before it is damaged' : 'none';
    }

    return { element, show };
}
