/**
 * A schema for rows that come without one.
 */

import { describe } from './describe.js';
import { TcbError } from './errors.js';
import { isPlainObject } from './json.js';
import { int64 } from './parse.js';

/**
 * @import { SchemaColumnJson, SchemaJson, TypeName } from './types.js'
 */

/** @typedef {'bool' | 'number' | 'bigint' | 'string' | 'array' | 'record'} Kind */

/**
 * What has been seen at one place of the rows.
 */
class Shape {
    /** Each kind, with the first row that has it. @type {Map<Kind, number>} */
    kinds = new Map();
    /** Values looked at, null among them. */
    total = 0;
    /** Values that are not null. */
    present = 0;
    /** Every number is a whole one that int32, or a double without rounding, holds. */
    int32 = true;
    safe = true;
    /** A record had no member with a value: as columns, it could not be told from null. */
    hollow = false;
    /** @type {Map<string, Shape>} */
    children = new Map();
    /** Elements of arrays. @type {Shape | null} */
    items = null;
}

/**
 * The schema of plain JSON rows. A key without a value in some rows is optional; text is never
 * taken for dates or the like; whole numbers beyond int32 become i64 (bigint when read back), those
 * beyond 2^53 f64 as the fractions do, since they are rounded already. Arrays of flat objects become
 * arrays of records, anything nested deeper json. So does a place that can only be kept that way:
 * one with an empty object, or with null among its records.
 * @param {readonly unknown[]} rows
 * @param {{ mixed?: 'error' | 'json' }} [options] what becomes of a column that mixes kinds, such as
 *   numbers and texts
 * @returns {SchemaJson}
 */
export function inferSchema(rows, { mixed = 'error' } = {}) {
    if (!Array.isArray(rows)) {
        throw new TypeError(`expected rows in an array, found ${describe(rows)}`);
    }
    if (mixed !== 'error' && mixed !== 'json') {
        throw new RangeError(`expected mixed to be 'error' or 'json', found ${describe(mixed)}`);
    }
    const root = new Shape();
    rows.forEach((row, i) => {
        if (!isPlainObject(row)) {
            throw new TcbError('VALUE', `row ${i}: expected an object, found ${describe(row)}`,
                { row: i, expected: 'an object', found: row });
        }
        observeMembers(root, row, i, []);
    });
    /** @type {ShapedColumn[]} */
    const columns = [];
    for (const [key, child] of root.children) {
        columns.push(...shapeColumns(child, [key], rows.length, mixed === 'json'));
    }
    return { columns: withNames(columns) };
}

/**
 * @param {Shape} shape
 * @param {unknown} value
 * @param {number} row
 * @param {string[]} path
 */
function observe(shape, value, row, path) {
    shape.total++;
    if (value === null || value === undefined) return;
    shape.present++;
    const kind = kindOf(value, row, path);
    if (!shape.kinds.has(kind)) shape.kinds.set(kind, row);
    if (typeof value === 'number') {
        const whole = Number.isSafeInteger(value) && !Object.is(value, -0);
        shape.safe &&= whole;
        shape.int32 &&= whole && (value | 0) === value;
    } else if (Array.isArray(value)) {
        const items = shape.items ??= new Shape();
        for (const item of value) observe(items, item, row, path);
    } else if (isPlainObject(value)) {
        observeMembers(shape, value, row, path);
    }
}

/**
 * @param {Shape} shape
 * @param {Record<string, unknown>} record
 * @param {number} row
 * @param {string[]} path
 */
function observeMembers(shape, record, row, path) {
    let hollow = true;
    for (const key of Object.keys(record)) {
        const value = record[key];
        let child = shape.children.get(key);
        if (!child) shape.children.set(key, child = new Shape());
        observe(child, value, row, [...path, key]);
        hollow &&= value === null || value === undefined;
    }
    shape.hollow ||= hollow;
}

/**
 * @param {unknown} value
 * @param {number} row
 * @param {string[]} path
 * @returns {Kind}
 */
function kindOf(value, row, path) {
    const type = typeof value;
    if (type === 'string' || type === 'number') return type;
    if (type === 'boolean') return 'bool';
    if (type === 'bigint' && int64(/** @type {bigint} */ (value)) !== null) return 'bigint';
    if (Array.isArray(value)) return 'array';
    if (isPlainObject(value)) return 'record';
    const expected = type === 'bigint' ? 'an integer of 64 bits' : 'a JSON value or a bigint';
    throw columnError('VALUE', path, row, expected, describe(value));
}

/**
 * @typedef {{ path: string[], type: TypeName } & Omit<SchemaColumnJson, 'name' | 'type'>} ShapedColumn
 */

/**
 * The columns that a place becomes: several if it is a record.
 * @param {Shape} shape
 * @param {string[]} path
 * @param {number} rowCount
 * @param {boolean} mixedToJson
 * @returns {ShapedColumn[]}
 */
function shapeColumns(shape, path, rowCount, mixedToJson) {
    const optional = shape.present < rowCount;
    const json = [{ path, type: /** @type {const} */ ('json'), optional }];
    const kind = singleKind(shape, path, mixedToJson);
    if (kind === 'json') return json;
    if (kind === 'record') {
        if (shape.hollow) return json;
        return [...shape.children].flatMap(([key, child]) =>
            shapeColumns(child, [...path, key], rowCount, mixedToJson));
    }
    if (kind !== 'array') return [{ path, type: scalarType(shape, kind), optional }];

    const items = /** @type {Shape} */ (shape.items);
    const itemKind = items.kinds.has('array') && items.kinds.size === 1
        ? 'json' : singleKind(items, path, mixedToJson);
    if (itemKind === 'json') return json;
    if (itemKind !== 'record') {
        const type = items.total ? scalarType(items, itemKind) : 'i32';
        return [{ path, type, array: true, optional, optionalElements: items.present < items.total }];
    }
    const members = [...items.children];
    const flat = members.every(([, { kinds }]) => !kinds.has('record') && !kinds.has('array'));
    if (!flat || !members.length || items.present < items.total) return json;
    return members.map(([key, member]) => {
        const memberPath = [...path, key];
        const memberKind = singleKind(member, memberPath, mixedToJson);
        return {
            path: memberPath, type: scalarType(member, memberKind), array: true, records: true,
            optional, optionalElements: member.present < items.present,
        };
    });
}

/**
 * The one kind of a place's values; null where there are none.
 * @param {Shape} shape
 * @param {string[]} path
 * @param {boolean} mixedToJson
 * @returns {Kind | 'json' | null}
 */
function singleKind({ kinds, safe }, path, mixedToJson) {
    const [first = null, second] = kinds;
    if (!second) return first && first[0];
    if (kinds.has('bigint')) {
        if (kinds.size === 2 && kinds.has('number') && safe) return 'bigint';
    } else if (mixedToJson) {
        return 'json';
    }
    const [[kind, row], [otherKind, otherRow]] = /** @type {[Kind, number][]} */ ([first, second]);
    throw columnError('MIXED_TYPES', path, otherRow, `${kind}, as in row ${row}`, otherKind);
}

/**
 * @param {Shape} shape
 * @param {Kind | 'json' | null} kind
 * @returns {TypeName}
 */
function scalarType({ int32, safe }, kind) {
    if (kind === 'number') return int32 ? 'i32' : safe ? 'i64' : 'f64';
    if (kind === 'bigint') return 'i64';
    return kind === 'bool' || kind === 'json' ? kind : 'string';
}

/**
 * Schema columns with names of their own. A key of the row is its column's name; a path is joined
 * with dots, and gets a number where a real key has that name.
 * @param {ShapedColumn[]} columns
 * @returns {SchemaColumnJson[]}
 */
function withNames(columns) {
    const isKey = ({ path } = columns[0]) => path.length === 1 && path[0] !== '';
    const taken = new Set(columns.filter(isKey).map(({ path }) => path[0]));
    return columns.map((column, i) => {
        const { path, type } = column;
        let name = path.join('.');
        if (!isKey(column)) {
            const base = name || '_';
            for (let n = 2, next = base; ; next = `${base}#${n++}`) {
                if (taken.has(next)) continue;
                taken.add(name = next);
                break;
            }
        }
        /** @type {SchemaColumnJson} */
        const json = { tag: i + 1, name, type };
        if (column.array) json.array = true;
        if (column.optional) json.optional = true;
        if (column.optionalElements) json.optionalElements = true;
        if (column.records) json.records = true;
        if (!isKey(column)) json.path = path;
        return json;
    });
}

/**
 * @param {string} code
 * @param {string[]} path
 * @param {number} row
 * @param {string} expected
 * @param {string} found
 */
function columnError(code, path, row, expected, found) {
    const column = path.join('.');
    return new TcbError(code, `column ${describe(column)}, row ${row}: expected ${expected}, ` +
        `found ${found}`, { column, row, expected, found });
}
