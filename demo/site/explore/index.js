/**
 * The explorer: opens .tcb files in the page and shows their structure, their bytes and their rows.
 */

import './explore.css';
import { h, replace } from '../ui/dom.js';
import { startWorker } from './client.js';
import { isDamaged, makeFilePanel } from './filepanel.js';
import { about, makeNaming, tellsNames } from './names.js';
import { errorNote } from './views/parts.js';

/**
 * @typedef {object} ExploreOptions
 * @property {URLSearchParams} params `file`: addresses of files to open, `view` and `at` of the first
 * @property {File | readonly File[] | null} [openFile] files to open at once
 * @property {(params: URLSearchParams) => void} [remember]
 */

/**
 * @param {HTMLElement} container
 * @param {ExploreOptions} options
 */
export function mountExplore(container, { params, openFile = null }) {
    const client = startWorker();
    /** @type {Map<number, ReturnType<typeof makeFilePanel>>} */
    const panels = new Map();
    let lastId = 0, current = 0, namesFor = 0, destroyed = false;

    const picker = h('input', {
        type: 'file', class: 'visually-hidden', multiple: true, tabindex: -1, 'aria-hidden': 'true', accept: '.tcb,.gz,.json,.ts,application/json',
        onchange: () => {
            openAll([...picker.files ?? []]);
            picker.value = '';
        },
    });
    const list = h('div', { class: 'row x-files', role: 'group', 'aria-label': 'Opened files' });
    const notes = h('div', { class: 'stack' });
    const place = h('div', { class: 'x-place' });
    const intro = h('div', { class: 'x-intro' },
        h('h1', null, 'Look inside a .tcb file'),
        h('p', { class: 'muted' }, 'Its structure, every byte, every row. Nothing is uploaded: files are read in this page.'));
    const drop = h('div', { class: 'drop x-drop' },
        h('div', { class: 'row' },
            h('button', { type: 'button', class: 'primary', onclick: () => picker.click() }, 'Open files…'),
            h('button', { type: 'button', onclick: openSample }, 'Open a sample')),
        h('p', { class: 'muted small' }, 'or drop .tcb files here, and a schema, its .d.ts or a baseline for the names of their columns'),
        picker);
    const root = h('div', {
        class: 'stack x-explore', data: { open: 'false' },
        ondragover: (/** @type {DragEvent} */ event) => {
            if (!event.dataTransfer?.types.includes('Files')) return;
            event.preventDefault();
            drop.dataset.over = '';
        },
        ondragleave: (/** @type {DragEvent} */ event) => {
            if (!root.contains(/** @type {Node | null} */ (event.relatedTarget))) delete drop.dataset.over;
        },
        ondrop: (/** @type {DragEvent} */ event) => {
            event.preventDefault();
            delete drop.dataset.over;
            openAll([...event.dataTransfer?.files ?? []]);
        },
    }, intro, drop, notes, list, place);
    replace(container, root);

    /** @param {unknown} error */
    function fail(error) {
        const note = errorNote(error, h('button', { type: 'button', onclick: () => note.remove() }, 'Dismiss'));
        notes.append(note);
    }

    /** @param {string} words */
    function tell(words) {
        const note = h('p', { class: 'note', role: 'status' }, words);
        notes.append(note);
        setTimeout(() => note.remove(), 8000);
    }

    const naming = makeNaming(client, panels, { fail, tell });

    /** @param {readonly File[]} files */
    async function openAll(files) {
        const opened = [];
        for (const file of files.filter((one) => !tellsNames(one))) {
            try {
                opened.push(await open(file.name, file));
            } catch (error) {
                fail(error);
            }
        }
        await naming.settle(opened, files.filter(tellsNames));
    }

    /**
     * @param {string} name
     * @param {Blob | ArrayBuffer} source
     */
    async function open(name, source) {
        const id = ++lastId;
        const busy = h('p', { role: 'status', class: 'muted' }, `Opening ${name}…`);
        notes.append(busy);
        try {
            const facts = await client.ask('open', { id, name, source }, { transfer: source instanceof ArrayBuffer ? [source] : [] });
            if (destroyed) return id;
            const panel = makeFilePanel(client, facts, { onNames: () => pickNames(id), onClose: () => close(id), onChange: drawList });
            panels.set(id, panel);
            show(id);
            return id;
        } catch (error) {
            throw about(name, error);
        } finally {
            busy.remove();
        }
    }

    async function openSample() {
        try {
            const { bytes, schema } = await client.ask('sample', {});
            const id = await open('Wares.tcb', bytes);
            panels.get(id)?.update(await client.ask('names', { id, json: schema, table: null, source: 'the sample’s schema' }));
        } catch (error) {
            fail(error);
        }
    }

    const namesPicker = h('input', {
        type: 'file', class: 'visually-hidden', tabindex: -1, 'aria-hidden': 'true', accept: '.json,.ts,application/json',
        onchange: () => {
            const [file] = namesPicker.files ?? [];
            namesPicker.value = '';
            if (file) naming.name(namesFor, file);
        },
    });
    root.append(namesPicker);

    /** @param {number} id */
    function pickNames(id) {
        namesFor = id;
        namesPicker.click();
    }

    /** @param {number} id */
    function show(id) {
        current = id;
        const panel = panels.get(id);
        replace(place, panel?.element ?? null);
        intro.hidden = panels.size > 0;
        root.dataset.open = String(panels.size > 0);
        drawList();
        panel?.shown();
    }

    /** @param {number} id */
    function close(id) {
        panels.get(id)?.destroy();
        panels.delete(id);
        client.ask('close', { id }).catch(() => {});
        show([...panels.keys()].at(-1) ?? 0);
        /** @type {HTMLElement | null} */ (root.querySelector('button'))?.focus();
    }

    function drawList() {
        list.hidden = panels.size < 2;
        replace(list, [...panels].map(([id, { facts }]) => h('button', {
            type: 'button', 'aria-pressed': String(id === current), onclick: () => show(id),
        }, facts.name, isDamaged(facts) ? h('span', { class: 'x-mark' }, ' damaged') : null)));
    }

    /** @param {string} address */
    async function openAddress(address) {
        const url = new URL(address, document.baseURI);
        if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Error(`expected the address of a file, found ${address}`);
        const response = await fetch(url);
        if (!response.ok) throw new Error(`${address} could not be fetched: the server says ${response.status} ${response.statusText}`);
        await open(decodeURIComponent(url.pathname.split('/').at(-1) || address), await response.arrayBuffer());
    }

    (async () => {
        for (const address of params.getAll('file')) await openAddress(address).catch(fail);
        if (openFile) await openAll(Array.isArray(openFile) ? openFile : [openFile]);
        const view = params.get('view');
        if (view) panels.get(current)?.showView(view);
    })();

    return {
        destroy() {
            destroyed = true;
            for (const panel of panels.values()) panel.destroy();
            client.end();
        },
    };
}
