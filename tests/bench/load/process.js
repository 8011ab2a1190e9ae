/**
 * What runs in a process of its own for one system and one set:
 *
 *     node process.js '{"mode": "prepare", ...}'
 *
 * and prints one line of JSON. The first mode makes and verifies the file, and the others read it, but
 * for `encode`, which makes it again.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { compressedSizes } from './compressed.js';
import { MEMORY_ROUNDS, measureMemory, timeRuns } from './measure.js';
import { goOn, operations } from './operations.js';
import { makePlan } from './plan.js';
import { makeSet, whyUnable } from './sets.js';
import { openSystem } from './systems.js';
import { rowToucher, touchRows } from './touch.js';
import { Unsupported } from './unsupported.js';
import { verify } from './verify.js';

/** @import { Plan } from './plan.js' */

/** Encoding is slower, and nobody waits for it. */
const ENCODE_RUNS = 5;

/**
 * @typedef {object} Task
 * @property {'prepare' | 'time' | 'memory' | 'encode' | 'cold'} mode
 * @property {string} system
 * @property {string} set
 * @property {string} path of the file, which its plan's path begins with
 * @property {boolean} quick a small set
 * @property {number} runs
 * @property {number} [budgetMs] no further run of an operation is begun after so long
 * @property {number} [mostBrotli] bytes of a file that brotli is begun for
 */

/** @param {Task} task */
async function prepare({ system: name, set: setName, path, quick, mostBrotli }) {
    const set = makeSet(setName, quick);
    const plan = makePlan(set);
    let system;
    try {
        system = await openSystem(name, set.schema);
    } catch (error) {
        if (error instanceof Unsupported) return { title: name, unsupported: error.message };
        throw error;
    }
    const about = { title: system.title, rows: set.rowCount ?? set.rows.length, values: plan.valueCount };
    const reason = whyUnable(name, set);
    if (reason) return { ...about, unsupported: reason };
    let bytes;
    try {
        bytes = await system.prepare(set);
        await verify(system, set, plan, bytes);
    } catch (error) {
        const why = error instanceof Unsupported ? error.message : tooLarge(error);
        if (why) return { ...about, unsupported: why };
        throw error;
    }
    writeFileSync(path, bytes);
    writeFileSync(`${path}.plan.json`, JSON.stringify(plan));
    // Only here: a process that measures must not hold a bundler.
    const { readerSize } = await import('./reader.js');
    return {
        ...about,
        reader: await readerSize(system),
        ...compressedSizes(system.parts?.(bytes) ?? [bytes], `${dirname(dirname(path))}/compressed`, mostBrotli),
    };
}

/** What the engine says where something is too large for it; else null. @param {unknown} error */
function tooLarge(error) {
    const isSo = error instanceof RangeError && /^Invalid (string|array|typed array) length|^Array buffer allocation/;
    return isSo && isSo.test(error.message) ? `too large for the engine: ${error.message}` : null;
}

/** @param {Task} task */
async function reopen({ system: name, path }) {
    /** @type {Plan} */
    const plan = JSON.parse(readFileSync(`${path}.plan.json`, 'utf8'));
    return { plan, system: await openSystem(name, plan.schema), bytes: new Uint8Array(readFileSync(path)) };
}

/** @param {Task} task */
async function time(task) {
    const { plan, system, bytes } = await reopen(task);
    const found = [];
    for (const make of operations(system, plan, bytes)) found.push(await timeRuns(await make(), task.runs, task.budgetMs));
    return { operations: found };
}

/** From the exporter's rows to a file's bytes. @param {Task} task */
async function encode({ system: name, set: setName, path, quick, runs, budgetMs }) {
    const set = makeSet(setName, quick);
    const system = await openSystem(name, set.schema);
    const { length } = readFileSync(path);
    return {
        encode: await timeRuns({
            name: 'encode',
            work: () => system.prepare(set),
            // A few bytes may differ: some libraries number their dictionaries on from file to file.
            isRight: (bytes) => Math.abs(bytes.length - length) <= length / 100,
        }, Math.min(runs, ENCODE_RUNS), budgetMs),
    };
}

/**
 * What a fresh process spends on its first table: to import the library, to load the table, and to have
 * its rows as objects.
 * @param {Task} task
 */
async function cold({ system: name, path }) {
    /** @type {Plan} */
    const plan = JSON.parse(readFileSync(`${path}.plan.json`, 'utf8'));
    const bytes = new Uint8Array(readFileSync(path));
    const start = performance.now();
    const system = await openSystem(name, plan.schema);
    const opened = performance.now();
    const form = await system.load(bytes);
    const loaded = performance.now();
    const count = touchRows(rowToucher(plan.schema), system.rows(form));
    const end = performance.now();
    if (count !== plan.valueCount) throw new Error('cold: the first table gave a wrong answer');
    return { cold: { open: opened - start, columns: loaded - start, rows: end - start } };
}

/** @param {Task} task */
async function memory(task) {
    const { system, bytes } = await reopen(task);
    const rounds = task.quick || task.budgetMs ? 1 : MEMORY_ROUNDS;
    const rows = (/** @type {Uint8Array} */ file) => goOn(system.load(file), system.rows);
    return {
        columns: await measureMemory(system.load, bytes, rounds),
        rows: await measureMemory(rows, bytes, rounds),
        held: system.heldBytes?.() ?? 0,
    };
}

/** @type {Task} */
const task = JSON.parse(process.argv[2]);
console.log(JSON.stringify(await { prepare, time, memory, encode, cold }[task.mode](task)));
