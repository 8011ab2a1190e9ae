/**
 * Asking which table of a file of names an opened file is.
 */

import { h, uniqueId } from '../ui/dom.js';

/**
 * @param {string} file
 * @param {string} source
 * @param {readonly string[]} tables
 * @returns {Promise<string | undefined>} undefined where none was chosen
 */
export function chooseTable(file, source, tables) {
    return new Promise((resolve) => {
        const title = uniqueId('title');
        const select = h('select', null, tables.map((table) => h('option', { value: table }, table)));
        const dialog = h('dialog', {
            class: 'x-dialog', 'aria-labelledby': title,
            onclose: () => {
                dialog.remove();
                resolve(dialog.returnValue === 'use' ? select.value : undefined);
            },
        }, h('form', { method: 'dialog', class: 'stack' },
            h('h2', { id: title }, 'Which table is it?'),
            h('p', null, `${source} has no table named as the file ${file}.`),
            h('label', { class: 'field' }, 'Table', select),
            h('div', { class: 'row' },
                h('button', { value: 'use', class: 'primary' }, 'Use its names'),
                h('button', { value: '' }, 'None'))));
        document.body.append(dialog);
        dialog.showModal();
    });
}
