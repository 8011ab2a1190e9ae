/**
 * Rows as objects, put together from columns.
 */

import { valueError } from './numbers.js';
import { columnTree } from '../schema/tree.js';
import { isSet } from '../schema/types.js';

/**
 * @import { Column, Reader } from './column.js'
 * @import { TreeNode } from '../schema/tree.js'
 */

/**
 * A function that gives a row as an object.
 * @param {readonly Column[]} columns
 * @param {boolean} json
 * @returns {Reader}
 */
export function rowReader(columns, json) {
    return recordReader(columnTree(columns), json, false);
}

/**
 * A function that gives a row as an array of its values in column order.
 * @param {readonly Column[]} columns
 * @param {boolean} json
 * @returns {Reader}
 */
export function compactRowReader(columns, json) {
    const readers = columns.map((column) => column.reader(json));
    return (k) => readers.map((read) => read(k));
}

/**
 * What gives the values of a row's own keys, in their order; a record is the value of one.
 * @param {readonly Column[]} columns
 * @returns {Map<string, Reader>}
 */
export function keyReaders(columns) {
    return new Map([...columnTree(columns).children].map(([key, node]) => [key, nodeReader(node, false)]));
}

/**
 * @param {TreeNode<Column>} node
 * @param {boolean} json
 * @returns {Reader}
 */
function nodeReader(node, json) {
    if (node.column) return node.column.reader(json);
    return node.records ? recordArrayReader(node, json) : recordReader(node, json, isOptional(node));
}

/**
 * @param {TreeNode<Column>} node
 * @returns {boolean}
 */
function isOptional({ column, children }) {
    return column ? column.optional : [...children.values()].every(isOptional);
}

/**
 * A record; where it is nullable, null if none of its members has a value.
 * @param {TreeNode<Column>} node
 * @param {boolean} json
 * @param {boolean} nullable
 * @returns {Reader}
 */
function recordReader({ children }, json, nullable) {
    const template = blankRecord([...children.keys()]);
    const members = [...children].map(([key, child]) => ({ key, read: nodeReader(child, json) }));
    return (k) => {
        const record = { ...template };
        let absent = nullable;
        for (const { key, read } of members) {
            const value = read(k);
            record[key] = value;
            if (value !== null) absent = false;
        }
        return absent ? null : record;
    };
}

/**
 * An object with these keys, to be copied for each record: copies share one hidden class, hold all
 * keys inline, and own a key such as `__proto__` before it is assigned to. `JSON.parse` gives all
 * this; having seen a number and null under each key, the class takes any value without changing.
 * @param {string[]} keys
 * @returns {Record<string, any>}
 */
function blankRecord(keys) {
    const filled = (/** @type {string} */ value) =>
        '{' + keys.map((key) => JSON.stringify(key) + ':' + value).join() + '}';
    return JSON.parse(`[${filled('0')},${filled('null')}]`)[1];
}

/**
 * An array of records, each of whose members is an array column; null where all of them are absent.
 * A member that the file lacks takes the length of the others, and its one empty value.
 * @param {TreeNode<Column>} node
 * @param {boolean} json
 * @returns {Reader}
 */
function recordArrayReader({ children }, json) {
    const template = blankRecord([...children.keys()]);
    const members = [...children].map(([key, child]) => {
        const column = /** @type {Column} */ (child.column), { name, tag, missing, validity } = column;
        const offsets = missing ? null : /** @type {Uint32Array} */ (column.offsets);
        return { name, tag, key, validity, offsets, read: column.elementReader(json) };
    });
    return (k) => {
        const present = members.filter(({ validity }) => isSet(validity, k));
        if (!present.length) return null;
        let length = 0, first;
        for (const { name, tag, offsets } of present) {
            if (!offsets) continue;
            const found = offsets[k + 1] - offsets[k];
            if (first !== undefined && found !== length) {
                throw valueError('RECORD_LENGTHS', { name, tag }, k,
                    `${length} elements, as column ${JSON.stringify(first)} of the same records has`, found);
            }
            first ??= name;
            length = found;
        }
        const list = [];
        for (let e = 0; e < length; e++) {
            const record = { ...template };
            for (const { key, offsets, read } of present) record[key] = read(offsets ? offsets[k] + e : 0);
            list.push(record);
        }
        return list;
    };
}
