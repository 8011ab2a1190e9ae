/**
 * Runs every system on every set, each in processes of its own, and sums up what they measured.
 */

import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { SETS } from './sets.js';
import { median, spread } from './stats.js';

/** @import { Spread } from './stats.js' */
/** @import { Times, Memory } from './measure.js' */
/** @import { ReaderSize } from './reader.js' */
/** @import { Task } from './process.js' */

/**
 * @typedef {object} RunOptions
 * @property {readonly string[]} systems
 * @property {readonly string[]} sets
 * @property {number} processes in which each system is timed
 * @property {number} runs of each operation in each process
 * @property {boolean} quick small sets
 * @property {number} [budgetMs] no further run of an operation is begun after so long
 * @property {number} [mostBrotli] bytes of a file that brotli is begun for
 * @property {number} [deadline] by Date.now(): no further set is begun after it
 * @property {string} folder for the systems' files
 * @property {(record: Record<string, any>) => void} record takes what is found, as it is found
 * @property {(text: string) => void} progress
 * @property {(refusal: Refusal) => void} [refuse] takes what cannot be measured
 */

/**
 * @typedef {object} Summary what was found of a system on a set
 * @property {string} set
 * @property {string} system
 * @property {string} title
 * @property {number} rows
 * @property {number} values
 * @property {{ plain: number, gzip: number, brotli: number | null }} bytes
 * @property {Record<string, OperationSummary>} operations by name
 * @property {{ columns: Memory, rows: Memory, held: number }} memory
 * @property {ReaderSize} reader what a page has to ship
 * @property {{ cpu: ClockSummary, wall: ClockSummary }} encode from rows to bytes
 * @property {{ open: Spread, columns: Spread, rows: Spread }} cold wall milliseconds of a fresh process, from
 *   before the library is imported
 */

/**
 * @typedef {object} Refusal a system that cannot hold a set
 * @property {string} set
 * @property {string} system
 * @property {string} title
 * @property {string} unsupported why
 */

/** @typedef {{ cpu: ClockSummary, wall: ClockSummary }} OperationSummary */

/**
 * @typedef {object} ClockSummary
 * @property {Spread} spent milliseconds: of the medians of the processes
 * @property {Spread} ratio how many times as long the first system takes in the same round
 */

/** Processes at a time, where nothing is timed, or no claim is made of it. */
const PARALLEL = 2;

const PROCESS = fileURLToPath(new URL('process.js', import.meta.url));

/** Megabytes of young generation, so that nothing is collected while allocations are counted. */
const YOUNG_MB = 256;
const NODE_FLAGS = {
    prepare: [],
    time: ['--expose-gc'],
    encode: ['--expose-gc'],
    cold: [],
    memory: ['--expose-gc', '--no-flush-bytecode', `--min-semi-space-size=${YOUNG_MB}`,
        `--max-semi-space-size=${YOUNG_MB}`],
};

/** How long making a file may take, which some do in squares of the rows. */
const PATIENCE_MS = { minutes: 120_000, full: 1_800_000 };

const execute = promisify(execFile);

/** @param {Task} task */
async function runProcess(task) {
    const { mode, system, set } = task;
    const { heapMb } = SETS[set];
    const timeoutMs = task.budgetMs === undefined ? PATIENCE_MS.full : PATIENCE_MS.minutes;
    const heap = heapMb ? [`--max-old-space-size=${heapMb}`] : [];
    try {
        const { stdout } = await execute(process.execPath, [...NODE_FLAGS[mode], ...heap, PROCESS, JSON.stringify(task)],
            { maxBuffer: 2 ** 28, timeout: mode === 'prepare' ? timeoutMs : 0, env: { ...process.env, NODE_OPTIONS: '' } });
        return JSON.parse(stdout);
    } catch (error) {
        const { stderr, message } = /** @type {any} */ (error);
        if (mode === 'prepare' && /** @type {any} */ (error).killed) {
            return { title: system, unsupported: `takes more than ${timeoutMs / 60_000} minutes to be made and verified` };
        }
        if (mode === 'prepare' && /heap out of memory|heap limit/.test(stderr)) {
            return { title: system, unsupported: `needs more memory than ${heapMb ?? 4096} MB` };
        }
        throw new Error(`${mode} ${system} ${set}: ${stderr?.trim() || message}`, { cause: error });
    }
}

/**
 * @template T, U
 * @param {readonly T[]} list
 * @param {number} width how many at a time
 * @param {(item: T) => Promise<U>} work
 */
async function mapInGroups(list, width, work) {
    /** @type {U[]} */
    const results = [];
    for (let i = 0; i < list.length; i += width) {
        results.push(...await Promise.all(list.slice(i, i + width).map(work)));
    }
    return results;
}

/**
 * @param {RunOptions} options
 * @returns {Promise<Summary[]>} set by set, in the order of the systems
 */
export async function runAll(options) {
    return (await mapInGroups(options.sets, 1, (set) => runSet(options, set))).flat();
}

/**
 * @param {RunOptions} options
 * @param {string} set
 */
async function runSet(options, set) {
    const { systems: chosen, processes, runs, quick, folder, record, progress, refuse, budgetMs, mostBrotli } = options;
    const reason = SETS[set].unless?.() ?? (Date.now() > (options.deadline ?? Infinity) ? 'no time was left' : null);
    if (reason) {
        progress(`${set}: left out, because ${reason}`);
        record({ kind: 'skipped', set, reason });
        return [];
    }
    mkdirSync(folder, { recursive: true });
    /** @param {Task['mode']} mode @param {string} system */
    const run = (mode, system) => {
        progress(`${set}: ${mode} ${system}`);
        const path = join(folder, `${set}.${system}.bin`);
        return runProcess({ mode, system, set, path, quick, runs, budgetMs, mostBrotli });
    };
    // Nothing is timed before every system has given the right values.
    const prepared = await mapInGroups(chosen, PARALLEL, async (system) => {
        const { title, rows, values, reader, unsupported, ...bytes } = await run('prepare', system);
        return { set, system, title, rows, values, reader, unsupported, bytes };
    });
    for (const { system, title, unsupported } of prepared) {
        if (unsupported === undefined) continue;
        record({ kind: 'unsupported', set, system, title, unsupported });
        refuse?.({ set, system, title, unsupported });
    }
    const files = prepared.filter(({ unsupported }) => unsupported === undefined);
    const systems = files.map(({ system }) => system);
    for (const { bytes, ...file } of files) record({ kind: 'file', ...file, ...bytes });
    const memory = await mapInGroups(systems, PARALLEL, (system) => run('memory', system));
    memory.forEach((found, i) => record({ kind: 'memory', set, system: systems[i], ...found }));
    // Systems take turns, so that whatever else the machine does meanwhile hits all of them alike.
    const width = quick ? PARALLEL : 1;
    /** @type {Times[][][]} */
    const rounds = [];
    for (let round = 1; round <= processes; round++) {
        rounds.push(await mapInGroups(systems, width, async (system) => {
            /** @type {{ operations: Times[] }} */
            const found = await run('time', system);
            record({ kind: 'times', set, system, process: round, ...found });
            return found.operations;
        }));
    }
    /** @type {{ encode: Times, cold: Record<string, number> }[][]} */
    const others = [];
    for (let round = 1; round <= processes; round++) {
        others.push(await mapInGroups(systems, width, async (system) => {
            const found = { ...await run('encode', system), ...await run('cold', system) };
            record({ kind: 'others', set, system, process: round, ...found });
            return found;
        }));
    }
    return files.map((file, i) => {
        const summary = {
            ...file, memory: memory[i], operations: summarize(rounds, i),
            encode: summarizeTimes(others.map((round) => round.map(({ encode }) => encode)), i),
            cold: summarizeCold(others.map((round) => round[i].cold)),
        };
        record({ kind: 'summary', ...summary });
        return summary;
    });
}

/**
 * @param {Times[][][]} rounds by round, system and operation
 * @param {number} system
 * @returns {Record<string, OperationSummary>}
 */
function summarize(rounds, system) {
    return Object.fromEntries(rounds[0][system].map(({ operation: name }, operation) =>
        [name, summarizeTimes(rounds.map((round) => round.map((operations) => operations[operation])), system)]));
}

/**
 * @param {Times[][]} rounds by round and system
 * @param {number} system
 * @returns {OperationSummary}
 */
function summarizeTimes(rounds, system) {
    /** @param {'cpu' | 'wall'} clock @returns {ClockSummary} */
    const summary = (clock) => {
        const [first, own] = [0, system].map((which) => rounds.map((round) => median(round[which][clock])));
        return { spent: spread(own), ratio: spread(own.map((spent, round) => first[round] / spent)) };
    };
    return { cpu: summary('cpu'), wall: summary('wall') };
}

/**
 * @param {Record<string, number>[]} rounds
 * @returns {any} a spread for each name
 */
function summarizeCold(rounds) {
    return Object.fromEntries(Object.keys(rounds[0]).map((name) => [name, spread(rounds.map((round) => round[name]))]));
}
