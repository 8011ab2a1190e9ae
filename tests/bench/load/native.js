/**
 * Rows for formats that describe themselves: what is no JSON there is made a value of its own.
 */

import { columnTree, schemaColumns } from '../../../js/schema/tree.js';

/**
 * @import { SampleColumn, SampleRow } from '../data/json.js'
 * @import { TreeNode } from '../../../js/schema/tree.js'
 * @import { SchemaColumn } from '../../../js/schema/types.js'
 */

/**
 * An i64 as a number where that is exact, else as a bigint: the shortest that a format has for it.
 * @param {string | number | bigint | null} value
 */
export function toInteger(value) {
    if (value === null) return null;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : BigInt(value);
}

/**
 * The rows with their i64 as integers, wherever in a row they stand.
 * @param {{ schema: { columns: SampleColumn[] }, rows: SampleRow[] }} table
 * @param {(value: any) => any} [convert] an i64's digits
 * @returns {SampleRow[]}
 */
export function nativeRows({ schema, rows }, convert = toInteger) {
    const replace = replacer(columnTree(schemaColumns(/** @type {any} */ (schema))), convert);
    return replace ? rows.map(replace) : rows;
}

/**
 * What copies a value with its i64 converted; null where there are none in it.
 * @param {TreeNode<SchemaColumn>} node
 * @param {(value: any) => any} convert
 * @returns {((value: any) => any) | null}
 */
function replacer({ column, children, records }, convert) {
    if (column) {
        if (column.type !== 'i64') return null;
        if (!column.array || column.records) return convert;
        return (list) => list && list.map(convert);
    }
    const members = [...children].flatMap(([key, child]) => {
        const replace = replacer(child, convert);
        return replace ? [{ key, replace }] : [];
    });
    if (!members.length) return null;
    const record = (/** @type {any} */ value) => {
        if (!value) return value;
        const copy = { ...value };
        for (const { key, replace } of members) copy[key] = replace(value[key]);
        return copy;
    };
    return records ? (list) => list && list.map(record) : record;
}
