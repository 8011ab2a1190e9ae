/**
 * Controls that both views may use.
 */

import { h, uniqueId } from './dom.js';

/**
 * One of a few values, as radio buttons in a row.
 * @template {string | number} T
 * @param {object} options
 * @param {string} options.legend
 * @param {readonly (readonly [T, string])[]} options.choices values and what they are called
 * @param {T} options.value
 * @param {(value: T) => void} options.onChange
 * @returns {HTMLFieldSetElement}
 */
export function segments({ legend, choices, value, onChange }) {
    const name = uniqueId('choice');
    return h('fieldset', { class: 'choice' },
        h('legend', null, legend),
        h('div', { class: 'segments' }, choices.map(([choice, text]) => h('label', null,
            h('input', {
                type: 'radio', name, value: String(choice), checked: choice === value,
                onchange: () => onChange(choice),
            }),
            h('span', null, text)))));
}

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onChange
 */
export function checkbox(label, checked, onChange) {
    const input = h('input', { type: 'checkbox', checked, onchange: () => onChange(input.checked) });
    return h('label', { class: 'check' }, input, label);
}

/**
 * A button that copies a text and says so.
 * @param {string} label
 * @param {() => string} text
 * @param {(said: string) => void} say where it is announced
 */
export function copyButton(label, text, say) {
    return h('button', {
        type: 'button',
        onclick: async () => {
            try {
                await copyText(text());
                say('Copied.');
            } catch (error) {
                say(`Not copied: ${error instanceof Error ? error.message : error}`);
            }
        },
    }, label);
}

/** @param {string} text */
async function copyText(text) {
    if (navigator.clipboard) {
        await navigator.clipboard.writeText(text);
        return;
    }
    // Without a secure context there is no clipboard API.
    const area = h('textarea', { value: text, class: 'visually-hidden', 'aria-hidden': 'true' });
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (!done) throw new Error('the browser forbids it');
}
