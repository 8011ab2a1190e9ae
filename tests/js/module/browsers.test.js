/** The examples' pages in real browsers, built by the bundlers themselves from the packed package. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { createServer } from 'vite';
import { rows } from '../../../demo/examples/items.js';
import { serve } from '../../../demo/examples/serve.js';
import { EXAMPLES, make, stage } from '../../../demo/examples/stage.js';
import { BROWSER_NAMES, launchBrowser, openPage } from '../browsers.js';

const folder = fileURLToPath(new URL('../../build/browsers', import.meta.url));
const pages = Object.entries(EXAMPLES).flatMap(([name, { page }]) => page ? [{ name, path: `${page}/` }] : []);
const LOADED = 'document.title !== "Loading"';

await stage(folder);
for (const { name } of pages) if (EXAMPLES[name].build) make(folder, name);
await makePolicyPage();
const site = await serve(folder);
// Here, and not in a suite: a suite that fails to start counts as no failure in Node.js 20.
const browsers = await Promise.all(BROWSER_NAMES.map(launchBrowser));
after(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    site.stop();
    rmSync(folder, { recursive: true, force: true });
});

/** @param {import('puppeteer-core').Page} page */
function shownItems(page) {
    return page.evaluate(() => Array.from(document.querySelectorAll('tr'), ({ cells: [name, price] }) =>
        ({ name: name.textContent, price: Number(price.textContent) })));
}

/** @param {import('puppeteer-core').Page} page @param {string[]} errors */
async function assertShowsItems(page, errors) {
    assert.deepEqual(errors, []);
    assert.equal(await page.title(), '3 items');
    assert.deepEqual(await shownItems(page), rows.map(({ name, price }) => ({ name, price })));
}

for (const [i, browser] of browsers.entries()) {
    const browserName = BROWSER_NAMES[i];

    test(`${browserName} tells its version`, async (t) => {
        const version = await browser.version();
        t.diagnostic(version);
        assert.match(version, /\d/);
    });

    for (const { name, path } of pages) {
        test(`${browserName}, ${name}: the page shows the file's rows`, async () => {
            const { page, errors } = await openPage(browser, site.url + path, LOADED);
            await assertShowsItems(page, errors);
            if (name === 'web-worker') {
                const sent = await page.evaluate(() => document.body.dataset.sent);
                assert.equal(sent, '0', 'the file was moved to the worker, not copied');
            }
            await page.close();
        });
    }

    for (const name of ['page', 'split']) {
        test(`${browserName}, Vite's development server: ${name} shows the file's rows`, async () => {
            const server = await createServer({
                root: join(folder, name), cacheDir: join(folder, 'cache', browserName, name), logLevel: 'warn',
                server: { port: 0, host: '127.0.0.1' },
            });
            try {
                await server.listen();
                const [url] = server.resolvedUrls?.local ?? [];
                const { page, errors } = await openPage(browser, url, LOADED);
                await assertShowsItems(page, errors);
                await page.close();
            } finally {
                await server.close();
            }
        });
    }

    test(`${browserName}: a policy with 'wasm-unsafe-eval' lets the module be compiled`, async () => {
        const { result, errors } = await underPolicy(browser, "script-src 'self' 'wasm-unsafe-eval'");
        assert.deepEqual(result, { async: 'ready', sync: 'ready' });
        assert.deepEqual(errors, []);
    });

    test(`${browserName}: a policy that forbids compiled rows gives them as ever, and reports it once`, async () => {
        const { result, errors } = await underPolicy(browser, "script-src 'self' 'wasm-unsafe-eval'", '?rows');
        assert.deepEqual(result, { rows: 'as ever' });
        // Chromium keeps it to itself.
        assert.equal(errors.length, browserName === 'firefox' ? 1 : 0, errors.join('; '));
        for (const error of errors) assert.match(error, /blocked a JavaScript eval \(script-src\)/);
    });

    test(`${browserName}: a policy without 'wasm-unsafe-eval' makes init reject with CSP, naming the directive`, async () => {
        const { result } = await underPolicy(browser, "script-src 'self'");
        for (const { name, code, message, cause } of [result.async, result.sync]) {
            assert.equal(name, 'TcbError');
            assert.equal(code, 'CSP', cause);
            assert.match(message, /'wasm-unsafe-eval' to the script-src directive/);
            assert.match(cause, CAUSES[browserName]);
        }
    });
}

/** What the browsers themselves say; the examples' README quotes it. @type {Record<string, RegExp>} */
const CAUSES = {
    chromium: /^CompileError: WebAssembly\.\w+\(\): .* 'unsafe-eval' is not an allowed source of script/,
    firefox: /^CompileError: call to WebAssembly\.\w+\(\) blocked by CSP$/,
};

async function makePolicyPage() {
    mkdirSync(join(folder, 'policy'));
    writeFileSync(join(folder, 'policy/index.html'),
        '<!doctype html><link rel="icon" href="data:,"><script type="module" src="main.js"></script>');
    await build({
        entryPoints: [fileURLToPath(new URL('policy.js', import.meta.url))],
        outfile: join(folder, 'policy/main.js'),
        bundle: true, format: 'esm', nodePaths: [join(folder, 'node_modules')],
    });
}

/** @param {import('puppeteer-core').Browser} browser @param {string} policy @param {string} query */
async function underPolicy(browser, policy, query = '') {
    const guarded = await serve(folder, { headers: { 'content-security-policy': policy } });
    try {
        const { page, errors } = await openPage(browser, `${guarded.url}policy/${query}`, 'globalThis.result');
        const result = await page.evaluate('result');
        await page.close();
        return { result: /** @type {any} */ (result), errors };
    } finally {
        guarded.stop();
    }
}
