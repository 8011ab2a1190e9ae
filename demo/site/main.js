/**
 * The frame of both views: which one is shown, and its settings, stand in the address.
 *
 * `#/compare?set=growth&rows=10000` and `#/explore?file=a.tcb`; `?file=` before the `#` opens the
 * explorer too.
 */

/// <reference path="./ui/vite.d.ts" />

import { h, replace } from './ui/dom.js';
import { themeMenu } from './ui/theme.js';

/**
 * @typedef {object} ViewOptions
 * @property {readonly File[] | null} openFile files handed over by the other view
 * @property {URLSearchParams} params the settings in the address
 * @property {(params: URLSearchParams) => void} remember puts settings in the address without a reload
 * @property {(files: readonly File[]) => void} explore shows files in the explorer
 */

/** @typedef {{ destroy(): void }} View */

/** @type {Record<string, { title: string, load: () => Promise<(container: HTMLElement, options: ViewOptions) => View>, }>} */
const VIEWS = {
    compare: {
        title: 'Compare',
        load: async () => (await import('./compare/index.js')).mountCompare,
    },
    explore: {
        title: 'Explore',
        load: async () => (await import('./explore/index.js')).mountExplore,
    },
};

const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.views a'));

/** @type {View | null} */
let view = null;
let shown = '';
/** @type {readonly File[] | null} */
let handedOver = null;
let turn = 0;

/** The view and the settings that the address asks for. */
function address() {
    const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
    const params = new URLSearchParams(query);
    for (const [name, value] of new URLSearchParams(location.search)) {
        if (!params.has(name)) params.append(name, value);
    }
    const fallback = params.has('file') ? 'explore' : 'compare';
    return { name: Object.hasOwn(VIEWS, path) ? path : fallback, params };
}

async function show() {
    const { name, params } = address();
    const mine = ++turn;
    shown = location.hash;
    view?.destroy();
    view = null;
    const openFile = handedOver;
    handedOver = null;
    for (const link of links) {
        if (link.dataset.view === name) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    }
    document.title = `${VIEWS[name].title} · tcb-wasm`;
    try {
        const mount = await VIEWS[name].load();
        if (mine !== turn) return;
        main.replaceChildren();
        view = mount(main, { openFile, params, remember: (kept) => remember(name, kept), explore });
    } catch (error) {
        if (mine !== turn) return;
        replace(main, h('p', { class: 'note error', role: 'alert' },
            `This view could not be shown: ${error instanceof Error ? error.message : String(error)}`));
        throw error;
    }
}

/**
 * @param {string} name
 * @param {URLSearchParams} params
 */
function remember(name, params) {
    const query = params.toString();
    shown = `#/${name}${query && `?${query}`}`;
    history.replaceState(null, '', shown);
}

/** @param {readonly File[]} files */
function explore(files) {
    handedOver = files;
    if (location.hash === '#/explore') show();
    else location.hash = '#/explore';
}

document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault(); // its address is no view
    main.focus();
});
document.querySelector('.page-head')?.append(themeMenu());
window.addEventListener('hashchange', () => {
    if (location.hash !== shown) show();
});
show();

if (import.meta.env.PROD && 'serviceWorker' in navigator && window.isSecureContext) {
    window.addEventListener('load', () => {
        navigator.serviceWorker.register('sw.js', { scope: './' }).catch((/** @type {unknown} */ error) => {
            console.warn(`The page will not open offline: ${error}`);
        });
    });
}
