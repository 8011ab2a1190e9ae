/**
 * A value as an error message names it: short, on one line, and telling its kind.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
    if (value === undefined || value === null) return value === null ? 'null' : 'nothing';
    if (typeof value === 'string') {
        return JSON.stringify(value.length > 40 ? value.slice(0, 40) + '…' : value);
    }
    if (typeof value === 'bigint') return value + 'n';
    if (Array.isArray(value)) return `an array of ${value.length}`;
    if (typeof value === 'object') return Object.prototype.toString.call(value);
    if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
    return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * Refuses what is not a number from 0 on and below a length.
 * @param {number} i
 * @param {number} length
 * @param {string} what
 * @param {string} [column] its name
 */
export function checkIndex(i, length, what, column) {
    if (Number.isInteger(i) && i >= 0 && i < length) return;
    const place = column === undefined ? '' : `column ${JSON.stringify(column)}: `;
    throw new RangeError(`${place}expected ${what} from 0 to ${length - 1}, found ${describe(i)}`);
}
