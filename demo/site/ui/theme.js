/**
 * Light or dark: the system's choice until the reader makes one.
 */

import { h } from './dom.js';

const KEY = 'tcb-theme';
const THEMES = ['auto', 'light', 'dark'];

/** Storage may be forbidden; then a choice lasts as long as the page. */
function stored() {
    try {
        return localStorage.getItem(KEY) ?? 'auto';
    } catch {
        return 'auto';
    }
}

/** @param {string} theme */
function apply(theme) {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    document.dispatchEvent(new CustomEvent('themechange'));
}

/** A menu to choose by. */
export function themeMenu() {
    const chosen = stored();
    apply(chosen);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
        document.dispatchEvent(new CustomEvent('themechange'));
    });
    const menu = h('select', {
        'aria-label': 'Colours',
        id: 'theme',
        onchange: () => {
            apply(menu.value);
            try {
                localStorage.setItem(KEY, menu.value);
            } catch {
                // Forbidden storage changes nothing on this page.
            }
        },
    }, THEMES.map((theme) => h('option', { value: theme, selected: theme === chosen },
        theme === 'auto' ? 'System colours' : theme === 'light' ? 'Light' : 'Dark')));
    return menu;
}

/**
 * Calls back whenever the colours may have changed.
 * @param {() => void} listener
 * @returns {() => void} stops it
 */
export function onThemeChange(listener) {
    document.addEventListener('themechange', listener);
    return () => document.removeEventListener('themechange', listener);
}

/**
 * What a custom property such as `--form-tcb` is now, as a canvas takes it.
 * @param {string} property
 */
export function themeColor(property) {
    const probe = h('span', { style: { color: `var(${property})`, position: 'absolute' } });
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
}
