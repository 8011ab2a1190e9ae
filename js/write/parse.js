/**
 * The texts of text.js read back. Each function gives null for text that is not of its form.
 */

import { DATETIME_END_TICKS, UNIX_EPOCH_TICKS, UUID_ORDER, base64Text, datetimeText } from '../values/text.js';

const INTEGER = /^(?:0|-?[1-9]\d{0,18})$/;
const DATETIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?$/;
const TIMESPAN = /^(-?)(?:(\d{1,8})\.)?(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * An int64 in decimal digits, without sign or zeros that it does not need.
 * @param {string} text
 * @returns {bigint | null}
 */
export function parseInt64(text) {
    return INTEGER.test(text) ? int64(BigInt(text)) : null;
}

/**
 * The same value, or null where it is beyond 64 bits.
 * @param {bigint} value
 */
export function int64(value) {
    return BigInt.asIntN(64, value) === value ? value : null;
}

/**
 * An int64 of a number or a bigint; null for a number that may be rounded already, and for anything else.
 * @param {unknown} value
 */
export function toInt64(value) {
    return Number.isSafeInteger(value) ? BigInt(/** @type {number} */ (value)) : toTicks(value);
}

/**
 * Ticks that are given as they are stored.
 * @param {unknown} value
 */
export function toTicks(value) {
    return typeof value === 'bigint' ? int64(value) : null;
}

/**
 * Ticks of `2024-03-01T12:30:00[.fffffff]`, of a date that exists between the years 1 and 9999.
 * Digits alone are ticks outside that range, as `datetimeText` writes them.
 * @param {string} text
 * @returns {bigint | null}
 */
export function parseDatetime(text) {
    const match = DATETIME.exec(text);
    if (!match) {
        const ticks = parseInt64(text);
        return ticks !== null && (ticks < 0n || ticks >= DATETIME_END_TICKS) ? ticks : null;
    }
    const ms = Date.parse(match[1] + 'Z');
    if (Number.isNaN(ms)) return null;
    const ticks = BigInt(ms) * 10000n + UNIX_EPOCH_TICKS;
    // `Date.parse` takes 30 February and 24:00:00 for the day after.
    return datetimeText(ticks) === match[1] ? ticks + fractionTicks(match[2]) : null;
}

/**
 * Ticks of `[-][d.]hh:mm:ss[.fffffff]`.
 * @param {string} text
 * @returns {bigint | null}
 */
export function parseTimespan(text) {
    const match = TIMESPAN.exec(text);
    if (!match) return null;
    const [, sign, days = '0', hours, minutes, seconds, fraction] = match;
    if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
    const whole = ((BigInt(days) * 24n + BigInt(hours)) * 60n + BigInt(minutes)) * 60n;
    const size = (whole + BigInt(seconds)) * 10000000n + fractionTicks(fraction);
    return int64(sign ? -size : size);
}

/** @param {string} [digits] after the point */
function fractionTicks(digits = '') {
    return BigInt(digits.padEnd(7, '0'));
}

/**
 * Ticks of a `Date`, read as UTC; null for an invalid one and for one beyond int64.
 * @param {Date} date
 * @returns {bigint | null}
 */
export function dateToTicks(date) {
    const ms = date.getTime();
    return Number.isNaN(ms) ? null : int64(BigInt(ms) * 10000n + UNIX_EPOCH_TICKS);
}

/**
 * The bytes of base64 text, of which each value has one: with its padding, and without blanks.
 * @param {string} text
 * @returns {Uint8Array | null}
 */
export function parseBase64(text) {
    const bytes = /^[A-Za-z\d+/]*={0,2}$/.test(text) && text.length % 4 === 0
        ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : null;
    return bytes && base64Text(bytes) === text ? bytes : null;
}

/**
 * The 16 bytes of a uuid in .NET `Guid` order. Upper case is read as lower case.
 * @param {string} text
 * @returns {Uint8Array | null}
 */
export function parseUuid(text) {
    if (!UUID.test(text)) return null;
    const digits = text.replaceAll('-', '');
    const bytes = new Uint8Array(16);
    UUID_ORDER.forEach((at, i) => {
        bytes[at] = parseInt(digits.slice(i * 2, i * 2 + 2), 16);
    });
    return bytes;
}
