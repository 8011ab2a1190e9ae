/**
 * Times of several ways to load the same data, taken in turn.
 */

const WARM_UP_MS = 20;
const SAMPLE_MS = 4;
const LEAST_ROUNDS = 3;

/** @typedef {{ key: string, work: () => unknown }} Work */

/** @typedef {{ round: number, rounds: number, step: number, steps: number, key: string, ms: number | null }} Progress */

/**
 * Milliseconds of each piece of work, `rounds` times. The pieces take turns (A B C, A B C), so that
 * none is warmed more than another and whatever else the machine does hits all alike. Rounds stop
 * early once `budgetMs` is spent, but never below three.
 * @param {readonly Work[]} works
 * @param {{ rounds: number, budgetMs: number }} limits
 * @param {(progress: Progress) => void} progress `ms` is null while warming up
 * @returns {Promise<Record<string, number[]>>}
 */
export async function measureInTurn(works, { rounds, budgetMs }, progress) {
    const start = performance.now();
    const steps = works.length * (rounds + 1);
    let step = 0;
    /** @type {number[]} */
    const repeats = [];
    for (const { key, work } of works) {
        progress({ round: 0, rounds, step: step++, steps, key, ms: null });
        repeats.push(warmUp(work));
        await pause();
    }
    /** @type {Record<string, number[]>} */
    const samples = Object.fromEntries(works.map(({ key }) => [key, []]));
    for (let round = 1; round <= rounds; round++) {
        if (round > LEAST_ROUNDS && performance.now() - start > budgetMs) break;
        for (let w = 0; w < works.length; w++) {
            const { key, work } = works[w];
            const ms = time(work, repeats[w]) / repeats[w];
            samples[key].push(ms);
            progress({ round, rounds, step: ++step, steps, key, ms });
            await pause();
        }
    }
    return samples;
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

/** Read by nobody: a result that nothing holds could be left out by the engine. */
export let sink = /** @type {unknown} */ (null);

/**
 * @param {() => unknown} work
 * @param {number} repeats
 */
function time(work, repeats) {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) sink = work();
    const spent = performance.now() - start;
    sink = null;
    return spent;
}

/** Lets messages go out, and the engine collect what the last piece of work left. */
function pause() {
    return new Promise((resolve) => {
        setTimeout(resolve);
    });
}
