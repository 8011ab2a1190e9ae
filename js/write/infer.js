/**
 * A schema for rows that come without one.
 */

import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { isPlainObject } from '../values/json.js';
import { int64 } from './parse.js';

/**
 * @import { SchemaColumnJson, SchemaJson, TypeName } from '../schema/types.js'
 */

/** @typedef {'bool' | 'number' | 'bigint' | 'string' | 'array' | 'record'} Kind */

/**
 * What becomes of a column with bigints that i64 does not hold together with its other numbers: it is
 * refused ('error'), or f64 if that rounds none of them ('exact') or although it does ('double'), or
 * a string ('string', where f64 rounds one).
 * @typedef {'error' | 'exact' | 'double' | 'string'} BigIntegers
 */

/** @typedef {{ mixed: 'error' | 'json', bigIntegers: BigIntegers }} InferOptions */

/**
 * What has been seen at one place of the rows.
 */
class Shape {
    /** @param {readonly string[]} path keys that lead there */
    constructor(path) {
        this.path = path;
    }

    /** Each kind, with the first row that has it. @type {Map<Kind, number>} */
    kinds = new Map();
    /** Values looked at, null among them. */
    total = 0;
    /** Values that are not null. */
    present = 0;
    /** Every number is a whole one that int32, or a double without rounding, holds. */
    int32 = true;
    safe = true;
    /** The first bigint that int64 does not hold, and the first that a double would round.
     *  @type {{ row: number, value: bigint } | null} */
    wide = null;
    /** @type {{ row: number, value: bigint } | null} */
    inexact = null;
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
    const inference = new Inference({ mixed });
    for (const row of rows) inference.add(row);
    return inference.schema();
}

/**
 * `inferSchema` for rows that come one by one.
 */
export class Inference {
    #root = new Shape([]);
    #rowCount = 0;
    #options;

    /** @param {Partial<InferOptions>} [options] */
    constructor({ mixed = 'error', bigIntegers = 'error' } = {}) {
        if (mixed !== 'error' && mixed !== 'json') {
            throw new RangeError(`expected mixed to be 'error' or 'json', found ${describe(mixed)}`);
        }
        this.#options = { mixed, bigIntegers };
    }

    /** @param {unknown} row */
    add(row) {
        const i = this.#rowCount++;
        if (!isPlainObject(row)) {
            throw new TcbError('VALUE', `row ${i}: expected an object, found ${describe(row)}`,
                { row: i, expected: 'an object', found: row });
        }
        observeMembers(this.#root, row, i);
    }

    /** @returns {SchemaJson} */
    schema() {
        /** @type {ShapedColumn[]} */
        const columns = [];
        for (const [key, child] of this.#root.children) {
            columns.push(...shapeColumns(child, [key], this.#rowCount, this.#options));
        }
        return { columns: withNames(columns) };
    }
}

/**
 * @param {Shape} shape
 * @param {unknown} value
 * @param {number} row
 */
function observe(shape, value, row) {
    shape.total++;
    if (value === null || value === undefined) return;
    shape.present++;
    const kind = kindOf(value, row, shape.path);
    if (!shape.kinds.has(kind)) shape.kinds.set(kind, row);
    if (typeof value === 'number') {
        const whole = Number.isSafeInteger(value) && !Object.is(value, -0);
        shape.safe &&= whole;
        shape.int32 &&= whole && (value | 0) === value;
    } else if (typeof value === 'bigint') {
        if (int64(value) === null) shape.wide ??= { row, value };
        if (BigInt(Number(value)) !== value) shape.inexact ??= { row, value };
    } else if (Array.isArray(value)) {
        const items = shape.items ??= new Shape(shape.path);
        for (const item of value) observe(items, item, row);
    } else if (isPlainObject(value)) {
        observeMembers(shape, value, row);
    }
}

/**
 * @param {Shape} shape
 * @param {Record<string, unknown>} record
 * @param {number} row
 */
function observeMembers(shape, record, row) {
    let hollow = true;
    for (const key of Object.keys(record)) {
        const value = record[key];
        let child = shape.children.get(key);
        if (!child) shape.children.set(key, child = new Shape([...shape.path, key]));
        observe(child, value, row);
        hollow &&= value === null || value === undefined;
    }
    shape.hollow ||= hollow;
}

/**
 * @param {unknown} value
 * @param {number} row
 * @param {readonly string[]} path
 * @returns {Kind}
 */
function kindOf(value, row, path) {
    const type = typeof value;
    if (type === 'string' || type === 'number' || type === 'bigint') return type;
    if (type === 'boolean') return 'bool';
    if (Array.isArray(value)) return 'array';
    if (isPlainObject(value)) return 'record';
    throw columnError('VALUE', path, row, 'a JSON value or a bigint', describe(value));
}

/**
 * @typedef {{ path: string[], type: TypeName } & Omit<SchemaColumnJson, 'name' | 'type'>} ShapedColumn
 */

/**
 * The columns that a place becomes: several if it is a record.
 * @param {Shape} shape
 * @param {string[]} path
 * @param {number} rowCount
 * @param {InferOptions} options
 * @returns {ShapedColumn[]}
 */
function shapeColumns(shape, path, rowCount, options) {
    const optional = shape.present < rowCount;
    const json = [{ path, type: /** @type {const} */ ('json'), optional }];
    const kind = singleKind(shape, path, options);
    if (kind === 'json') return json;
    if (kind === 'record') {
        if (shape.hollow) return json;
        return [...shape.children].flatMap(([key, child]) =>
            shapeColumns(child, [...path, key], rowCount, options));
    }
    if (kind !== 'array') return [{ path, type: scalarType(shape, kind), optional }];

    const items = /** @type {Shape} */ (shape.items);
    const itemKind = items.kinds.has('array') && items.kinds.size === 1
        ? 'json' : singleKind(items, path, options);
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
        const memberKind = singleKind(member, memberPath, options);
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
 * @param {InferOptions} options
 * @returns {SingleKind | null}
 */
function singleKind(shape, path, options) {
    const { kinds } = shape;
    const [first = null, second] = kinds;
    if (kinds.has('bigint') && (!second || kinds.size === 2 && kinds.has('number'))) {
        return integerKind(shape, path, options.bigIntegers);
    }
    if (!second) return first && first[0];
    if (options.mixed === 'json' && (!kinds.has('bigint') || options.bigIntegers !== 'error')) return 'json';
    throw mixedError(shape, path);
}

/** @typedef {Kind | 'json' | 'double' | 'text'} SingleKind 'double' and 'text' are numbers kept so */

/**
 * The kind of a place of bigints, and perhaps of other numbers.
 * @param {Shape} shape
 * @param {string[]} path
 * @param {BigIntegers} bigIntegers
 * @returns {SingleKind}
 */
function integerKind(shape, path, bigIntegers) {
    const { safe, wide, inexact } = shape;
    if (safe && !wide) return 'bigint';
    if (bigIntegers === 'double' || bigIntegers !== 'error' && !inexact) return 'double';
    if (bigIntegers === 'string') return 'text';
    const wrong = bigIntegers === 'exact' ? inexact : wide;
    if (!wrong) throw mixedError(shape, path);
    const expected = safe ? 'an integer of 64 bits' : 'a number that f64 holds, as the others of the column';
    throw bigIntegers === 'error'
        ? columnError('VALUE', path, wrong.row, expected, describe(wrong.value))
        : columnError('BIG_INTEGER', path, wrong.row, expected, String(wrong.value));
}

/**
 * @param {Shape} shape
 * @param {string[]} path
 */
function mixedError({ kinds }, path) {
    const [[kind, row], [otherKind, otherRow]] = [...kinds];
    return columnError('MIXED_TYPES', path, otherRow, `${kind}, as in row ${row}`, otherKind);
}

/**
 * @param {Shape} shape
 * @param {SingleKind | null} kind
 * @returns {TypeName}
 */
function scalarType({ int32, safe }, kind) {
    if (kind === 'double') return 'f64';
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
 * @param {readonly string[]} path
 * @param {number} row
 * @param {string} expected
 * @param {string} found
 */
function columnError(code, path, row, expected, found) {
    const column = path.join('.');
    return new TcbError(code, `column ${describe(column)}, row ${row}: expected ${expected}, ` +
        `found ${found}`, { column, row, expected, found });
}
