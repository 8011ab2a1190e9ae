/**
 * A place to drop files on, with a button that picks them.
 */

import { h, uniqueId } from './dom.js';

/**
 * @param {object} options
 * @param {string} options.label what the button says
 * @param {string} options.hint what may be dropped
 * @param {string} [options.accept] as of `<input type="file">`
 * @param {boolean} [options.multiple]
 * @param {(files: File[]) => void} options.onFiles
 * @returns {HTMLElement}
 */
export function fileDrop({ label, hint, accept, multiple = false, onFiles }) {
    const hintId = uniqueId('drop-hint');
    /** @param {FileList | null | undefined} list */
    const give = (list) => {
        const files = [...list ?? []];
        if (files.length) onFiles(multiple ? files : files.slice(0, 1));
    };
    const input = h('input', {
        type: 'file', class: 'visually-hidden', accept, multiple, tabindex: -1, 'aria-hidden': 'true',
        onchange: () => {
            give(input.files);
            input.value = ''; // the same file may be picked again
        },
    });
    const place = h('div', {
        class: 'drop',
        ondragover: (/** @type {DragEvent} */ event) => {
            if (!event.dataTransfer?.types.includes('Files')) return;
            event.preventDefault();
            place.dataset.over = '';
        },
        ondragleave: () => delete place.dataset.over,
        ondrop: (/** @type {DragEvent} */ event) => {
            event.preventDefault();
            delete place.dataset.over;
            give(event.dataTransfer?.files);
        },
    },
    h('button', { type: 'button', 'aria-describedby': hintId, onclick: () => input.click() }, label),
    input,
    h('span', { id: hintId, class: 'muted small' }, hint));
    return place;
}
