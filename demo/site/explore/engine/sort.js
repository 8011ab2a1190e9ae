/**
 * Sorting by keys: every value becomes one or more 32-bit words that compare as the values do, and
 * rows are put in order by their words, digit by digit. Linear, stable, and free of comparisons.
 */

/** @import { Column } from 'tcb-wasm' */
/** @import { Pause } from '../types.js' */

const DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS;
const BOOL = 1, I64 = 3, F32 = 4, F64 = 5, STRING = 6, UUID = 7;

/** Where the bytes of a uuid's digits stand in .NET order. */
const UUID_ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];

/**
 * Rows in the order of the first sort, those equal there in the order of the next, and so on. Rows
 * without a value come last in either direction.
 * @param {Uint32Array} rows
 * @param {readonly { column: Column, descending: boolean }[]} sorts
 * @param {Pause} pause
 * @returns {Promise<Uint32Array>}
 */
export async function sortRows(rows, sorts, pause) {
    let order = rows;
    for (const { column, descending } of [...sorts].reverse()) {
        const words = await sortWords(column, pause);
        if (descending) for (const word of words) invert(word);
        order = absentLast(await radixSort(order, words, pause), column.validity);
    }
    return order;
}

/**
 * @param {Uint32Array} order
 * @param {readonly Uint32Array[]} words least significant first
 * @param {Pause} pause
 */
export async function radixSort(order, words, pause) {
    let from = order.slice(), to = new Uint32Array(order.length);
    const starts = new Uint32Array(DIGITS);
    for (const word of words) {
        for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
            starts.fill(0);
            for (let i = 0; i < from.length; i++) starts[word[from[i]] >>> shift & (DIGITS - 1)]++;
            if (starts.includes(from.length)) continue; // they all have this digit in common
            for (let digit = 0, sum = 0; digit < DIGITS; digit++) {
                const count = starts[digit];
                starts[digit] = sum;
                sum += count;
            }
            for (let i = 0; i < from.length; i++) {
                to[starts[word[from[i]] >>> shift & (DIGITS - 1)]++] = from[i];
            }
            [from, to] = [to, from];
            await pause();
        }
    }
    return from;
}

/**
 * The words of each row of a column, least significant first. Arrays are compared by their lengths.
 * @param {Column} column
 * @param {Pause} pause
 * @returns {Promise<Uint32Array[]>}
 */
export async function sortWords(column, pause) {
    const { element, length, offsets, indices, strings } = column;
    const values = /** @type {any} */ (column.values);
    if (offsets) {
        const word = new Uint32Array(length);
        for (let k = 0; k < length; k++) word[k] = offsets[k + 1] - offsets[k];
        return [word];
    }
    if (element === STRING && strings && indices) {
        const ranks = await ranksOf(strings, pause);
        const word = new Uint32Array(length);
        for (let k = 0; k < length; k++) word[k] = ranks[indices[k]];
        return [word];
    }
    if (element === UUID) return uuidWords(values, length);
    if (element === BOOL) return [new Uint32Array(values)];
    if (element === F32) return floatWords(new Uint32Array(values.slice().buffer), 1);
    if (element === F64) return floatWords(new Uint32Array(values.slice().buffer), 2);
    if (element === I64) return signedHigh(halves(new Uint32Array(values.slice().buffer), 2));
    return signedHigh([new Uint32Array(values.slice().buffer)]);
}

/**
 * The place of each entry among the sorted ones; equal texts share one.
 * @param {import('tcb-wasm').StringTable} strings
 * @param {Pause} pause
 */
async function ranksOf(strings, pause) {
    const texts = new Array(strings.length);
    for (let i = 0; i < texts.length; i++) {
        texts[i] = strings.get(i);
        if ((i & 0xffff) === 0xffff) await pause();
    }
    const sorted = Uint32Array.from(texts, (_, i) => i).sort((a, b) => (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : 0));
    const ranks = new Uint32Array(texts.length);
    for (let i = 1; i < sorted.length; i++) {
        ranks[sorted[i]] = ranks[sorted[i - 1]] + (texts[sorted[i]] === texts[sorted[i - 1]] ? 0 : 1);
    }
    await pause();
    return ranks;
}

/** @param {Uint32Array[]} words */
function signedHigh(words) {
    const high = words[words.length - 1];
    for (let k = 0; k < high.length; k++) high[k] ^= 0x80000000;
    return words;
}

/**
 * @param {Uint32Array} bits
 * @param {number} size words a value
 */
function floatWords(bits, size) {
    const words = halves(bits, size);
    const high = words[size - 1];
    for (let k = 0; k < high.length; k++) {
        const negative = high[k] >>> 31;
        if (negative && size === 2) words[0][k] = ~words[0][k];
        high[k] = negative ? ~high[k] : high[k] ^ 0x80000000;
    }
    return words;
}

/**
 * @param {Uint32Array} bits
 * @param {number} size
 */
function halves(bits, size) {
    if (size === 1) return [bits];
    const words = [new Uint32Array(bits.length / 2), new Uint32Array(bits.length / 2)];
    for (let k = 0; k < words[0].length; k++) {
        words[0][k] = bits[2 * k];
        words[1][k] = bits[2 * k + 1];
    }
    return words;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} length
 */
function uuidWords(bytes, length) {
    return [12, 8, 4, 0].map((digit) => {
        const words = new Uint32Array(length);
        for (let k = 0; k < length; k++) {
            for (let i = digit; i < digit + 4; i++) words[k] = words[k] << 8 | bytes[k * 16 + UUID_ORDER[i]];
        }
        return words;
    });
}

/** @param {Uint32Array} word */
function invert(word) {
    for (let k = 0; k < word.length; k++) word[k] = ~word[k];
}

/**
 * @param {Uint32Array} order
 * @param {Uint8Array | null} validity
 */
function absentLast(order, validity) {
    if (!validity) return order;
    const result = new Uint32Array(order.length);
    let at = 0;
    for (const wanted of [1, 0]) {
        for (let i = 0; i < order.length; i++) {
            const k = order[i];
            if ((validity[k >> 3] >> (k & 7) & 1) === wanted) result[at++] = k;
        }
    }
    return result;
}

/**
 * The numbers from 0 on. A loop: `from` with a function takes ten times as long.
 * @param {number} length
 */
export function allRows(length) {
    const rows = new Uint32Array(length);
    for (let k = 0; k < length; k++) rows[k] = k;
    return rows;
}
