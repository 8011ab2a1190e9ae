/**
 * Parts that the explorer's views share.
 */

import { h, uniqueId } from '../../ui/dom.js';
import { isAbort } from '../../ui/jobs.js';

/**
 * Tabs with their panels. A panel is filled when it is first shown.
 * @param {string} label
 * @param {readonly { key: string, title: string, panel: HTMLElement }[]} tabs
 * @param {(key: string) => void} onShow
 */
export function makeTabs(label, tabs, onShow) {
    const buttons = tabs.map(({ key, title, panel }) => {
        const id = uniqueId('tab');
        panel.id = uniqueId('panel');
        panel.setAttribute('role', 'tabpanel');
        panel.setAttribute('aria-labelledby', id);
        return h('button', { type: 'button', role: 'tab', id, 'aria-controls': panel.id, data: { key }, onclick: () => show(key) }, title);
    });
    const element = h('div', {
        class: 'tabs', role: 'tablist', 'aria-label': label,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
            const at = buttons.findIndex((button) => button.getAttribute('aria-selected') === 'true');
            const last = buttons.length - 1;
            const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
            if (next === undefined) return;
            event.preventDefault();
            show(tabs[next].key);
            buttons[next].focus();
        },
    }, buttons);

    /** @param {string} wanted */
    function show(wanted) {
        tabs.forEach(({ key, panel }, i) => {
            const shown = key === wanted;
            panel.hidden = !shown;
            buttons[i].setAttribute('aria-selected', String(shown));
            buttons[i].tabIndex = shown ? 0 : -1;
        });
        onShow(wanted);
    }
    return { element, show };
}

/**
 * A place for a long job: what it does, how far it is, and a button that ends it.
 */
export function makeProgress() {
    const text = h('span', { class: 'small' });
    const bar = h('progress', { max: 1, 'aria-label': 'Progress' });
    /** @type {AbortController | null} */
    let controller = null;
    const cancel = h('button', { type: 'button', onclick: () => controller?.abort() }, 'Cancel');
    const element = h('div', { class: 'row x-progress', role: 'status', hidden: true }, text, bar, cancel);

    return {
        element,
        abort: () => controller?.abort(),
        /**
         * @template T
         * @param {string} what
         * @param {(signal: AbortSignal, onProgress: (fraction: number) => void) => Promise<T>} work
         * @returns {Promise<T | undefined>} undefined when it was cancelled
         */
        async run(what, work) {
            controller?.abort();
            const mine = controller = new AbortController();
            text.textContent = what;
            bar.removeAttribute('value');
            // What is done at once needs no notice.
            const notice = setTimeout(() => {
                if (controller === mine) element.hidden = false;
            }, 200);
            try {
                return await work(mine.signal, (fraction) => {
                    bar.value = fraction;
                });
            } catch (error) {
                if (isAbort(error)) return undefined;
                throw error;
            } finally {
                clearTimeout(notice);
                if (controller === mine) {
                    controller = null;
                    element.hidden = true;
                }
            }
        },
    };
}

/**
 * Tells an error, with what can be done about it.
 * @param {unknown} error
 * @param {...import('../../ui/dom.js').OneChild} actions
 */
export function errorNote(error, ...actions) {
    const message = error instanceof Error ? error.message : String(error);
    return h('div', { class: 'note error x-fault', role: 'alert' }, h('p', null, message), actions.length ? h('div', { class: 'row' }, actions) : null);
}

/**
 * Gives a blob to keep under a name.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
    const url = URL.createObjectURL(blob);
    const link = h('a', { href: url, download: name, class: 'visually-hidden' });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {string} text */
export async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // No permission, or not in a secure context: the old way still works there.
        const area = h('textarea', { class: 'visually-hidden', 'aria-hidden': 'true', value: text });
        const focused = /** @type {HTMLElement | null} */ (document.activeElement);
        document.body.append(area);
        area.select();
        document.execCommand('copy');
        area.remove();
        focused?.focus({ preventScroll: true });
    }
}

/** @param {number} offset */
export function hexOffset(offset) {
    return '0x' + offset.toString(16).padStart(8, '0');
}

