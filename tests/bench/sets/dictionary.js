/**
 * A dictionary: readings in kana, each with the words in kanji that it may stand for. As many and as
 * long as those of a merged SKK dictionary, but drawn at random: no word of it means anything.
 */

import { createRandom } from '../data/random.js';

/**
 * @import { SampleRow, SampleTable } from '../data/json.js'
 * @import { Random } from '../data/random.js'
 */

/** As many as make 19.5 MB of minified JSON. */
export const DICTIONARY_KEYS = 733_000;

const KANA = Array.from({ length: 0x3094 - 0x3041 }, (_, i) => String.fromCharCode(0x3041 + i));
const FIRST_KANJI = 0x4e00;
const KANJI = 3_000;
/** Readings with a letter at their end go with an inflected word. */
const OKURI = [...'kgstnbmrw'];
const OKURI_SHARE = 0.09;

/**
 * A number from `fewest` on; each further one comes with the chance `more`.
 * @param {Random} random
 * @param {number} fewest
 * @param {number} more
 */
function drawLength(random, fewest, more) {
    let length = fewest;
    while (random.uniform() < more) length++;
    return length;
}

/**
 * @param {Random} random
 * @param {(random: Random) => string} draw
 * @param {number} length
 */
function drawText(random, draw, length) {
    let text = '';
    for (let i = 0; i < length; i++) text += draw(random);
    return text;
}

/** The square of a uniform number: some are met far more often than others. @param {Random} random @param {number} count */
const skewed = (random, count) => Math.floor(random.uniform() ** 2 * count);
const drawKana = (/** @type {Random} */ random) => KANA[skewed(random, KANA.length)];
const drawKanji = (/** @type {Random} */ random) => String.fromCharCode(FIRST_KANJI + skewed(random, KANJI));

/**
 * @param {{ keys?: number, seed?: number }} [options]
 * @returns {SampleTable}
 */
export function dictionaryTable({ keys = DICTIONARY_KEYS, seed = 1 } = {}) {
    const readings = createRandom(seed, 'dictionary/reading'), words = createRandom(seed, 'dictionary/words');
    /** @type {Set<string>} */
    const found = new Set();
    while (found.size < keys) {
        const okuri = readings.uniform() < OKURI_SHARE ? readings.pick(OKURI) : '';
        found.add(drawText(readings, drawKana, drawLength(readings, 3, 0.22)) + okuri);
    }
    /** @type {SampleRow[]} */
    const rows = [...found].sort().map((reading) => ({
        reading,
        inflected: reading.charCodeAt(reading.length - 1) < 0x80 ? 1 : 0,
        words: Array.from({ length: drawLength(words, 1, 0.13) },
            () => drawText(words, drawKanji, drawLength(words, 2, 0.12))),
    }));
    const columns = [
        { tag: 1, name: 'reading', type: 'string' },
        { tag: 2, name: 'inflected', type: 'i32' },
        { tag: 3, name: 'words', type: 'string', array: true },
    ];
    return { name: 'Dictionary', schema: { columns }, rows };
}

/**
 * The shape in which dictionaries are published as JSON: an object of arrays by reading.
 * @param {SampleTable} table
 */
export function dictionaryObject({ rows }) {
    const part = (/** @type {number} */ inflected) => Object.fromEntries(
        rows.filter((row) => row.inflected === inflected).map(({ reading, words }) => [reading, words]));
    return { inflected: part(1), plain: part(0) };
}
