/**
 * The oracle's encoder: plain JavaScript values to a `.tcb` file under the `compatible` profile.
 * Every candidate is written out in full and the smallest kept.
 */

import {
    E, ELEMENT_NAMES, ENCODING_NAMES, HEADER_SIZE, SCALAR_ENCODINGS, SIGNATURE, VERSION,
    columnEncodings,
} from './format.js';
import { encodeByteStream, encodeInts, encodeRaw, encodeStream, smallest } from './candidates.js';
import { Writer } from './writer.js';

/** @import { EncodingPlan, OracleColumn, OracleValue } from './format.js' */
/** @import { Candidate } from './candidates.js' */

/**
 * @param {{ rowCount: number, columns: OracleColumn[] }} table
 * @returns {Uint8Array}
 */
export function encodeFile({ rowCount, columns }) {
    const writer = new Writer();
    writer.append(SIGNATURE);
    writer.fixed32(VERSION);
    while (writer.bytes.length < HEADER_SIZE - SIGNATURE.length) {
        writer.fixed8(0);
    }
    writer.append(SIGNATURE);
    writer.counter32(rowCount);
    writer.counter32(columns.length);
    const blocks = columns.map((column) => encodeBlock(column, rowCount));
    columns.forEach((column, i) => {
        writer.counter32(column.tag);
        writer.fixed8(wireByte(column));
        writer.fixed8(blocks[i].encoding);
        writer.fixed32(blocks[i].bytes.length);
    });
    for (const block of blocks) {
        writer.append(block.bytes);
    }
    return Uint8Array.from(writer.bytes);
}

/**
 * @param {OracleColumn} column
 * @returns {number}
 */
export function wireByte(column) {
    return column.element |
        (column.array ? 0x10 : 0) |
        (column.optional ? 0x40 : 0) |
        (column.optionalElements ? 0x80 : 0);
}

/**
 * @param {OracleColumn} column
 * @param {number} rowCount
 * @param {EncodingPlan} [plan] what to write instead of what the exporter would choose
 * @returns {Candidate} the encoding for the descriptor, and the block with its bitmaps
 */
export function encodeBlock(column, rowCount, plan = column.force ?? {}) {
    checkColumn(column, rowCount);
    const values = encodeValues(column, plan);
    const writer = new Writer();
    if (column.validity) {
        appendBitmap(writer, column.validity, plan.bitmap);
    }
    if (column.elementValidity) {
        writer.counter32(column.elementValidity.length);
        appendBitmap(writer, column.elementValidity, plan.elementBitmap);
    }
    writer.append(values.bytes);
    return { encoding: values.encoding, bytes: writer.bytes };
}

/**
 * Every candidate of a column's values, without its bitmaps, in the order in which they are tried.
 * @param {OracleColumn} column
 * @returns {Candidate[]}
 */
export function candidatesOf(column) {
    /** @type {Candidate[]} */
    const candidates = [];
    for (const encoding of columnEncodings(column.element, column.array)) {
        const bytes = encodeValuesAs(column, encoding, {});
        if (bytes) {
            candidates.push({ encoding, bytes });
        }
    }
    return candidates;
}

/**
 * @param {OracleColumn} column
 * @param {EncodingPlan} plan
 * @returns {Candidate}
 */
function encodeValues(column, plan) {
    if (plan.encoding === undefined) {
        return smallest(candidatesOf(column));
    }
    const { encoding } = plan;
    const bytes = columnEncodings(column.element, column.array).includes(encoding)
        ? encodeValuesAs(column, encoding, plan)
        : null;
    if (!bytes) {
        throw new RangeError(
            `column tag ${column.tag}: ${ENCODING_NAMES[encoding]} cannot hold this ` +
            `${ELEMENT_NAMES[column.element]}${column.array ? ' array' : ''} column`,
        );
    }
    return { encoding, bytes };
}

/**
 * @param {OracleColumn} column
 * @param {number} encoding
 * @param {EncodingPlan} plan
 * @returns {number[]|null} null where the encoding cannot hold the values
 */
function encodeValuesAs(column, encoding, plan) {
    if (!column.array) {
        const rows = /** @type {OracleValue[]} */ (column.rows);
        return encodeStream(column.element, encoding, rows, plan);
    }
    const rows = /** @type {OracleValue[][]} */ (column.rows);
    return encoding === E.RAW
        ? encodeRawArrays(column.element, rows)
        : encodeArray(column.element, rows, plan);
}

/**
 * @param {number} element
 * @param {OracleValue[][]} rows
 * @returns {number[]}
 */
function encodeRawArrays(element, rows) {
    const writer = new Writer();
    for (const row of rows) {
        writer.counter32(row.length);
        writer.append(encodeRaw(element, row));
    }
    return writer.bytes;
}

/**
 * @param {number} element
 * @param {OracleValue[][]} rows
 * @param {EncodingPlan} plan
 * @returns {number[]|null}
 */
function encodeArray(element, rows, plan) {
    const lengths = rows.map((row) => row.length);
    const lengthEncodings = plan.lengthEncoding === undefined
        ? [0, E.RLE]
        : [plan.lengthEncoding];
    const chosenLengths = smallest(lengthEncodings.map((encoding) => ({
        encoding,
        bytes: encodeInts(encoding === E.RLE ? E.RLE : E.VARINT, lengths),
    })));

    const elementPlan = plan.element ?? {};
    const elementEncodings = elementPlan.encoding === undefined
        ? SCALAR_ENCODINGS[element]
        : [elementPlan.encoding];
    /** @type {Candidate[]} */
    const candidates = [];
    for (const encoding of elementEncodings) {
        const bytes = encodeStream(element, encoding, rows.flat(), elementPlan);
        if (bytes) {
            candidates.push({ encoding, bytes });
        }
    }
    if (candidates.length === 0) {
        return null;
    }
    const chosenElements = smallest(candidates);

    const writer = new Writer();
    writer.fixed8(chosenElements.encoding);
    writer.fixed8(chosenLengths.encoding);
    writer.append(chosenLengths.bytes);
    writer.append(chosenElements.bytes);
    return writer.bytes;
}

/**
 * @param {Writer} writer
 * @param {boolean[]} flags
 * @param {number} [encoding]
 */
function appendBitmap(writer, flags, encoding) {
    const bytes = new Array(Math.ceil(flags.length / 8)).fill(0);
    flags.forEach((flag, i) => {
        bytes[Math.floor(i / 8)] |= flag ? 1 << (i % 8) : 0;
    });
    const stream = encodeByteStream(bytes, encoding);
    writer.fixed8(stream.encoding);
    writer.append(stream.bytes);
}

/**
 * @param {OracleColumn} column
 * @param {number} rowCount
 */
function checkColumn(column, rowCount) {
    const { tag, rows, validity, elementValidity, optional, optionalElements } = column;
    const elementCount = column.array ? rows.flat().length : 0;
    /** @type {[boolean, string][]} */
    const rules = [
        [rows.length === rowCount, `${rowCount} rows, found ${rows.length}`],
        [rows.every((row) => Array.isArray(row) === column.array), 'rows of its kind'],
        [optional === (validity !== null), 'a validity where it is optional'],
        [!validity || validity.length === rowCount, 'one validity flag a row'],
        [
            optionalElements === (elementValidity !== null),
            'an element validity where elements are optional',
        ],
        [
            !elementValidity || elementValidity.length === elementCount,
            'one validity flag an element',
        ],
    ];
    for (const [holds, rule] of rules) {
        if (!holds) {
            throw new RangeError(`column tag ${tag}: expected ${rule}`);
        }
    }
}
