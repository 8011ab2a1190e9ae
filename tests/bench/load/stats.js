/** @param {readonly number[]} numbers */
export function median(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @typedef {object} Spread
 * @property {number} median
 * @property {number} low
 * @property {number} high
 */

/**
 * @param {readonly number[]} numbers
 * @returns {Spread}
 */
export function spread(numbers) {
    return { median: median(numbers), low: Math.min(...numbers), high: Math.max(...numbers) };
}
