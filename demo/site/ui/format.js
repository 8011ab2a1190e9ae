/**
 * Numbers by the reader's locale.
 */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const three = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/**
 * A count, or bytes to the byte.
 * @param {number} value
 */
export function integer(value) {
    return whole.format(value);
}

/**
 * `1 row`, `2 rows`.
 * @param {number} value
 * @param {string} noun
 */
export function countOf(value, noun) {
    return `${integer(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/**
 * Bytes in the largest decimal unit: 1 kB is 1,000 bytes.
 * @param {number} bytes
 */
export function byteSize(bytes) {
    const power = Math.min(3, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
    const scaled = Number((bytes / 1000 ** power).toPrecision(3));
    if (scaled >= 1000 && power < 3) return `${three.format(scaled / 1000)} ${UNITS[power + 1]}`;
    return `${three.format(scaled)} ${UNITS[power]}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

/**
 * Milliseconds in the unit that suits them.
 * @param {number} ms
 */
export function duration(ms) {
    if (ms >= 1000) return `${three.format(ms / 1000)} s`;
    if (ms >= 1) return `${three.format(ms)} ms`;
    return `${three.format(ms * 1000)} µs`;
}

/**
 * How many times as much.
 * @param {number} value
 */
export function times(value) {
    return `${three.format(value)}×`;
}

/**
 * A share of one.
 * @param {number} value
 */
export function share(value) {
    return percent.format(value);
}
