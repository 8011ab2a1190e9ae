/** What a page downloads: bundled, minified and gzipped, in bytes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Budgets keep the package from growing unseen: what it took when it was last weighed, rounded up to the
 * next 500 bytes. The aims are other numbers, 10 kB for a reader and 24 kB for the whole, and not met:
 * each run prints by how much.
 */
const BUDGETS = {
    decoder: { embedded: 18_000, split: 17_000, aim: 10_000 },
    whole: { embedded: 36_000, split: 34_500, aim: 24_000 },
};

/** @type {{ name: string, code: string, module?: string, budget: number, aim: number }[]} */
const FORMS = [
    {
        name: 'decoder, embedded', code: "export { decode, init } from './js/decode.js';",
        budget: BUDGETS.decoder.embedded, aim: BUDGETS.decoder.aim,
    },
    {
        name: 'decoder, split', code: "export { decode, init } from './js/decode.split.js';",
        module: 'dist/tcb-decode.wasm', budget: BUDGETS.decoder.split, aim: BUDGETS.decoder.aim,
    },
    {
        name: 'whole, embedded', code: "export * from './js/index.js';",
        budget: BUDGETS.whole.embedded, aim: BUDGETS.whole.aim,
    },
    {
        name: 'whole, split', code: "export * from './js/index.workerd.js';", module: 'dist/tcb.wasm',
        budget: BUDGETS.whole.split, aim: BUDGETS.whole.aim,
    },
];

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** @param {Uint8Array} bytes */
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** @param {string} code */
async function bundled(code) {
    const { outputFiles } = await build({
        stdin: { contents: code, resolveDir: root },
        bundle: true, minify: true, format: 'esm', target: 'es2022', write: false, external: ['*.wasm'],
    });
    return outputFiles[0].contents;
}

for (const { name, code, module, budget, aim } of FORMS) {
    test(`${name}: at most ${budget} bytes gzipped`, async (t) => {
        const script = gzipped(await bundled(code));
        const binary = module ? gzipped(readFileSync(new URL(`../../../${module}`, import.meta.url))) : 0;
        const total = script + binary;
        const parts = module ? ` (script ${script}, module ${binary})` : '';
        t.diagnostic(`${name}: ${total} bytes${parts}; the aim is ${aim}, ${total <= aim ? 'met' : `missed by ${total - aim}`}`);
        assert.ok(total <= budget, `${total} bytes${parts}, ${total - budget} over the budget`);
    });
}
