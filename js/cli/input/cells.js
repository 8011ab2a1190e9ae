/**
 * Cells of text as values of a column's type, and the types that cells of text suggest.
 */

import { describe } from '../../values/describe.js';
import { int64 } from '../../write/parse.js';
import { Failure } from '../terminal/failure.js';
import { losslessNumber, parseJson } from './json.js';

/**
 * @import { SchemaColumn, SchemaColumnJson, TypeName } from '../../schema/types.js'
 * @import { BigIntegers } from './integers.js'
 */

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BOOL = /^(?:true|false)$/i;

/**
 * What turns a column's cells into values. What is no value of the type comes back as it is: whoever
 * stores it refuses it, and knows the place.
 * @param {Pick<SchemaColumn, 'type' | 'array' | 'optional'>} column
 * @returns {(cell: string) => unknown}
 */
export function cellReader({ type, array, optional }) {
    const empty = emptyCell(type, array, optional);
    if (array && type !== 'bytes') return (cell) => (cell === '' ? empty : arrayCell(cell));
    const read = READERS[type];
    return read ? (cell) => (cell === '' ? empty : read(cell)) : (cell) => (cell === '' ? empty : cell);
}

/**
 * @param {TypeName} type
 * @param {boolean} array
 * @param {boolean} optional
 */
function emptyCell(type, array, optional) {
    if (optional) return null;
    if (type === 'string' || type === 'bytes') return array && type === 'string' ? [] : '';
    return array ? [] : null;
}

/** @type {Partial<Record<TypeName, (cell: string) => unknown>>} */
const READERS = {
    i32: numberCell,
    enum: numberCell,
    i64: (cell) => cell.trim(),
    f32: numberCell,
    f64: numberCell,
    bool: (cell) => {
        const word = cell.trim().toLowerCase();
        return word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : cell;
    },
    json: jsonCell,
};

/** @param {string} cell */
function numberCell(cell) {
    const text = cell.trim();
    return NUMBER.test(text) ? losslessNumber(text) : cell;
}

/** @param {string} cell */
function arrayCell(cell) {
    try {
        return parseJson(cell);
    } catch {
        return cell;
    }
}

/** @param {string} cell */
function jsonCell(cell) {
    try {
        return parseJson(cell);
    } catch {
        throw new TypeError(`expected JSON, found ${describe(cell)}`);
    }
}

/**
 * What has been seen in a column of texts.
 */
export class CellShape {
    present = 0;
    bools = true;
    numbers = true;
    whole = true;
    int32 = true;
    int64 = true;
    /** Every number is a double, or rounded by one no more than its digits say. */
    exact = true;
    /** The first whole number that is no double and no int64. @type {{ row: number, digits: string } | null} */
    wide = null;

    /**
     * @param {string} cell
     * @param {number} row
     */
    observe(cell, row) {
        if (cell === '') return;
        this.present++;
        this.bools &&= BOOL.test(cell);
        if (!this.numbers) return;
        if (!NUMBER.test(cell) || !Number.isFinite(Number(cell))) {
            this.numbers = false;
            return;
        }
        const number = losslessNumber(cell);
        if (typeof number === 'bigint') {
            this.int32 = false;
            const isWide = int64(number) === null;
            if (isWide) this.int64 = false;
            if (BigInt(Number(number)) !== number) {
                this.exact = false;
                if (isWide) this.wide ??= { row, digits: cell };
            }
        } else if (/^-?\d+$/.test(cell) && !Object.is(number, -0)) {
            this.int32 &&= (number | 0) === number;
        } else {
            this.whole = false;
        }
    }

    /**
     * @param {BigIntegers} bigIntegers
     * @returns {TypeName | null} null where a number fits none
     */
    type(bigIntegers) {
        if (!this.present) return 'string';
        if (this.bools) return 'bool';
        if (!this.numbers) return 'string';
        if (this.whole && this.int32) return 'i32';
        if (this.whole && this.int64) return 'i64';
        if (this.exact || bigIntegers === 'double') return 'f64';
        return bigIntegers === 'string' ? 'string' : null;
    }
}

/**
 * A schema for columns of texts.
 * @param {readonly string[]} names
 * @param {readonly CellShape[]} shapes
 * @param {number} rowCount
 * @param {BigIntegers} bigIntegers
 * @param {string} file
 * @returns {SchemaColumnJson[]}
 */
export function cellSchema(names, shapes, rowCount, bigIntegers, file) {
    return names.map((name, c) => {
        const shape = shapes[c];
        const type = shape.type(bigIntegers);
        if (!type) {
            const { row, digits } = shape.wide ?? { row: null, digits: 'a whole number beyond 2^53 among fractions' };
            throw new Failure(`${file}: column ${JSON.stringify(name)}${row === null ? '' : `, row ${row}`}: expected ` +
                `a number that i64 or f64 holds, found ${digits}; --big-integers string or double keeps it`);
        }
        return { tag: c + 1, name, type, ...shape.present < rowCount && { optional: true } };
    });
}
