/**
 * Encoding: tables, columns or rows to the module's terms.
 */

/**
 * @import { Codec } from '../module/codec.js'
 * @import { Table } from '../read/table.js'
 * @import { RawColumn } from '../schema/types.js'
 */

import { columnsFromRows } from './build.js';
import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { inferSchema } from './infer.js';
import { pack } from './pack.js';
import { ARRAYS, STRING, UUID } from '../schema/types.js';

/**
 * @typedef {object} EncodeOptions
 * @property {unknown} [schema] of rows: what `normalizeSchema` takes; without one it is inferred
 * @property {'error' | 'json'} [mixed] what `inferSchema` does with a column that mixes types
 * @property {'compatible'} [profile] how encodings are chosen: as the format's own exporter does
 * @property {string} [file] the table's name, for error messages
 */

/**
 * Columns without names: what an encoder needs of a table.
 * @typedef {{ rowCount: number, columns: readonly RawColumn[] }} RawTable
 */

/**
 * @param {Codec} codec
 * @param {Table | RawTable | readonly object[]} source a table, its raw columns, or rows
 * @param {EncodeOptions} [options]
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function write(codec, source, { schema, mixed, profile = 'compatible', file } = {}) {
    if (profile !== 'compatible') throw new RangeError(`unknown profile ${describe(profile)}: there is "compatible"`);
    return withColumns(source, { schema, mixed, file }, (rowCount, columns) => pack(codec, rowCount, columns));
}

/**
 * Calls `use` with columns as the module takes them; its errors get the names of file and column.
 * @template T
 * @param {Table | RawTable | readonly object[]} source
 * @param {EncodeOptions} options
 * @param {(rowCount: number, columns: RawColumn[]) => T} use
 * @returns {T}
 */
export function withColumns(source, { schema, mixed, file }, use) {
    try {
        const { rowCount, columns: stored } = rawTable(source, schema, mixed);
        const columns = stored.map(widened);
        for (const column of columns) checkLengths(column, rowCount);
        return use(rowCount, columns);
    } catch (error) {
        throw error instanceof TcbError ? error.in(file, error.column ?? nameOf(source, error.tag)) : error;
    }
}

/**
 * @param {Table | RawTable | readonly object[]} source
 * @param {unknown} schema
 * @param {'error' | 'json'} [mixed]
 * @returns {RawTable}
 */
function rawTable(source, schema, mixed) {
    if (Array.isArray(source)) return columnsFromRows(source, schema ?? inferSchema(source, { mixed }));
    const { rowCount, columns } = /** @type {{ rowCount: number, columns: any[] }} */ (source ?? {});
    if (Number.isInteger(rowCount) && Array.isArray(columns)) {
        // Not by `instanceof`: a table may come from another entry, with a class of its own.
        return { rowCount, columns: columns.filter((column) => !column?.missing).map((column) => column?.raw ?? column) };
    }
    throw new TypeError(`expected a table, { rowCount, columns }, or an array of rows, found ${describe(source)}`);
}

/**
 * A column with its numbers in arrays of its element's type, where `decode` gave them in others.
 * @param {RawColumn} column
 * @returns {RawColumn}
 */
function widened(column) {
    const Values = /** @type {any} */ (ARRAYS[column?.element]);
    if (!Values) return column;
    /** @param {any} numbers */
    const widen = (numbers) => {
        if (!ArrayBuffer.isView(numbers) || numbers instanceof Values) return numbers;
        if (Values === BigInt64Array) return Values.from(numbers, BigInt);
        // A wider one could lose something: it is refused later.
        const isNarrow = /** @type {any} */ (numbers).BYTES_PER_ELEMENT < Values.BYTES_PER_ELEMENT;
        return isNarrow ? Values.from(numbers) : numbers;
    };
    return { ...column, values: widen(column.values), dictionary: widen(column.dictionary) };
}

/**
 * @param {any} source
 * @param {number | undefined} tag
 */
function nameOf(source, tag) {
    const column = source.columns?.find((/** @type {{ tag: number }} */ c) => c.tag === tag);
    return column?.name;
}

/**
 * The module takes arrays by their places, so their lengths are checked here.
 * @param {RawColumn} column
 * @param {number} rowCount
 */
function checkLengths(column, rowCount) {
    const { tag, element, array, optional, optionalElements, values, indices, offsets } = column;
    /**
     * @param {string} part
     * @param {number | undefined} found
     * @param {number} expected
     */
    const check = (part, found, expected) => {
        if (found === expected) return;
        throw new TcbError('VALUE_COUNT', `column of tag ${tag}: expected ${expected} ${part}, found ${found ?? 'none'}`,
            { tag, expected, found });
    };
    /** @param {string} part @param {unknown} value @param {any} type */
    const checkType = (part, value, type) => {
        if (value instanceof type) return;
        throw new TypeError(`column of tag ${tag}: expected ${part} in a ${type.name}, found ${describe(value)}`);
    };
    const Values = ARRAYS[element];
    if (Values === undefined) throw new RangeError(`column of tag ${tag}: expected an element from 0 to 7, found ${element}`);
    const dictionary = /** @type {any} */ (column.dictionary);
    if (element === STRING) {
        checkType('offsets of strings', dictionary?.offsets, Uint32Array);
        checkType('the text of strings', dictionary.bytes, Uint8Array);
        check('or more offsets of strings', Math.min(dictionary.offsets.length, 1), 1);
        check('bytes of text', dictionary.bytes.length, dictionary.offsets.at(-1));
    } else {
        checkType('values', indices ? dictionary : values, Values);
    }
    if (element === STRING && !indices) checkType('indices', indices, Uint32Array);
    const count = indices ? indices.length : /** @type {any} */ (values).length / (element === UUID ? 16 : 1);
    if (array) {
        checkType('offsets of rows', offsets, Uint32Array);
        check('offsets of rows', offsets?.length, rowCount + 1);
    }
    check('values', count, array ? /** @type {Uint32Array} */ (offsets)[rowCount] : rowCount);
    if (optional) check('bytes of validity', column.validity?.length, Math.ceil(rowCount / 8));
    if (optionalElements) check('bytes of element validity', column.elementValidity?.length, Math.ceil(count / 8));
}
