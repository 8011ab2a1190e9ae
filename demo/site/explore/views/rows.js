/**
 * The rows of a file: a grid, and what sorts, filters, searches and copies.
 */

/**
 * @import { Context, View } from '../filepanel.js'
 * @import { Cells, ColumnFacts, Condition, Sort } from '../types.js'
 * @import { GridColumn } from './grid.js'
 */

import { h, replace } from '../../ui/dom.js';
import { countOf, integer } from '../../ui/format.js';
import { isAbort } from '../../ui/jobs.js';
import { KINDS } from '../engine/kinds.js';
import { makeFilters } from './filters.js';
import { makeGrid } from './grid.js';
import { openMenu } from './menu.js';
import { copyText, errorNote, makeProgress } from './parts.js';
import { makeRowDialog } from './rowdialog.js';

const BLOCK_ROWS = 64, KEPT_BLOCKS = 1500, REQUESTS = 3;
const DAMAGED = KINDS.indexOf('damaged');

/** Widths in rem that suit most values of a type. @type {Record<string, number>} */
const WIDTHS = { bool: 5, enum: 7, i32: 7, i64: 11, f32: 7, f64: 9, uuid: 20, datetime: 11, timespan: 9 };

/**
 * @param {Context} context
 * @returns {View & { goTo: (row: number, tag?: number) => void }}
 */
export function makeRowsView(context) {
    /** @type {Set<number>} */
    const hidden = new Set();
    /** @type {Sort[]} */
    let sorts = [];
    let version = 0, count = context.facts.rowCount, local = false, began = false;
    /** @type {Map<string, Cells & { fault?: { message: string } }>} */
    const cells = new Map();
    /** @type {Map<number, Uint32Array>} the rows of the file that are seen, by block */
    const fileRows = new Map();
    /** @type {Set<string>} */
    const asked = new Set();
    /** @type {{ rows: [number, number], columns: [number, number] }} */
    let seen = { rows: [0, 0], columns: [0, 0] };
    let requests = 0;
    /** @type {Set<number>} columns that have come at least once */
    const answered = new Set();
    /** @type {Map<number, number>} */
    const widths = new Map();

    const progress = makeProgress();
    const status = h('p', { class: 'small x-status', role: 'status' });
    const fault = h('div');
    const filters = makeFilters(context, (conditions) => applyView(conditions, sorts));
    const search = makeSearch();
    const columnsMenu = h('details', { class: 'x-menu-box' });
    const localBox = h('input', {
        type: 'checkbox', onchange: () => {
            local = localBox.checked;
            forget();
        },
    });
    const dialog = makeRowDialog(context, () => shownColumns().map(({ tag }) => tag), () => count);
    const grid = makeGrid({
        label: `Rows of ${context.facts.name}`, cell, rowLabel, onNeed: need,
        onOpen: ({ row }) => dialog.open(row),
        onSort: (column, add) => toggleSort(shownColumns()[column].tag, add),
        onMenu: (column, head) => headMenu(shownColumns()[column], head),
        onCopy: copy, onMove: () => tell(),
    });
    const element = h('div', { class: 'stack x-rows-view' },
        h('div', { class: 'row x-tools' }, search.element, columnsMenu,
            h('label', { class: 'check' }, localBox, 'Local numbers and dates'),
            h('button', { type: 'button', onclick: copy }, 'Copy the selection')),
        filters.element, fault, progress.element, grid.element, status);

    /** @returns {ColumnFacts[]} */
    function shownColumns() {
        return context.facts.columns.filter(({ tag }) => !hidden.has(tag));
    }

    /**
     * @param {number} row
     * @param {number} column
     */
    function cell(row, column) {
        const { tag } = gridColumns[column];
        const block = cells.get(`${Math.floor(row / BLOCK_ROWS)}:${tag}`);
        if (!block) return null;
        if (block.fault) return { text: isMissing(tag) ? 'missing' : 'damaged', kind: DAMAGED };
        return { text: block.texts[row % BLOCK_ROWS], kind: block.kinds[row % BLOCK_ROWS] };
    }

    /** @param {number} tag */
    function isMissing(tag) {
        return context.facts.columns.some((column) => column.tag === tag && column.state !== 'whole');
    }

    /** @param {number} row */
    function rowLabel(row) {
        if (sorts.length === 0 && filters.conditions().length === 0) return integer(row);
        const rows = fileRows.get(Math.floor(row / BLOCK_ROWS));
        return rows ? integer(rows[row % BLOCK_ROWS]) : '…';
    }

    /**
     * @param {[number, number]} rows
     * @param {[number, number]} columns
     */
    function need(rows, columns) {
        seen = { rows, columns };
        ask();
    }

    /** Asks for the first block of what is seen, or will soon be, that is not there. */
    function ask() {
        const [firstRow, end] = seen.rows, [firstColumn, endColumn] = seen.columns;
        if (end <= firstRow) return;
        const from = Math.floor(firstRow / BLOCK_ROWS), to = Math.floor((end - 1) / BLOCK_ROWS);
        const last = Math.max(0, Math.ceil(count / BLOCK_ROWS) - 1);
        const wanted = [];
        for (let block = from; block <= to; block++) wanted.push(block);
        if (to < last) wanted.push(to + 1);
        if (from > 0) wanted.push(from - 1);
        const tags = gridColumns.slice(firstColumn, endColumn).map(({ tag }) => tag);
        for (const block of wanted) {
            if (requests >= REQUESTS) return;
            const missing = tags.filter((tag) => !cells.has(`${block}:${tag}`) && !asked.has(`${block}:${tag}`));
            // A column is decoded when it is first asked for: none should wait for the others then.
            const first = missing.filter((tag) => !answered.has(tag));
            for (const tag of first.slice(0, REQUESTS - requests)) fetchBlock(block, [tag]);
            if (first.length === 0 && missing.length > 0) fetchBlock(block, missing);
        }
    }

    /**
     * @param {number} block
     * @param {number[]} tags
     */
    async function fetchBlock(block, tags) {
        const mine = version, from = block * BLOCK_ROWS;
        requests++;
        for (const tag of tags) asked.add(`${block}:${tag}`);
        try {
            const found = await context.ask('cells', { version, tags, from, to: Math.min(count, from + BLOCK_ROWS), local });
            if (!found || mine !== version) return;
            fileRows.set(block, found.rows);
            for (const tag of tags) answered.add(tag);
            tags.forEach((tag, i) => cells.set(`${block}:${tag}`, found.columns[i]));
            for (const key of cells.keys()) {
                if (cells.size <= KEPT_BLOCKS) break;
                cells.delete(key);
            }
            const faults = found.columns.filter((/** @type {any} */ column) => column.fault);
            if (faults.length && context.facts.columns.some(({ tag, fault: known }) => !known && tags.includes(tag))) noteFaults(tags, found.columns);
            if (block === 0) widen(tags);
        } catch (error) {
            replace(fault, errorNote(error));
        } finally {
            requests--;
            if (mine === version) for (const tag of tags) asked.delete(`${block}:${tag}`);
            grid.redraw();
        }
    }

    /**
     * @param {number[]} tags
     * @param {{ fault?: object }[]} columns
     */
    function noteFaults(tags, columns) {
        const isNew = tags.some((tag, i) => columns[i].fault && !context.facts.columns.find((one) => one.tag === tag)?.fault);
        if (isNew) context.refresh();
    }

    /** Columns as wide as their first values ask for. @param {number[]} tags */
    function widen(tags) {
        let changed = false;
        for (const tag of tags) {
            const block = cells.get(`0:${tag}`);
            if (widths.has(tag) || !block?.texts) continue;
            const { name } = /** @type {ColumnFacts} */ (context.facts.columns.find((column) => column.tag === tag));
            const longest = Math.max(name.length + 4, ...block.texts.map((text) => text.length));
            widths.set(tag, Math.min(26, Math.max(5, longest * 0.56 + 1.5)));
            changed = true;
        }
        if (changed) layout();
    }

    /** @type {GridColumn[]} */
    let gridColumns = [];

    function layout() {
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        let x = 0;
        gridColumns = shownColumns().map(({ tag, name, type, array }) => {
            const place = sorts.findIndex((sort) => sort.tag === tag);
            const width = Math.round((widths.get(tag) ?? (array ? 14 : WIDTHS[type] ?? 14)) * rem);
            const column = {
                tag, name, x, width, sort: place < 0 ? 'none' : sorts[place].descending ? 'descending' : 'ascending',
                sortPlace: sorts.length > 1 && place >= 0 ? place + 1 : 0, numeric: !array && /^[if]\d|enum/.test(type),
            };
            x += width;
            return column;
        });
        const digits = integer(Math.max(context.facts.rowCount, 1000)).length;
        grid.resize(count, gridColumns, { rowHeight: Math.round(1.85 * rem), labelWidth: Math.round((digits * 0.58 + 1.2) * rem) });
        context.onShown(gridColumns.map(({ tag }) => tag));
        tell();
    }

    function forget() {
        cells.clear();
        fileRows.clear();
        asked.clear();
        grid.redraw();
    }

    /**
     * @param {Condition[]} conditions
     * @param {Sort[]} wanted
     * @returns {Promise<boolean>} whether they are in force
     */
    async function applyView(conditions, wanted) {
        replace(fault);
        try {
            const found = await progress.run(conditions.length ? 'Filtering and sorting…' : 'Sorting…', (signal) =>
                context.ask('view', { conditions, sorts: wanted }, { signal }));
            if (!found) return false;
            ({ version, rowCount: count } = found);
            sorts = wanted;
            filters.accept(conditions);
            forget();
            context.onCount(count);
            layout();
            return true;
        } catch (error) {
            replace(fault, errorNote(error));
            return false;
        }
    }

    /**
     * @param {number} tag
     * @param {boolean} add to the sorts that there are
     */
    function toggleSort(tag, add) {
        const known = sorts.find((sort) => sort.tag === tag);
        const next = !known ? { tag, descending: false } : known.descending ? null : { tag, descending: true };
        const others = add ? sorts.filter((sort) => sort.tag !== tag) : [];
        const wanted = known && add && next ? sorts.map((sort) => (sort.tag === tag ? next : sort)) : next ? [...others, next] : others;
        return applyView(filters.conditions(), wanted);
    }

    /**
     * @param {ColumnFacts} column
     * @param {HTMLElement} head
     */
    function headMenu({ tag, name, offset }, head) {
        openMenu(head, `Column ${name}`, [
            ['Sort ascending', () => applyView(filters.conditions(), [{ tag, descending: false }])],
            ['Sort descending', () => applyView(filters.conditions(), [{ tag, descending: true }])],
            ['As in the file', () => applyView(filters.conditions(), [])],
            ['Filter…', () => filters.begin(tag)],
            ['Hide', () => setHidden(tag, true)],
            ['Show in the structure', () => context.goToColumn(tag)],
            ['Show its bytes', () => context.goToByte(offset)],
        ]);
    }

    /**
     * @param {number} tag
     * @param {boolean} isHidden
     */
    function setHidden(tag, isHidden) {
        if (isHidden) hidden.add(tag);
        else hidden.delete(tag);
        layout();
        drawColumnsMenu();
        grid.redraw();
    }

    function drawColumnsMenu() {
        const { columns } = context.facts;
        const shown = columns.length - hidden.size;
        const open = columnsMenu.open;
        /** @param {boolean} isHidden */
        const all = (isHidden) => {
            for (const { tag } of columns) hidden[isHidden ? 'add' : 'delete'](tag);
            layout();
            drawColumnsMenu();
        };
        const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.tag;
        replace(columnsMenu,
            h('summary', { class: 'button' }, hidden.size ? `Columns: ${shown} of ${columns.length}` : 'Columns'),
            h('div', { class: 'card x-menu-list' },
                h('div', { class: 'row' },
                    h('button', { type: 'button', onclick: () => all(false) }, 'Show all'),
                    h('button', { type: 'button', onclick: () => all(true) }, 'Hide all')),
                columns.map(({ tag, name }) => h('label', { class: 'check' },
                    h('input', {
                        type: 'checkbox', checked: !hidden.has(tag), data: { tag },
                        onchange: (/** @type {Event} */ event) => setHidden(tag, !(/** @type {HTMLInputElement} */ (event.target).checked)),
                    }), h('bdi', null, name)))));
        columnsMenu.open = open;
        if (focused) /** @type {HTMLElement | null} */ (columnsMenu.querySelector(`[data-tag="${focused}"]`))?.focus();
    }

    columnsMenu.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || !columnsMenu.open) return;
        columnsMenu.open = false;
        columnsMenu.querySelector('summary')?.focus();
    });
    const closeOutside = (/** @type {Event} */ event) => {
        if (columnsMenu.open && !columnsMenu.contains(/** @type {Node} */ (event.target))) columnsMenu.open = false;
    };
    document.addEventListener('pointerdown', closeOutside);

    async function copy() {
        const { rows: [from, to], columns: [first, end] } = grid.selection();
        const tags = gridColumns.slice(first, end).map(({ tag }) => tag);
        if (to <= from || tags.length === 0) return;
        const isMany = tags.length > 1 && to - from > 1;
        try {
            const text = await progress.run('Copying…', (signal) => context.ask('copy', { tags, from, to, headers: isMany }, { signal }));
            if (text === undefined) return;
            await copyText(text);
            replace(fault);
            tell(`copied ${countOf((to - from) * tags.length, 'cell')}`);
        } catch (error) {
            replace(fault, errorNote(error));
        }
    }

    /** @param {string} [news] */
    function tell(news) {
        const { rowCount } = context.facts;
        const { rows: [from, to], columns: [first, end] } = grid.selection();
        const selected = (to - from) * (end - first);
        const words = [
            count === rowCount ? countOf(rowCount, 'row') : `${integer(count)} of ${countOf(rowCount, 'row')}`,
            selected > 1 && `${integer(selected)} cells selected`, news,
        ].filter(Boolean).join(', ');
        if (status.textContent !== words) status.textContent = words;
    }

    function makeSearch() {
        const input = h('input', { type: 'search', 'aria-label': 'Find in the rows', placeholder: 'Find' });
        /** @param {boolean} backwards */
        const find = async (backwards) => {
            const text = input.value;
            if (!text || count === 0) return;
            const from = grid.active();
            try {
                const found = await progress.run('Searching…', (signal) => context.ask('find', {
                    text, backwards, tags: gridColumns.map(({ tag }) => tag), from: { row: Math.max(0, from.row), column: from.row < 0 ? -1 : from.column },
                }, { signal }));
                if (found === undefined) return;
                if (found === null) {
                    tell(`“${text}” was not found`);
                    return;
                }
                grid.moveTo(found, { focus: false, center: true });
                tell(`found in row ${integer(found.fileRow)}, column ${gridColumns[found.column].name}${found.wrapped ? ', from the other end' : ''}`);
            } catch (error) {
                if (!isAbort(error)) replace(fault, errorNote(error));
            }
        };
        return {
            element: h('form', {
                class: 'row x-search', role: 'search',
                onsubmit: (/** @type {SubmitEvent} */ event) => {
                    event.preventDefault();
                    find(false);
                },
                onkeydown: (/** @type {KeyboardEvent} */ event) => {
                    if (event.key !== 'Enter' || !event.shiftKey || event.target !== input) return;
                    event.preventDefault();
                    find(true);
                },
            }, input, h('button', { type: 'submit' }, 'Next'), h('button', { type: 'button', onclick: () => find(true) }, 'Previous')),
            focus: () => input.focus(),
        };
    }

    element.addEventListener('keydown', (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
        event.preventDefault(); // the browser's own search sees only the rows on the screen
        search.focus();
    });

    return {
        element,
        shown() {
            if (!began) {
                began = true;
                filters.update();
                drawColumnsMenu();
            }
            layout();
            grid.redraw();
        },
        update() {
            widths.clear();
            forget();
            if (!began) return;
            filters.update();
            drawColumnsMenu();
            layout();
        },
        async goTo(row, tag) {
            const at = await context.ask('placeOf', { row });
            if (tag !== undefined && hidden.has(tag)) setHidden(tag, false);
            const column = gridColumns.findIndex((one) => one.tag === tag);
            grid.element.scrollIntoView({ block: 'nearest' });
            if (at < 0) tell(`row ${integer(row)} is filtered out`);
            else grid.moveTo({ row: at, column: Math.max(0, column) }, { center: true });
        },
        destroy() {
            progress.abort();
            grid.destroy();
            dialog.destroy();
            document.removeEventListener('pointerdown', closeOutside);
        },
    };
}

