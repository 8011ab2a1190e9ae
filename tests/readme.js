/**
 * The parts of the README that come from commands: `node tests/readme.js` writes them anew.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readmePart } from './bench/report/readme.js';

const README = new URL('../README.md', import.meta.url);

export const readme = () => readFileSync(README, 'utf8');
export const reference = () => readFileSync(new URL('../js/API.md', import.meta.url), 'utf8');

/** @param {...string} args */
function node(...args) {
    const root = fileURLToPath(new URL('..', import.meta.url));
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
}

/** What the build prints of the modules' sizes, as Markdown. */
export const sizesTable = () => node('wasm/embed.mjs');

/** The sizes of the sample tables, as the main job finds them. */
export function tablesTable() {
    const { tables } = JSON.parse(node('demo/tables.js', '--json', '--runs', '1'));
    const number = (/** @type {number} */ n) => n.toLocaleString('en');
    const row = (/** @type {any} */ { name, rows, facts, bytes: { namedJson, compactJson, tcb } }) =>
        [name, number(rows), facts.columns.length, number(namedJson), number(compactJson), number(tcb),
            (namedJson / tcb).toFixed(1)];
    const header = ['table', 'rows', 'columns', 'JSON', 'compact JSON', '.tcb', 'JSON / .tcb'];
    return [header, header.map((_, i) => (i ? '---:' : '---')), ...tables.map(row)]
        .map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @type {Record<string, () => string>} */
export const parts = { tables: tablesTable, bench: readmePart, sizes: sizesTable };

/**
 * The text between `<!-- name -->` and `<!-- /name -->`.
 * @param {string} text
 * @param {string} name
 */
export function part(text, name) {
    return text.split(`<!-- ${name} -->`)[1].split(`<!-- /${name} -->`)[0].trim();
}

/** Code blocks of a language. @param {string} text @param {string} language */
export function codeBlocks(text, language) {
    return [...text.matchAll(new RegExp('```' + language + '\\n([^]*?)```', 'g'))].map(([, code]) => code);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const text = Object.entries(parts).reduce((before, [name, make]) => {
        const [head, rest] = before.split(`<!-- ${name} -->`);
        return `${head}<!-- ${name} -->\n${make()}\n<!-- /${name} -->${rest.split(`<!-- /${name} -->`)[1]}`;
    }, readme());
    writeFileSync(README, text);
}
