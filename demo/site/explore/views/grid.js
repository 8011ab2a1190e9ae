/**
 * A grid of any number of rows and columns, of which only what is seen has elements. The focus moves
 * from cell to cell; a range of cells can be selected.
 */

import { h, uniqueId } from '../../ui/dom.js';
import { KINDS } from '../engine/kinds.js';
import { makeScroller } from './scroller.js';

/** @typedef {{ tag: number, name: string, x: number, width: number, sort: string, sortPlace: number, numeric: boolean }} GridColumn */

/** @typedef {{ row: number, column: number }} Place the head is row -1 */

/**
 * @typedef {object} GridOptions
 * @property {string} label
 * @property {(row: number, column: number) => { text: string, kind: number } | null} cell null while it is not known
 * @property {(row: number) => string} rowLabel
 * @property {(rows: [number, number], columns: [number, number]) => void} onNeed what is seen
 * @property {(place: Place) => void} onOpen
 * @property {(column: number, add: boolean) => void} onSort
 * @property {(column: number, head: HTMLElement) => void} onMenu
 * @property {() => void} onCopy
 * @property {(place: Place) => void} onMove
 */

/** @typedef {{ element: HTMLElement, row: number, column: number, text: string, kind: number, mark: string }} Cell */

/** @typedef {{ element: HTMLElement, label: HTMLElement, row: number, cells: Cell[] }} Row */

/** @param {GridOptions} options */
export function makeGrid({ label, cell: read, rowLabel, onNeed, onOpen, onSort, onMenu, onCopy, onMove }) {
    /** @type {GridColumn[]} */
    let columns = [];
    let count = 0, rowHeight = 28, labelWidth = 60;
    /** @type {Place} */
    let active = { row: 0, column: 0 };
    /** @type {Place} */
    let anchor = active;
    /** @type {Map<number, Row>} */
    const drawn = new Map();
    /** @type {Row[]} */
    const free = [];
    let wantsFocus = false;

    const scroller = makeScroller({ rowHeight: () => rowHeight, headHeight: () => rowHeight, headWidth: () => labelWidth, onDraw: draw });
    const { element, layer } = scroller;
    const id = uniqueId('grid');
    const corner = h('div', { role: 'columnheader', class: 'x-corner', 'aria-colindex': 1 }, 'row');
    const head = h('div', { role: 'row', class: 'x-head', 'aria-rowindex': 1 }, corner);
    const rowsPlace = h('div', { role: 'rowgroup', class: 'x-rows' });
    layer.append(h('div', { role: 'rowgroup', class: 'x-headgroup' }, head), rowsPlace);
    element.setAttribute('role', 'grid');
    element.setAttribute('aria-label', label);
    element.setAttribute('aria-multiselectable', 'true');
    element.id = id;
    element.classList.add('x-grid');

    /** @type {Cell[]} */
    const heads = [];

    /** @param {number} column */
    const left = (column) => labelWidth + columns[column].x - scroller.left();

    /** The columns that are seen, from one on to before another. @returns {[number, number]} */
    function columnWindow() {
        const from = scroller.left(), to = from + scroller.width() - labelWidth;
        let first = 0;
        while (first < columns.length - 1 && columns[first].x + columns[first].width <= from) first++;
        let end = first;
        while (end < columns.length && columns[end].x < to) end++;
        return [first, end];
    }

    function draw() {
        const top = scroller.top(), height = scroller.height();
        const first = Math.max(0, Math.floor(top / rowHeight)), end = Math.min(count, Math.ceil((top + height) / rowHeight));
        const [firstColumn, endColumn] = columnWindow();
        for (const [row, line] of drawn) {
            if (row >= first && row < end) continue;
            drawn.delete(row);
            free.push(line);
        }
        drawHead(firstColumn, endColumn);
        for (let row = first; row < end; row++) {
            let line = drawn.get(row);
            if (!line) {
                line = free.pop() ?? newRow();
                line.row = row;
                line.element.setAttribute('aria-rowindex', String(row + 2));
                line.element.dataset.odd = String(row & 1);
                drawn.set(row, line);
            }
            drawRow(line, top, firstColumn, endColumn);
        }
        for (const { element: spare } of free) spare.hidden = true;
        onNeed([first, end], [firstColumn, endColumn]);
        keepFocus();
    }

    /** @returns {Row} */
    function newRow() {
        const labelCell = h('div', { role: 'rowheader', class: 'x-rowlabel', 'aria-colindex': 1 });
        const line = h('div', { role: 'row', class: 'x-row' }, labelCell);
        rowsPlace.append(line);
        return { element: line, label: labelCell, row: -1, cells: [] };
    }

    /**
     * @param {Row} line
     * @param {number} top
     * @param {number} first
     * @param {number} end
     */
    function drawRow(line, top, first, end) {
        const { row, cells } = line;
        line.element.hidden = false;
        line.element.style.transform = `translateY(${row * rowHeight - top}px)`;
        const text = rowLabel(row);
        if (line.label.textContent !== text) line.label.textContent = text;
        setCells(cells, line.element, 'gridcell', end - first);
        for (let column = first; column < end; column++) {
            const cell = cells[column - first];
            placeCell(cell, row, column);
            const known = read(row, column);
            const found = known ? known.text : '', kind = known ? known.kind : -1;
            if (cell.text !== found) cell.element.textContent = cell.text = found;
            if (cell.kind !== kind) {
                cell.kind = kind;
                cell.element.dataset.kind = KINDS[kind] ?? 'waiting';
            }
            mark(cell, row, column);
        }
    }

    /**
     * @param {Cell[]} cells
     * @param {HTMLElement} parent
     * @param {string} role
     * @param {number} wanted
     */
    function setCells(cells, parent, role, wanted) {
        while (cells.length > wanted) cells.pop()?.element.remove();
        while (cells.length < wanted) {
            const made = h('div', { role, class: 'x-cell', tabindex: -1, dir: role === 'gridcell' ? 'auto' : undefined });
            parent.append(made);
            cells.push({ element: made, row: -2, column: -1, text: '', kind: -2, mark: '' });
        }
    }

    /**
     * @param {Cell} cell
     * @param {number} row
     * @param {number} column
     */
    function placeCell(cell, row, column) {
        const { style } = cell.element;
        cell.row = row;
        if (cell.column !== column) {
            cell.column = column;
            cell.element.setAttribute('aria-colindex', String(column + 2));
        }
        const x = `translateX(${left(column)}px)`, width = `${columns[column].width}px`;
        if (style.transform !== x) style.transform = x;
        if (style.width !== width) style.width = width;
    }

    /**
     * @param {Cell} cell
     * @param {number} row
     * @param {number} column
     */
    function mark(cell, row, column) {
        const isActive = row === active.row && column === active.column;
        const isSelected = row >= 0 && inSelection(row, column);
        const wanted = `${isActive}${isSelected}`;
        if (cell.mark === wanted) return;
        cell.mark = wanted;
        cell.element.tabIndex = isActive ? 0 : -1;
        if (row >= 0) cell.element.setAttribute('aria-selected', String(isSelected));
        cell.element.toggleAttribute('data-active', isActive);
    }

    /**
     * @param {number} first
     * @param {number} end
     */
    function drawHead(first, end) {
        setCells(heads, head, 'columnheader', end - first);
        for (let column = first; column < end; column++) {
            const cell = heads[column - first], { name, sort, sortPlace, numeric } = columns[column];
            placeCell(cell, -1, column);
            const text = `${name}\n${sort}${sortPlace}`;
            if (cell.text !== text) {
                cell.text = text;
                const arrow = sort === 'none' ? '' : `${sort === 'ascending' ? '▲' : '▼'}${sortPlace || ''}`;
                cell.element.replaceChildren(h('bdi', { class: 'x-head-name' }, name), h('span', { 'aria-hidden': 'true', class: 'x-arrow' }, arrow),
                    h('span', { class: 'x-menu-mark', 'aria-hidden': 'true', title: 'Menu (Alt+Down)' }, '⋮'));
                cell.element.setAttribute('aria-sort', sort);
                cell.element.setAttribute('aria-haspopup', 'menu');
                cell.element.title = name;
                cell.element.dataset.numeric = String(numeric);
            }
            mark(cell, -1, column);
        }
    }

    /**
     * @param {number} row
     * @param {number} column
     */
    function inSelection(row, column) {
        const { rows, columns: [from, to] } = selection();
        return row >= rows[0] && row < rows[1] && column >= from && column < to;
    }

    /** @returns {{ rows: [number, number], columns: [number, number] }} */
    function selection() {
        return {
            rows: [Math.max(0, Math.min(anchor.row, active.row)), Math.max(anchor.row, active.row) + 1],
            columns: [Math.min(anchor.column, active.column), Math.max(anchor.column, active.column) + 1],
        };
    }

    /** @param {Place} place @returns {Cell | undefined} */
    function cellAt({ row, column }) {
        const cells = row < 0 ? heads : drawn.get(row)?.cells;
        return cells?.find((cell) => cell.column === column);
    }

    /** Elements are used again for other cells: the focus must stay with its own. */
    function keepFocus() {
        const cell = cellAt(active);
        element.tabIndex = cell ? -1 : 0;
        const focused = document.activeElement;
        const isInside = focused === element || element.contains(focused);
        if (!wantsFocus && !isInside) return;
        wantsFocus = false;
        const target = cell?.element ?? element;
        if (focused !== target) target.focus({ preventScroll: true });
    }

    /**
     * @param {Place} place
     * @param {{ extend?: boolean, focus?: boolean, center?: boolean }} [options]
     */
    function moveTo({ row, column }, { extend = false, focus = true, center = false } = {}) {
        if (columns.length === 0) return;
        active = {
            row: Math.min(Math.max(-1, row), count - 1),
            column: Math.min(Math.max(0, column), columns.length - 1),
        };
        if (!extend || active.row < 0) anchor = active;
        wantsFocus = focus;
        if (active.row >= 0) scroller.showRow(active.row, center);
        const { x, width } = columns[active.column];
        scroller.showColumns(x, x + width);
        scroller.draw();
        onMove(active);
    }

    /** @param {Event} event @returns {Cell | undefined} */
    function cellOf(event) {
        const target = /** @type {HTMLElement} */ (event.target).closest('.x-cell');
        if (!target) return undefined;
        return heads.find((cell) => cell.element === target) ??
            [...drawn.values()].flatMap(({ cells }) => cells).find((cell) => cell.element === target);
    }

    element.addEventListener('keydown', (event) => {
        const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
        const control = ctrlKey || metaKey;
        const page = Math.max(1, Math.floor(scroller.height() / rowHeight) - 1);
        const { row, column } = active;
        const isHead = row < 0;
        if (isHead && (key === 'ContextMenu' || key === 'F10' && shiftKey || key === 'ArrowDown' && altKey)) {
            event.preventDefault();
            const cell = cellAt(active);
            if (cell) onMenu(column, cell.element);
            return;
        }
        if (altKey) return;
        /** @type {Record<string, Place>} */
        const moves = {
            ArrowUp: { row: control ? 0 : row - 1, column }, ArrowDown: { row: control ? count - 1 : row + 1, column },
            ArrowLeft: { row, column: control ? 0 : column - 1 }, ArrowRight: { row, column: control ? columns.length - 1 : column + 1 },
            PageUp: { row: Math.max(0, row - page), column }, PageDown: { row: row + page, column },
            Home: { row: control ? 0 : row, column: 0 }, End: { row: control ? count - 1 : row, column: columns.length - 1 },
        };
        if (Object.hasOwn(moves, key)) {
            event.preventDefault();
            moveTo(moves[key], { extend: shiftKey && !isHead && moves[key].row >= 0 });
        } else if (control && key.toLowerCase() === 'a' && count > 0) {
            event.preventDefault();
            anchor = { row: 0, column: 0 };
            active = { row: count - 1, column: columns.length - 1 };
            scroller.draw();
            onMove(active);
        } else if (control && key.toLowerCase() === 'c' && !getSelection()?.toString()) {
            event.preventDefault();
            onCopy();
        } else if (key === 'Enter' || key === ' ') {
            event.preventDefault();
            if (isHead) onSort(column, shiftKey);
            else onOpen(active);
        } else if (key === 'Escape') {
            moveTo(active);
        }
    });

    let dragging = false;
    element.addEventListener('pointerdown', (event) => {
        const cell = cellOf(event);
        if (!cell || event.button !== 0) return;
        if (cell.row < 0) return;
        event.preventDefault();
        dragging = event.pointerType === 'mouse';
        moveTo(cell, { extend: event.shiftKey });
    });
    element.addEventListener('pointermove', (event) => {
        if (!dragging) return;
        if (!(event.buttons & 1)) {
            dragging = false;
            return;
        }
        const cell = cellOf(event);
        if (cell && cell.row >= 0 && (cell.row !== active.row || cell.column !== active.column)) moveTo(cell, { extend: true });
    });
    element.addEventListener('pointerup', () => {
        dragging = false;
    });
    element.addEventListener('click', (event) => {
        const cell = cellOf(event);
        if (!cell || cell.row >= 0) return;
        const isMenu = /** @type {HTMLElement} */ (event.target).classList.contains('x-menu-mark');
        moveTo(cell, { focus: !isMenu }); // a menu takes the focus itself
        if (isMenu) onMenu(cell.column, cell.element);
        else onSort(cell.column, event.shiftKey);
    });
    element.addEventListener('contextmenu', (event) => {
        const cell = cellOf(event);
        if (!cell || cell.row >= 0) return;
        event.preventDefault();
        moveTo(cell, { focus: false });
        onMenu(cell.column, cell.element);
    });
    element.addEventListener('dblclick', (event) => {
        const cell = cellOf(event);
        if (cell && cell.row >= 0) onOpen(cell);
    });

    return {
        element, moveTo, selection,
        active: () => active,
        redraw: () => scroller.draw(),
        /**
         * @param {number} rows
         * @param {GridColumn[]} given
         * @param {{ rowHeight: number, labelWidth: number }} sizes
         */
        resize(rows, given, sizes) {
            count = rows;
            columns = given;
            ({ rowHeight, labelWidth } = sizes);
            element.style.setProperty('--row', `${rowHeight}px`);
            element.style.setProperty('--label', `${labelWidth}px`);
            element.setAttribute('aria-rowcount', String(count + 1));
            element.setAttribute('aria-colcount', String(columns.length + 1));
            active = { row: Math.min(active.row, count - 1), column: Math.max(0, Math.min(active.column, columns.length - 1)) };
            anchor = { row: Math.min(anchor.row, count - 1), column: Math.max(0, Math.min(anchor.column, columns.length - 1)) };
            const last = columns[columns.length - 1];
            scroller.resize(count, labelWidth + (last ? last.x + last.width : 0));
        },
        destroy: () => scroller.destroy(),
    };
}
