/** The WebAssembly modules as files: what they import, export and take of memory. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { makeLoader } from '../../../js/module/load.js';
import { MODULES, TOOLCHAINS, moduleBytes } from '../builds.js';

const listed = readFileSync(new URL('../../../wasm/exports.txt', import.meta.url), 'utf8')
    .split('\n').filter((line) => line && !line.startsWith('#'));
/** @type {Record<string, string[]>} */
const expected = {
    tcb: ['memory', ...listed.map((line) => line.replace(/^full: */, ''))].sort(),
    'tcb-decode': ['memory', ...listed.filter((line) => !line.startsWith('full:'))].sort(),
};
const CAP = 2 ** 31, PAGE = 65536;

for (const toolchain of TOOLCHAINS) {
    for (const name of MODULES) {
        const bytes = moduleBytes(toolchain, name);
        const module = new WebAssembly.Module(bytes);

        test(`${toolchain}/${name} imports nothing`, () => {
            assert.deepEqual(WebAssembly.Module.imports(module), []);
        });

        test(`${toolchain}/${name} exports the memory and what wasm/exports.txt lists`, () => {
            assert.deepEqual(WebAssembly.Module.exports(module).map((e) => e.name).sort(), expected[name]);
        });

        test(`${toolchain}/${name} holds no names, paths or producers`, () => {
            for (const section of ['name', 'producers', 'target_features', '.debug_info']) {
                assert.equal(WebAssembly.Module.customSections(module, section).length, 0, section);
            }
            assert.doesNotMatch(Buffer.from(bytes).toString('latin1'), /\.c\b|\/usr\/|\/home\//);
        });

        test(`${toolchain}/${name} grows its memory to 2 GiB and then reports that it is full`, () => {
            const { exports } = new WebAssembly.Instance(module);
            const { memory, tcb_heap_alloc: alloc, tcb_heap_reset: reset } = /** @type {any} */ (exports);
            assert.ok(memory.buffer.byteLength <= 4 * PAGE);
            assert.ok(alloc(10 * PAGE) > 0);
            const grown = memory.buffer.byteLength;
            assert.ok(grown >= 10 * PAGE && grown <= 15 * PAGE);
            assert.equal(alloc(CAP), 0);
            assert.equal(alloc(0xffffffff), 0);
            assert.equal(memory.buffer.byteLength, grown, 'a refused request takes nothing');
            reset();
            assert.ok(alloc(10 * PAGE) > 0);
            assert.equal(memory.buffer.byteLength, grown, 'memory is used again after a reset');
        });
    }
}

test('a module of another interface is refused when it is loaded', async () => {
    // (module (memory (export "memory") 1) (func (export "tcb_abi_version") (result i32) i32.const 99))
    const other = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 5, 3, 1, 0, 1,
        7, 28, 2, 6, ...Buffer.from('memory'), 2, 0, 15, ...Buffer.from('tcb_abi_version'), 0, 0,
        10, 7, 1, 5, 0, 65, 227, 0, 11]);
    const loader = makeLoader(() => other);
    await assert.rejects(loader.init(), { name: 'TcbError', code: 'MODULE', message: /expected interface 1, found 99/ });
});
