/**
 * Every byte of a file, coloured by what it is.
 */

/**
 * @import { Context, View } from '../filepanel.js'
 * @import { Field } from '../types.js'
 */

import { h, replace } from '../../ui/dom.js';
import { makeInspector } from './inspector.js';
import { GROUPS, groupOf } from './groups.js';
import { errorNote } from './parts.js';
import { makeScroller } from './scroller.js';
import { faultsOf } from './words.js';

const PAGE = 2048, KEPT_PAGES = 400, REQUESTS = 2;
const PER_ROW = [32, 16, 8];
const CELL_REM = 1.5, CHAR_REM = 0.5, ROW_REM = 1.5, INSPECTOR_REM = 17;

/**
 * @typedef {object} Page
 * @property {Uint8Array} bytes
 * @property {Field[]} fields
 * @property {Int32Array} owners the place in `fields` of each byte's field, or -1
 */

/** @typedef {{ element: HTMLElement, label: HTMLElement, cells: HTMLElement[], looks: string[], chars: HTMLElement, row: number }} Line */

/**
 * @param {Context} context
 * @returns {View & { goTo: (offset: number) => void }}
 */
export function makeBytesView(context) {
    const { size } = context.facts;
    /** @type {Map<number, Page>} */
    const pages = new Map();
    /** @type {Set<number>} */
    const asked = new Set();
    /** @type {Map<number, Line>} */
    const drawn = new Map();
    /** @type {Line[]} */
    const free = [];
    let perRow = 16, hasChars = true, rowHeight = 24, active = 0, hovered = -1, wantsFocus = false;
    // Browsers tell of a pointer that rests, too, when bytes come up under it: it must not take the
    // place of the byte that was gone to.
    let pointerLeads = false;
    let seen = [0, 0];
    let marked = [0, 0];

    const fault = h('div');
    const place = h('div', { class: 'x-lines', role: 'presentation' });
    const scroller = makeScroller({ rowHeight: () => rowHeight, headHeight: () => 0, headWidth: () => 0, onDraw: draw });
    scroller.layer.append(place);
    const { element: grid } = scroller;
    grid.classList.add('x-hex');
    grid.setAttribute('role', 'grid');
    grid.setAttribute('aria-label', `Bytes of ${context.facts.name}`);
    grid.setAttribute('aria-readonly', 'true');

    const inspector = makeInspector(context, { onStep: stepField });
    const offsetInput = h('input', { type: 'text', 'aria-label': 'Byte to go to', placeholder: 'byte, such as 1234 or 0x4d2', autocomplete: 'off', spellcheck: 'false' });
    const columnSelect = h('select', {
        'aria-label': 'Column to go to',
        onchange: () => {
            const column = context.facts.columns.find(({ tag }) => String(tag) === columnSelect.value);
            if (column) goTo(column.offset, false);
            else if (columnSelect.value === 'start') goTo(0, false);
        },
    });
    const tools = h('form', {
        class: 'row x-tools',
        onsubmit: (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const text = offsetInput.value.trim();
            const offset = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : NaN;
            const isGood = offset < size;
            replace(fault, isGood ? null : errorNote(new RangeError(`expected a byte from 0 to ${size - 1}, found ${text || 'nothing'}`)));
            if (isGood) goTo(offset);
        },
    }, offsetInput, h('button', { type: 'submit' }, 'Go'), columnSelect);
    const legend = h('ul', { class: 'x-legend', 'aria-label': 'Colours' }, Object.entries(GROUPS).map(([key, words]) =>
        h('li', null, h('span', { class: `x-swatch x-k-${key}`, 'aria-hidden': 'true' }), words)));
    const element = h('div', { class: 'stack x-bytes-view' }, tools, fault, legend,
        h('div', { class: 'x-bytes-split' }, grid, inspector.element));

    function fillColumns() {
        const { columns } = context.facts;
        columnSelect.hidden = columns.length === 0;
        replace(columnSelect, h('option', { value: '' }, 'go to a column'), h('option', { value: 'start' }, 'header'),
            columns.map(({ tag, name, state }) => h('option', { value: String(tag), disabled: state === 'missing' }, name)));
    }

    function layout() {
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const digits = Math.max(4, (size - 1).toString(16).length);
        const split = /** @type {HTMLElement} */ (grid.parentElement);
        const isSplit = matchMedia('(min-width: 60.01rem)').matches;
        const room = split.clientWidth / rem - (isSplit ? INSPECTOR_REM : 0);
        const needed = (/** @type {number} */ n) => digits * CHAR_REM + 2.6 + n * (CELL_REM + CHAR_REM) + 0.8;
        const chosen = PER_ROW.find((n) => needed(n) <= room);
        split.style.setProperty('--hex-width', `${needed(chosen ?? 8) + 0.6}rem`);
        hasChars = chosen !== undefined;
        const wanted = chosen ?? 8;
        rowHeight = Math.round(ROW_REM * rem);
        grid.style.setProperty('--row', `${rowHeight}px`);
        grid.style.setProperty('--digits', String(digits));
        grid.dataset.chars = String(hasChars);
        if (wanted !== perRow || drawn.size === 0) {
            perRow = wanted;
            for (const line of [...drawn.values(), ...free]) line.element.remove();
            drawn.clear();
            free.length = 0;
        }
        const rows = Math.ceil(size / perRow);
        grid.setAttribute('aria-rowcount', String(rows));
        grid.setAttribute('aria-colcount', String(perRow + 1));
        scroller.resize(rows, 0);
    }

    function draw() {
        const top = scroller.top();
        const first = Math.max(0, Math.floor(top / rowHeight));
        const end = Math.min(Math.ceil(size / perRow), Math.ceil((top + scroller.height()) / rowHeight));
        for (const [row, line] of drawn) {
            if (row >= first && row < end) continue;
            drawn.delete(row);
            free.push(line);
        }
        for (let row = first; row < end; row++) {
            let line = drawn.get(row);
            if (!line) {
                line = free.pop() ?? newLine();
                drawn.set(row, line);
            }
            drawLine(line, row, top);
        }
        for (const { element: spare } of free) spare.hidden = true;
        seen = [first * perRow, Math.min(size, end * perRow)];
        ask();
        keepFocus();
    }

    /** @returns {Line} */
    function newLine() {
        const label = h('span', { role: 'rowheader', class: 'x-offset' });
        const cells = Array.from({ length: perRow }, (_, i) => h('span', { role: 'gridcell', tabindex: -1, 'aria-colindex': i + 2, class: 'x-byte' }));
        const chars = h('span', { class: 'x-chars', 'aria-hidden': 'true' });
        const line = h('div', { role: 'row', class: 'x-line' }, label, cells, chars);
        place.append(line);
        return { element: line, label, cells, looks: cells.map(() => ''), chars, row: -1 };
    }

    /**
     * @param {Line} line
     * @param {number} row
     * @param {number} top
     */
    function drawLine(line, row, top) {
        const { element: box, label, cells, looks, chars } = line;
        box.hidden = false;
        box.style.transform = `translateY(${row * rowHeight - top}px)`;
        const start = row * perRow;
        if (line.row !== row) {
            line.row = row;
            box.setAttribute('aria-rowindex', String(row + 1));
            label.textContent = start.toString(16).padStart(Math.max(4, (size - 1).toString(16).length), '0');
        }
        const page = pages.get(Math.floor(start / PAGE));
        let text = '';
        for (let i = 0; i < perRow; i++) {
            const offset = start + i, cell = cells[i];
            const byte = page?.bytes[offset % PAGE];
            if (byte !== undefined && hasChars) text += byte > 32 && byte < 127 ? String.fromCharCode(byte) : byte === 32 ? ' ' : '·';
            const wanted = lookOf(offset, byte, page);
            if (looks[i] === wanted) continue;
            looks[i] = wanted;
            const [words, classes, isActive] = wanted.split('|');
            cell.textContent = words;
            cell.className = classes;
            cell.tabIndex = isActive ? 0 : -1;
        }
        if (chars.textContent !== text) chars.textContent = text;
    }

    /**
     * A byte's text and classes.
     * @param {number} offset
     * @param {number | undefined} byte
     * @param {Page | undefined} page
     */
    function lookOf(offset, byte, page) {
        if (offset >= size) return '|x-byte x-none|';
        if (byte === undefined || !page) return '··|x-byte x-waiting|' + (offset === active ? '1' : '');
        const field = page.fields[page.owners[offset % PAGE]];
        let classes = `x-byte x-k-${field ? groupOf(field.kind) : 'unknown'}`;
        if (field?.start === offset) classes += ' x-edge';
        if (offset >= marked[0] && offset < marked[1]) classes += ' x-same';
        if (offset === active) classes += ' x-active';
        if (offset === hovered) classes += ' x-hover';
        if (isFaulty(offset)) classes += ' x-faulty';
        return `${byte.toString(16).padStart(2, '0')}|${classes}|${offset === active ? '1' : ''}`;
    }

    /** @type {Set<number>} */
    let faulty = new Set();

    /** @param {number} offset */
    function isFaulty(offset) {
        return faulty.has(offset);
    }

    function findFaults() {
        faulty = new Set(faultsOf(context.facts).flatMap(({ offset }) => offset ?? []));
    }

    function ask() {
        const first = Math.floor(seen[0] / PAGE), last = Math.floor(Math.max(seen[0], seen[1] - 1) / PAGE);
        const wanted = [];
        for (let number = first; number <= last; number++) wanted.push(number);
        if (seen[1] < size) wanted.push(last + 1);
        for (const number of wanted) {
            if (asked.size >= REQUESTS) return;
            if (number * PAGE < size && !pages.has(number) && !asked.has(number)) fetchPage(number);
        }
    }

    /** @param {number} number */
    async function fetchPage(number) {
        asked.add(number);
        try {
            const from = number * PAGE;
            const { bytes, fields } = await context.ask('bytes', { from, to: Math.min(size, from + PAGE) });
            const owners = new Int32Array(bytes.length).fill(-1);
            fields.forEach((/** @type {Field} */ { start, end }, /** @type {number} */ i) => owners.fill(i, Math.max(0, start - from), Math.max(0, end - from)));
            pages.set(number, { bytes, fields, owners });
            for (const key of pages.keys()) {
                if (pages.size <= KEPT_PAGES) break;
                pages.delete(key);
            }
        } catch (error) {
            pages.set(number, { bytes: new Uint8Array(0), fields: [], owners: new Int32Array(0) });
            replace(fault, errorNote(error));
        } finally {
            asked.delete(number);
            if (Math.floor(active / PAGE) === number) tell();
            scroller.draw();
        }
    }

    /**
     * @param {number} offset
     * @returns {{ byte: number, field: Field | undefined } | null}
     */
    function look(offset) {
        const page = pages.get(Math.floor(offset / PAGE));
        if (!page || page.bytes[offset % PAGE] === undefined) return null;
        return { byte: page.bytes[offset % PAGE], field: page.fields[page.owners[offset % PAGE]] };
    }

    function tell() {
        const offset = hovered >= 0 ? hovered : active;
        const found = look(offset);
        marked = found?.field ? [found.field.start, found.field.end] : [offset, offset + 1];
        inspector.show(offset, found, hovered < 0);
        scroller.draw();
    }

    function keepFocus() {
        const line = drawn.get(Math.floor(active / perRow));
        const cell = line?.cells[active % perRow];
        grid.tabIndex = cell ? -1 : 0;
        const focused = document.activeElement;
        if (!wantsFocus && focused !== grid && !grid.contains(focused)) return;
        wantsFocus = false;
        const target = cell ?? grid;
        if (focused !== target) target.focus({ preventScroll: true });
    }

    /**
     * @param {number} offset
     * @param {boolean} [focus]
     */
    function goTo(offset, focus = true) {
        active = Math.max(0, Math.min(offset, size - 1));
        hovered = -1;
        pointerLeads = false;
        if (grid.clientWidth) layout();
        scroller.showRow(Math.floor(active / perRow), true);
        if (focus) grid.scrollIntoView({ block: 'nearest' });
        wantsFocus = focus;
        tell();
    }

    /** @param {number} offset @param {boolean} [focus] */
    function moveTo(offset, focus = true) {
        active = Math.max(0, Math.min(offset, size - 1));
        hovered = -1;
        pointerLeads = false;
        wantsFocus = focus;
        scroller.showRow(Math.floor(active / perRow));
        tell();
    }

    /** @param {1 | -1} direction */
    function stepField(direction) {
        const field = look(active)?.field;
        const next = direction > 0 ? (field ? field.end : active + 1) : (field ? field.start : active) - 1;
        if (next < 0 || next >= size) return;
        const before = direction < 0 ? look(next)?.field : undefined;
        moveTo(before ? before.start : next, false);
    }

    grid.addEventListener('keydown', (event) => {
        const { key, ctrlKey, metaKey } = event;
        const control = ctrlKey || metaKey;
        const page = Math.max(1, Math.floor(scroller.height() / rowHeight) - 1) * perRow;
        const rowStart = active - active % perRow;
        if (control && (key === 'ArrowRight' || key === 'ArrowLeft')) {
            event.preventDefault();
            wantsFocus = true;
            stepField(key === 'ArrowRight' ? 1 : -1);
            return;
        }
        /** @type {Record<string, number>} */
        const moves = {
            ArrowLeft: active - 1, ArrowRight: active + 1, ArrowUp: active - perRow, ArrowDown: active + perRow,
            PageUp: active - page, PageDown: active + page, Home: control ? 0 : rowStart, End: control ? size - 1 : rowStart + perRow - 1,
        };
        if (!Object.hasOwn(moves, key)) return;
        event.preventDefault();
        if (moves[key] < 0 && key !== 'PageUp' || moves[key] >= size && !['PageDown', 'End'].includes(key)) return;
        moveTo(moves[key]);
    });

    /** @param {Event} event */
    function offsetOf(event) {
        const cell = /** @type {HTMLElement} */ (event.target).closest('.x-byte');
        if (!cell) return -1;
        for (const [row, { cells }] of drawn) {
            const i = cells.indexOf(/** @type {HTMLElement} */ (cell));
            if (i >= 0) return row * perRow + i < size ? row * perRow + i : -1;
        }
        return -1;
    }
    grid.addEventListener('pointerdown', (event) => {
        const offset = offsetOf(event);
        if (offset < 0 || event.button !== 0) return;
        event.preventDefault();
        moveTo(offset);
    });
    /** @param {PointerEvent} event */
    const followPointer = (event) => {
        if (!pointerLeads || event.pointerType !== 'mouse') return;
        const offset = offsetOf(event);
        if (offset === hovered) return;
        hovered = offset;
        tell();
    };
    grid.addEventListener('pointermove', (event) => {
        pointerLeads = true;
        followPointer(event);
    });
    grid.addEventListener('wheel', () => {
        pointerLeads = true;
    }, { passive: true });
    grid.addEventListener('pointerover', followPointer);
    grid.addEventListener('pointerleave', () => {
        if (hovered < 0) return;
        hovered = -1;
        tell();
    });
    const resized = new ResizeObserver(() => {
        if (grid.clientWidth) layout();
    });
    resized.observe(grid);

    fillColumns();
    findFaults();
    return {
        element, goTo,
        shown() {
            layout();
            tell();
        },
        update() {
            fillColumns();
            findFaults();
            tell();
        },
        destroy() {
            resized.disconnect();
            scroller.destroy();
        },
    };
}

