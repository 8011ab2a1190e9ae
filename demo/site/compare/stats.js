/**
 * Figures out of repeated measurements.
 */

/**
 * @typedef {object} Summary
 * @property {number} median
 * @property {number} low the first quartile
 * @property {number} high the third quartile
 * @property {number} count
 */

/**
 * @param {readonly number[]} samples one or more
 * @returns {Summary}
 */
export function summarize(samples) {
    const sorted = [...samples].sort((a, b) => a - b);
    return {
        median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75),
        count: sorted.length,
    };
}

/**
 * A quantile between two samples is interpolated.
 * @param {readonly number[]} sorted
 * @param {number} q
 */
function quantile(sorted, q) {
    const at = (sorted.length - 1) * q;
    const below = Math.floor(at);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (at - below);
}

/**
 * Milliseconds that bytes take over a line of so many megabits a second, without latency.
 * @param {number} bytes
 * @param {number} megabits
 */
export function transferTime(bytes, megabits) {
    return bytes * 8 / (megabits * 1000);
}
