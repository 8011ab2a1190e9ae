/**
 * Values that formats without a type for them keep as 64-bit integers, bytes or text: .NET ticks for
 * datetimes and timespans, as .tcb has them, 16 bytes for a uuid, text for JSON.
 */

import { parseDatetime, parseTimespan, parseUuid } from '../../../js/write/parse.js';
import { datetimeText, timespanText, uuidText } from '../../../js/values/text.js';

export { datetimeText, timespanText, uuidText };

/**
 * @template T
 * @param {T | null} value
 * @returns {T}
 */
function known(value) {
    if (value === null) throw new Error('a value is not of its column\'s type');
    return value;
}

export const datetimeTicks = (/** @type {string} */ text) => known(parseDatetime(text));
export const timespanTicks = (/** @type {string} */ text) => known(parseTimespan(text));
export const uuidBytes = (/** @type {string} */ text) => known(parseUuid(text));

/** @param {Uint8Array | number[]} value */
export const toBytes = (value) => value instanceof Uint8Array ? value : Uint8Array.from(value);

/** Dialects of formats that have all other types: what to write, and what to read. */
export const WRITING = Object.freeze({
    values: {
        i64: (/** @type {string} */ value) => `BigInt(${value})`,
        datetime: (/** @type {string} */ value) => `datetimeTicks(${value})`,
        timespan: (/** @type {string} */ value) => `timespanTicks(${value})`,
        uuid: (/** @type {string} */ value) => `uuidBytes(${value})`,
        json: (/** @type {string} */ value) => `JSON.stringify(${value})`,
        bytes: (/** @type {string} */ value) => `toBytes(${value})`,
    },
    helpers: { datetimeTicks, timespanTicks, uuidBytes, toBytes },
});

export const READING = Object.freeze({
    values: {
        datetime: (/** @type {string} */ value) => `datetimeText(${value})`,
        timespan: (/** @type {string} */ value) => `timespanText(${value})`,
        uuid: (/** @type {string} */ value) => `uuidText(${value})`,
        json: (/** @type {string} */ value) => `JSON.parse(${value})`,
    },
    helpers: { datetimeText, timespanText, uuidText },
});
