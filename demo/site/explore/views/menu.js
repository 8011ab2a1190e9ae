/**
 * A menu of things to do with what it opens at.
 */

import { h } from '../../ui/dom.js';

/**
 * @param {HTMLElement} at
 * @param {string} label
 * @param {readonly [words: string, act: () => unknown][]} items
 */
export function openMenu(at, label, items) {
    let chosen = false;
    const buttons = items.map(([words, act]) => h('button', {
        type: 'button', role: 'menuitem', tabindex: -1, class: 'plain',
        onclick: () => {
            chosen = true;
            close();
            act();
        },
    }, words));
    const menu = h('div', {
        class: 'card x-menu', role: 'menu', 'aria-label': label,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const place = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
            const last = buttons.length - 1;
            const next = { ArrowDown: place === last ? 0 : place + 1, ArrowUp: place <= 0 ? last : place - 1, Home: 0, End: last }[event.key];
            event.stopPropagation();
            if (next !== undefined) {
                event.preventDefault();
                buttons[next].focus();
            } else if (event.key === 'Escape' || event.key === 'Tab') {
                event.preventDefault();
                close();
            }
        },
        onfocusout: (/** @type {FocusEvent} */ event) => {
            if (event.relatedTarget && !menu.contains(/** @type {Node} */ (event.relatedTarget))) close(false);
        },
    }, buttons);

    /** @param {Event} event */
    const onOutside = (event) => {
        if (!menu.contains(/** @type {Node} */ (event.target))) close(false);
    };

    /** @param {boolean} [back] to where it was opened from */
    function close(back = !chosen) {
        if (!menu.isConnected) return;
        document.removeEventListener('pointerdown', onOutside, true);
        menu.remove();
        if (back) at.focus({ preventScroll: true });
    }

    document.body.append(menu);
    const { left, bottom } = at.getBoundingClientRect();
    const { width, height } = menu.getBoundingClientRect();
    menu.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(bottom, innerHeight - height - 4))}px`;
    document.addEventListener('pointerdown', onOutside, true);
    buttons[0].focus();
}
