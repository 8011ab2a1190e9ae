/**
 * What systems that give no row objects, or no index, are completed with: what an application that
 * knows its columns would write by hand.
 */

import { columnTree, schemaColumns } from '../../../js/schema/tree.js';
import { isOptional, literalKey } from './messages.js';

/**
 * @import { SampleColumn } from '../data/json.js'
 * @import { TreeNode } from '../../../js/schema/tree.js'
 * @import { SchemaColumn } from '../../../js/schema/types.js'
 */

/**
 * A function that puts a row together as an object literal, which is the quickest way.
 * @param {{ columns: SampleColumn[] }} schema
 * @param {'cells' | 'columns'} source what it takes: the cells of a row, or a list of columns and the
 *   row's number
 * @returns {(source: any, row?: number) => any}
 */
export function rowMaker(schema, source) {
    const columns = schemaColumns(/** @type {any} */ (schema));
    const places = new Map(columns.map(({ name }, i) => [name, i]));
    /** @param {SchemaColumn} column */
    const cell = ({ name }) => `source[${places.get(name)}]${source === 'columns' ? '[row]' : ''}`;
    /** @param {TreeNode<SchemaColumn>} node @returns {string} */
    const record = ({ children }) =>
        `{ ${[...children].map(([key, child]) => `${literalKey(key)}: ${place(child)}`).join(', ')} }`;
    /** @param {TreeNode<SchemaColumn>} node @returns {string} */
    const place = (node) => {
        if (node.column) return cell(node.column);
        if (!node.records) return isOptional(node) ? `orNull(${record(node)})` : record(node);
        const members = [...node.children].map(([key, child]) => {
            const column = /** @type {SchemaColumn} */ (child.column);
            const list = cell(column);
            return { list, text: `${literalKey(key)}: ${column.optional ? `${list}?.[i] ?? null` : `${list}[i]`}` };
        });
        const lists = isOptional(node) ? members.map(({ list }) => list).join(' ?? ') : members[0].list;
        return `records(${lists}, (i) => ({ ${members.map(({ text }) => text).join(', ')} }))`;
    };
    const body = `return (source, row) => (${record(columnTree(columns))});`;
    return new Function('orNull', 'records', body)(orNull, records);
}

/** A record none of whose members has a value is absent. @param {Record<string, any>} record */
function orNull(record) {
    return Object.values(record).every((value) => value === null) ? null : record;
}

/**
 * An array of records, from their members' arrays.
 * @param {ArrayLike<any> | null} list one of them
 * @param {(i: number) => any} recordAt
 */
function records(list, recordAt) {
    return list ? allRows(list.length, recordAt) : null;
}

/**
 * @param {number} count
 * @param {(row: number) => any} rowAt
 */
export function allRows(count, rowAt) {
    const rows = new Array(count);
    for (let row = 0; row < count; row++) rows[row] = rowAt(row);
    return rows;
}

/**
 * @param {any[]} rows
 * @param {string | number} key
 */
export function sumRows(rows, key) {
    let sum = 0;
    for (const row of rows) sum += row[key];
    return sum;
}

/** @param {ArrayLike<number>} values */
export function sumValues(values) {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[i];
    return sum;
}

/**
 * @param {any[]} rows
 * @param {string | number} key
 * @returns {Map<any, any>} rows by key
 */
export function rowsByKey(rows, key) {
    const map = new Map();
    for (const row of rows) map.set(row[key], row);
    return map;
}

/**
 * @param {ArrayLike<any>} values
 * @returns {Map<any, number>} row numbers by value
 */
export function numbersByValue(values) {
    const map = new Map();
    for (let row = 0; row < values.length; row++) map.set(values[row], row);
    return map;
}
