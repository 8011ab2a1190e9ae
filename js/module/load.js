/**
 * Getting a WebAssembly module, and keeping one instance of it.
 */

import { Codec } from './codec.js';
import { TcbError } from '../values/errors.js';

/**
 * Where a module may come from: a compiled module, its bytes, a response of `fetch`, or an address to
 * fetch.
 * @typedef {WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | URL | string} ModuleSource
 */

/**
 * A module's holder.
 * @typedef {object} Loader
 * @property {(source?: ModuleSource | Promise<ModuleSource>) => Promise<void>} init makes everything ready
 * @property {(source?: WebAssembly.Module | ArrayBuffer | ArrayBufferView) => void} initSync the same at once
 * @property {() => void} reset gives the instance's memory back; the next call makes a fresh one
 * @property {<T>(work: (codec: Codec) => T) => T} run calls the module
 * @property {() => number} memoryBytes of the instance: 0 while there is none
 */

/**
 * @param {() => WebAssembly.Module | Uint8Array<ArrayBuffer>} embedded what to load when no source is given
 * @returns {Loader}
 */
export function makeLoader(embedded) {
    /** @type {WebAssembly.Module | null} */
    let module = null;
    /** @type {Codec | null} */
    let codec = null;
    /** @type {Promise<void> | null} */
    let pending = null;

    /** @param {WebAssembly.Module} compiled */
    const adopt = (compiled) => {
        codec = new Codec(new WebAssembly.Instance(compiled));
        module = compiled;
    };
    return {
        init(source) {
            if (source === undefined && module) return Promise.resolve();
            pending ??= compile(source ?? embedded()).then(adopt).finally(() => {
                pending = null;
            });
            return pending;
        },
        initSync(source) {
            if (source === undefined && module) return;
            const from = source ?? embedded();
            adopt(from instanceof WebAssembly.Module ? from : explain(() => new WebAssembly.Module(bytesOf(from))));
        },
        reset() {
            codec = null;
        },
        run(work) {
            if (!module) throw new TcbError('NOT_READY', 'the WebAssembly module is not loaded: await init() first');
            codec ??= new Codec(new WebAssembly.Instance(module));
            try {
                return work(codec);
            } catch (cause) {
                if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
                codec = null; // a trapped instance is in no known state: never use it again
                throw new TcbError('INTERNAL', 'the WebAssembly module stopped: this is a fault of tcb-wasm, ' +
                    'please report it with the file', { cause });
            }
        },
        memoryBytes: () => codec?.memoryBytes ?? 0,
    };
}

/**
 * @param {ModuleSource | Promise<ModuleSource>} given
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(given) {
    let source = await given;
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === 'string' || source instanceof URL) source = await fetch(source);
    if (isResponse(source)) {
        if (!source.ok) {
            throw new TcbError('MODULE', `the WebAssembly module could not be fetched: expected status 200, ` +
                `found ${source.status} at ${source.url}`);
        }
        source = await source.arrayBuffer();
    }
    const bytes = bytesOf(source);
    return explain(() => WebAssembly.compile(bytes));
}

/**
 * Known by what it can do: in Node, a mention of the global `Response` loads all of its fetch code, which
 * takes longer than everything else that `init` does.
 * @param {unknown} source
 * @returns {source is Response}
 */
function isResponse(source) {
    return typeof (/** @type {any} */ (source)?.arrayBuffer) === 'function';
}

/**
 * @param {unknown} source
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytesOf(source) {
    if (source instanceof ArrayBuffer) return new Uint8Array(source);
    if (ArrayBuffer.isView(source)) {
        return new Uint8Array(/** @type {ArrayBuffer} */ (source.buffer), source.byteOffset, source.byteLength);
    }
    throw new TypeError('expected a WebAssembly.Module, its bytes, a Response or an address, found ' +
        Object.prototype.toString.call(source));
}

/**
 * Names the reason where an environment forbids compiling.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
function explain(work) {
    /** @param {unknown} cause @returns {never} */
    const refuse = (cause) => {
        const text = String(cause);
        if (/CSP|unsafe-eval|code generation disallowed/i.test(text)) {
            throw new TcbError('CSP', "this page's or host's policy forbids compiling WebAssembly: add " +
                "'wasm-unsafe-eval' to the script-src directive of its Content-Security-Policy, or pass a " +
                'compiled WebAssembly.Module to init()', { cause });
        }
        throw new TcbError('MODULE', `the WebAssembly module could not be compiled: ${text}`, { cause });
    };
    try {
        const result = work();
        return result instanceof Promise ? /** @type {any} */ (result.catch(refuse)) : result;
    } catch (cause) {
        return refuse(cause);
    }
}
