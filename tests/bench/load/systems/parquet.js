/** Parquet, compressed with Snappy, by hyparquet and its writer. */

import { parquetRead } from 'hyparquet';
import { allColumns, cellsOf, convertCells, repeats } from '../cells.js';
import { datetimeText, datetimeTicks, timespanText, timespanTicks, toBytes } from '../logical.js';
import { allRows, numbersByValue, rowMaker, sumValues } from '../objects.js';

/**
 * @import { SchemaElement } from 'hyparquet'
 * @import { SchemaColumn } from '../../../../js/schema/types.js'
 */

/** @type {Record<string, Partial<SchemaElement>>} */
const TYPES = {
    i32: { type: 'INT32' }, enum: { type: 'INT32' }, i64: { type: 'INT64' }, f32: { type: 'FLOAT' },
    f64: { type: 'DOUBLE' }, bool: { type: 'BOOLEAN' }, string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
    uuid: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } },
    // Its timestamps in nanoseconds end in the year 2262.
    datetime: { type: 'INT64' }, timespan: { type: 'INT64' },
    json: { type: 'BYTE_ARRAY', converted_type: 'JSON' }, bytes: { type: 'BYTE_ARRAY' },
};

/** @type {Record<string, (value: any) => any>} */
const WRITES = { i64: BigInt, datetime: datetimeTicks, timespan: timespanTicks, bytes: toBytes };

/** @type {Record<string, (value: any) => any>} */
const READS = { datetime: datetimeText, timespan: timespanText };

/** What has differences small enough to be worth packing. */
const INTEGERS = new Set(['i32', 'enum', 'i64', 'datetime', 'timespan']);

/** @param {SchemaColumn} column */
const isList = ({ array, type }) => array && type !== 'bytes';

/** @param {boolean} optional */
const repetition = (optional) => optional ? 'OPTIONAL' : 'REQUIRED';

/**
 * @param {SchemaColumn} column
 * @returns {SchemaElement[]}
 */
function elements(column) {
    const { name, type, optional, optionalElements } = column;
    if (!isList(column)) return [{ name, repetition_type: repetition(optional), ...TYPES[type] }];
    return [
        { name, repetition_type: repetition(optional), converted_type: 'LIST', num_children: 1 },
        { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
        { name: 'element', repetition_type: repetition(optionalElements), ...TYPES[type] },
    ];
}

/** @type {import('../systems.js').SystemFactory} */
export default (schema) => {
    const columns = allColumns(schema);
    const names = columns.map(({ name }) => name);
    const makeRow = rowMaker(schema, 'columns');
    /** @param {Record<string, ArrayLike<any>>} form */
    const columnsOf = (form) => columns.map((column) =>
        convertCells(/** @type {any} */ (form[column.name]), column, READS[column.type]));
    return {
        title: 'Parquet, Snappy',
        async prepare(set) {
            const { parquetWriteBuffer } = await import('hyparquet-writer');
            const columnData = columns.map((column) => {
                const data = convertCells(cellsOf(set.rows, column), column, WRITES[column.type]);
                // The writer makes a dictionary where values repeat, and keeps other numbers in full.
                const packed = INTEGERS.has(column.type) && !isList(column) && !repeats(data);
                /** @type {'DELTA_BINARY_PACKED' | undefined} */
                const encoding = packed ? 'DELTA_BINARY_PACKED' : undefined;
                return { name: column.name, data, encoding };
            });
            return new Uint8Array(parquetWriteBuffer({
                columnData,
                // The writer brings types of a reader of its own.
                schema: /** @type {any[]} */ ([
                    { name: 'root', num_children: columns.length }, ...columns.flatMap(elements),
                ]),
                codec: 'SNAPPY',
                // Of no use to those who read it all.
                rowGroupSize: Math.max(1, set.rows.length), statistics: false,
            }));
        },
        async load(bytes) {
            /** @type {Record<string, any[]>} */
            const chunks = Object.fromEntries(names.map((name) => [name, []]));
            const { buffer, byteOffset, byteLength } = bytes;
            // The library takes an ArrayBuffer that begins with the file.
            const file = /** @type {ArrayBuffer} */ (byteLength === buffer.byteLength ? buffer
                : buffer.slice(byteOffset, byteOffset + byteLength));
            await parquetRead({
                file,
                // Bytes that are not said to be text are none.
                utf8: false,
                onChunk: ({ columnName, columnData }) => chunks[columnName].push(columnData),
            });
            return Object.fromEntries(names.map((name) => [name, joined(chunks[name])]));
        },
        rows(form) {
            const arrays = columnsOf(form);
            return allRows(form[names[0]].length, (row) => makeRow(arrays, row));
        },
        sum: (form, column) => sumValues(form[column]),
        index(form, column) {
            const map = numbersByValue(form[column]);
            return (key) => {
                const row = /** @type {number} */ (map.get(key));
                return makeRow(columns.map((own) => convertCells([form[own.name][row]], own, READS[own.type])), 0);
            };
        },
        reader: 'export { parquetRead } from "hyparquet";',
    };
};

/**
 * The pages of a column as one array.
 * @param {any[]} parts
 */
function joined(parts) {
    if (parts.length <= 1) return parts[0] ?? [];
    return parts.every((part) => ArrayBuffer.isView(part)) ? concat(parts) : parts.flatMap((part) => Array.from(part));
}

/** @param {any[]} parts typed arrays */
function concat(parts) {
    const whole = new parts[0].constructor(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}
