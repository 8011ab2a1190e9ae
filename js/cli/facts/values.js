/**
 * What a column's values are, as far as a line can tell: how many differ, the least and the greatest.
 */

import { datetimeText, floatJson, timespanText, uuidText } from '../../values/text.js';
import { BOOL, F32, F64, STRING, UUID, isSet } from '../../schema/types.js';

/** @import { Column } from '../../read/column.js' */

/**
 * @typedef {object} ValueFacts
 * @property {number} distinct values, of those that are there; floats differ as `Object.is` has it
 * @property {string | number | boolean} [min] as JSON has it; NaN is left out
 * @property {string | number | boolean} [max]
 */

/**
 * Of a column's values, or of all elements of an array column.
 * @param {Column} column
 * @returns {ValueFacts}
 */
export function valueFacts(column) {
    const cells = column.elements ?? column;
    if (cells.element === STRING) return textFacts(cells);
    if (cells.element === UUID) return uuidFacts(cells);
    return numberFacts(cells);
}

/** @param {Column} cells */
function textFacts(cells) {
    const strings = /** @type {NonNullable<Column['strings']>} */ (cells.strings);
    const texts = new Set(); // a file may hold a text as several entries
    let min, max;
    for (const entry of usedEntries(cells, strings.length)) {
        const text = strings.get(entry);
        texts.add(text);
        if (min === undefined || text < min) min = text;
        if (max === undefined || text > max) max = text;
    }
    return { distinct: texts.size, ...(min !== undefined && cells.type !== 'json' && { min, max }) };
}

/**
 * The entries of a dictionary that some value is.
 * @param {Column} cells
 * @param {number} entries
 */
function usedEntries({ indices, validity, length }, entries) {
    const used = new Uint8Array(entries);
    for (let i = 0; i < length; i++) if (isSet(validity, i)) used[Number(indices?.[i])] = 1;
    return Array.from(used.keys()).filter((entry) => used[entry]);
}

/** @param {Column} cells */
function uuidFacts({ values, validity, length }) {
    const uuids = new Set();
    for (let i = 0; i < length; i++)
        if (isSet(validity, i)) uuids.add(uuidText(/** @type {Uint8Array} */ (values), i * 16));
    return { distinct: uuids.size };
}

/** @param {Column} cells */
function numberFacts(cells) {
    const sorted = presentNumbers(cells).sort(); // typed arrays sort by value, -0 before 0 and NaN last
    const { length } = sorted;
    if (!length) return { distinct: 0 };
    let distinct = 1;
    for (let i = 1; i < length; i++) if (!Object.is(sorted[i], sorted[i - 1])) distinct++;
    let last = length;
    while (last > 0 && Number.isNaN(sorted[last - 1])) last--;
    if (!last) return { distinct };
    const spell = speller(cells);
    return { distinct, min: spell(sorted[0]), max: spell(sorted[last - 1]) };
}

/**
 * A fresh array of the numbers that are there.
 * @param {Column} cells
 * @returns {any}
 */
function presentNumbers(cells) {
    const { element, validity, length } = cells;
    const dictionary = /** @type {any} */ (cells.dictionary);
    if (dictionary)
        return dictionary.constructor.from(
            usedEntries(cells, dictionary.length),
            (/** @type {number} */ e) => dictionary[e],
        );
    const values = /** @type {any} */ (cells.values).slice(0, length);
    if (element === BOOL) for (let i = 0; i < length; i++) values[i] = values[i] ? 1 : 0;
    if (!validity) return values;
    let count = 0;
    for (let i = 0; i < length; i++) if (isSet(validity, i)) values[count++] = values[i];
    return values.subarray(0, count);
}

/**
 * @param {Column} cells
 * @returns {(value: any) => string | number | boolean}
 */
function speller({ type, element }) {
    if (type === 'datetime') return datetimeText;
    if (type === 'timespan') return timespanText;
    if (element === BOOL) return Boolean;
    if (element === F32 || element === F64) return (value) => floatJson(value, element === F32);
    return (value) => (typeof value === 'bigint' ? String(value) : value);
}
