import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { CONTENT_SECURITY_POLICY, ISOLATION } from './headers.mjs';

const ROOT = new URL('../../', import.meta.url);

/**
 * The sources of the package's entries by their public names: dist/x.js is made of js/x.js.
 * @returns {{ find: RegExp, replacement: string }[]}
 */
function packageEntries() {
    const { name, exports } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
    return Object.entries(exports).map(([entry, target]) => ({
        find: new RegExp(`^${name}${entry.slice(1).replaceAll('.', '\\.')}$`),
        replacement: fileURLToPath(new URL(String(target.default ?? target).replace(/^\.\/dist\/(.*\.js)$/, './js/$1'), ROOT)),
    }));
}

/** For hosts that take no headers. In development Vite's own client needs what this forbids. */
const policy = {
    name: 'content-security-policy',
    apply: /** @type {const} */ ('build'),
    transformIndexHtml: () => [{
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
        injectTo: /** @type {const} */ ('head-prepend'),
    }],
};

const WORKER = /new URL\('(\.\/worker\.js)', import\.meta\.url\)/g;

/**
 * Workers as chunks of the same build, which share the package's code. Vite alone builds each worker
 * apart, with a copy of all that it imports.
 */
const sharedWorkers = {
    name: 'shared-workers',
    apply: /** @type {const} */ ('build'),
    enforce: /** @type {const} */ ('pre'),
    /**
     * @this {import('rolldown').PluginContext}
     * @param {string} code
     * @param {string} id
     */
    transform(code, id) {
        if (!code.includes('new Worker(')) return null;
        return code.replace(WORKER, (_, /** @type {string} */ path) => {
            const file = fileURLToPath(new URL(path, pathToFileURL(id)));
            // Of two chunks with one name the bundler would take the same address.
            const name = `worker-${basename(dirname(file))}`;
            return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: file, name })})`;
        });
    },
};

/** @type {import('vite').UserConfig} */
export default {
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: './',
    resolve: { alias: packageEntries() },
    server: { headers: { ...ISOLATION }, fs: { allow: [fileURLToPath(ROOT)] } },
    plugins: [policy, sharedWorkers],
    worker: { format: 'es' },
    build: {
        outDir: fileURLToPath(new URL('dist/site', ROOT)),
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        // Its helper would run in workers too, where there is no document.
        modulePreload: false,
        reportCompressedSize: false,
    },
};
