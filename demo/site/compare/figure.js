/**
 * Horizontal bars, one a form, each with its value written at its end.
 */

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import { h, replace, uniqueId } from '../ui/dom.js';
import { onThemeChange, themeColor } from '../ui/theme.js';

/**
 * @typedef {object} Bar
 * @property {string} label
 * @property {string} color a custom property
 * @property {number | null} value
 * @property {string} text the value, written
 * @property {number} [before] a part of the value that is not the form's own doing, drawn in grey
 * @property {[number, number] | null} [spread]
 */

/** @typedef {{ element: HTMLElement, update(bars: readonly Bar[], note?: string): void, destroy(): void }} Figure */

/**
 * @param {{ title: string, about: string, legend?: readonly [string, string] }} options
 * @returns {Figure}
 */
export function barFigure({ title, about, legend }) {
    const place = h('div', { class: 'plot', role: 'img' });
    const note = h('p', { class: 'small muted', hidden: true });
    const id = uniqueId('figure');
    const element = h('figure', { class: 'card figure', 'aria-labelledby': id },
        h('figcaption', null, h('h3', { id }, title), h('p', { class: 'small muted' }, about)),
        legend && h('p', { class: 'legend small', 'aria-hidden': 'true' },
            legend.map((text, i) => h('span', { class: i ? 'own' : 'before' }, text))),
        place, note);

    /** @type {readonly Bar[]} */
    let bars = [];
    /** @type {uPlot | null} */
    let plot = null;
    let look = readLook();
    let shown = '';

    const draw = () => {
        plot?.destroy();
        plot = null;
        const width = place.clientWidth;
        if (!width || !bars.some(({ value }) => value !== null)) return;
        plot = new uPlot(options(bars, width, look), data(bars), place);
    };
    const observer = new ResizeObserver(() => {
        if (place.clientWidth !== plot?.width) {
            look = readLook();
            draw();
        }
    });
    observer.observe(place);
    const stopTheme = onThemeChange(() => {
        look = readLook();
        draw();
    });
    return {
        element,
        update(given, text = '') {
            const now = JSON.stringify([given, text]);
            if (now === shown) return;
            shown = now;
            bars = given;
            note.hidden = !text;
            replace(note, text);
            place.style.minHeight = `${heightOf(bars, look)}px`;
            place.setAttribute('aria-label', `${title}: ${bars.map((bar) => `${bar.label} ${bar.text}`).join(', ')}`);
            draw();
        },
        destroy() {
            observer.disconnect();
            stopTheme();
            plot?.destroy();
        },
    };
}

/**
 * Colours and sizes as the page has them now.
 */
function readLook() {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const size = Math.round(rem * 0.8125 * 10) / 10;
    return {
        rem, size, font: `${size}px system-ui, sans-serif`, strong: `600 ${size}px system-ui, sans-serif`,
        text: themeColor('--text'), muted: themeColor('--text-muted'), line: themeColor('--border-strong'),
        color: /** @param {string} property */ (property) => themeColor(property),
    };
}

/** @typedef {ReturnType<typeof readLook>} Look */

/**
 * @param {readonly Bar[]} bars
 * @param {Look} look
 */
function heightOf(bars, { rem }) {
    return Math.round(bars.length * rem * 2.1);
}

/**
 * Positions, whole bars, and their parts that are drawn over them.
 * @param {readonly Bar[]} bars
 * @returns {uPlot.AlignedData}
 */
function data(bars) {
    return [bars.map((_, i) => i), bars.map(({ value }) => value), bars.map(({ before }) => before ?? null)];
}

/**
 * @param {readonly Bar[]} bars
 * @param {number} width
 * @param {Look} look
 * @returns {uPlot.Options}
 */
function options(bars, width, look) {
    const measure = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
    measure.font = look.strong;
    const widest = (/** @type {string[]} */ texts) =>
        Math.ceil(Math.max(...texts.map((text) => measure.measureText(text).width)));
    const names = widest(bars.map(({ label }) => label)) + 12;
    const values = widest(bars.map(({ text }) => text)) + 16;
    const most = Math.max(...bars.map(({ value, spread }) => Math.max(value ?? 0, spread?.[1] ?? 0))) || 1;
    const room = Math.max(width - names - values, 40);
    const colors = bars.map(({ color }) => look.color(color));
    /** @param {string[]} fills */
    const paths = (fills) => /** @type {uPlot.Series.BarsPathBuilderFactory} */ (uPlot.paths.bars)({
        size: [0.66], disp: { fill: { unit: 3, values: () => fills } },
    });
    return {
        width, height: heightOf(bars, look), padding: [0, 0, 0, 0],
        legend: { show: false }, cursor: { show: false }, select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        scales: {
            x: { time: false, ori: 1, dir: -1, range: () => [-0.5, bars.length - 0.5] },
            y: { ori: 0, dir: 1, range: () => [0, most * (width - names) / room] },
        },
        axes: [
            {
                side: 3, size: names, gap: 4, font: look.font, stroke: look.text,
                splits: () => bars.map((_, i) => i), values: () => bars.map(({ label }) => label),
                grid: { show: false }, ticks: { show: false },
            },
            { side: 2, show: false },
        ],
        series: [
            {},
            { paths: paths(colors), fill: look.muted, width: 0, points: { show: false } },
            { paths: paths(bars.map(() => look.line)), fill: look.line, width: 0, points: { show: false } },
        ],
        hooks: { draw: [(/** @type {uPlot} */ plot) => annotate(plot, bars, look)] },
    };
}

/**
 * Writes values, and draws the spread of those that have one.
 * @param {uPlot} plot
 * @param {readonly Bar[]} bars
 * @param {Look} look
 */
function annotate(plot, bars, look) {
    const { ctx } = plot;
    const ratio = uPlot.pxRatio;
    ctx.save();
    ctx.font = look.strong.replace(/[\d.]+px/, `${look.size * ratio}px`);
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    bars.forEach(({ value, text, spread }, i) => {
        const middle = plot.valToPos(i, 'x', true);
        const end = plot.valToPos(Math.max(value ?? 0, spread?.[1] ?? 0), 'y', true);
        if (spread) {
            const [low, high] = spread.map((edge) => plot.valToPos(edge, 'y', true));
            const arm = 0.28 * look.rem * ratio;
            ctx.strokeStyle = look.text;
            ctx.lineWidth = 1.5 * ratio;
            ctx.beginPath();
            ctx.moveTo(low, middle);
            ctx.lineTo(high, middle);
            for (const edge of [low, high]) {
                ctx.moveTo(edge, middle - arm);
                ctx.lineTo(edge, middle + arm);
            }
            ctx.stroke();
        }
        ctx.fillStyle = value === null ? look.muted : look.text;
        ctx.fillText(text, end + 6 * ratio, middle);
    });
    ctx.restore();
}
