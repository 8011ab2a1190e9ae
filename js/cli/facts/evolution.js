/**
 * What readers that have shipped make of a file that was exported later.
 */

import { F32, F64, I32, I64, UUID, VARINT, typeOfElement } from '../../schema/types.js';

/** Elements that a member of another element reads. @type {Readonly<Record<number, readonly number[]>>} */
const WIDENS = Object.freeze({ [I32]: [VARINT], [I64]: [VARINT, I32], [F64]: [I32, F32] });

/**
 * Whether a member of a shipped reader reads a column of a file, as far as their elements go.
 * @param {number} member
 * @param {number} file
 */
export function readsElement(member, file) {
    return member === file || (WIDENS[member]?.includes(file) ?? false);
}

/**
 * An element by the name of the type that has it; those of later versions by their numbers.
 * @param {number} element
 */
export function elementName(element) {
    return element <= UUID ? typeOfElement(element) : `element ${element}`;
}
