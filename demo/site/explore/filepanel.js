/**
 * One opened file: what it is, what is wrong with it, and its views.
 */

/**
 * @import { Client } from './client.js'
 * @import { FileFacts } from './types.js'
 */

import { h, replace } from '../ui/dom.js';
import { byteSize, countOf, duration, integer } from '../ui/format.js';
import { keyForm } from './views/keys.js';
import { makeBytesView } from './views/bytes.js';
import { makeExportView } from './views/export.js';
import { makeRowsView } from './views/rows.js';
import { makeStructureView } from './views/structure.js';
import { faultNote } from './views/faults.js';
import { errorNote, makeTabs } from './views/parts.js';
import { foreignWords } from './views/words.js';

/**
 * What a view gets of its file.
 * @typedef {object} Context
 * @property {FileFacts} facts
 * @property {(name: string, argument?: object, options?: Parameters<Client['ask']>[2]) => Promise<any>} ask about this file
 * @property {(offset: number) => void} goToByte
 * @property {(tag: number) => void} goToColumn
 * @property {(row: number, tag?: number) => void} goToRow
 * @property {(tags: number[]) => void} onShown columns that the rows show
 * @property {() => number[]} shownTags
 * @property {(count: number) => void} onCount
 * @property {() => number} seenCount
 * @property {() => void} refresh the facts: a fault may have been found
 */

/**
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {() => void} shown
 * @property {() => void} [update] the facts have changed
 * @property {() => void} [destroy]
 */

/**
 * @param {Client} client
 * @param {FileFacts} given
 * @param {{ onNames: () => void, onClose: () => void, onChange: () => void }} hooks
 */
export function makeFilePanel(client, given, { onNames, onClose, onChange }) {
    const head = h('div', { class: 'x-file-head' });
    const notes = h('div', { class: 'stack' });
    const body = h('div', { class: 'stack x-body' });
    const element = h('section', { class: 'stack x-file', 'aria-label': given.name }, head, notes, body);

    /** @type {Record<string, View>} */
    let views = {};
    /** @type {ReturnType<typeof makeTabs> | null} */
    let tabs = null;
    let shownView = 'structure';
    /** @type {number[]} */
    let tags = [];
    let seen = given.rowCount;

    /** @type {Context} */
    const context = {
        facts: given,
        ask: (name, argument = {}, options) => client.ask(name, { id: given.id, ...argument }, options),
        goToByte(offset) {
            tabs?.show('bytes');
            /** @type {ReturnType<typeof makeBytesView>} */ (views.bytes).goTo(offset);
        },
        goToColumn(tag) {
            tabs?.show('structure');
            /** @type {ReturnType<typeof makeStructureView>} */ (views.structure).select(tag, true);
        },
        goToRow(row, tag) {
            tabs?.show('rows');
            /** @type {ReturnType<typeof makeRowsView>} */ (views.rows).goTo(row, tag);
        },
        onShown: (shown) => {
            tags = shown;
        },
        shownTags: () => tags,
        onCount: (count) => {
            seen = count;
        },
        seenCount: () => seen,
        async refresh() {
            update(await context.ask('facts'));
        },
    };

    /** @param {FileFacts} facts */
    function update(facts) {
        context.facts = facts;
        drawHead();
        drawNotes();
        for (const view of Object.values(views)) view.update?.();
        onChange();
    }

    function drawHead() {
        const { facts } = context;
        const { name, size, rowCount, columns, isTable, encrypted, signed, verified, unverified, readMs, openMs, names, damage, packedSize } = facts;
        const badges = [
            encrypted && 'encrypted', (signed || unverified) && !verified && 'signed, not verified', verified && 'signature verified',
            isDamaged(facts) && 'damaged',
        ].filter(Boolean);
        replace(head,
            h('div', { class: 'x-file-title' },
                h('h2', { dir: 'auto' }, name),
                badges.map((badge) => h('span', { class: 'x-badge', data: { badge } }, badge))),
            h('p', { class: 'x-file-facts' },
                isTable && !encrypted
                    ? [h('span', null, countOf(rowCount, 'row')), h('span', null, `${damage && damage.columnCount > columns.length ? `${integer(columns.length)} of ` : ''}${countOf(damage?.columnCount ?? columns.length, 'column')}`)] : null,
                h('span', { title: `${integer(size)} bytes` }, damage?.kind === 'cut off' && damage.expected ? `${byteSize(size)} of ${byteSize(damage.expected)}` : byteSize(size)),
                packedSize !== null && h('span', { title: `${integer(packedSize)} bytes` }, `${byteSize(packedSize)} of gzip`),
                h('span', { class: 'muted' }, `${readMs ? `read in ${duration(readMs)}, ` : ''}structure in ${duration(openMs)}`),
                names && h('span', { class: 'muted' }, `names from ${names}`)),
            h('div', { class: 'row x-file-actions' },
                isTable && !encrypted ? h('button', { type: 'button', onclick: onNames }, 'Names…') : null,
                names && h('button', { type: 'button', onclick: dropNames }, 'Drop the names'),
                signed && !encrypted && !verified ? h('button', { type: 'button', onclick: () => askKeys(true) }, 'Verify…') : null,
                h('button', { type: 'button', onclick: onClose }, 'Close')));
    }

    async function dropNames() {
        update(await context.ask('names', { json: null, table: null, source: '' }));
    }

    function drawNotes() {
        const { facts } = context;
        if (facts.isTable) replace(notes, faultNote(context));
        else replace(notes, errorNote(new Error(foreignWords(facts))));
    }

    /** @param {boolean} verifyOnly */
    function askKeys(verifyOnly) {
        body.querySelector('.x-keys')?.remove();
        const form = keyForm({
            verifyOnly,
            signed: context.facts.signed,
            async onKeys(keys) {
                const facts = await context.ask('unlock', keys);
                form.remove();
                seen = facts.rowCount;
                build(facts);
            },
            onCancel: verifyOnly ? () => form.remove() : null,
        });
        body.prepend(form);
        /** @type {HTMLElement | null} */ (form.querySelector('input'))?.focus();
    }

    /** @param {FileFacts} facts */
    function build(facts) {
        for (const view of Object.values(views)) view.destroy?.();
        views = {};
        tabs = null;
        context.facts = facts;
        update(facts);
        /** @type {Record<string, [title: string, make: (context: Context) => View]>} */
        const kinds = { structure: ['Structure', makeStructureView], bytes: ['Bytes', makeBytesView] };
        if (facts.columns.length > 0 && !facts.encrypted) {
            kinds.rows = ['Rows', makeRowsView];
            kinds.export = ['Export', makeExportView];
            tags = facts.columns.map(({ tag }) => tag);
        }
        const parts = Object.entries(kinds).map(([key, [title, make]]) => {
            views[key] = make(context);
            return { key, title, panel: h('div', { class: 'x-panel', data: { view: key } }, views[key].element) };
        });
        tabs = makeTabs('Views of the file', parts, (key) => {
            shownView = key;
            if (element.isConnected) views[key].shown();
        });
        replace(body, tabs.element, parts.map(({ panel }) => panel));
        tabs.show(!facts.isTable ? 'bytes' : Object.hasOwn(kinds, shownView) ? shownView : 'structure');
        if (facts.encrypted) askKeys(false);
    }

    build(given);

    return {
        element,
        get facts() {
            return context.facts;
        },
        update,
        shown: () => views[shownView]?.shown(),
        /** @param {string} key */
        showView: (key) => Object.hasOwn(views, key) && tabs?.show(key),
        destroy() {
            for (const view of Object.values(views)) view.destroy?.();
        },
    };
}

/** @param {FileFacts} facts */
export function isDamaged({ fault, columns, isTable }) {
    return isTable && (Boolean(fault) || columns.some((column) => column.fault));
}
