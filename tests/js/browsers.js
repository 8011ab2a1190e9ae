/** Real browsers, headless: the ones that wasm/setup.sh installs. */
import { existsSync } from 'node:fs';
import { launch } from 'puppeteer-core';

/** @import { LaunchOptions } from 'puppeteer-core' */

/** @type {Readonly<Record<string, LaunchOptions>>} */
const BROWSERS = {
    chromium: {
        browser: 'chrome',
        executablePath: process.env.TCB_CHROMIUM ?? '/usr/bin/chromium',
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-sync', '--disable-component-update',
            '--disable-background-networking', '--no-first-run'],
    },
    firefox: {
        browser: 'firefox',
        executablePath: process.env.TCB_FIREFOX ?? '/usr/bin/firefox-esr',
        extraPrefsFirefox: { 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false },
    },
};

export const BROWSER_NAMES = Object.keys(BROWSERS);

/** @param {string} name */
export function launchBrowser(name) {
    const options = BROWSERS[name];
    if (!existsSync(String(options.executablePath))) {
        // Not a skip: a run without browsers would look as if the pages worked in them.
        throw new Error(`${options.executablePath} is missing: run sh wasm/setup.sh, or set TCB_${name.toUpperCase()}`);
    }
    return launch({ headless: true, timeout: 60_000, ...options });
}

/**
 * Opens a page and waits until it has done its work.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {string} done an expression that becomes true in the page
 * @returns {Promise<{ page: import('puppeteer-core').Page, errors: string[] }>} errors are what the page threw,
 *   wrote to console.error, or could not load
 */
export async function openPage(browser, url, done) {
    const page = await browser.newPage();
    /** @type {string[]} */
    const errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('response', (response) => response.status() >= 400 && errors.push(`${response.status()} ${response.url()}`));
    await page.goto(url);
    try {
        await page.waitForFunction(done, { timeout: 15_000 });
    } catch (cause) {
        throw new Error(`${url} did not come to ${done}: ${errors.join('; ') || 'it reported no error'}`, { cause });
    }
    return { page, errors };
}
