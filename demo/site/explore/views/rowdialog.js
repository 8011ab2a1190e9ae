/**
 * One row, whole: its records and arrays as they are nested.
 */

/** @import { Context } from '../filepanel.js' */

import { h, replace, uniqueId } from '../../ui/dom.js';
import { integer } from '../../ui/format.js';
import { copyText, errorNote } from './parts.js';

/**
 * @param {Context} context
 * @param {() => number[]} tags
 * @param {() => number} count rows that are seen
 */
export function makeRowDialog(context, tags, count) {
    const id = uniqueId('row');
    const title = h('h2', { id });
    const text = h('pre', { class: 'x-json', tabindex: 0, dir: 'auto' });
    const fault = h('div');
    const before = h('button', { type: 'button', onclick: () => show(at - 1) }, 'Previous row');
    const after = h('button', { type: 'button', onclick: () => show(at + 1) }, 'Next row');
    let at = 0;
    const dialog = h('dialog', { class: 'x-dialog x-row-dialog', 'aria-labelledby': id },
        h('div', { class: 'stack' }, title, fault, text,
            h('form', { method: 'dialog', class: 'row' }, before, after,
                h('button', { type: 'button', onclick: () => copyText(text.textContent ?? '') }, 'Copy'),
                h('button', { class: 'primary' }, 'Close'))));

    /** @param {number} row */
    async function show(row) {
        at = row;
        before.disabled = row <= 0;
        after.disabled = row >= count() - 1;
        replace(fault);
        try {
            const found = await context.ask('row', { at: row, tags: tags() });
            if (row !== at) return;
            replace(title, `Row ${integer(found.row)}`);
            text.textContent = JSON.stringify(found.value, null, 2);
        } catch (error) {
            replace(fault, errorNote(error));
        }
    }

    return {
        /** @param {number} row */
        async open(row) {
            if (!dialog.isConnected) document.body.append(dialog);
            await show(row);
            if (!dialog.open) dialog.showModal();
        },
        destroy: () => dialog.remove(),
    };
}
