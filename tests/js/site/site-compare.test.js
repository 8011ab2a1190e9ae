import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';

import { decode, encode, init } from 'tcb-wasm';

import { parseCsv } from '../../../demo/site/compare/csv.js';
import { FORM_IDS } from '../../../demo/site/compare/form-ids.js';
import { makeFile } from '../../../demo/site/compare/forms.js';
import { loader } from '../../../demo/site/compare/load.js';
import { measureInTurn } from '../../../demo/site/compare/measure.js';
import { readOwn } from '../../../demo/site/compare/own.js';
import { makeTables } from '../../../demo/site/compare/sets.js';
import { DEFAULTS, readSettings, writeSettings } from '../../../demo/site/compare/settings.js';
import { summarize, transferTime } from '../../../demo/site/compare/stats.js';
import { serve } from '../../../demo/site/serve.mjs';
import { readSizes, staleForms } from '../../../demo/site/sizes.mjs';
import { compactJson, namedJson } from '../../bench/data/index.js';
import { BROWSER_NAMES, launchBrowser } from '../browsers.js';
import { accessibilityFaults, dropFiles, openSite } from './site.js';

/** @import { Browser, Page } from 'puppeteer-core' */

/** Bytes of the whole site, compressed, its data (which it generates) apart. */
const WEIGHT_LIMIT = 150_000;

const NESTED = JSON.stringify([
    { id: 1, pos: { x: 1.5, y: 2 }, loot: [{ item: 3, chance: 0.5 }, { item: 4, chance: 0.25 }], tags: ['a', 'b'] },
    { id: 2, pos: { x: 0, y: -1 }, loot: [], tags: null },
    { id: 3, pos: { x: 7, y: 9 }, loot: [{ item: 9, chance: 1 }], tags: [] },
]);

await init();

test('every form of a table loads to the same rows', () => {
    const tables = [...makeTables('types', 0), ...makeTables('growth', 100), ...readOwn('nested.json', NESTED)];
    for (const table of tables) {
        const { name, rows, schema: { columns } } = table;
        for (const form of /** @type {const} */ (['named', 'compact', 'column'])) {
            assert.deepEqual(loader(form, 'rows', columns)(makeFile(form, table)), rows, `${name} as ${form}`);
        }
        const decoded = decode(makeFile('tcb', table), { schema: { columns } }).toJSON();
        // The package writes all seven digits of a timespan's fraction.
        const text = JSON.stringify(decoded).replace(/(:\d\d\.\d*?)0+"/g, '$1"');
        assert.deepEqual(JSON.parse(text), rows, name);
    }
});

test('every form of a table loads to the same columns', () => {
    for (const table of [...makeTables('types', 0), ...readOwn('nested.json', NESTED)]) {
        const { columns } = table.schema;
        const lists = /** @type {any[][]} */ (loader('column', 'columns', columns)(makeFile('column', table)));
        assert.equal(lists.length, columns.length);
        assert.equal(lists[0].length, table.rows.length);
        for (const form of /** @type {const} */ (['named', 'compact'])) {
            assert.deepEqual(loader(form, 'columns', columns)(makeFile(form, table)), lists, `${table.name} as ${form}`);
        }
    }
});

test('a form of JSON is spelled as the sample tables spell it', () => {
    for (const table of makeTables('types', 0)) {
        assert.equal(Buffer.from(makeFile('named', table)).toString(), namedJson(table));
        assert.equal(Buffer.from(makeFile('compact', table)).toString(), compactJson(table));
    }
});

test('the kept sizes are those of the files that the page makes', async () => {
    assert.deepEqual((await staleForms(readSizes(), 100_000)).map(({ key, form }) => `${key} as ${form}`), []);
    const [table] = makeTables('growth', 1_000);
    for (const form of FORM_IDS) {
        const found = gzipSync(makeFile(form, table), { level: 9 }).length;
        const kept = readSizes()['growth/1000'].forms[form].gzip;
        // Compressors of other versions differ a little.
        assert.ok(Math.abs(found - kept) <= kept * 0.03, `${form}: kept ${kept}, found ${found}`);
    }
});

test('settings come back out of the address, and wrong ones are as by default', () => {
    const chosen = { ...DEFAULTS, set: 'growth', rows: 1_000, net: 5, sent: /** @type {const} */ ('brotli'), column: false };
    assert.equal(writeSettings(chosen).toString(), 'set=growth&rows=1000&net=5&sent=brotli&column=false');
    assert.deepEqual(readSettings(writeSettings(chosen)), chosen);
    assert.equal(writeSettings(DEFAULTS).toString(), '');
    assert.deepEqual(readSettings(new URLSearchParams('set=__proto__&rows=7&net=x&repeats=-1')), DEFAULTS);
});

test('CSV gives numbers, booleans, texts and nulls', () => {
    assert.deepEqual(parseCsv('\uFEFFid,name,ok,code\r\n1,"a ""b"",\nc",true,007\r\n2.5,,false,8\r\n'), [
        { id: 1, name: 'a "b",\nc', ok: true, code: '007' },
        { id: 2.5, name: null, ok: false, code: '8' },
    ]);
    assert.deepEqual(parseCsv('a;b\n1;"x,y"\n\n-2e3;""'), [{ a: 1, b: 'x,y' }, { a: -2000, b: '' }]);
    assert.deepEqual(parseCsv('a\tb\n1\t'), [{ a: 1, b: null }]);
});

test('CSV that is not a table is refused with its row', () => {
    assert.throws(() => parseCsv(''), /names of the columns/);
    assert.throws(() => parseCsv('a,b\n1,2\n3'), /row 2: expected 2 cells.*found 1/);
    assert.throws(() => parseCsv('a,b\n1,"2'), /row 1: expected a closing quote/);
    assert.throws(() => parseCsv('a,b\n1,"2"3'), /row 1: expected a separator after a quoted cell, found "3"/);
    assert.throws(() => parseCsv('a,a\n1,2'), /"a" twice/);
});

test('a summary is the median and the quartiles', () => {
    assert.deepEqual(summarize([5, 1, 3, 2, 4]), { median: 3, low: 2, high: 4, count: 5 });
    assert.deepEqual(summarize([1, 2]), { median: 1.5, low: 1.25, high: 1.75, count: 2 });
    assert.equal(transferTime(1_000_000, 8), 1000);
});

test('forms are measured in turn, and rounds end early but never below three', async () => {
    /** @type {string[]} */
    const order = [];
    const busy = () => {
        const end = performance.now() + 8;
        while (performance.now() < end);
    };
    const works = ['a', 'b', 'c'].map((key) => ({ key, work: busy }));
    const samples = await measureInTurn(works, { rounds: 50, budgetMs: 0 }, ({ key, ms }) => {
        if (ms !== null) order.push(key);
    });
    assert.equal(order.join(''), 'abcabcabc');
    assert.ok(samples.a.length === 3 && samples.a.every((ms) => ms >= 8));
});

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
    site = await openSite('compare');
});
after(() => site?.close());

test('the whole site weighs 150 kB or less when compressed', (t) => {
    const total = site.files.reduce((sum, { gzip }) => sum + gzip, 0);
    for (const { file, gzip } of site.files) t.diagnostic(`${file}: ${gzip} bytes gzip`);
    t.diagnostic(`all: ${total} bytes gzip`);
    assert.ok(total <= WEIGHT_LIMIT, `${total} bytes`);
});

test('the page has no inline code, and brings its policy with it', async () => {
    const html = readFileSync(join(site.folder, 'index.html'), 'utf8');
    assert.match(html, /<meta http-equiv="Content-Security-Policy" content="default-src (?:'|&#39;)none/);
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|<style|\bstyle=|\bon\w+=/);
    const { headers } = await fetch(site.url);
    assert.match(String(headers.get('content-security-policy')), /script-src 'self' 'wasm-unsafe-eval'; style-src 'self'/);
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(headers.get('cross-origin-embedder-policy'), 'require-corp');
    assert.equal((await fetch(`${site.url}..%2f..%2fpackage.json`)).status, 404);
});

/**
 * @param {Browser} browser
 * @param {string} address
 * @returns {Promise<{ page: Page, errors: string[] }>}
 */
async function open(browser, address) {
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('response', (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`));
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(address);
    return { page, errors };
}

/** @param {Page} page @param {RegExp} pattern @param {number} [timeout] */
async function untilStatus(page, pattern, timeout = 20_000) {
    await page.waitForFunction((source) =>
        new RegExp(source).test(document.querySelector('[role=status]')?.textContent ?? ''), { timeout, polling: 50 }, pattern.source);
}

/** @param {Page} page */
const untilMeasured = (page) => untilStatus(page, /^Measured/);

/** Chooses a radio button by its group's legend and its own text. @param {Page} page @param {string} legend @param {string} text */
async function choose(page, legend, text) {
    await page.evaluate((group, label) => {
        const fieldset = [...document.querySelectorAll('fieldset')].find((one) => one.querySelector('legend')?.textContent === group);
        const found = [...fieldset?.querySelectorAll('label') ?? []].find((one) => one.textContent === label);
        if (!found) throw new Error(`there is no choice ${group}: ${label}`);
        found.click();
    }, legend, text);
}

/** @param {Page} page @param {string} text */
async function press(page, text) {
    await page.evaluate((label) => {
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent === label);
        if (!button || button.disabled) throw new Error(`there is no button ${label} to press`);
        button.click();
    }, text);
}

/** The table of all figures, a list of cells a row. @param {Page} page @returns {Promise<string[][]>} */
function figures(page) {
    return page.$$eval('table.data tr', (rows) => rows.map((row) =>
        [...row.cells].map(({ firstChild }) => firstChild?.textContent ?? '')));
}

/** @param {Page} page @param {string} selector */
function textOf(page, selector) {
    return page.$eval(selector, ({ textContent }) => String(textContent));
}

/** @param {Page} page @returns {Promise<string[]>} */
function headline(page) {
    return page.$$eval('.tile', (tiles) => tiles.map(({ textContent }) => textContent ?? ''));
}

/** @param {number} value */
const number = (value) => value.toLocaleString('en-US');

/** @param {string} text */
const base64 = (text) => Buffer.from(text).toString('base64');

const OWN_ROWS = Array.from({ length: 300 }, (_, i) => ({ id: i, name: `name ${i % 7}`, price: i * 0.5 }));

for (const name of BROWSER_NAMES) {
    test(`in ${name}`, { timeout: 120_000 }, async (t) => {
        const browser = await launchBrowser(name);
        try {
            await t.test('sizes are shown before any worker or WebAssembly has started', async () => {
                const page = await browser.newPage();
                await page.evaluateOnNewDocument(() => {
                    Object.assign(globalThis, {
                        WebAssembly: undefined,
                        Worker: class extends EventTarget {
                            postMessage() {}
                            terminate() {}
                        },
                    });
                });
                await page.goto(`${site.url}#/compare?set=growth`);
                await page.waitForFunction(() => document.querySelectorAll('.plot canvas').length >= 3);
                assert.match((await headline(page))[0], /^3\d\.\d×fewer bytes/);
                assert.equal((await figures(page))[1][1], number(readSizes()['growth/100000'].forms.tcb.plain));
                await page.close();
            });

            const weighing = name === 'chromium' ? weigh(browser) : null;
            const { page, errors } = await open(browser, `${site.url}#/compare?set=types&repeats=5`);

            await t.test('measures by itself, and tells every figure', async () => {
                await untilMeasured(page);
                const [head, ...rows] = await figures(page);
                assert.deepEqual(head, ['form', 'bytes', 'gzip', 'brotli', 'to columns', 'to rows', 'transfer', 'total']);
                assert.deepEqual(rows.map(([form]) => form), ['.tcb', 'named JSON', 'compact JSON', 'column JSON']);
                for (const row of rows) {
                    assert.match(row[4], /^[\d.]+ (µs|ms) \([\d.]+ (µs|ms) – [\d.]+ (µs|ms)\)$/);
                    assert.ok(row.every((cell) => cell !== '–'), row.join(' | '));
                }
                assert.equal((await headline(page)).length, 4);
                assert.equal(await page.evaluate(() => crossOriginIsolated), true);
                const plots = await page.$$eval('.plot', (all) => all.map((one) =>
                    `${one.getAttribute('role')} ${one.getAttribute('aria-label')}`));
                assert.match(plots[0], /^img Plain: \.tcb [\d.]+ kB, named JSON /);
                assert.match(await textOf(page, '.figures.three'), /the same to the byte/);
            });

            await t.test('network, compression and target change the total, and the address', async () => {
                const total = async () => Number((await figures(page))[2][6].replace(/[^\d.]/g, ''));
                await choose(page, 'Network, Mbit/s', '5');
                const slow = await total();
                await choose(page, 'Network, Mbit/s', '100');
                assert.ok(await total() < slow / 10);
                await choose(page, 'Sent', 'plain');
                await choose(page, 'Loaded to', 'columns');
                assert.match((await headline(page))[3], /as plain at 100 Mbit\/s, then to columns/);
                await choose(page, 'Repeats', '15');
                await page.evaluate(() => document.querySelector('label.check')?.querySelector('input')?.click());
                assert.deepEqual((await figures(page)).length, 4);
                assert.equal(await page.evaluate(() => location.hash),
                    '#/compare?set=types&net=100&sent=plain&to=columns&column=false');
            });

            await t.test('a link restores the settings', async () => {
                await page.reload();
                await untilMeasured(page);
                assert.match(await textOf(page, '[role=status]'), /15 rounds/);
                const checked = await page.$$eval('fieldset:not([hidden]) input:checked', (all) => all.map((one) =>
                    one.parentElement?.textContent));
                assert.deepEqual(checked, ['Every type', '100', 'plain', 'columns', '15']);
                assert.equal((await figures(page)).length, 4);
            });

            await t.test('figures are copied as Markdown and as JSON, and the link', async () => {
                await page.evaluate(() => {
                    navigator.clipboard.writeText = async (text) => {
                        document.body.dataset.copied = text;
                    };
                });
                const copied = async (/** @type {string} */ button) => {
                    await press(page, button);
                    await untilStatus(page, /^Copied/);
                    return page.evaluate(() => String(document.body.dataset.copied));
                };
                const markdown = await copied('Copy as Markdown');
                assert.match(markdown, /\| form \| bytes \| gzip \|[^\n]*\n\| --- \| ---: \|[^\n]*\n\| \.tcb \| [\d,]+ \|/);
                const json = JSON.parse(await copied('Copy as JSON'));
                assert.equal(json.forms.tcb.load.rows.samples.length, 15);
                assert.equal(json.verified, true);
                assert.deepEqual(json.data.rows, 720);
                assert.equal(await copied('Copy link to these settings'), await page.evaluate(() => location.href));
            });

            await t.test('rows are chosen for the growth table only', async () => {
                const shown = () => page.$$eval('fieldset:not([hidden]) legend', (all) => all.map(({ textContent }) => textContent));
                assert.ok(!(await shown()).includes('Rows'));
                await choose(page, 'Data', 'One big table');
                await choose(page, 'Rows', '1,000');
                await untilMeasured(page);
                assert.equal((await figures(page))[1][1], number(readSizes()['growth/1000'].forms.tcb.plain));
                await choose(page, 'Rows', '1,000,000');
                await untilStatus(page, /press Measure/);
                assert.equal((await figures(page))[1][1], number(readSizes()['growth/1000000'].forms.tcb.plain));
            });

            await t.test('a measurement is cancelled at once, the page answering meanwhile, and begun again', async () => {
                await choose(page, 'Repeats', '50');
                await choose(page, 'Rows', '100,000');
                await page.waitForFunction(() => /round [2-9] of 50/.test(document.querySelector('.doing')?.textContent ?? ''),
                    { timeout: 30_000 });
                const start = Date.now();
                await page.select('#theme', 'dark');
                assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
                await press(page, 'Cancel');
                await untilStatus(page, /^Measurement cancelled/);
                assert.ok(Date.now() - start < 2000, 'the answer took two seconds');
                assert.match((await figures(page))[1][4], /ms/, 'what was measured before stays');
                await choose(page, 'Repeats', '5');
                await choose(page, 'Rows', '100');
                await press(page, 'Measure');
                await untilMeasured(page);
                await page.select('#theme', 'auto');
            });

            await t.test('JSON of one’s own is encoded and compressed in the page', async () => {
                await choose(page, 'Data', 'Your own file');
                await dropFiles(page, '.drop', [{ name: 'Item.json', base64: base64(JSON.stringify(OWN_ROWS)) }]);
                await untilMeasured(page);
                assert.match(await textOf(page, '.about-data'), /^Item\.json: 300 rows in 1 table$/);
                const [, tcb, named] = await figures(page);
                const { schema } = readOwn('Item.json', JSON.stringify(OWN_ROWS))[0];
                assert.equal(tcb[1].replace(/,/g, ''), String(encode(OWN_ROWS, { schema }).length));
                assert.equal(named[1].replace(/,/g, ''), String(JSON.stringify(OWN_ROWS).length + 1));
                assert.match(named[2], /^[\d,]+$/);
                const hasBrotli = await page.evaluate(() => {
                    try {
                        return Boolean(new CompressionStream(/** @type {any} */ ('brotli')));
                    } catch {
                        return false;
                    }
                });
                if (hasBrotli) assert.match(named[3], /^[\d,]+$/);
                else {
                    assert.equal(named[3], '–');
                    assert.match(await textOf(page, '.figures.three'), /CompressionStream has no brotli/);
                }
            });

            await t.test('CSV is picked with the button, and dropped anywhere on the page', async () => {
                const input = /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (await page.$('.drop input'));
                await input.uploadFile(new URL('sample.csv', import.meta.url).pathname);
                await page.waitForFunction(() => /sample\.csv: 3 rows/.test(document.querySelector('.about-data')?.textContent ?? ''));
                await untilMeasured(page);
                await choose(page, 'Data', 'Every type');
                await dropFiles(page, 'h1', [{ name: 'other.csv', base64: base64('a,b\n1,x\n2,y\n') }]);
                await page.waitForFunction(() => /other\.csv: 2 rows/.test(document.querySelector('.about-data')?.textContent ?? ''));
                await untilMeasured(page);
            });

            await t.test('a foreign file is refused in words, and the page goes on', async () => {
                const refused = async (/** @type {string} */ file, /** @type {string} */ text) => {
                    await dropFiles(page, 'h1', [{ name: file, base64: base64(text) }]);
                    await page.waitForFunction(() => !document.querySelector('[role=alert]')?.hasAttribute('hidden'));
                    return textOf(page, '[role=alert]');
                };
                assert.match((await refused('a.json', '{"a":')), /^This file is not JSON/);
                assert.match((await refused('b.json', '[1, 2]')), /row 0: expected an object/);
                assert.match((await refused('c.json', '[]')), /expected one row or more, found none/);
                assert.match((await refused('d.csv', 'a,b\n1\n')), /row 1: expected 2 cells/);
                await choose(page, 'Data', 'Every type');
                await untilMeasured(page);
                assert.equal(await page.$eval('[role=alert]', (one) => one.hasAttribute('hidden')), true);
            });

            await t.test('a .tcb file opens in the explorer', async () => {
                const file = Buffer.from(encode(OWN_ROWS)).toString('base64');
                await dropFiles(page, 'h1', [{ name: 'Item.tcb', base64: file }]);
                await page.waitForFunction(() => location.hash.startsWith('#/explore') &&
                    document.querySelector('main')?.textContent?.includes('Item'));
                assert.equal(await textOf(page, '[aria-current=page]'), 'Explore');
            });

            await t.test('the keyboard reaches every control', async () => {
                await page.goto('about:blank');
                await page.goto(`${site.url}#/compare?set=types&repeats=5`);
                await untilMeasured(page);
                const reached = new Set();
                for (let i = 0; i < 25; i++) {
                    await page.keyboard.press('Tab');
                    reached.add(await page.evaluate(() => {
                        const active = /** @type {any} */ (document.activeElement);
                        return active?.closest('fieldset')?.querySelector('legend')?.textContent ??
                            active?.getAttribute('aria-label') ?? active?.closest('label')?.textContent ?? active?.textContent;
                    }));
                }
                for (const control of ['Skip to the content', 'Compare', 'Explore', 'Colours', 'Data', 'Network, Mbit/s', 'Sent',
                    'Loaded to', 'Repeats', 'Column JSON', 'Measure', 'Table of all figures', 'Copy as Markdown', 'Copy as JSON',
                    'Copy link to these settings']) {
                    assert.ok(reached.has(control), `${control} is not among ${[...reached].join(', ')}`);
                }
                await page.focus('fieldset input[value=types]');
                await page.keyboard.press('ArrowLeft');
                assert.match(await page.evaluate(() => location.hash), /set=growth/);
            });

            await t.test('no width scrolls sideways', async () => {
                for (const width of [360, 768, 1280, 3840]) {
                    await page.setViewport({ width, height: 800 });
                    const [inner, content] = await page.evaluate(() =>
                        [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
                    assert.ok(content <= inner, `${width}: ${content} pixels of ${inner}`);
                }
                await page.setViewport({ width: 1280, height: 900 });
            });

            if (name === 'chromium') await inChromium(t, browser, page);
            await t.test('memory is weighed where the browser can, or the page says why not', async () => {
                if (!weighing) {
                    assert.match(await textOf(page, 'main'),
                        /This browser does not tell a page how much memory it holds/);
                    return;
                }
                const [head, ...rows] = await weighing;
                assert.deepEqual(head.slice(-2), ['memory, columns', 'memory, rows']);
                for (const row of rows) assert.match(row[8], /^[\d,]{5,}$/, row.join(' | '));
            });
            assert.deepEqual(errors, []);
        } finally {
            await browser.close();
        }
    });
}

/**
 * Begins early, since the browser takes its time to count.
 * @param {Browser} browser
 * @returns {Promise<string[][]>} the table of all figures
 */
async function weigh(browser) {
    const { page } = await open(browser, `${site.url}#/compare?set=types&repeats=5`);
    await untilMeasured(page);
    await press(page, 'Weigh memory');
    await untilStatus(page, /^Weighed/, 60_000);
    const found = await figures(page);
    await page.close();
    return found;
}

/**
 * What only Chromium has, or need not be seen twice.
 * @param {import('node:test').TestContext} t
 * @param {Browser} browser
 * @param {Page} page
 */
async function inChromium(t, browser, page) {
    await t.test('axe-core finds nothing serious, light and dark', async () => {
        for (const theme of ['light', 'dark']) {
            await page.select('#theme', theme);
            assert.deepEqual(await accessibilityFaults(page), [], theme);
        }
    });

    await t.test('opens and measures offline once loaded', async () => {
        const { url, close } = await serve(site.folder);
        const { page: other } = await open(browser, url);
        await other.evaluate(() => navigator.serviceWorker.ready);
        close();
        await other.goto('about:blank');
        await other.goto(`${url}#/compare?set=types&repeats=5`);
        await untilMeasured(other);
        assert.equal(await other.evaluate(() => crossOriginIsolated), true);
        await other.close();
    });

    await t.test('a host that sends no headers gets isolation with the second visit', async () => {
        const bare = createServer((request, response) => {
            const path = new URL(request.url ?? '/', 'http://localhost').pathname;
            const file = path === '/' ? 'index.html' : path.slice(1);
            const type = file.endsWith('.js') ? 'text/javascript' : file.endsWith('.css') ? 'text/css'
                : file.endsWith('.svg') ? 'image/svg+xml' : 'text/html';
            response.writeHead(200, { 'Content-Type': type }).end(readFileSync(join(site.folder, file)));
        });
        await new Promise((resolve) => {
            bare.listen(0, '127.0.0.1', () => resolve(null));
        });
        const { port } = /** @type {import('node:net').AddressInfo} */ (bare.address());
        const { page: other, errors } = await open(browser, `http://127.0.0.1:${port}/#/compare?set=types&repeats=5`);
        try {
            await untilMeasured(other);
            assert.match(await textOf(other, 'main'), /served without the headers/);
            await other.evaluate(() => navigator.serviceWorker.ready);
            await other.reload();
            await untilMeasured(other);
            assert.equal(await other.evaluate(() => crossOriginIsolated), true);
            assert.deepEqual(errors, []);
        } finally {
            await other.close();
            bare.close();
            bare.closeAllConnections();
        }
    });
}
