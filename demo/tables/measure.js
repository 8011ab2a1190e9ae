/**
 * Times of several ways to do the same.
 */

const WARM_UP_MS = 10;
const SAMPLE_MS = 3;

/**
 * Milliseconds that each piece of work takes: the median of `runs`, after a warm-up. The pieces take
 * turns, so that whatever else the machine does meanwhile hits all of them alike.
 * @param {readonly (() => unknown)[]} works
 * @param {number} runs
 * @returns {number[]}
 */
export function medianTimes(works, runs) {
    const repeats = works.map(warmUp);
    /** @type {number[][]} */
    const samples = works.map(() => []);
    for (let run = 0; run < runs; run++) {
        works.forEach((work, i) => samples[i].push(time(work, repeats[i]) / repeats[i]));
    }
    return samples.map(median);
}

/**
 * Runs some work until the engine has had time to compile it.
 * @param {() => unknown} work
 * @returns {number} how often to repeat it, so that a clock's coarse ticks do not matter
 */
function warmUp(work) {
    let spent = 0, count = 0;
    while (spent < WARM_UP_MS) {
        spent += time(work, 1);
        count++;
    }
    return Math.max(1, Math.round(SAMPLE_MS * count / spent));
}

/**
 * @param {() => unknown} work
 * @param {number} repeats
 */
function time(work, repeats) {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) work();
    return performance.now() - start;
}

/** @param {readonly number[]} numbers */
export function median(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
