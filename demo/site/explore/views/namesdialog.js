/**
 * Asking which names are those of an opened file, where nothing tells.
 */

import { h, uniqueId } from '../../ui/dom.js';

/**
 * One choice: a table of a file of names.
 * @template T
 * @typedef {{ words: string, value: T }} Choice
 */

/**
 * @template T
 * @param {string} reason
 * @param {readonly string[]} files
 * @param {readonly Choice<T>[]} choices the same for each file
 * @returns {Promise<(T | undefined)[]>} of each file the choice that was taken for it
 */
export function chooseNames(reason, files, choices) {
    return new Promise((resolve) => {
        const title = uniqueId('title');
        const selects = files.map(() => h('select', null,
            h('option', { value: '' }, 'none of these'),
            choices.map(({ words }, i) => h('option', { value: i }, words))));
        // Of one file and one choice the question is only whether.
        if (files.length === 1 && choices.length === 1) selects[0].value = '0';
        const dialog = h('dialog', {
            class: 'x-dialog', 'aria-labelledby': title,
            onclose: () => {
                const isTaken = dialog.returnValue === 'use';
                dialog.remove();
                resolve(selects.map(({ value }) => (isTaken && value ? choices[Number(value)].value : undefined)));
            },
        }, h('form', { method: 'dialog', class: 'stack' },
            h('h2', { id: title }, 'Whose names are these?'),
            h('p', null, reason),
            files.map((file, i) => h('label', { class: 'field' }, h('bdi', null, file), selects[i])),
            h('div', { class: 'row' },
                h('button', { value: 'use', class: 'primary' }, 'Use these names'),
                h('button', { value: '' }, 'Use none'))));
        document.body.append(dialog);
        dialog.showModal();
    });
}
