/**
 * Compares a decoded table with the rows that it was made of, value by value: straight from its typed
 * arrays and string tables, as a game would read them.
 */

import { isDeepStrictEqual } from 'node:util';

import { describe } from '../../values/describe.js';
import { base64Text } from '../../values/text.js';
import { columnTree } from '../../schema/tree.js';
import { BOOL, UUID } from '../../schema/types.js';

/**
 * @import { Column } from '../../read/column.js'
 * @import { Table } from '../../read/table.js'
 * @import { TreeNode } from '../../schema/tree.js'
 * @import { SchemaColumn } from '../../schema/types.js'
 */

/** @typedef {{ row: number, column: string, expected: string, found: string }} Difference */

/**
 * @typedef {object} Comparison
 * @property {number} values how many were compared: cells, and elements of arrays
 * @property {number} count of differences
 * @property {Difference[]} differences the first few
 */

const KEPT = 5;

class Tally {
    /** @param {number} kept */
    constructor(kept) {
        this.kept = kept;
    }

    values = 0;
    count = 0;
    /** @type {Difference[]} */
    differences = [];

    /**
     * @param {number} row
     * @param {string} column
     * @param {unknown} expected
     * @param {unknown} found
     */
    differ(row, column, expected, found) {
        this.count++;
        if (this.differences.length === this.kept) return;
        this.differences.push({ row, column, expected: show(expected), found: show(found) });
    }
}

/**
 * @param {readonly any[]} rows
 * @param {readonly SchemaColumn[]} schema
 * @param {Table} table
 * @param {{ kept?: number }} [options] how many differences to tell, not only count
 * @returns {Comparison}
 */
export function compareTable(rows, schema, table, { kept = KEPT } = {}) {
    const tally = new Tally(kept);
    if (table.rowCount !== rows.length) tally.differ(0, '(number of rows)', rows.length, table.rowCount);
    const length = Math.min(rows.length, table.rowCount);
    const compact = Array.isArray(rows[0]);
    schema.forEach((column, c) => {
        const compare = columnComparer(table.column(column.name), tally);
        for (let i = 0; i < length; i++) compare(i, compact ? rows[i]?.[c] : valueAt(rows[i], column));
    });
    if (!compact) {
        const root = columnTree(schema);
        rows.forEach((row, i) => findStrangers(root, row, i, tally));
    }
    const { values, count, differences } = tally;
    return { values, count, differences };
}

/**
 * What a row holds for a column; of an array of records, the member of each.
 * @param {any} row
 * @param {Pick<SchemaColumn, 'path' | 'records'>} column
 */
export function valueAt(row, { path, records }) {
    if (!records) return path.reduce(member, row);
    const list = path.slice(0, -1).reduce(member, row);
    const key = /** @type {string} */ (path.at(-1));
    return Array.isArray(list) ? list.map((record) => member(record, key)) : list;
}

/**
 * @param {any} record
 * @param {string} key
 */
function member(record, key) {
    return !isAbsent(record) && Object.hasOwn(record, key) ? record[key] : undefined;
}

/**
 * Counts values that stand under no column.
 * @param {TreeNode<SchemaColumn>} node
 * @param {any} value
 * @param {number} row
 * @param {Tally} tally
 */
function findStrangers(node, value, row, tally) {
    if (node.column || isAbsent(value)) return;
    if (node.records && !Array.isArray(value)) {
        tally.differ(row, node.path.join('.'), value, 'an array of records');
        return;
    }
    for (const record of node.records ? value : [value]) {
        if (isAbsent(record)) continue;
        if (typeof record !== 'object' || Array.isArray(record)) {
            tally.differ(row, node.path.join('.') || '(the row)', record, {});
            continue;
        }
        for (const key of Object.keys(record)) {
            const child = node.children.get(key);
            if (child) findStrangers(child, record[key], row, tally);
            else if (!isAbsent(record[key])) {
                tally.differ(row, [...node.path, key].join('.'), record[key], undefined);
            }
        }
    }
}

/**
 * @param {Column} column
 * @param {Tally} tally
 * @returns {(row: number, expected: any) => void}
 */
function columnComparer(column, tally) {
    const { name, elements, offsets, type } = column;
    const cells = elements ?? column;
    const read = cellReader(cells);
    const isSame = SAME[type] ?? Object.is;
    /** @param {number} k @param {any} expected @param {number} row */
    const compareCell = (k, expected, row) => {
        tally.values++;
        const found = cells.isPresent(k) ? read(k) : null;
        const isEqual = isAbsent(expected)
            ? found === null
            : found !== null && isSame(expected, found, column);
        if (!isEqual) tally.differ(row, name, expected, found);
    };
    if (type === 'bytes') {
        return (row, expected) => {
            tally.values++;
            const found = column.get(row);
            if (!sameBytes(expected, found)) tally.differ(row, name, expected, found && base64Text(found));
        };
    }
    if (!offsets) return (row, expected) => compareCell(row, expected, row);
    return (row, expected) => {
        const start = offsets[row],
            length = offsets[row + 1] - start;
        const isPresent = column.isPresent(row);
        if (!Array.isArray(expected) || !isPresent || expected.length !== length) {
            tally.values++;
            const found = isPresent ? new Array(length) : null;
            if (isPresent || !isAbsent(expected)) tally.differ(row, name, expected, found);
        } else if (length === 0) {
            tally.values++; // an empty array is a value
        } else {
            for (let e = 0; e < length; e++) compareCell(start + e, expected[e], row);
        }
    };
}

/**
 * Reads the arrays themselves; what has a text form of its own is read as that text.
 * @param {Column} cells
 * @returns {(k: number) => any}
 */
function cellReader(cells) {
    const { type, element, strings, indices, values } = cells;
    if (strings && indices && type !== 'json') return (k) => strings.get(indices[k]);
    if (!values || element === UUID || type === 'datetime' || type === 'timespan')
        return (k) => cells.get(k);
    return element === BOOL ? (k) => values[k] !== 0 : (k) => values[k];
}

/**
 * What of the rows equals what of the table, where it is not the very same value.
 * @type {Record<string, (expected: any, found: any, column: Column) => boolean>}
 */
const SAME = {
    enum: (expected, found, { labels }) =>
        expected === found ||
        (typeof expected === 'string' &&
            labels !== undefined &&
            Object.hasOwn(labels, expected) &&
            labels[expected] === found),
    i32: sameInteger,
    i64: sameInteger,
    f32: (expected, found) => Object.is(Math.fround(floatOf(expected)), found) && isFloat(expected),
    f64: (expected, found) => Object.is(floatOf(expected), found) && isFloat(expected),
    // Whole numbers that no type holds may have been kept as texts, all of a column.
    string: (expected, found) => (isNumber(expected) ? String(expected) : expected) === found,
    uuid: (expected, found) => String(expected).toLowerCase() === found,
    datetime: (expected, found) => shortFraction(String(expected)) === found,
    timespan: (expected, found) => shortFraction(String(expected)) === shortFraction(found),
    json: (expected, found) =>
        isDeepStrictEqual(withBigints(expected, Number), found) ||
        isDeepStrictEqual(withBigints(expected, String), found),
};

/**
 * A JSON value as its reader has it: whole numbers that no double holds are the nearest one, or texts.
 * @param {any} value
 * @param {(big: bigint) => number | string} convert
 * @returns {any}
 */
function withBigints(value, convert) {
    if (typeof value === 'bigint') return convert(value);
    if (Array.isArray(value)) return value.map((one) => withBigints(one, convert));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withBigints(one, convert)]));
}

/** @param {unknown} value */
function isNumber(value) {
    return typeof value === 'number' || typeof value === 'bigint';
}

/** What JSON writes for the floats that it has no numbers for. */
const FLOAT_WORDS = new Set(['NaN', 'Infinity', '-Infinity']);

/** @param {unknown} value */
function isFloat(value) {
    return isNumber(value) || FLOAT_WORDS.has(String(value));
}

/** @param {unknown} value */
function floatOf(value) {
    return typeof value === 'number' ? value : Number(value);
}

/**
 * @param {unknown} expected a number, a bigint, or digits
 * @param {bigint | number} found
 */
function sameInteger(expected, found) {
    if (typeof expected === 'number')
        return expected === Number(found) && BigInt(expected) === BigInt(found);
    if (typeof expected === 'string' && typeof found === 'bigint') return expected === String(found);
    return typeof expected === 'bigint' && expected === BigInt(found);
}

/**
 * @param {unknown} expected base64, or bytes as numbers
 * @param {Uint8Array | null} found
 */
function sameBytes(expected, found) {
    if (isAbsent(expected) || !found) return isAbsent(expected) && !found;
    if (typeof expected === 'string') return expected === base64Text(found);
    const list = ArrayBuffer.isView(expected) ? Array.from(/** @type {Uint8Array} */ (expected)) : expected;
    return (
        Array.isArray(list) && list.length === found.length && list.every((byte, i) => byte === found[i])
    );
}

/**
 * A time without the zeros that end its fraction: `.500` and `.5` are the same.
 * @param {string} text
 */
function shortFraction(text) {
    return text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

/**
 * @param {unknown} value
 * @returns {value is null | undefined}
 */
function isAbsent(value) {
    return value === null || value === undefined;
}

/** @param {unknown} value */
function show(value) {
    if (typeof value === 'bigint') return String(value);
    const isHollow = Array.isArray(value) && Object.keys(value).length < value.length;
    if (typeof value !== 'object' || value === null || isHollow) return describe(value);
    const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part));
    return text.length > 60 ? text.slice(0, 60) + '…' : text;
}
