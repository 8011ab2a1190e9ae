/**
 * The built-in data sets by name. What generates them is loaded by the worker alone.
 */

/** @type {Readonly<Record<string, { title: string, about: string }>>} */
export const SETS = Object.freeze({
    sprout: { title: 'A whole game', about: 'the 71 sample tables of a game' },
    growth: { title: 'One big table', about: 'gains of growth tracks with few distinct values and long runs' },
    types: { title: 'Every type', about: 'three small tables of every type, with absent values, arrays and texts' },
});

export const SET_IDS = Object.freeze(Object.keys(SETS));

/** Rows of the growth table to choose from. */
export const ROW_COUNTS = Object.freeze([100, 1_000, 10_000, 100_000, 1_000_000]);

/**
 * A built-in set's name among the precomputed sizes.
 * @param {string} set
 * @param {number} rows
 */
export function sizeKey(set, rows) {
    return set === 'growth' ? `growth/${rows}` : set;
}
