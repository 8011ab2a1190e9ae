/** JSON rows, as the exporter spells them, to the oracle's columns; and columns compared. */

import { BOOL, ELEMENT_NAMES, F32, F64, I64, STRING, UUID } from './format.js';

/** @import { OracleColumn, OracleValue } from './format.js' */

/**
 * A column of a conformance schema.
 * @typedef {object} ConformanceColumn
 * @property {number} tag
 * @property {string} name
 * @property {string} element
 * @property {string} [kind] 'array' or 'scalar'
 * @property {boolean} [nullable]
 * @property {boolean} [elementNullable]
 * @property {string} [logical] 'datetime' or 'timespan'
 * @property {string[]} [path]
 */

const TICKS_PER_SECOND = 10_000_000n;

/**
 * @param {Record<string, unknown>[]} rows
 * @param {ConformanceColumn[]} schema
 * @returns {OracleColumn[]}
 */
export function columnsFromRows(rows, schema) {
    return schema.map((column) => columnFromRows(rows, column));
}

/**
 * @param {Record<string, unknown>[]} rows
 * @param {ConformanceColumn} schema
 * @returns {OracleColumn}
 */
function columnFromRows(rows, schema) {
    const element = ELEMENT_NAMES.indexOf(schema.element);
    if (element < 0) {
        throw new Error(`column ${schema.name}: no element ${schema.element}`);
    }
    /** @type {OracleColumn} */
    const column = {
        tag: schema.tag,
        element,
        array: schema.kind === 'array',
        optional: schema.nullable === true,
        optionalElements: schema.elementNullable === true,
        validity: schema.nullable ? [] : null,
        elementValidity: schema.elementNullable ? [] : null,
        rows: [],
    };
    rows.forEach((row, i) => {
        const cell = cellAt(row, schema.path ?? [schema.name]);
        try {
            appendCell(column, cell, schema.logical);
        } catch (cause) {
            const reason = cause instanceof Error ? cause.message : cause;
            throw new Error(`column ${schema.name}, row ${i}: ${reason}`, { cause });
        }
    });
    return column;
}

/**
 * @param {unknown} value
 * @param {string[]} path keys still to follow
 * @returns {unknown}
 */
function cellAt(value, path) {
    if (path.length === 0 || value === null || value === undefined) {
        return value;
    }
    if (Array.isArray(value)) {
        return value.map((item) => cellAt(item, path));
    }
    const record = /** @type {Record<string, unknown>} */ (value);
    return cellAt(record[path[0]], path.slice(1));
}

/**
 * @param {OracleColumn} column
 * @param {unknown} cell
 * @param {string} [logical]
 */
function appendCell(column, cell, logical) {
    const present = cell !== null;
    if (column.validity) {
        column.validity.push(present);
    } else if (!present) {
        throw new Error('null in a column that is not optional');
    }
    if (!column.array) {
        column.rows.push(present
            ? valueOf(cell, column.element, logical)
            : emptyValue(column.element));
        return;
    }
    if (present && !Array.isArray(cell)) {
        throw new Error(`expected an array, found ${JSON.stringify(cell)}`);
    }
    const items = /** @type {unknown[]} */ (present ? cell : []);
    column.rows.push(items.map((item) => {
        column.elementValidity?.push(item !== null);
        if (item === null && column.elementValidity) {
            return emptyValue(column.element);
        }
        return valueOf(item, column.element, logical);
    }));
}

/**
 * @param {number} element
 * @returns {OracleValue}
 */
export function emptyValue(element) {
    switch (element) {
        case I64:
        case F64:
            return 0n;
        case STRING:
            return '';
        case UUID:
            return new Uint8Array(16);
        default:
            return 0;
    }
}

/**
 * @param {unknown} json
 * @param {number} element
 * @param {string} [logical]
 * @returns {OracleValue}
 */
function valueOf(json, element, logical) {
    const expected = [I64, STRING, UUID].includes(element)
        ? 'string'
        : element === BOOL ? 'boolean' : 'number';
    if (typeof json !== expected) {
        throw new Error(`expected a ${expected}, found ${JSON.stringify(json)}`);
    }
    switch (element) {
        case BOOL:
            return json ? 1 : 0;
        case I64:
            return bigintOf(String(json), logical);
        case F32:
            return f32Bits(Number(json));
        case F64:
            return f64Bits(Number(json));
        case STRING:
            return String(json);
        case UUID:
            return uuidBytes(String(json));
        default:
            return int32Of(Number(json));
    }
}

/**
 * @param {number} value
 * @returns {number}
 */
function int32Of(value) {
    if ((value | 0) !== value) {
        throw new Error(`expected an int32, found ${value}`);
    }
    return value;
}

/**
 * @param {string} text
 * @param {string} [logical]
 * @returns {bigint}
 */
function bigintOf(text, logical) {
    if (logical === 'datetime') {
        return datetimeTicks(text);
    }
    if (logical === 'timespan') {
        return timespanTicks(text);
    }
    if (!/^-?\d+$/.test(text)) {
        throw new Error(`expected digits, found ${text}`);
    }
    return BigInt(text);
}

/**
 * @param {number} value
 * @returns {number} the bits of the nearest f32
 */
export function f32Bits(value) {
    const view = new DataView(new ArrayBuffer(4));
    view.setFloat32(0, Math.fround(value));
    return view.getUint32(0);
}

/**
 * @param {number} value
 * @returns {bigint}
 */
export function f64Bits(value) {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    return view.getBigUint64(0);
}

/**
 * @param {string} text
 * @returns {Uint8Array} in the order in which they stand in a file
 */
export function uuidBytes(text) {
    const groups = /^(.{8})-(.{4})-(.{4})-(.{4})-(.{12})$/.exec(text);
    if (!groups || !/^[0-9a-f-]+$/i.test(text)) {
        throw new Error(`expected a uuid, found ${text}`);
    }
    const [first, second, third, fourth, fifth] = groups.slice(1).map(hexBytes);
    return Uint8Array.from([
        ...first.reverse(), ...second.reverse(), ...third.reverse(), ...fourth, ...fifth,
    ]);
}

/**
 * @param {string} digits
 * @returns {number[]}
 */
function hexBytes(digits) {
    return (digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}

/**
 * @param {string} text `2024-03-01T12:30:00[.fffffff]`
 * @returns {bigint} .NET ticks since 0001-01-01
 */
export function datetimeTicks(text) {
    const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?$/.exec(text);
    if (!parts) {
        throw new Error(`expected a datetime, found ${text}`);
    }
    const [year, month, day, hours, minutes, seconds] = parts.slice(1, 7).map(Number);
    const days = daysBeforeYear(year) + daysBeforeMonth(year, month) + day - 1;
    return ticksOf(days, hours, minutes, seconds, parts[7]);
}

/**
 * @param {string} text `[-][d.]hh:mm:ss[.fffffff]`
 * @returns {bigint} .NET ticks
 */
export function timespanTicks(text) {
    const parts = /^(-?)(?:(\d+)\.)?(\d\d):(\d\d):(\d\d)(?:\.(\d{1,7}))?$/.exec(text);
    if (!parts) {
        throw new Error(`expected a timespan, found ${text}`);
    }
    const ticks = ticksOf(
        Number(parts[2] ?? 0), Number(parts[3]), Number(parts[4]), Number(parts[5]), parts[6],
    );
    return parts[1] === '-' ? -ticks : ticks;
}

/**
 * @param {number} days
 * @param {number} hours
 * @param {number} minutes
 * @param {number} seconds
 * @param {string} [fraction] its digits
 * @returns {bigint}
 */
function ticksOf(days, hours, minutes, seconds, fraction = '') {
    const whole = BigInt(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
    return whole * TICKS_PER_SECOND + BigInt(fraction.padEnd(7, '0'));
}

/**
 * @param {number} year
 * @returns {boolean}
 */
function isLeap(year) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * @param {number} year
 * @returns {number} days from 0001-01-01
 */
function daysBeforeYear(year) {
    let days = 0;
    for (let earlier = 1; earlier < year; earlier++) {
        days += isLeap(earlier) ? 366 : 365;
    }
    return days;
}

/**
 * @param {number} year
 * @param {number} month 1 to 12
 * @returns {number}
 */
function daysBeforeMonth(year, month) {
    const lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    return lengths.slice(0, month - 1).reduce((sum, length) => sum + length, 0);
}

/**
 * Compares what two column lists say, not how they were laid out.
 * @param {OracleColumn[]} found
 * @param {OracleColumn[]} expected
 * @returns {string|null} the first difference in words
 */
export function compareRows(found, expected) {
    if (found.length !== expected.length) {
        return `expected ${expected.length} columns, found ${found.length}`;
    }
    for (let i = 0; i < expected.length; i++) {
        const difference = compareColumn(found[i], expected[i]);
        if (difference) {
            return `column ${i} (tag ${expected[i].tag}): ${difference}`;
        }
    }
    return null;
}

/**
 * @param {OracleColumn} found
 * @param {OracleColumn} expected
 * @returns {string|null}
 */
function compareColumn(found, expected) {
    for (const key of /** @type {const} */ ([
        'tag', 'element', 'array', 'optional', 'optionalElements',
    ])) {
        if (found[key] !== expected[key]) {
            return `${key}: expected ${expected[key]}, found ${found[key]}`;
        }
    }
    for (const key of /** @type {const} */ (['validity', 'elementValidity', 'rows'])) {
        const difference = compareValues(found[key], expected[key]);
        if (difference) {
            return `${key}${difference}`;
        }
    }
    return null;
}

/**
 * @param {unknown} found
 * @param {unknown} expected
 * @returns {string|null}
 */
function compareValues(found, expected) {
    if (isList(found) && isList(expected)) {
        if (found.length !== expected.length) {
            return `: expected ${expected.length} values, found ${found.length}`;
        }
        for (let i = 0; i < expected.length; i++) {
            const difference = compareValues(found[i], expected[i]);
            if (difference) {
                return `[${i}]${difference}`;
            }
        }
        return null;
    }
    return Object.is(found, expected) ? null : `: expected ${show(expected)}, found ${show(found)}`;
}

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<unknown>}
 */
function isList(value) {
    return Array.isArray(value) || value instanceof Uint8Array;
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function show(value) {
    return typeof value === 'string' ? JSON.stringify(value) : `${typeof value} ${value}`;
}
