/**
 * A small seeded generator of random numbers: the same seed and stream give the same numbers
 * in every engine, because it computes in 32-bit integers only. The algorithm is sfc32 from
 * the public-domain PractRand suite. Not for secrets.
 */

/**
 * @typedef {object} Random
 * @property {() => number} uniform at least 0, below 1
 * @property {(count: number) => number} below an integer from 0 to count - 1
 * @property {(low: number, high: number) => number} between an integer, both ends included
 * @property {<T>(list: readonly T[]) => T} pick one entry, all equally likely
 */

/**
 * FNV-1a over the UTF-16 units of a text.
 * @param {string} text
 */
function hashText(text) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) {
        hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    }
    return hash;
}

/**
 * @param {number} seed any safe integer
 * @param {string} [stream] a name: streams of one seed are independent of one another
 * @returns {Random}
 */
export function createRandom(seed, stream = '') {
    if (!Number.isSafeInteger(seed)) {
        throw new TypeError(`expected a safe integer as the seed, found ${String(seed)}`);
    }
    let a = seed | 0;
    let b = Math.floor(seed / 2 ** 32) | 0;
    let c = hashText(stream);
    let counter = 1;

    function next() {
        const sum = (((a + b) | 0) + counter) | 0;
        counter = (counter + 1) | 0;
        a = b ^ (b >>> 9);
        b = (c + (c << 3)) | 0;
        c = (((c << 21) | (c >>> 11)) + sum) | 0;
        return sum >>> 0;
    }

    // The first outputs still show the seed; sfc32 needs about a dozen rounds to mix it.
    for (let round = 0; round < 15; round++) next();

    const uniform = () => next() / 2 ** 32;
    /** @param {number} count */
    const below = (count) => Math.floor(uniform() * count);
    return {
        uniform,
        below,
        between: (low, high) => low + below(high - low + 1),
        pick: (list) => list[below(list.length)],
    };
}
