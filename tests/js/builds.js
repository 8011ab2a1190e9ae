/**
 * Every build of the codec, behind one face: the two WebAssembly toolchains, each with the full and the
 * decode-only module, and the native library through its test driver. One suite runs on them all.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS, readColumn, readDescriptors, statusError } from '../../js/module/codec.js';
import { makeLoader } from '../../js/module/load.js';
import { layOut, pack } from '../../js/write/pack.js';

/**
 * @import { Descriptor, LazyColumn, Limits } from '../../js/module/codec.js'
 * @import { RawColumn } from '../../js/schema/types.js'
 */

/**
 * @typedef {object} Build
 * @property {string} name
 * @property {(bytes: Uint8Array, options?: { limits?: Limits, flags?: number, choose?: (d: Descriptor[]) => number[] }) =>
 *   { rowCount: number, descriptors: Descriptor[], columns: RawColumn[] }} decode
 * @property {((table: { rowCount: number, columns: readonly RawColumn[] }) => Uint8Array) | null} encode
 * @property {boolean} slow starts a process for each call
 */

const root = new URL('../../', import.meta.url);
export const TOOLCHAINS = ['wasi', 'emscripten'];
export const MODULES = ['tcb', 'tcb-decode'];

/** @param {Descriptor[]} descriptors */
const all = (descriptors) => descriptors.map((_, i) => i);

/** @param {string} toolchain @param {string} module */
export function moduleBytes(toolchain, module) {
    return readFileSync(new URL(`build/${toolchain}/${module}.wasm`, root));
}

/**
 * @template {{ columns: LazyColumn[] }} T
 * @param {T} decoded
 */
function withArrays(decoded) {
    return { ...decoded, columns: decoded.columns.map((column) => column.arrays()) };
}

/** @param {string} toolchain @param {string} module @returns {Build} */
function wasmBuild(toolchain, module) {
    const loader = makeLoader(() => moduleBytes(toolchain, module));
    loader.initSync();
    return {
        name: `${toolchain}/${module}`,
        slow: false,
        decode: (bytes, { limits, flags = 0, choose = all } = {}) =>
            withArrays(loader.run((codec) => codec.decode(bytes, { ...DEFAULT_LIMITS, ...limits }, choose, flags))),
        encode: module === 'tcb-decode' ? null
            : ({ rowCount, columns }) => loader.run((codec) => pack(codec, rowCount, columns)),
    };
}

const DRIVER = fileURLToPath(new URL('build/asan/tests/c/tcb_driver', root));
const ALL_COLUMNS = 0xffffffff;

/** @param {string} verb @param {Uint8Array[]} parts */
function drive(verb, parts) {
    const { status, stdout, stderr, error } = spawnSync(DRIVER, [verb],
        { input: Buffer.concat(parts), maxBuffer: 2 ** 30 });
    if (error || status !== 0) throw error ?? new Error(`tcb_driver ${verb}: exit status ${status}\n${stderr}`);
    const bytes = new Uint8Array(stdout);
    const view = new DataView(bytes.buffer);
    const code = view.getInt32(0, true);
    if (code !== 0) {
        throw statusError(code, 'native', {
            tag: view.getUint32(8, true) || undefined,
            offset: view.getUint32(12, true), expected: Number(view.getBigInt64(16, true)),
            found: Number(view.getBigInt64(24, true)),
        });
    }
    return view;
}

/** @param {ArrayLike<number>} numbers */
const u32 = (numbers) => new Uint8Array(Uint32Array.from(numbers).buffer);
/** @param {number} n */
const roundUp = (n) => Math.ceil(n / 8) * 8;

/** The native library under AddressSanitizer and UBSan. @type {Build} */
const native = {
    name: 'native',
    slow: true,
    decode(bytes, { limits, flags = 0, choose } = {}) {
        const { rows, columns: most, decodedBytes, stringBytes } = { ...DEFAULT_LIMITS, ...limits };
        const head = [flags, rows, most, decodedBytes, stringBytes];
        /** @param {number[] | null} positions */
        const call = (positions) => drive('decode', [
            u32([...head, positions ? positions.length : ALL_COLUMNS]), u32(positions ?? []), bytes]);
        let view = choose ? call([]) : call(null);
        const descriptors = readDescriptors(view, 48, view.getUint32(36, true));
        const positions = choose ? choose(descriptors) : all(descriptors);
        if (choose) view = call(positions);
        const at = 48 + descriptors.length * 24, count = view.getUint32(40, true);
        const block = roundUp(at + count * 48);
        const buffer = view.buffer.slice(block, block + view.getUint32(44, true));
        const rowCount = view.getUint32(32, true);
        const columns = positions.map((position, i) =>
            readColumn(view, at + i * 48, /** @type {ArrayBuffer} */ (buffer), rowCount, descriptors[position].byteLength));
        return withArrays({ rowCount, descriptors, columns });
    },
    encode({ rowCount, columns }) {
        const { size, parts, structs } = layOut(columns);
        const block = new Uint8Array(size);
        for (const { place, array } of parts) {
            block.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), place);
        }
        const padding = new Uint8Array(roundUp(16 + structs.byteLength) - 16 - structs.byteLength);
        const view = drive('encode', [u32([rowCount, columns.length, size, 0]),
            new Uint8Array(structs.buffer), padding, block]);
        return new Uint8Array(view.buffer, 40, view.getUint32(32, true));
    },
};

/** @type {Build[]} */
export const builds = [
    ...TOOLCHAINS.flatMap((toolchain) => MODULES.map((module) => wasmBuild(toolchain, module))),
    ...(existsSync(DRIVER) ? [native] : []),
];
export const nativeIsBuilt = existsSync(DRIVER);
