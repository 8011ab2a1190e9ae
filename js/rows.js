/**
 * Rows as objects, put together from columns.
 */

import { TcbError } from './errors.js';
import { columnTree } from './tree.js';

/**
 * @import { Column, Reader } from './column.js'
 * @import { TreeNode } from './tree.js'
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
 * @param {TreeNode<Column>} node
 * @param {boolean} json
 * @returns {Reader}
 */
function recordArrayReader({ children }, json) {
    const keys = [...children.keys()];
    const template = blankRecord(keys);
    const columns = [...children.values()].map((child) => /** @type {Column} */ (child.column));
    const readers = columns.map(({ elements, missing }) => {
        const read = /** @type {Column} */ (elements).reader(json);
        return missing ? () => read(0) : read;
    });
    return (k) => {
        const present = columns.map((column) => column.isPresent(k));
        if (!present.includes(true)) return null;
        const length = sharedLength(columns, present, k);
        const list = [];
        for (let e = 0; e < length; e++) {
            const record = { ...template };
            for (let j = 0; j < keys.length; j++) {
                const { offsets } = columns[j];
                record[keys[j]] = present[j]
                    ? readers[j](/** @type {Uint32Array} */ (offsets)[k] + e) : null;
            }
            list.push(record);
        }
        return list;
    };
}

/**
 * The length that the arrays of a row have in common. A column that the file lacks takes any.
 * @param {Column[]} columns
 * @param {boolean[]} present
 * @param {number} k
 */
function sharedLength(columns, present, k) {
    let length = -1;
    let first = '';
    columns.forEach(({ name, tag, offsets, missing }, j) => {
        if (!present[j] || missing || !offsets) return;
        const found = offsets[k + 1] - offsets[k];
        if (length >= 0 && found !== length) {
            throw new TcbError('RECORD_LENGTHS', `column ${JSON.stringify(name)}, row ${k}: expected ` +
                `${length} elements, as column ${JSON.stringify(first)} of the same records has, ` +
                `found ${found}`, { column: name, tag, row: k, expected: length, found });
        }
        if (length < 0) first = name;
        length = found;
    });
    return Math.max(length, 0);
}
