/**
 * What is known of columns, in words.
 */

/** @import { ColumnFacts, ColumnStats, Fault, FileFacts } from '../types.js' */

import { sizeDamageText } from 'tcb-wasm/annotate';
import { integer, share } from '../../ui/format.js';

/**
 * @param {{ type: string, array: boolean, optional: boolean, optionalElements: boolean }} column
 */
export function typeWords({ type, array, optional, optionalElements }) {
    return (optional ? 'optional ' : '') + (array && type !== 'bytes' ? 'array of ' : '') + (optionalElements ? 'optional ' : '') + type;
}

/** @param {ColumnStats} stats */
export function rangeWords({ min, max, lengths }) {
    const values = min === null || max === null ? '' : min === max ? min : `${min} – ${max}`;
    if (!lengths) return values;
    const words = lengths.min === lengths.max ? `${integer(lengths.min)} each` : `${integer(lengths.min)} to ${integer(lengths.max)} each`;
    return values ? `${values}, ${words}` : words;
}

/** @param {ColumnStats} stats */
export function presenceWords({ rows, presentRows, elements, presentElements }) {
    const words = rows === presentRows ? 'all' : share(presentRows / rows);
    if (elements === null || elements === presentElements) return words;
    return `${words}, elements ${share(Number(presentElements) / Math.max(1, elements))}`;
}

/** @typedef {Pick<Fault, 'message' | 'offset' | 'tag'>} ToldFault */

/**
 * What is wrong with a file, in words. That columns are missing where it is cut off is one fault, not one of each.
 * @param {FileFacts} facts
 * @returns {ToldFault[]}
 */
export function faultsOf({ fault, damage, columns, size }) {
    const whole = damage
        ? [{
            message: `This file is ${sizeDamageText(damage, { nameOf: (tag) => nameOf(columns, tag), count: integer })}.`,
            offset: damage.kind === 'too long' ? Number(damage.expected) : size - 1,
        }]
        : fault ? [fault] : [];
    const own = columns.flatMap(({ name, state, fault: found }) =>
        (found && state === 'whole' ? [{ ...found, message: underName(found.message, name) }] : []));
    return [...whole, ...own];
}

/**
 * @param {readonly ColumnFacts[]} columns
 * @param {number} tag
 */
function nameOf(columns, tag) {
    return columns.find((column) => column.tag === tag)?.name ?? `c${tag}`;
}

/**
 * A message about a column, with its name as it is shown.
 * @param {string} message
 * @param {string} name
 */
export function underName(message, name) {
    return message.replace(/^column (?:of tag \d+|"(?:\\.|[^"\\])*"): /, () => `column ${name}: `);
}

/**
 * How much of its block a column has.
 * @param {ColumnFacts} column
 */
export function bytesWords({ state, byteLength, available }) {
    return state === 'whole' ? integer(byteLength) : `${integer(available)} of ${integer(byteLength)}`;
}

/** @param {ColumnFacts} column */
export function stateWords({ state }) {
    return { whole: 'damaged', partial: 'there in part', missing: 'missing' }[state];
}

/**
 * What a file's bytes are shares of: its size as it should be; null where nothing tells it.
 * @param {FileFacts} facts
 */
export function sizeAsTold({ size, damage }) {
    return damage ? damage.expected : size;
}

/**
 * What is told of a file that is none of the format.
 * @param {FileFacts} facts
 */
export function foreignWords({ look, fault, size }) {
    if (look && size === 0) return `This file is empty: ${look.advice}.`;
    const words = look ? `it looks like ${look.what}. ${look.advice[0].toUpperCase()}${look.advice.slice(1)}` : fault?.message;
    return `This is not a .tcb file: ${words}. Its bytes can be looked at all the same.`;
}
