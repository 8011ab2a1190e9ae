/**
 * The script of the page that `tcb report --html` writes: it draws the plots from the reports that stand
 * in the page. Bundled with what it needs of the chart library by wasm/vendor.mjs.
 */

/* global document, getComputedStyle, matchMedia */

import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from 'chart.js';

/** @import { ReportColumn, TableReport } from './facts.js' */

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip, Legend);

const NUMBER = new Intl.NumberFormat('en-US');
const ROW_PIXELS = 46,
    AXIS_PIXELS = 70;

/** @type {TableReport[]} */
const reports = JSON.parse(String(document.getElementById('reports')?.textContent));
/** @type {(() => void)[]} */
const redraws = [];

for (const [i, report] of reports.entries()) {
    if (!report.columns.length) continue;
    draw(`columns-${i}`, report.columns.length, () => columnsChart(report));
    draw(`encodings-${i}`, report.encodings.length, () => encodingsChart(report));
    const choice = /** @type {HTMLSelectElement} */ (document.getElementById(`choice-${i}`));
    const redraw = draw(`candidates-${i}`, 7, () => candidatesChart(report.columns[choice.selectedIndex]));
    choice.addEventListener('change', redraw);
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
    redraws.forEach((redraw) => redraw()),
);

/**
 * @param {string} id of the canvas
 * @param {number} count of bars
 * @param {() => { labels: string[], datasets: object[], legend: boolean }} data
 */
function draw(id, count, data) {
    const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById(id));
    /** @type {HTMLElement} */ (canvas.parentElement).style.height =
        `${count * ROW_PIXELS + AXIS_PIXELS}px`;
    /** @type {Chart | null} */
    let chart = null;
    const redraw = () => {
        chart?.destroy();
        const { labels, datasets, legend } = data();
        const text = colour('--text'),
            grid = colour('--line');
        chart = new Chart(canvas, {
            type: 'bar',
            data: { labels, datasets: /** @type {any} */ (datasets) },
            options: {
                indexAxis: 'y',
                maintainAspectRatio: false,
                animation: false,
                scales: {
                    x: {
                        beginAtZero: true,
                        ticks: { color: text, callback: (value) => NUMBER.format(Number(value)) },
                        grid: { color: grid },
                    },
                    y: { ticks: { color: text, autoSkip: false }, grid: { display: false } },
                },
                plugins: {
                    legend: { display: legend, labels: { color: text } },
                    tooltip: {
                        callbacks: {
                            label: ({ dataset, raw }) =>
                                `${dataset.label}: ${NUMBER.format(Number(raw))} bytes`,
                        },
                    },
                },
            },
        });
    };
    redraw();
    redraws.push(redraw);
    return redraw;
}

/** @param {TableReport} report */
function columnsChart({ columns }) {
    const datasets = [
        bars(
            '.tcb',
            columns.map(({ bytes }) => bytes),
            '--tcb',
        ),
    ];
    if (columns.every(({ compressed }) => compressed)) {
        datasets.push(
            bars(
                'after gzip -9',
                columns.map(({ compressed }) => Number(compressed?.gzip)),
                '--gzip',
            ),
            bars(
                'after brotli -11',
                columns.map(({ compressed }) => Number(compressed?.brotli)),
                '--brotli',
            ),
        );
    }
    return { labels: columns.map(nameOf), datasets, legend: true };
}

/** @param {TableReport} report */
function encodingsChart({ encodings }) {
    return {
        labels: encodings.map(({ encoding, columns }) => `${encoding} (${columns})`),
        datasets: [
            bars(
                '.tcb',
                encodings.map(({ bytes }) => bytes),
                '--tcb',
            ),
            bars(
                'the same columns RAW',
                encodings.map(({ raw }) => raw),
                '--raw',
            ),
        ],
        legend: true,
    };
}

/** @param {ReportColumn} column */
function candidatesChart({ candidates, encoding }) {
    const names = Object.keys(candidates);
    return {
        labels: names.map((name) => (name === encoding.name ? `${name} (this file's)` : name)),
        datasets: [
            {
                label: 'block',
                data: Object.values(candidates),
                backgroundColor: names.map((name) => colour(name === encoding.name ? '--tcb' : '--raw')),
            },
        ],
        legend: false,
    };
}

/**
 * @param {string} label
 * @param {number[]} data
 * @param {string} variable its colour
 */
function bars(label, data, variable) {
    return { label, data, backgroundColor: colour(variable) };
}

/** @param {ReportColumn} column */
function nameOf({ tag, name }) {
    const text = name ?? `tag ${tag}`;
    return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}

/** @param {string} variable */
function colour(variable) {
    return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}
