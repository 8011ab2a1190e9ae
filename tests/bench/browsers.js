/**
 * `.tcb` beside JSON in Chromium and Firefox, through the demo page itself:
 *
 *     node tests/bench/browsers.js [--sets sprout,growth] [--repeats 15] [--out build/bench/browsers.jsonl]
 *
 * The page measures and reports; nothing is measured here.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { buildSite } from '../../demo/site/build.mjs';
import { TITLES } from '../../demo/site/compare/model.js';
import { serve } from '../../demo/site/serve.mjs';
import { BROWSER_NAMES, launchBrowser } from '../js/browsers.js';
import { runtimeTable, toMarkdown } from './report/tables.js';

const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));
const PATIENCE_MS = 180_000;

/**
 * What the page gives to copy as JSON, once it has measured a set.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url of the page with its settings
 */
async function reportOf(browser, url) {
    const page = await browser.newPage();
    try {
        // Headless browsers refuse the real one.
        await page.evaluateOnNewDocument(() => {
            const copies = /** @type {any} */ (globalThis);
            const clipboard = { writeText: (/** @type {string} */ text) => (copies.copied = text) };
            Object.defineProperty(navigator, 'clipboard', { value: clipboard });
        });
        await page.goto(url);
        await page.waitForFunction(
            () => /^Measured/.test(globalThis.document.querySelector('[role=status]')?.textContent ?? ''), { timeout: PATIENCE_MS, polling: 200,
            });
        await page.evaluate(() => {
            const buttons = [...globalThis.document.querySelectorAll('button')];
            buttons.find(({ textContent }) => textContent === 'Copy as JSON')?.click();
        });
        await page.waitForFunction('globalThis.copied', { timeout: 5_000 });
        return JSON.parse(String(await page.evaluate('globalThis.copied')));
    } finally {
        await page.close();
    }
}

/**
 * @param {{ names?: readonly string[], sets: readonly string[], repeats: number }} options
 * @returns {Promise<Record<string, any>[]>} a line for each browser and set
 */
export async function measureInBrowsers({ names = BROWSER_NAMES, sets, repeats }) {
    const folder = join(BUILD, 'bench/site');
    await buildSite(folder);
    const site = await serve(folder);
    const lines = [];
    try {
        for (const name of names) {
            const browser = await launchBrowser(name);
            try {
                const version = (await browser.version()).replace(/^\D*/, '');
                for (const set of sets) {
                    const report = await reportOf(browser, `${site.url}#/compare?set=${set}&repeats=${repeats}`);
                    lines.push(lineOf(report, name, version, set, repeats));
                }
            } finally {
                await browser.close();
            }
        }
    } finally {
        site.close();
    }
    return lines;
}

/**
 * @param {any} report of the page
 * @param {string} name
 * @param {string} version
 * @param {string} set
 * @param {number} repeats
 */
function lineOf({ date, data, forms }, name, version, set, repeats) {
    return {
        kind: 'runtime', name, version, date,
        set: `${set}, ${data.rows.toLocaleString('en')} rows in ${data.tables} tables`,
        how: `up to ${repeats} rounds, the forms in turn, in a worker, wall ms: median and quartiles`,
        forms: Object.entries(forms).map(([form, { bytes, load }]) => ({
            title: TITLES[/** @type {keyof typeof TITLES} */ (form)],
            bytes: bytes.plain, columns: load.columns, rows: load.rows,
        })),
    };
}

/** @param {string[]} args */
async function main(args) {
    const { values } = parseArgs({
        args,
        options: {
            sets: { type: 'string', default: 'sprout,growth,types' }, repeats: { type: 'string', default: '15' },
            out: { type: 'string', default: join(BUILD, 'bench/browsers.jsonl') },
        },
    });
    const lines = await measureInBrowsers({ sets: values.sets.split(','), repeats: Number(values.repeats) });
    mkdirSync(dirname(values.out), { recursive: true });
    writeFileSync(values.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    console.log(lines.map((line) => toMarkdown(runtimeTable(/** @type {any} */ (line)))).join('\n\n'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
