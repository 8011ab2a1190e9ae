/**
 * Stored values as the text that the exporter's JSON has for them.
 */

/** .NET ticks (100 ns since 0001-01-01) of 1970-01-01. */
export const UNIX_EPOCH_TICKS = 621355968000000000n;

/** The first tick past 9999-12-31T23:59:59.9999999. */
export const DATETIME_END_TICKS = 3155378976000000000n;

const DAY_TICKS = 864000000000n;

/** Where the 16 bytes of a text's digits stand in .NET `Guid` order. */
export const UUID_ORDER = Object.freeze([3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]);

/**
 * A datetime without a zone: `2024-03-01T12:30:00[.fffffff]`. Ticks that no .NET `DateTime` has
 * come out as their digits, so that nothing is lost and a table with one can still be read.
 * @param {bigint} ticks
 */
export function datetimeText(ticks) {
    if (ticks < 0n || ticks >= DATETIME_END_TICKS) return String(ticks);
    return ticksToDate(ticks).toISOString().slice(0, 19) + fractionText(ticks).replace(/\.?0+$/, '');
}

/**
 * A timespan: `[-][d.]hh:mm:ss[.fffffff]`.
 * @param {bigint} ticks
 */
export function timespanText(ticks) {
    const size = ticks < 0n ? -ticks : ticks;
    const days = size / DAY_TICKS;
    // A day of any year has the clock that is wanted.
    return (ticks < 0n ? '-' : '') + (days ? days + '.' : '') + ticksToDate(size % DAY_TICKS).toISOString().slice(11, 19) +
        (size % 10000000n ? fractionText(size) : '');
}

/**
 * The ticks beyond the second, as seven digits after a point.
 * @param {bigint} ticks
 */
function fractionText(ticks) {
    return '.' + String(ticks % 10000000n).padStart(7, '0');
}

/**
 * The `Date` of a datetime, read as UTC; what is below a millisecond is cut off.
 * @param {bigint} ticks
 */
export function ticksToDate(ticks) {
    return new Date(Number(ticks / 10000n - UNIX_EPOCH_TICKS / 10000n));
}

/**
 * A uuid in lower case: the 16 bytes from `start` on, in .NET `Guid` order.
 * @param {ArrayLike<number>} bytes
 * @param {number} [start]
 */
export function uuidText(bytes, start = 0) {
    let text = '';
    for (let i = 0; i < 16; i++) {
        if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
        text += (bytes[start + UUID_ORDER[i]] + 256).toString(16).slice(1);
    }
    return text;
}

/**
 * Bytes in base64.
 * @param {Uint8Array} bytes
 */
export function base64Text(bytes) {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
}

/**
 * A float as JSON can have it: a 32-bit one as the shortest decimal that gives it again (0.1, not
 * 0.10000000149011612), one that JSON has no number for as a word, such as 'NaN'.
 * @param {number} value
 * @param {boolean} single
 */
export function floatJson(value, single) {
    if (!Number.isFinite(value)) return String(value);
    if (!single || Number.isInteger(value) && Math.abs(value) < 16777216) return value;
    // Up to 6 digits survive in every normal 32-bit float; subnormal ones may need fewer.
    let digits = Math.abs(value) < 1.2e-38 ? 1 : 6;
    while (digits < 9 && Math.fround(Number(value.toPrecision(digits))) !== value) digits++;
    return Number(value.toPrecision(digits));
}
