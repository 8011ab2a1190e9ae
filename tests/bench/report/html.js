/**
 * The report as one HTML file that needs no network.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { scaleCharts, setCharts } from './charts.js';
import {
    RULES, encodingTable, factTable, growthTableOf, machineLines, measuredLine, runtimeTable, setTable,
} from './tables.js';
import { verdict } from './words.js';

/**
 * @import { Chart } from './charts.js'
 * @import { Model, SetReport } from './model.js'
 * @import { TextTable } from './tables.js'
 */

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (c) => ENTITIES[c]);

/** @param {TextTable} table */
function tableHtml({ caption, head, rows }) {
    const line = (/** @type {string} */ tag, /** @type {string[]} */ cells) => {
        const [first, ...others] = cells.map(escape);
        const scope = tag === 'th' ? ' scope="col"' : '';
        const start = `<tr><th scope="${tag === 'th' ? 'col' : 'row'}">${first}`;
        // A reason takes the whole line.
        if (/^cannot: /.test(others[0])) return `${start}<td class="why" colspan="${others.length}">${others[0]}`;
        return start + others.map((text) => `<${tag}${scope}>${text}`).join('');
    };
    return '<div class="wide" tabindex="0"><table>' +
        `<caption>${escape(caption)}</caption><thead>${line('th', head)}</thead>` +
        `<tbody>${rows.map((cells) => line('td', cells)).join('\n')}</tbody></table></div>`;
}

const BAR_PX = 29;
const AXES_PX = 90;

/** @param {Chart} chart @param {number} id */
function chartHtml({ title, bars }, id) {
    return `<figure><figcaption>${escape(title)}</figcaption><div style="height: ${AXES_PX + bars * BAR_PX}px">` +
        `<canvas id="chart${id}" role="img" aria-label="${escape(title)}; the table holds its figures"></canvas></div></figure>`;
}

/** @param {string[]} sentences @param {string} title */
function listHtml(sentences, title) {
    return sentences.length ? `<h3>${title}</h3><ul>${sentences.map((one) => `<li>${escape(one)}`).join('')}</ul>` : '';
}

/**
 * @param {SetReport} set
 * @param {boolean} claims
 * @param {(charts: Chart[]) => string} plots
 */
function setHtml(set, claims, plots) {
    const head = `<h2 id="${set.name}">${escape(set.title)}</h2><p>${escape(set.about)}.</p>`;
    if (!set.summaries.length) {
        return `${head}<p>Not measured: ${escape(set.skipped ?? 'no system could hold it')}.</p>`;
    }
    const { loses, wins } = claims ? verdict(set) : { loses: [], wins: [] };
    return [
        head, `<p>${escape(measuredLine(set))}</p>`, listHtml(loses, 'Where .tcb loses'), listHtml(wins, 'Where it wins'), plots(setCharts(set)),
        tableHtml(setTable(set)), set.facts.length ? tableHtml(factTable(set)) : '',
    ].join('\n');
}

const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; }
body { max-width: 76rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .5rem 0; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap; }
th[scope=row], thead th:first-child, td.why { text-align: left; }
td.why { color: #555; white-space: normal; }
.wide { overflow-x: auto; margin: 1rem 0; }
figure { margin: 1rem 0; } figcaption { font-weight: 600; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(30rem, 1fr)); gap: 1rem; }
a { color: #2f5d8a; }`;

/** @param {Model} model */
export function htmlReport(model) {
    const { environment, sets, encodings, growth, runtimes } = model;
    /** @type {Chart[]} */
    const charts = [];
    const plots = (/** @type {Chart[]} */ own) => own.length
        ? `<div class="plots">${own.map((chart) => chartHtml(chart, charts.push(chart) - 1)).join('\n')}</div>` : '';
    const body = [
        '<h1>Benchmark</h1>',
        ...machineLines(environment).map((line) => `<p>${escape(line)}</p>`),
        `<p>${sets.map(({ name, title }) => `<a href="#${name}">${escape(title)}</a>`).join(' · ')}</p>`,
        listHtml([...RULES], 'Rules'),
        ...sets.map((set) => setHtml(set, !environment.quick, plots)),
        plots(scaleCharts(model)),
        runtimes.length ? '<h2>Browsers and Deno</h2>' : '', ...runtimes.map((one) => tableHtml(runtimeTable(one))),
        encodings.length || growth ? '<h2>Inside the files</h2>' : '',
        ...encodings.map((one) => tableHtml(encodingTable(one))), growth ? tableHtml(growthTableOf(growth)) : '',
    ].join('\n');
    const data = JSON.stringify(charts.map(({ config }) => config)).replaceAll('<', '\\u003c');
    return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Benchmark</title><link rel="icon" href="data:,"><style>${STYLE}</style>
${body}
<script>${chartLibrary()}</script>
<script>
for (const [id, config] of ${data}.entries()) new Chart(document.getElementById('chart' + id), config);
document.body.dataset.drawn = 'yes';
</script></html>
`;
}

/** Chart.js, as its package ships it for pages. */
function chartLibrary() {
    const main = createRequire(import.meta.url).resolve('chart.js');
    return readFileSync(main.replace(/chart\.\w+$/, 'chart.umd.min.js'), 'utf8')
        .replace(/\/\/# sourceMappingURL=.*/, '').replaceAll('</script', '<\\/script');
}
