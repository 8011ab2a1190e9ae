/**
 * Whole numbers that a double cannot hold.
 */

import { int64 } from '../../write/parse.js';
import { TcbError } from '../../values/errors.js';

/**
 * @import { TreeNode } from '../../schema/tree.js'
 * @import { SchemaColumn } from '../../schema/types.js'
 */

/**
 * What becomes of whole numbers that no column type holds: they are refused, or kept as texts or as
 * the nearest double.
 * @typedef {'error' | 'string' | 'double'} BigIntegers
 */

/** @type {readonly BigIntegers[]} */
export const BIG_INTEGERS = Object.freeze(['error', 'string', 'double']);

/**
 * A value as its column takes it: bigints of columns that have none become numbers or texts, as far as
 * that is asked for or loses nothing.
 * @param {unknown} value
 * @param {SchemaColumn} column
 * @param {number} row
 * @param {BigIntegers} bigIntegers
 * @returns {unknown}
 */
export function fitIntegers(value, column, row, bigIntegers) {
    if (Array.isArray(value) && column.type !== 'json') {
        return value.map((item) => fitIntegers(item, column, row, bigIntegers));
    }
    const { type, name } = column;
    const refuse = (/** @type {bigint} */ number) => new TcbError('VALUE', `column ${JSON.stringify(name)}, row ${row}: ` +
        `expected a number that ${type} holds, found ${number}; --big-integers string or double keeps it`, { column: name, row });
    if (type === 'json') return jsonIntegers(value, bigIntegers, refuse);
    if (type === 'string' && bigIntegers === 'string' && (typeof value === 'bigint' || typeof value === 'number')) {
        return String(value);
    }
    if (typeof value !== 'bigint') return value;
    if (type === 'f64' || type === 'f32') return doubleOf(value, bigIntegers, refuse);
    if (type === 'i64' && int64(value) === null) throw refuse(value);
    return value;
}

/**
 * @param {bigint} value
 * @param {BigIntegers} bigIntegers
 * @param {(value: bigint) => Error} refuse
 */
function doubleOf(value, bigIntegers, refuse) {
    const number = Number(value);
    if (bigIntegers === 'double' || BigInt(number) === value) return number;
    throw refuse(value);
}

/**
 * @param {unknown} value
 * @param {BigIntegers} bigIntegers
 * @param {(value: bigint) => Error} refuse
 * @returns {unknown}
 */
function jsonIntegers(value, bigIntegers, refuse) {
    if (typeof value === 'bigint') return bigIntegers === 'string' ? String(value) : doubleOf(value, bigIntegers, refuse);
    if (Array.isArray(value)) return value.map((item) => jsonIntegers(item, bigIntegers, refuse));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, jsonIntegers(member, bigIntegers, refuse)]));
}

/**
 * Whether a value holds a bigint anywhere.
 * @param {unknown} value
 * @returns {boolean}
 */
export function hasBigInteger(value) {
    if (typeof value === 'bigint') return true;
    if (typeof value !== 'object' || value === null) return false;
    for (const member of Array.isArray(value) ? value : Object.values(value)) if (hasBigInteger(member)) return true;
    return false;
}

/**
 * A row with every value as its column takes it.
 * @param {unknown} row
 * @param {TreeNode<SchemaColumn>} node
 * @param {number} i
 * @param {BigIntegers} bigIntegers
 * @returns {unknown}
 */
export function fitRow(row, node, i, bigIntegers) {
    if (node.column) return fitIntegers(row, node.column, i, bigIntegers);
    if (Array.isArray(row)) return node.records ? row.map((item) => fitMembers(item, node, i, bigIntegers)) : row;
    return fitMembers(row, node, i, bigIntegers);
}

/**
 * @param {unknown} record
 * @param {TreeNode<SchemaColumn>} node
 * @param {number} i
 * @param {BigIntegers} bigIntegers
 */
function fitMembers(record, { children }, i, bigIntegers) {
    if (typeof record !== 'object' || record === null) return record;
    return Object.fromEntries(Object.entries(record).map(([key, value]) => {
        const child = children.get(key);
        return [key, child ? fitRow(value, child, i, bigIntegers) : value];
    }));
}
