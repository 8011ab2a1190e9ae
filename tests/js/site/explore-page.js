/**
 * The explorer by hand of a script.
 */

import { dropFiles } from './site.js';

/**
 * A page with the explorer, and what it complains of.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} address
 */
export async function openExplorer(browser, address) {
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(address);
    await page.waitForSelector('.x-explore', { timeout: 20_000 });
    return { page, errors, hand: hand(page) };
}

/** @typedef {ReturnType<typeof hand>} Hand */

/** @param {import('puppeteer-core').Page} page */
function hand(page) {
    /**
     * Waits until a function of the page gives something.
     * @template T
     * @template {unknown[]} A
     * @param {(...args: A) => T} find
     * @param {A} args
     * @returns {Promise<Exclude<T, null | undefined | false>>}
     */
    async function until(find, ...args) {
        const handle = await page.waitForFunction(/** @type {any} */ (find), { timeout: 10_000, polling: 40 }, ...args);
        return /** @type {any} */ (handle.jsonValue());
    }
    /** @param {string} selector @param {string} [text] */
    const click = async (selector, text) => {
        await until((wanted, words) => [...document.querySelectorAll(wanted)]
            .some((one) => words === undefined || one.textContent === words), selector, text);
        await page.evaluate((wanted, words) => {
            const found = [...document.querySelectorAll(wanted)].find((one) => words === undefined || one.textContent === words);
            /** @type {HTMLElement} */ (found).click();
        }, selector, text);
    };
    /** @param {string} selector */
    const text = (selector) => page.$eval(selector, (one) => one.textContent ?? '');
    return {
        until, click, text,
        /** @param {string} words */
        press: (words) => click('button', words),
        /** @param {string} key */
        tab: (key) => click(`[role=tab][data-key=${key}]`),
        /** @param {Record<string, Uint8Array | string>} files */
        async drop(files) {
            await dropFiles(page, '.x-drop', Object.entries(files).map(([name, bytes]) => ({ name, base64: Buffer.from(bytes).toString('base64') })));
        },
        /** @param {string} name */
        opened: (name) => until((wanted) => document.querySelector('.x-file')?.getAttribute('aria-label') === wanted &&
            document.querySelector('.x-file-title')?.textContent, name),
        /** Types into a field as a reader would. @param {string} selector @param {string} value */
        async type(selector, value) {
            await page.$eval(selector, (one) => {
                /** @type {HTMLInputElement} */ (one).value = '';
                /** @type {HTMLInputElement} */ (one).focus();
            });
            await page.keyboard.type(value);
        },
        /** The cells that a column shows once they are drawn, by its place. @param {number} column */
        async cells(column) {
            await page.evaluate(() => new Promise((done) => {
                requestAnimationFrame(() => requestAnimationFrame(done));
            }));
            return until(cellsOf, column);
        },
        /** @param {RegExp} pattern */
        status: (pattern) => until((source) => {
            const words = document.querySelector('.x-status')?.textContent ?? '';
            return new RegExp(source).test(words) && words;
        }, pattern.source),
        /** @param {RegExp} pattern */
        alert: (pattern) => until((source) => [...document.querySelectorAll('[role=alert]')]
            .map((one) => one.textContent ?? '').find((words) => new RegExp(source).test(words)), pattern.source),
        /** What the inspector of the bytes says under a term. @param {string} term @param {RegExp} pattern */
        told: (term, pattern) => until((key, source) => {
            const words = document.querySelector(`.x-inspector [data-term="${key}"] dd`)?.textContent ?? '';
            return new RegExp(source).test(words) && words;
        }, term, pattern.source),
        /** The text of the next download. @param {() => Promise<unknown>} act */
        async saved(act) {
            await page.evaluate(() => {
                const own = /** @type {any} */ (globalThis);
                own.saved = null;
                own.createUrl ??= URL.createObjectURL;
                URL.createObjectURL = (blob) => {
                    own.saved = blob;
                    return own.createUrl.call(URL, blob);
                };
                addEventListener('click', (event) => {
                    if (event.target instanceof HTMLAnchorElement && event.target.download) event.preventDefault();
                }, { capture: true });
            });
            await act();
            await until(() => /** @type {any} */ (globalThis).saved);
            const base64 = await page.evaluate(async () => {
                const bytes = new Uint8Array(await /** @type {any} */ (globalThis).saved.arrayBuffer());
                let binary = '';
                for (const byte of bytes) binary += String.fromCharCode(byte);
                return btoa(binary);
            });
            return Buffer.from(base64, 'base64');
        },
    };
}

/**
 * In the page: the texts of a column's cells from the top down, or null while some are awaited.
 * @param {number} column
 */
function cellsOf(column) {
    const lines = [...document.querySelectorAll('.x-row:not([hidden])')]
        .sort((a, b) => Number(a.getAttribute('aria-rowindex')) - Number(b.getAttribute('aria-rowindex')));
    const found = lines.map((line) => line.querySelector(`[aria-colindex="${column + 2}"]`));
    if (found.length === 0 || found.some((one) => !one || /** @type {HTMLElement} */ (one).dataset.kind === 'waiting')) return null;
    return found.map((one) => one?.textContent ?? '');
}
