/**
 * The keys of a sealed file. They go to the page's own worker and nowhere else, and are not kept.
 */

import { h, replace, uniqueId } from '../../ui/dom.js';
import { errorNote } from './parts.js';

/**
 * @param {object} options
 * @param {boolean} options.verifyOnly the file is not encrypted
 * @param {boolean} options.signed
 * @param {(keys: { encryptionKey: string, macKey: string }) => Promise<void>} options.onKeys
 * @param {(() => void) | null} options.onCancel
 */
export function keyForm({ verifyOnly, signed, onKeys, onCancel }) {
    const title = uniqueId('title'), hint = uniqueId('hint');
    const field = () => h('input', {
        type: 'password', autocomplete: 'off', spellcheck: 'false', class: 'mono x-key', 'aria-describedby': hint, maxlength: 64,
    });
    const encryptionKey = field(), macKey = field();
    const fault = h('div');
    const seen = h('input', {
        type: 'checkbox',
        onchange: () => {
            for (const input of [encryptionKey, macKey]) input.type = seen.checked ? 'text' : 'password';
        },
    });
    return h('form', {
        class: 'card stack x-keys', 'aria-labelledby': title,
        async onsubmit(/** @type {SubmitEvent} */ event) {
            event.preventDefault();
            replace(fault);
            try {
                await onKeys({ encryptionKey: encryptionKey.value.trim(), macKey: macKey.value.trim() });
            } catch (error) {
                replace(fault, errorNote(error));
            }
        },
    },
    h('h3', { id: title }, verifyOnly ? 'Verify the file' : 'The file is encrypted'),
    h('p', { id: hint, class: 'muted small' }, 'A key has 64 hexadecimal digits. It never leaves this page.'),
    h('div', { class: 'row' },
        verifyOnly ? null : h('label', { class: 'field' }, 'Encryption key', encryptionKey),
        h('label', { class: 'field' }, signed && !verifyOnly ? 'MAC key (to verify; may be left out)' : 'MAC key', macKey)),
    h('label', { class: 'check' }, seen, 'Show what is typed'),
    fault,
    h('div', { class: 'row' },
        h('button', { type: 'submit', class: 'primary' }, verifyOnly ? 'Verify' : 'Open'),
        onCancel && h('button', { type: 'button', onclick: onCancel }, 'Cancel')));
}
