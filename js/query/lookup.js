/**
 * Rows by key: finds a row of a table without looking at the others.
 */

/**
 * @import { Column } from '../read/column.js'
 * @import { StringTable } from '../read/strings.js'
 * @import { Table } from '../read/table.js'
 */

import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';

/**
 * What stands for a key inside an index; undefined where a row has none.
 * @typedef {number | bigint | string | undefined} Code
 */

/**
 * Rows by code.
 * @typedef {object} Group
 * @property {(code: any) => number} rowOf the first row of a code, or -1
 * @property {(key: any) => number} find the first row of a key, or -1
 * @property {(i: number) => number} first the first row with the code of row `i`; -1 where it has none
 * @property {number} size distinct codes
 * @property {number} keyed rows that have a code
 */

/**
 * An index of a table. A key is a value as `Column.get` gives it, or an array of values where the
 * index was made with an array of columns. A safe whole number does for a bigint, and null finds
 * nothing. A key of a type that the column cannot hold is a TypeError.
 * @typedef {object} TableIndex
 * @property {(key: any) => Record<string, any> | undefined} get the first row of a key
 * @property {(key: any) => boolean} has
 * @property {(key: any) => number} rowOf the number of the first row of a key, or -1
 * @property {(key: any) => number[]} all the numbers of all rows of a key, ascending
 * @property {number} size distinct keys
 */

/** @type {Record<string, string>} */
const KEY_TYPES = {
    bool: 'boolean', enum: 'number', i32: 'number', f32: 'number', f64: 'number', i64: 'bigint',
    string: 'string', uuid: 'string', datetime: 'string', timespan: 'string',
};

/**
 * An index over one column, or over several whose values make up a key together. It is built when
 * it is first asked, or at once if it is to be unique. Rows without a value are not in it.
 * @param {Table} table
 * @param {string | number | readonly (string | number)[]} keys name or tag of a column, or several
 * @param {{ unique?: boolean }} [options] `unique`: refuse a table in which two rows share a key
 * @returns {TableIndex}
 */
export function makeIndex(table, keys, { unique = false } = {}) {
    const { rowCount } = table;
    const composite = Array.isArray(keys);
    const columns = /** @type {any[]} */ (composite ? keys : [keys]).map((key) => {
        const column = table.column(key);
        if (!column.array && KEY_TYPES[column.type]) return column;
        throw new TypeError(`column ${describe(column.name)}: an array or json is no key`);
    });
    const { length } = columns;
    if (!length) throw new TypeError('expected a column');
    /** @type {Group} */
    let group;
    /** @type {Int32Array} */
    let later;
    const built = () => group ??= columns.map((column) => single(column, rowCount)).reduce(pair);

    /** @param {any} key */
    const rowOf = (key) => {
        if (composite && !(Array.isArray(key) && key.length === length)) {
            throw new TypeError(`expected an array of ${length} keys, found ${describe(key)}`);
        }
        return built().find(composite && length < 2 ? key[0] : key);
    };

    if (unique && built().size < built().keyed) throw duplicate(columns, built().first);
    return {
        rowOf,
        has: (key) => rowOf(key) >= 0,
        get: (key) => {
            const row = rowOf(key);
            return row < 0 ? undefined : table.row(row);
        },
        all: (key) => {
            const rows = [];
            for (let row = rowOf(key); row >= 0; row = later[row]) {
                rows.push(row);
                later ??= chain(group.first, rowCount);
            }
            return rows;
        },
        get size() {
            return built().size;
        },
    };

    /**
     * @param {Group} a by the keys before key `i`
     * @param {Group} b
     * @param {number} i
     */
    function pair(a, b, i) {
        // A key's first row is a number for it, less than the row count.
        const join = (/** @type {number} */ x, /** @type {number} */ y) =>
            x < 0 || y < 0 ? undefined : x * rowCount + y;
        const both = groupRows(rowCount, (row) => join(a.first(row), b.first(row)));
        both.find = (key) => both.rowOf(join(a.find(i > 1 ? key : key[0]), b.find(key[i])));
        return both;
    }
}

/**
 * @param {Column} column
 * @param {number} rowCount
 */
function single(column, rowCount) {
    const { type, name } = column;
    const expected = KEY_TYPES[type];
    const strings = /** @type {StringTable} */ (column.strings);
    const indices = /** @type {Uint32Array} */ (column.indices);
    /** @type {(key: any) => Code} */
    const encode = strings ? (key) => strings.indexOf(key)
        : type === 'i64' ? (key) => Number.isSafeInteger(Number(key)) ? Number(key) : key
            : type === 'bool' ? Number
                : type === 'uuid' ? (key) => key.toLowerCase()
                    : (key) => key;
    const read = column.reader();
    // A file may hold the same text as several entries.
    const entries = strings && new Int32Array(strings.length).map((_, e) => strings.indexOf(strings.get(e)));
    const group = groupRows(rowCount, strings
        ? (i) => column.isPresent(i) ? entries[indices[i]] : undefined
        : (i) => {
            const value = read(i);
            return value === null ? undefined : encode(value);
        });
    group.find = (key) => {
        if (key === null) return -1;
        if (typeof key === expected || type === 'i64' && Number.isSafeInteger(key)) {
            return group.rowOf(encode(key));
        }
        throw new TypeError(`column ${describe(name)} of type ${type}: expected a ` +
            `${expected} as key, found ${describe(key)}`);
    };
    return group;
}

/**
 * Nothing is stored where codes count up with the rows, and a row number for each possible code
 * where they lie close together; otherwise a map.
 * @param {number} rowCount
 * @param {(i: number) => any} code
 * @returns {Group}
 */
function groupRows(rowCount, code) {
    let low = Infinity, high = -low, keyed = 0, size = 0, whole = true, counting = true;
    for (let i = 0; i < rowCount; i++) {
        const c = code(i);
        if (c !== undefined) {
            keyed++;
            whole &&= Number.isInteger(c);
            if (c < low) low = c;
            if (c > high) high = c;
        }
        counting &&= whole && c === low + i;
    }
    // Lookups are quicker with variables that are assigned once.
    const [start, end] = [low, high];
    /** @type {Group['rowOf']} */
    let rowOf;
    if (counting) {
        size = rowCount;
        rowOf = (c) => c >= start && c <= end && Number.isInteger(c) ? c - start | 0 : -1;
    } else if (whole && keyed && high - low < 4 * rowCount) {
        const rows = new Int32Array(high - low + 1).fill(-1);
        for (let i = rowCount; i--;) {
            // NaN where a row has no code: typed arrays ignore a write there, as they do at -1.
            const at = code(i) - low;
            if (rows[at] < 0) size++;
            rows[at] = i;
        }
        rowOf = (c) => c >= start && c <= end ? rows[c - start] ?? -1 : -1;
    } else {
        const rows = new Map();
        for (let i = rowCount; i--;) rows.set(code(i), i);
        rows.delete(undefined);
        size = rows.size;
        rowOf = (c) => rows.get(c) ?? -1;
    }
    return { rowOf, find: rowOf, first: (i) => rowOf(code(i)), size, keyed };
}

/**
 * For each row the next one of the same key, or -1.
 * @param {Group['first']} first
 * @param {number} rowCount
 */
function chain(first, rowCount) {
    const later = new Int32Array(rowCount).fill(-1);
    const heads = later.slice();
    for (let i = rowCount; i--;) {
        later[i] = heads[first(i)];
        heads[first(i)] = i;
    }
    return later;
}

/**
 * @param {Column[]} columns
 * @param {Group['first']} first
 */
function duplicate(columns, first) {
    let row = 0;
    while (first(row) < 0 || first(row) === row) row++;
    const [column, found] = [
        columns.map(({ name }) => describe(name)), columns.map((key) => describe(key.get(row))),
    ].map((list) => list.join(' and '));
    return new TcbError('DUPLICATE_KEY', `column ${column}, row ${row}: expected a key of its own, ` +
        `found ${found}, as in row ${first(row)}`, { column: columns[0].name, row, found });
}
