/**
 * The site as it is deployed, for tests in real browsers.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { buildSite } from '../../../demo/site/build.mjs';
import { serve } from '../../../demo/site/serve.mjs';

/** @import { Page } from 'puppeteer-core' */

/**
 * Builds the site into a folder of its own and serves it with its headers.
 * @param {string} name of the test
 * @returns {Promise<{ url: string, folder: string, files: Awaited<ReturnType<typeof buildSite>>, close: () => void }>}
 */
export async function openSite(name) {
    const folder = fileURLToPath(new URL(`../../../build/site-of-${name}`, import.meta.url));
    const files = await buildSite(folder);
    const { url, close } = await serve(folder);
    return { url, folder, files, close };
}

/**
 * Serious and critical faults that axe-core finds, each in a line.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function accessibilityFaults(page) {
    const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    await page.evaluate(source);
    return page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (globalThis).axe.run(document);
        return violations.filter((/** @type {any} */ { impact }) => impact === 'serious' || impact === 'critical')
            .map((/** @type {any} */ { id, help, nodes }) =>
                `${id}: ${help}: ${nodes.map((/** @type {any} */ node) => node.target.join(' ')).join(', ')}`);
    });
}

/**
 * Drops files on an element as a reader would with a pointer.
 * @param {Page} page
 * @param {string} selector
 * @param {{ name: string, base64: string }[]} files
 */
export async function dropFiles(page, selector, files) {
    await page.evaluate((target, given) => {
        const transfer = new DataTransfer();
        for (const { name, base64 } of given) {
            transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
        }
        const element = /** @type {Element} */ (document.querySelector(target));
        for (const type of ['dragenter', 'dragover', 'drop']) {
            element.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }
    }, selector, files);
}
