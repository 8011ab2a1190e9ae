/** The examples that print rows or answer requests, on the runtimes themselves and with the packed package. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { rows, schema } from '../../../demo/examples/items.js';
import { EXAMPLES, env, make, serveWorker, stage } from '../../../demo/examples/stage.js';
import { decode, init } from '../../../js/index.js';

const folder = fileURLToPath(new URL('../../build/runtimes', import.meta.url));
await stage(folder);
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} command */
const versionOf = (command) => spawnSync(command, ['--version'], { env, encoding: 'utf8' }).stdout.split('\n')[0];

for (const [name, { run }] of Object.entries(EXAMPLES)) {
    if (!run) continue;
    test(`${name} writes a file and reads it back`, (t) => {
        t.diagnostic(`${name}: ${versionOf(run[0])}`);
        assert.deepEqual(JSON.parse(make(folder, name)), rows);
    });
}

test('workerd decodes and encodes with the module it compiled itself', async (t) => {
    t.diagnostic(versionOf('workerd'));
    make(folder, 'workerd');
    const { url, stop } = await serveWorker(folder, 'workerd/config.capnp');
    try {
        const sample = readFileSync(join(folder, 'script/sample.tcb'));
        const decoded = await fetch(url, { method: 'POST', body: sample });
        assert.deepEqual(await decoded.json(), rows);
        const encoded = await fetch(url, {
            method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(rows),
        });
        assert.deepEqual(new Uint8Array(await encoded.arrayBuffer()), new Uint8Array(sample));
    } finally {
        stop();
    }
});

test('workerd takes the decoder alone, which holds the smaller module', async () => {
    const count = await answer(`
        import { decode, init, initSync, reset } from 'tcb-wasm/decode';
        export default { async fetch(request) {
            await init();
            reset();
            initSync();
            return Response.json(decode(await request.arrayBuffer()).rowCount);
        } };`, ['workerd'], 'tcb-decode.wasm');
    assert.equal(count, rows.length);
});

test('workerd, which forbids that code is compiled for rows, gives them as ever', async () => {
    const { refused, count, same } = await answer(`
        import { decode, encode, init } from 'tcb-wasm';
        import { rowCompiler } from 'tcb-wasm/compile';
        const refusal = () => {
            try {
                return new Function('');
            } catch ({ name }) {
                return name;
            }
        };
        export default { async fetch(request) {
            await init();
            const rows = Array(100).fill(decode(await request.arrayBuffer()).rows()).flat();
            const found = rowCompiler()(decode(encode(rows)));
            const same = JSON.stringify(found) === JSON.stringify(decode(encode(rows)).rows());
            return Response.json({ refused: refusal(), count: found.length, same });
        } };`, ['workerd'], 'tcb.wasm');
    assert.deepEqual({ refused, count, same }, { refused: 'EvalError', count: 100 * rows.length, same: true });
});

test('workerd takes a module that is passed to init, whatever the conditions', async () => {
    const count = await answer(`
        import { decode, init } from 'tcb-wasm/decode';
        import module from 'tcb-wasm/tcb-decode.wasm';
        export default { async fetch(request) {
            await init(module);
            return Response.json(decode(await request.arrayBuffer()).rowCount);
        } };`, [], 'tcb-decode.wasm');
    assert.equal(count, rows.length);
});

test('where bytes cannot be compiled, the default entry says so with the code CSP', async () => {
    const { code, message, cause } = await answer(`
        import { init } from 'tcb-wasm/decode';
        export default { async fetch() {
            try {
                await init();
                return Response.json('ready');
            } catch ({ code, message, cause }) {
                return Response.json({ code, message, cause: String(cause) });
            }
        } };`, []);
    assert.equal(code, 'CSP');
    assert.match(message, /pass a compiled WebAssembly\.Module to init\(\)/);
    assert.equal(cause, 'CompileError: WebAssembly.compile(): Wasm code generation disallowed by embedder');
});

/**
 * What a worker answers to the sample.
 * @param {string} source
 * @param {string[]} conditions of the bundler
 * @param {string} [module]
 */
async function answer(source, conditions, module) {
    buildSync({
        stdin: { contents: source, resolveDir: folder },
        outfile: join(folder, 'dist/answer/worker.js'),
        bundle: true, format: 'esm', conditions, loader: { '.wasm': 'copy' }, assetNames: '[name]',
    });
    const wasm = module ? `, (name = "./${module}", wasm = embed "dist/answer/${module}")` : '';
    writeFileSync(join(folder, 'answer.capnp'), `
        using Workerd = import "/workerd/workerd.capnp";
        const config :Workerd.Config = (
          services = [ (name = "main", worker = .worker) ],
          sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
        );
        const worker :Workerd.Worker = (
          modules = [ (name = "worker.js", esModule = embed "dist/answer/worker.js")${wasm} ],
          compatibilityDate = "2026-01-01",
        );`);
    const { url, stop } = await serveWorker(folder, 'answer.capnp');
    try {
        const response = await fetch(url, { method: 'POST', body: readFileSync(join(folder, 'script/sample.tcb')) });
        return await response.json();
    } finally {
        stop();
    }
}

test('the sample of the examples is the rows that they show', async () => {
    await init();
    const table = decode(readFileSync(join(folder, 'script/sample.tcb')), { schema });
    assert.deepEqual(JSON.parse(JSON.stringify(table)), rows);
});
