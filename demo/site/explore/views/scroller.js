/**
 * Scrolling over any number of rows of one height. Browsers cap the height of an element (Firefox at
 * some 17 million pixels), which ten million rows exceed; beyond a height of its own this one is
 * scaled: small steps move by pixels, as everywhere, and the bar stands for the whole.
 */

import { h } from '../../ui/dom.js';

const MAX_HEIGHT = 6_000_000;
const SETTLE_MS = 160;

/**
 * @typedef {object} Scroller
 * @property {HTMLElement} element what scrolls
 * @property {HTMLElement} layer what stays in view, and is drawn on
 * @property {(rows: number, width: number) => void} resize
 * @property {() => number} top of what is seen, in unscaled pixels
 * @property {() => number} left
 * @property {() => number} height of the rows that are seen
 * @property {() => number} width
 * @property {(row: number, center?: boolean) => void} showRow
 * @property {(from: number, to: number) => void} showColumns
 * @property {() => void} draw soon
 * @property {() => void} destroy
 */

/**
 * @param {object} options
 * @param {() => number} options.rowHeight
 * @param {() => number} options.headHeight of what stands above the rows in the layer
 * @param {() => number} options.headWidth of what stands before them
 * @param {() => void} options.onDraw
 * @returns {Scroller}
 */
export function makeScroller({ rowHeight, headHeight, headWidth, onDraw }) {
    const layer = h('div', { class: 'x-layer', role: 'presentation' });
    const spacer = h('div', { class: 'x-spacer', role: 'presentation' });
    const element = h('div', { class: 'x-scroll' }, spacer, layer);
    let rows = 0, top = 0, seen = 0, frame = 0, settling = 0;
    // Kept, not read: reading them while drawing would lay the page out again for every cell.
    let left = 0, clientWidth = 0, clientHeight = 0;

    const inner = () => Math.max(0, clientHeight - headHeight());
    const measure = () => {
        ({ clientWidth, clientHeight } = element);
    };
    const total = () => rows * rowHeight();
    const most = () => Math.max(0, total() - inner());
    const scale = () => {
        const room = Math.min(total(), MAX_HEIGHT) - inner();
        return total() <= MAX_HEIGHT || room <= 0 ? 1 : most() / room;
    };

    /** Puts the bar where it stands for what is seen. */
    const settle = () => {
        const wanted = Math.round(top / scale());
        if (Math.abs(element.scrollTop - wanted) >= 1) element.scrollTop = wanted;
        seen = element.scrollTop;
    };

    /** @param {number} wanted */
    const moveTo = (wanted) => {
        top = Math.min(Math.max(0, wanted), most());
        settle();
        draw();
    };

    const onScroll = () => {
        const now = element.scrollTop, step = now - seen;
        seen = now;
        left = element.scrollLeft;
        if (scale() === 1) {
            top = now;
        } else if (step !== 0) {
            const room = element.scrollHeight - clientHeight;
            if (now <= 0) top = 0;
            else if (now >= room - 1) top = most();
            else if (Math.abs(step) < 2 * clientHeight) top = Math.min(Math.max(0, top + step), most());
            else top = now * scale();
            clearTimeout(settling);
            settling = window.setTimeout(settle, SETTLE_MS);
        }
        draw();
    };

    function draw() {
        frame ||= requestAnimationFrame(() => {
            frame = 0;
            if (element.isConnected) onDraw();
        });
    }

    const resized = new ResizeObserver(() => {
        measure();
        layer.style.setProperty('width', `${clientWidth}px`);
        layer.style.setProperty('height', `${clientHeight}px`);
        top = Math.min(top, most());
        draw();
    });
    resized.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });

    return {
        element, layer, draw,
        resize(count, width) {
            rows = count;
            measure();
            spacer.style.setProperty('height', `${Math.min(total(), MAX_HEIGHT) + headHeight()}px`);
            spacer.style.setProperty('width', `${width}px`);
            moveTo(top);
        },
        top: () => top,
        left: () => left,
        height: inner,
        width: () => clientWidth,
        showRow(row, center = false) {
            const start = row * rowHeight(), end = start + rowHeight();
            if (center) moveTo(start - inner() / 2);
            else if (start < top) moveTo(start);
            else if (end > top + inner()) moveTo(end - inner());
        },
        showColumns(from, to) {
            const room = clientWidth - headWidth();
            if (from < left) element.scrollLeft = from;
            else if (to > left + room) element.scrollLeft = Math.min(from, to - room);
            left = element.scrollLeft;
            draw();
        },
        destroy() {
            resized.disconnect();
            cancelAnimationFrame(frame);
            clearTimeout(settling);
        },
    };
}
