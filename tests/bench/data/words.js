/**
 * The vocabulary of the sample world, and the texts made of it. Everything here is invented:
 * a fleet of airships that tend lamps in the sky.
 */

const WORDS = (
    'Anvil Baize Comet Dusk Ebony Fern Gust Hearth Iron Jade Kettle Larch Mantle Needle Olive ' +
    'Plum Quoin Reed Silk Tidal Usher Violet Weft Yonder Zenith Basil Canvas Delta Elk Flume'
).split(' ');

const PREFIXES = 'Modest Pale Gilded Frozen Silver Quiet Rapid Amber Bold Humble'.split(' ');

/** Paths are spread over this many folders. */
const FOLDERS = 12;

/**
 * The name with a number: a plain word first, then words with a prefix, round and round.
 * @param {number} k
 */
export function nameOf(k) {
    const word = WORDS[k % WORDS.length];
    const round = Math.floor(k / WORDS.length);
    return round === 0 ? word : PREFIXES[(round - 1) % PREFIXES.length] + word;
}

/** @param {number} k */
export function sentenceOf(k) {
    return `${nameOf(k)} by the ${nameOf(Math.floor(k / 7)).toLowerCase()} lamps`;
}

/**
 * @param {string} folder
 * @param {number} k
 */
export function pathOf(folder, k) {
    const number = String(k % 100).padStart(2, '0');
    return `${folder}/${WORDS[k % FOLDERS]}/${nameOf(k)}_${number}`;
}

/**
 * @param {string} prefix
 * @param {number} k
 */
export function keyOf(prefix, k) {
    return `${prefix}_${String(k).padStart(4, '0')}`;
}
