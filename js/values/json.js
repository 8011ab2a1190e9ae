/**
 * Values as JSON text in which nothing is lost: `JSON.stringify` would write -0 as 0, NaN and
 * undefined as null, and leave out functions.
 */

import { describe } from './describe.js';

/** Far above any real cell, far below what overflows the stack. */
const MAX_DEPTH = 1000;

/**
 * A value as JSON text without blanks. A member of an object that is undefined is left out, as
 * JSON does; anything else that JSON has no form for is a TypeError.
 * @param {unknown} value
 * @param {number} [depth]
 * @returns {string}
 */
export function jsonText(value, depth = 0) {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) {
        return JSON.stringify(value);
    }
    if (typeof value === 'number' && Number.isFinite(value)) {
        return Object.is(value, -0) ? '-0' : String(value);
    }
    if (depth > MAX_DEPTH) throw new TypeError(`JSON nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(value)) {
        return '[' + Array.from(value, (item) => jsonText(item, depth + 1)).join() + ']';
    }
    if (isPlainObject(value)) {
        const members = Object.entries(value).filter(([, member]) => member !== undefined);
        return '{' + members.map(([key, member]) =>
            JSON.stringify(key) + ':' + jsonText(member, depth + 1)).join() + '}';
    }
    throw new TypeError(`${describe(value)}, which JSON has no form for`);
}

/**
 * A table's rows as JSON text, spelled as the exporter does: no blanks at all.
 * @param {{ toJSON(options?: { compact?: boolean }): any[] }} table
 * @param {{ compact?: boolean }} [options]
 * @returns {string}
 */
export function tableJsonText(table, options) {
    return jsonText(table.toJSON(options));
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isPlainObject(value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const prototype = Object.getPrototypeOf(value);
    // By its parent, not by identity: objects of another realm are plain too.
    return prototype === null || Object.getPrototypeOf(prototype) === null;
}
