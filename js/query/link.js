/**
 * References between tables: the rows that a column's values are keys of, found once for all rows.
 */

/**
 * @import { Column } from '../read/column.js'
 * @import { TableIndex } from './lookup.js'
 * @import { Table } from '../read/table.js'
 */

import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { makeIndex } from './lookup.js';
import { typeText } from '../schema/types.js';

/**
 * A column whose values are keys of another table's rows.
 * @typedef {object} Reference
 * @property {string} table
 * @property {string | number} column name or tag
 * @property {string} to the other table
 * @property {string | number} [key] name or tag of the other table's key column; "id" by default
 */

/**
 * A reference with what was found. `rows` has a row of the other table for each row, or for each
 * element of an array column, whose `offsets` are the column's; -1 where there is none.
 * @typedef {{ table: string, column: string, to: string, key: string, rows: Int32Array,
 *   offsets: Uint32Array | null }} LinkedReference
 */

/**
 * A value that is in no row of the table it refers to.
 * @typedef {object} Dangling
 * @property {string} table
 * @property {string} column
 * @property {number} row
 * @property {number} [element] its number in the row's array
 * @property {unknown} key the value
 * @property {string} to the table that lacks it
 */

/**
 * @typedef {object} Links
 * @property {LinkedReference[]} references
 * @property {Dangling[]} dangling
 * @property {(table: string, column: string) => Int32Array} rows of a reference
 * @property {(table: string, column: string, row: number) => number | number[]} resolve the row
 *   that a row refers to, or -1; of an array column, those of its elements
 */

/** The types whose values are compared as numbers. */
const NUMBERS = ['enum', 'i32', 'i64', 'f32', 'f64'];

/**
 * Finds the rows that references stand for. Absent values refer to nothing, which is no fault; where
 * a key is in several rows, the first is meant.
 * @param {Readonly<Record<string, Table>>} tables by name
 * @param {readonly Reference[] | object} references a list, or a folder's schema that has them
 * @param {{ strict?: boolean }} [options] `strict`: throw if a reference dangles
 * @returns {Links}
 */
export function link(tables, references, { strict = false } = {}) {
    const list = Array.isArray(references) ? references : referencesOf(references);
    /** @type {Map<string, TableIndex>} */
    const indexes = new Map();
    /** @type {Map<string, Map<string, LinkedReference>>} */
    const found = new Map();
    /** @type {Dangling[]} */
    const dangling = [];
    const linked = list.map((reference) => {
        const { table, column, to, key = 'id' } = reference ?? {};
        const from = tableOf(tables, table).column(column);
        const target = tableOf(tables, to);
        const keyColumn = target.column(key);
        const place = JSON.stringify([to, keyColumn.name]);
        const index = indexes.get(place) ?? makeIndex(target, key);
        indexes.set(place, index);
        checkTypes(from, keyColumn, table, to);
        const byColumn = found.get(table) ?? new Map();
        if (byColumn.has(from.name)) {
            throw new TypeError(`table ${describe(table)}, column ${describe(from.name)}: ` +
                'expected one reference, found two');
        }
        const rows = targetRows(from, index, keyColumn.type, (row, element, value) => dangling.push({
            table, column: from.name, row, ...from.array && { element }, key: value, to,
        }));
        const result = { table, column: from.name, to, key: keyColumn.name, rows, offsets: from.offsets };
        found.set(table, byColumn.set(from.name, result));
        return result;
    });
    if (strict && dangling.length) throw danglingError(dangling, linked);

    /**
     * @param {string} table
     * @param {string} column
     */
    const find = (table, column) => {
        const reference = found.get(table)?.get(column);
        if (reference) return reference;
        throw new RangeError(`no reference from column ${describe(column)} of table ${describe(table)}`);
    };
    return {
        references: linked,
        dangling,
        rows: (table, column) => find(table, column).rows,
        resolve(table, column, row) {
            const { rows, offsets } = find(table, column);
            const length = offsets ? offsets.length - 1 : rows.length;
            if (!Number.isInteger(row) || row < 0 || row >= length) {
                throw new RangeError(`table ${describe(table)}: expected a row from 0 to ${length - 1}, ` +
                    `found ${describe(row)}`);
            }
            return offsets ? [...rows.subarray(offsets[row], offsets[row + 1])] : rows[row];
        },
    };
}

/**
 * The references that a folder's schema has, as a list:
 * `{ tables: { Drop: { columns: [...], references: { itemId: 'Item.id' } } } }`.
 * @param {any} schema
 * @returns {Reference[]}
 */
export function referencesOf(schema) {
    const tables = schema?.tables;
    if (!isObject(tables)) {
        throw new TypeError(`expected references in an array, or a schema with tables, found ${describe(schema)}`);
    }
    return Object.keys(tables).flatMap((table) => {
        const references = tables[table]?.references ?? {};
        if (!isObject(references)) {
            throw new TcbError('SCHEMA', `table ${describe(table)}: expected "references" to be an object, ` +
                `found ${describe(references)}`, { file: table, found: references });
        }
        return Object.keys(references).map((column) => {
            const found = references[column];
            if (!hasColumn(tables, table, column)) {
                throw new TcbError('SCHEMA', `table ${describe(table)}: expected references of its columns, ` +
                    `found one of ${describe(column)}`, { file: table, column });
            }
            const target = typeof found === 'string' && splitTarget(tables, found);
            if (target) return { table, column, ...target };
            const expected = 'a table and column of this schema, such as "Item.id"';
            throw new TcbError('SCHEMA', `table ${describe(table)}, reference of column ${describe(column)}: ` +
                `expected ${expected}, found ${describe(found)}`, { file: table, column, expected, found });
        });
    });
}

/**
 * A table and a column of it. Both names may have dots.
 * @param {Record<string, any>} tables
 * @param {string} text
 */
function splitTarget(tables, text) {
    for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
        const [to, key] = [text.slice(0, dot), text.slice(dot + 1)];
        if (hasColumn(tables, to, key)) return { to, key };
    }
    return null;
}

/**
 * @param {Record<string, any>} tables
 * @param {string} table
 * @param {string} name
 */
function hasColumn(tables, table, name) {
    if (!Object.hasOwn(tables, table)) return false;
    const columns = tables[table]?.columns ?? tables[table];
    return Array.isArray(columns) && columns.some((column) => column?.name === name);
}

/**
 * @param {Readonly<Record<string, Table>>} tables
 * @param {string} name
 */
function tableOf(tables, name) {
    if (typeof name === 'string' && Object.hasOwn(tables, name)) return tables[name];
    throw new RangeError(`no table ${describe(name)} to link; there are ` +
        (Object.keys(tables).map(describe).join(', ') || 'none'));
}

/**
 * @param {Column} from
 * @param {Column} key
 * @param {string} table
 * @param {string} to
 */
function checkTypes(from, key, table, to) {
    const both = [from.type, key.type];
    if (from.type === key.type || both.every((type) => NUMBERS.includes(type))) return;
    const expected = `keys of table ${describe(to)}, whose column ${describe(key.name)} is ${typeText(key)}`;
    const found = typeText(from);
    throw new TcbError('SCHEMA', `table ${describe(table)}, column ${describe(from.name)}: ` +
        `expected ${expected}, found ${found}`,
    { file: table, column: from.name, tag: from.tag, expected, found });
}

/**
 * @param {Column} column
 * @param {TableIndex} index
 * @param {string} keyType
 * @param {(row: number, element: number, value: unknown) => void} onDangling
 */
function targetRows(column, index, keyType, onDangling) {
    const { offsets, length } = column;
    const flat = column.elements ?? column;
    const rows = new Int32Array(flat.length).fill(-1);
    // What the file lacks refers to nothing: its empty values are nobody's.
    if (column.missing) return rows;
    const find = finder(flat, index, keyType);
    for (let row = 0; row < length; row++) {
        if (!column.isPresent(row)) continue;
        const start = offsets ? offsets[row] : row;
        const end = offsets ? offsets[row + 1] : row + 1;
        for (let e = start; e < end; e++) {
            if (!flat.isPresent(e)) continue;
            rows[e] = find(e);
            if (rows[e] < 0) onDangling(row, e - start, flat.get(e));
        }
    }
    return rows;
}

/**
 * What finds the row of the other table for value `e`, which is present.
 * @param {Column} column
 * @param {TableIndex} index
 * @param {string} keyType
 * @returns {(e: number) => number}
 */
function finder(column, index, keyType) {
    const { strings } = column;
    if (strings) {
        const indices = /** @type {Uint32Array} */ (column.indices);
        const unknown = -2;
        const rows = new Int32Array(strings.length).fill(unknown);
        return (e) => {
            const entry = indices[e];
            if (rows[entry] === unknown) rows[entry] = index.rowOf(strings.get(entry));
            return rows[entry];
        };
    }
    const read = column.reader();
    return NUMBERS.includes(keyType)
        ? (e) => index.rowOf(numberKey(read(e), keyType))
        : (e) => index.rowOf(read(e));
}

/**
 * A number as the key of a column of another type; null where that cannot hold it.
 * @param {number | bigint} value
 * @param {string} type
 */
function numberKey(value, type) {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    return typeof value === (type === 'i64' ? 'bigint' : 'number') ? value : null;
}

/**
 * @param {Dangling[]} dangling
 * @param {LinkedReference[]} references
 */
function danglingError(dangling, references) {
    const { table, column, row, element, key: found, to } = dangling[0];
    const reference = references.find((each) => each.table === table && each.column === column);
    const expected = `a key of table ${describe(to)} (its column ${describe(reference?.key)})`;
    const count = dangling.length;
    return new TcbError('DANGLING', `table ${describe(table)}, column ${describe(column)}, row ${row}` +
        `${element === undefined ? '' : `, element ${element}`}: expected ${expected}, found ` +
        `${describe(found)}; ${count} ${count === 1 ? 'reference dangles' : 'references dangle'} in all`,
    { file: table, column, row, expected, found });
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
