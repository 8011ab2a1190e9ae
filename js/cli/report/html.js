/**
 * A report as one page that needs nothing but itself: no network, and no script but its own.
 */

import { createHash } from 'node:crypto';

import { ENCODINGS } from '../../schema/encodings.js';
import script from '../../../build/js/reportpage.js';
import { encodingText } from '../facts/columns.js';
import { count, countOf, percent } from '../terminal/layout.js';
import { percentOf } from './text.js';

/**
 * @import { ReportColumn, TableReport } from './facts.js'
 */

const HEAT_STEPS = 6;

const STYLE = `
:root { color-scheme: light dark; --back: #fff; --text: #1a2330; --soft: #566273; --line: #d8dee6; --panel: #f5f7f9;
  --tcb: #067a62; --gzip: #b8500f; --brotli: #6a4bb5; --raw: #9aa7b5; --heat: 6, 122, 98; }
@media (prefers-color-scheme: dark) { :root { --back: #0e1319; --text: #e8edf2; --soft: #a7b4c2; --line: #2e3945; --panel: #161d25;
  --tcb: #37cfae; --gzip: #ff9f5e; --brotli: #b9a0ff; --raw: #66768a; --heat: 55, 207, 174; } }
body { margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 90rem; background: var(--back); color: var(--text);
  font: 0.95rem/1.5 system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
h1 { font-size: 1.5rem; } h2 { margin-top: 3rem; font-size: 1.25rem; overflow-wrap: anywhere; } h3 { margin: 2rem 0 0.5rem; font-size: 1rem; }
p { color: var(--soft); margin: 0.25rem 0 0.75rem; max-width: 75ch; }
.scroll { overflow-x: auto; } .plot { position: relative; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.7rem; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; } .n { text-align: right; } .chosen { font-weight: 700; outline: 2px solid var(--tcb); outline-offset: -2px; }
select { font: inherit; padding: 0.2rem 0.4rem; max-width: 100%; }
a { color: inherit; }
${Array.from({ length: HEAT_STEPS + 1 }, (_, i) => `.h${i} { background: rgba(var(--heat), ${(i / HEAT_STEPS * 0.4).toFixed(2)}); }`).join('\n')}
@media print { select { display: none; } }
`;

/**
 * @param {readonly TableReport[]} reports
 * @returns {string} HTML
 */
export function reportPage(reports) {
    const data = JSON.stringify(reports).replaceAll('<', '\\u003c');
    // A script element ends at the first such text, wherever it stands.
    const code = script.replaceAll('</script', '<\\/script');
    const policy = `default-src 'none'; script-src 'sha256-${sha256(code)}'; style-src 'sha256-${sha256(STYLE)}'; ` +
        "img-src data:; base-uri 'none'; form-action 'none'";
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Where the bytes are: ${escape(titleOf(reports))}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Where the bytes are</h1>
${overview(reports)}
${reports.map(section).join('\n')}
<script type="application/json" id="reports">${data}</script>
<script>${code}</script>
</body>
</html>
`;
}

/** @param {readonly TableReport[]} reports */
function titleOf(reports) {
    return reports.length === 1 ? reports[0].file : countOf(reports.length, 'table');
}

/** @param {readonly TableReport[]} reports */
function overview(reports) {
    const rows = reports.map(({ file, rows: rowCount, columns, bytes, raw, compressed }, i) => [
        `<a href="#table-${i}">${escape(file)}</a>`, count(rowCount), count(columns.length), count(raw), count(bytes), percentOf(bytes, raw),
        ...compressed ? [count(compressed.gzip), count(compressed.brotli)] : [],
    ]);
    const titles = ['file', 'rows', 'columns', 'all RAW', '.tcb', 'of RAW',
        ...reports.some(({ compressed }) => compressed) ? ['gzip -9', 'brotli -11'] : []];
    return `<p>Bytes of files, of their columns' blocks, and of what gzip and brotli make of them at their best levels.</p>
${table(titles, rows, 1)}`;
}

/**
 * @param {TableReport} report
 * @param {number} i
 */
function section(report, i) {
    const { file, rows, columns, bytes, headerBytes } = report;
    const head = `<section aria-labelledby="table-${i}">
<h2 id="table-${i}">${escape(file)}</h2>
<p>${countOf(rows, 'row')}, ${countOf(columns.length, 'column')}, ${countOf(bytes, 'byte')} (${count(headerBytes)} of header)</p>`;
    if (!columns.length) return `${head}</section>`;
    return `${head}
<h3>Columns</h3>
<p>Bytes of each column's block, and what gzip and brotli make of the block alone.</p>
<div class="plot"><canvas id="columns-${i}" role="img" aria-label="Bytes of each column; the table below has the same figures"></canvas></div>
${columnTable(report)}
<h3>Encodings</h3>
<p>What each encoding has of the bytes, beside the same columns in raw form; in brackets how many columns have it.</p>
<div class="plot"><canvas id="encodings-${i}" role="img" aria-label="Bytes of each encoding"></canvas></div>
${encodingTable(report)}
<h3>Candidates</h3>
<p>What each encoding takes that the exporter tries. It keeps the smallest.</p>
<label>Column <select id="choice-${i}">${columns.map((column) => `<option>${escape(nameOf(column))}</option>`).join('')}</select></label>
<div class="plot"><canvas id="candidates-${i}" role="img" aria-label="Bytes of a column under each encoding; the table below has the same figures"></canvas></div>
${candidateTable(columns)}
</section>`;
}

/** @param {TableReport} report */
function columnTable({ columns, bytes }) {
    const isCompressed = columns.some(({ compressed }) => compressed);
    return table(['column', 'type', 'encoding', 'bytes', 'share', 'of RAW', ...isCompressed ? ['gzip -9', 'brotli -11'] : []], columns.map((column) => [
        escape(nameOf(column)), escape(column.type), escape(encodingText(column)), count(column.bytes), percent(column.bytes, bytes),
        percentOf(column.bytes, column.candidates.RAW),
        ...column.compressed ? [count(column.compressed.gzip), count(column.compressed.brotli)] : [],
    ]), 3);
}

/** @param {TableReport} report */
function encodingTable({ encodings, bytes }) {
    return table(['encoding', 'columns', 'bytes', 'share', 'RAW', 'of RAW'], encodings.map(({ encoding, columns, bytes: own, raw }) =>
        [escape(encoding), count(columns), count(own), percent(own, bytes), count(raw), percentOf(own, raw)]), 1);
}

/**
 * The nearer to the smallest, the stronger the colour.
 * @param {readonly ReportColumn[]} columns
 */
function candidateTable(columns) {
    const names = ENCODINGS.filter((name) => columns.some(({ candidates }) => name in candidates));
    const rows = columns.map(({ tag, name, candidates, encoding }) => {
        const least = Math.min(...Object.values(candidates));
        const cells = names.map((candidate) => {
            if (!(candidate in candidates)) return '<td></td>';
            const size = candidates[candidate];
            const heat = Math.max(0, HEAT_STEPS - Math.floor(Math.log2((size + 1) / (least + 1)) * 2));
            return `<td class="n h${heat}${candidate === encoding.name ? ' chosen' : ''}">${count(size)}</td>`;
        });
        return `<tr><th scope="row">${escape(nameOf({ tag, name }))}</th>${cells.join('')}</tr>`;
    });
    return `<div class="scroll"><table><thead><tr><th scope="col">column</th>${names.map((name) => `<th scope="col" class="n">${name}</th>`).join('')}` +
        `</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></div>`;
}

/**
 * @param {readonly string[]} titles
 * @param {readonly (readonly string[])[]} rows of HTML
 * @param {number} texts how many columns stand flush left: those from there on are numbers
 */
function table(titles, rows, texts) {
    /** @param {number} i */
    const kind = (i) => (i < texts ? '' : ' class="n"');
    return `<div class="scroll"><table><thead><tr>${titles.map((title, i) => `<th scope="col"${kind(i)}>${escape(title)}</th>`).join('')}</tr></thead><tbody>\n` +
        rows.map((cells) => `<tr>${cells.map((cell, i) => `<td${kind(i)}>${cell}</td>`).join('')}</tr>`).join('\n') + '\n</tbody></table></div>';
}

/** @param {{ tag: number, name?: string }} column */
function nameOf({ tag, name }) {
    return name === undefined ? `tag ${tag}` : `${name} (${tag})`;
}

/** @param {string} text */
function escape(text) {
    return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** @param {string} text */
function sha256(text) {
    return createHash('sha256').update(text).digest('base64');
}
