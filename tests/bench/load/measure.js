/**
 * Times and memory of work in this process, which must run under `--expose-gc`.
 */

import { PerformanceObserver } from 'node:perf_hooks';

import { median } from './stats.js';

/** @import { Operation } from './operations.js' */

/** Milliseconds in which the collector's threads end what a collection leaves to them. */
const SETTLE_MS = 3;

export const MEMORY_ROUNDS = 3;

/** Runs that even the smallest budget leaves. */
const LEAST_RUNS = 3;
/** As many budgets later one run must do. */
const PATIENCE = 50;

/** Bytes that come and go with every collection. */
const CRUMBS = 4096;

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Collects all garbage, so that no run pays for another. */
export function settle() {
    const { gc } = globalThis;
    if (!gc) throw new Error('expected node --expose-gc');
    gc();
    Atomics.wait(pause, 0, 0, SETTLE_MS);
}

/**
 * @typedef {object} Times milliseconds of each run
 * @property {string} operation
 * @property {number[]} cpu user and system, all threads
 * @property {number[]} wall
 */

/**
 * One run to warm up, then `runs`. An answer that is wrong ends it all. What is a promise is waited
 * for, and nothing else: a turn of the event loop is not free.
 * @param {Operation} operation
 * @param {number} runs
 * @param {number} [budgetMs] no further run is begun after so long, but for the first few
 * @returns {Promise<Times>}
 */
export async function timeRuns({ name, work, isRight }, runs, budgetMs = Infinity) {
    /** @type {Times} */
    const times = { operation: name, cpu: [], wall: [] };
    const begin = performance.now();
    for (let run = -1; run < runs; run++) {
        const spent = performance.now() - begin;
        if (run >= LEAST_RUNS && spent > budgetMs || run > 0 && spent > PATIENCE * budgetMs) break;
        settle();
        const cpuBefore = process.cpuUsage(), start = performance.now();
        let result = work();
        if (result instanceof Promise) result = await result;
        const wall = performance.now() - start, cpu = process.cpuUsage(cpuBefore);
        if (!await isRight(result)) throw new Error(`${name}: run ${run + 1} gave a wrong answer`);
        // Work so slow that warming up makes no difference is not done twice.
        if (run < 0 && wall <= PATIENCE * budgetMs) continue;
        times.cpu.push((cpu.user + cpu.system) / 1000);
        times.wall.push(wall);
        if (run < 0) break;
    }
    return times;
}

/** Bytes that JavaScript holds: `external` counts array buffers and WebAssembly memories already. */
function bytesInUse() {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
}

/** Bytes in use once no collection frees more than crumbs: array buffers take several, and turns. */
async function bytesAtRest() {
    let bytes = bytesInUse();
    for (let idle = 0; idle < 2;) {
        settle();
        await new Promise((resolve) => setTimeout(resolve, 1));
        const left = bytesInUse();
        idle = bytes - left > CRUMBS ? 0 : idle + 1;
        bytes = left;
    }
    return bytes;
}

/**
 * @typedef {object} Memory
 * @property {number} retained bytes held by what the work gave, after a full collection
 * @property {number | null} allocated bytes taken by the work; null where a collection hid some
 */

/**
 * The median of some rounds, after as many others: the first also hold what the engine makes of code.
 * @param {(bytes: Uint8Array) => any} work
 * @param {Uint8Array} bytes of which the work gets a copy: it is retained where the result is made of
 *   views on it, and never counts as allocated
 * @param {number} count of rounds
 * @returns {Promise<Memory>}
 */
export async function measureMemory(work, bytes, count) {
    /** @type {Memory[]} */
    const rounds = [];
    for (let round = -count; round < count; round++) {
        const found = await memoryOnce(work, bytes);
        if (round >= 0) rounds.push(found);
    }
    const allocated = rounds.flatMap((round) => round.allocated ?? []);
    return {
        retained: median(rounds.map(({ retained }) => retained)),
        allocated: allocated.length ? median(allocated) : null,
    };
}

/**
 * Counts allocations by what is in use before and after, so that no collection may come between: the
 * process should have a young generation larger than what is allocated.
 * @param {(bytes: Uint8Array) => any} work
 * @param {Uint8Array} bytes
 * @returns {Promise<Memory>}
 */
async function memoryOnce(work, bytes) {
    let collections = 0;
    const observer = new PerformanceObserver((list) => {
        collections += list.getEntries().length;
    });
    const before = await bytesAtRest();
    observer.observe({ entryTypes: ['gc'] });
    let held = work(bytes.slice());
    if (held instanceof Promise) held = await held;
    const after = bytesInUse() - bytes.length;
    // Collections are reported in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 10));
    collections += observer.takeRecords().length;
    observer.disconnect();
    const retained = await bytesAtRest() - before;
    keep(held);
    return { retained, allocated: collections ? null : after - before };
}

/** @type {{ value?: any }} */
const kept = {};

/** Something must use a value for it to stay. @param {any} value */
function keep(value) {
    kept.value = value;
    delete kept.value;
}
