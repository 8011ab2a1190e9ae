/** What browsers ask of a server, such as a CDN, that has the package's files as they are. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import test, { after } from 'node:test';
import { BROWSER_NAMES, launchBrowser } from '../browsers.js';

const root = new URL('../../../', import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
/** @type {[string, string][]} */
const entries = Object.entries(exports).filter(([name]) => !/\.(?:wasm|json)$/.test(name))
    .map(([name, conditions]) => [name, conditions.default.slice(1)]);

/** @type {string[]} */
let asked = [];
const server = createServer(({ url = '/' }, response) => {
    if (url === '/') return response.setHeader('Content-Type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">');
    asked.push(url);
    return response.setHeader('Content-Type', url.endsWith('.wasm') ? 'application/wasm' : 'text/javascript')
        .setHeader('Cache-Control', 'no-store').end(readFileSync(new URL('.' + url, root)));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
const browsers = await Promise.all(BROWSER_NAMES.map(launchBrowser));
after(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    server.close();
});

for (const [i, browser] of browsers.entries()) {
    /**
     * Imports a file in a fresh page, and calls `init` there if that is wanted.
     * @param {string} path
     * @param {boolean} [start]
     */
    const importing = async (path, start = false) => {
        const page = await browser.newPage();
        await page.goto(origin);
        asked = [];
        const count = await page.evaluate(async (url, isStarted) => {
            const entry = await import(url);
            if (isStarted) await entry.init();
            return Object.keys(entry).length;
        }, origin + path, start);
        await page.close();
        assert.ok(count > 0);
        return asked;
    };

    for (const [name, path] of entries) {
        test(`${BROWSER_NAMES[i]} imports ${name} by one request`, async () => assert.deepEqual(await importing(path), [path]));
    }

    test(`${BROWSER_NAMES[i]} loads the module with the script, and by a request of its own only in the split form`, async () => {
        for (const path of ['/dist/index.js', '/dist/decode.js', '/dist/encode.js']) assert.deepEqual(await importing(path, true), [path]);
        assert.deepEqual(await importing('/dist/decode.split.js', true), ['/dist/decode.split.js', '/dist/tcb-decode.wasm']);
    });
}
