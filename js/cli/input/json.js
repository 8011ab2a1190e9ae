/**
 * JSON in which no digit is lost, with the places of mistakes.
 */

import { parse } from 'lossless-json';

import { Failure, oneLine } from '../terminal/failure.js';
import { jsonErrorPlace, placeOf } from '../files/jsonplace.js';

const INTEGER = /^-?\d+$/;

/**
 * A number as JSON has it; a whole one that a double cannot hold is a bigint.
 * @param {string} text
 * @returns {number | bigint}
 */
export function losslessNumber(text) {
    const number = Number(text);
    return Number.isSafeInteger(number) || !INTEGER.test(text) ? number : BigInt(text);
}

/** What `JSON.parse` might round. */
const LONG_NUMBER = /\d{16}|[eE]\+?\d{3}/;

/**
 * The value of JSON text. Whole numbers beyond 2^53 are bigints; a key that stands twice in an object
 * with different values is refused, and so is a number that no double can hold.
 * @param {string} text
 * @returns {unknown}
 */
export function parseJson(text) {
    // `JSON.parse` is several times as fast. It takes the last of several equal keys without a word: all are
    // there if there are as many as quotes with a colon behind.
    if (!LONG_NUMBER.test(text)) {
        const value = JSON.parse(text);
        if (keyCount(value) === occurrences(text, '":')) return value;
    }
    return parse(text, null, {
        parseNumber: (digits) => {
            const number = losslessNumber(digits);
            if (number === Infinity || number === -Infinity) throw new HugeNumber(digits);
            return number;
        },
        onDuplicateKey: ({ key, position }) => {
            throw new DuplicateKey(key, position - 1);
        },
    });
}

/**
 * The keys of all objects in a value.
 * @param {unknown} value
 * @returns {number}
 */
function keyCount(value) {
    if (typeof value !== 'object' || value === null) return 0;
    let count = 0;
    if (Array.isArray(value)) {
        for (const item of value) if (typeof item === 'object') count += keyCount(item);
        return count;
    }
    for (const key in value) {
        count++;
        const member = /** @type {any} */ (value)[key];
        if (typeof member === 'object') count += keyCount(member);
    }
    return count;
}

/**
 * @param {string} text
 * @param {string} part
 */
function occurrences(text, part) {
    let count = 0;
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
    return count;
}

class HugeNumber extends Error {
    /** @param {string} digits */
    constructor(digits) {
        super(`${digits} is beyond the numbers that f64 holds`);
        this.digits = digits;
    }
}

class DuplicateKey extends Error {
    /**
     * @param {string} key
     * @param {number} position
     */
    constructor(key, position) {
        super(`the key ${JSON.stringify(key)} stands twice in an object, with different values`);
        this.position = position;
    }
}

/**
 * The value of a text, or a failure that tells the place of the mistake.
 * @param {string} text
 * @param {string} file
 * @param {number} [line] of the text in the file, for a text that is one line
 */
export function parseJsonOf(text, file, line) {
    try {
        return parseJson(text);
    } catch (cause) {
        throw jsonFailure(text, file, line, cause);
    }
}

/**
 * @param {string} text
 * @param {string} file
 * @param {number | undefined} line
 * @param {unknown} cause
 */
function jsonFailure(text, file, line, cause) {
    const inLine = (/** @type {string} */ place) => (line ? place.replace(/^line \d+/, `line ${line}`) : place);
    if (cause instanceof DuplicateKey) {
        return new Failure(`${file}: ${inLine(placeOf(text, cause.position))}: ${cause.message}`, { cause });
    }
    if (cause instanceof HugeNumber) {
        return new Failure(`${file}: ${inLine(placeOf(text, text.indexOf(cause.digits)))}: ${cause.message}`, { cause });
    }
    const reason = jsonErrorPlace(text);
    if (!reason) return new Failure(`${file}: ${line ? `line ${line}: ` : ''}${oneLine(cause)}`, { cause });
    const [, word] = /found "(-?(?:NaN|Infinity))"$/.exec(reason) ?? [];
    const hint = word ? `; JSON has no ${word}: write null or, under a schema with a column of type f32 or f64, ` +
        `"${word}" in quotes` : '';
    const found = line ? reason.replace('the end of the file', 'the end of the line') : reason;
    return new Failure(`${file}: ${inLine(found)}${hint}`, { cause });
}
