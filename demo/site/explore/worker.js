/**
 * The worker of the explorer: holds the opened files and does all work on them. Long work stops for
 * a moment now and then, so that cells and bytes are still served, and ends when it is cancelled.
 */

/** @import { FileFacts, Pause } from './types.js' */

import { TcbError, init } from 'tcb-wasm';
import { lookOf } from 'tcb-wasm/annotate';
import { cellText, readCells } from './engine/cells.js';
import { encodeColumns, weighColumn } from './engine/encode.js';
import { exportText, someRows } from './engine/export.js';
import { findCell } from './engine/find.js';
import { namesOf, parseNames, tablesOf } from './engine/names.js';
import { fieldsBetween, partsOf } from './engine/layout.js';
import { makeOrder } from './engine/order.js';
import { columnStats } from './engine/stats.js';
import { TableFile, faultOf } from './engine/tablefile.js';
import { isGzip, unpack } from './engine/unpack.js';

const SLICE_MS = 24;
const MAX_COPIED = 2_000_000;
const NO_NAMES = Object.freeze({ json: null, table: null });

/**
 * @typedef {object} Opened
 * @property {string} name
 * @property {Uint8Array<ArrayBuffer>} stored the bytes as they came
 * @property {TableFile} file
 * @property {boolean} encrypted and not yet decrypted
 * @property {boolean} signed
 * @property {boolean} verified
 * @property {boolean} unverified opened without its MAC key, although it was signed
 * @property {number | null} packedSize of what it was unpacked from
 * @property {number} readMs
 * @property {number} openMs
 * @property {string | null} names where they come from
 * @property {GivenNames} given
 */

/** @typedef {{ json: unknown, table: string | null }} GivenNames `json` null where none are given */

/** @type {Map<number, Opened>} */
const opened = new Map();
/** @type {Set<number>} */
const cancelled = new Set();

/**
 * @typedef {object} Job
 * @property {Pause} pause
 * @property {(fraction: number) => void} progress
 */

/** @type {Record<string, (argument: any, job: Job) => unknown>} */
const jobs = {
    async open({ id, name, source }) {
        const start = performance.now();
        const { bytes, packedSize } = await bytesOf(source);
        const isTimed = source instanceof Blob || packedSize !== null;
        return adopt(id, {
            name: packedSize === null ? name : withoutGz(name), stored: bytes, packedSize, readMs: isTimed ? performance.now() - start : 0,
        });
    },

    async unlock({ id, encryptionKey, macKey }) {
        const { stored, name, packedSize, readMs, names, given, signed } = get(id);
        const { open } = await import('tcb-wasm/envelope');
        const plain = await open(stored, { ...encryptionKey && { encryptionKey }, ...macKey && { macKey } });
        return adopt(id, { name, stored: plain, packedSize, readMs, verified: Boolean(macKey), unverified: signed && !macKey, names, given });
    },

    async sample() {
        const { sampleFile } = await import('./sample.js');
        return sampleFile();
    },

    close({ id }) {
        opened.delete(id);
    },

    async parseNames({ name, source }) {
        const { bytes } = await bytesOf(source);
        return parseNames(withoutGz(name), new TextDecoder().decode(bytes));
    },

    tables: ({ json }) => tablesOf(json),

    async names({ id, json, table, source }) {
        const found = get(id);
        await useNames(found.file, { json, table });
        Object.assign(found, { given: { json, table }, names: json === null ? null : source });
        return facts(id);
    },

    facts: ({ id }) => facts(id),

    async stats({ id, tag }, { pause }) {
        const { file } = get(id);
        const stats = await columnStats(file.column(tag), pause);
        return { ...stats, schemaFault: file.schemaFault(tag) };
    },

    weigh({ id, tag }) {
        const { file } = get(id);
        return weighColumn(file.rowCount, file.column(tag).raw);
    },

    async view({ id, conditions, sorts }, { pause }) {
        const { file } = get(id);
        const order = await makeOrder(file, conditions, sorts, pause);
        file.order = order;
        file.version++;
        return { version: file.version, rowCount: order ? order.length : file.rowCount };
    },

    cells({ id, version, tags, from, to, local }) {
        const { file } = get(id);
        if (version !== file.version) return null;
        const rows = file.order ? file.order.slice(from, to) : Uint32Array.from({ length: to - from }, (_, i) => from + i);
        const columns = tags.map((/** @type {number} */ tag) => {
            try {
                return readCells(file.column(tag), rows, local);
            } catch (error) {
                return { fault: faultOf(error, tag) };
            }
        });
        return { rows, columns };
    },

    row({ id, at, tags }) {
        const { file } = get(id);
        const k = file.order ? file.order[at] : at;
        const columns = tags.flatMap((/** @type {number} */ tag) => (file.fault(tag) ? [] : [file.column(tag)]));
        return { row: k, value: someRows(columns, Uint32Array.of(k), false)[0] };
    },

    find: ({ id, ...search }, { pause }) => findCell(get(id).file, search, pause),

    /** Where a row of the file stands among those that are seen: -1 where it is filtered out. */
    placeOf({ id, row }) {
        const { order } = get(id).file;
        return order ? order.indexOf(row) : row;
    },

    async copy({ id, tags, from, to, headers }, { pause }) {
        const { file } = get(id);
        if ((to - from) * tags.length > MAX_COPIED) {
            throw new RangeError(`expected at most ${MAX_COPIED} cells to copy, found ${(to - from) * tags.length}: export them`);
        }
        const columns = tags.map((/** @type {number} */ tag) => file.column(tag));
        const texts = columns.map((/** @type {import('tcb-wasm').Column} */ column) => cellText(column));
        const lines = headers ? [columns.map((/** @type {any} */ column) => column.name).join('\t')] : [];
        for (let at = from; at < to; at++) {
            const k = file.order ? file.order[at] : at;
            lines.push(columns.map((/** @type {any} */ column, /** @type {number} */ j) =>
                (column.isPresent(k) ? tabSafe(texts[j](k)) : '')).join('\t'));
            if ((at & 1023) === 1023) await pause();
        }
        return lines.join('\n');
    },

    parts: ({ id, tag, whole }, { pause }) => partsOf(get(id).file, tag, whole, pause),

    async bytes({ id, from, to }, { pause }) {
        const { file } = get(id);
        const fields = await fieldsBetween(file, from, to, pause);
        return { bytes: file.bytes.slice(from, to), fields };
    },

    async export({ id, tags, format }, { pause, progress }) {
        const { file } = get(id);
        const columns = tags.map((/** @type {number} */ tag) => file.column(tag));
        if (format === 'tcb') return (await encodeColumns(file, { tags, asSeen: true, profile: 'compatible' }, progress, pause)).blob;
        return exportText(columns, file.rows(), format, progress, pause);
    },

    async encode({ id, tags, profile }, { pause, progress }) {
        const { file } = get(id);
        return encodeColumns(file, { tags, asSeen: false, profile }, progress, pause);
    },
};

/**
 * The bytes of a file, unpacked where they are compressed with gzip.
 * @param {Blob | ArrayBuffer} source
 */
async function bytesOf(source) {
    const bytes = new Uint8Array(source instanceof Blob ? await source.arrayBuffer() : source);
    if (!isGzip(bytes)) return { bytes, packedSize: null };
    return { bytes: await unpack(bytes), packedSize: bytes.length };
}

/** @param {string} name */
function withoutGz(name) {
    return name.replace(/\.gz$/i, '');
}

/** @param {number} id */
function get(id) {
    const found = opened.get(id);
    if (!found) throw new RangeError('the file is closed');
    return found;
}

/**
 * @param {TableFile} file
 * @param {GivenNames} given
 */
async function useNames(file, { json, table }) {
    file.useNames(json === null ? new Map() : await namesOf(json, table, file.layout.columns));
}

/**
 * @param {number} id
 * @param {Partial<Opened> & { name: string, stored: Uint8Array<ArrayBuffer>, readMs: number }} parts
 */
async function adopt(id, { name, stored, packedSize = null, readMs, verified = false, unverified = false, names = null, given = NO_NAMES }) {
    const start = performance.now();
    const file = new TableFile(name, stored);
    await useNames(file, given);
    const { isTable } = file.layout;
    opened.set(id, {
        name, stored, file, packedSize, readMs, names, given, verified, unverified, openMs: performance.now() - start,
        encrypted: isTable && (stored[8] & 1) === 1,
        signed: isTable && stored.subarray(22, 38).some((byte) => byte !== 0),
    });
    return facts(id);
}

/**
 * @param {number} id
 * @returns {FileFacts}
 */
function facts(id) {
    const { name, stored, file, encrypted, signed, verified, unverified, packedSize, readMs, openMs, names } = get(id);
    const start = performance.now();
    const columns = file.columnFacts();
    const { rowCount, isTable, fields, fault, damage } = file.layout;
    return {
        id, name, size: stored.length, rowCount, isTable, fields, encrypted, signed, verified, unverified, packedSize, readMs,
        openMs: openMs + performance.now() - start, names, columns,
        fault: encrypted ? null : fault, damage, look: isTable ? null : lookOf(stored),
    };
}

/** A text that stays in its cell when it is pasted. @param {string} text */
function tabSafe(text) {
    return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {number} id @returns {Job} */
function jobOf(id) {
    let last = performance.now();
    return {
        progress: (fraction) => postMessage({ id, progress: fraction }),
        async pause() {
            if (performance.now() - last < SLICE_MS) return;
            await nextTask();
            last = performance.now();
            if (cancelled.has(id)) throw new DOMException('cancelled', 'AbortError');
        },
    };
}

const channel = new MessageChannel();
/** @type {(() => void)[]} */
const waiting = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** Timers would wait for 4 ms or more. */
function nextTask() {
    return /** @type {Promise<void>} */ (new Promise((resolve) => {
        waiting.push(resolve);
        channel.port2.postMessage(null);
    }));
}

/** @type {Promise<void> | null} */
let ready = null;

/** @param {MessageEvent} event */
self.onmessage = async ({ data: { id, name, argument, cancel } }) => {
    if (cancel) {
        cancelled.add(cancel);
        return;
    }
    try {
        // Structure and bytes need no module: they are there before it is.
        if (!['open', 'parts', 'bytes'].includes(name)) await (ready ??= init());
        const result = await jobs[name](argument, jobOf(id));
        postMessage({ id, result });
    } catch (error) {
        postMessage({ id, error: told(error) });
    } finally {
        cancelled.delete(id);
    }
};

/** @param {unknown} error */
function told(error) {
    if (error instanceof TcbError) return { name: 'TcbError', ...faultOf(error), file: error.file, column: error.column };
    const { name, message } = error instanceof Error || error instanceof DOMException ? error : { name: 'Error', message: String(error) };
    return { name, message };
}
