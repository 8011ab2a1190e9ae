/**
 * Encoding: tables, columns or rows to the module's terms.
 */

/**
 * @import { Loader } from '../module/load.js'
 * @import { Table } from '../read/table.js'
 * @import { RawColumn } from '../schema/types.js'
 * @import { TakenColumn } from './rawcolumns.js'
 */

import { columnsFromRows } from './build.js';
import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { inferSchema } from './infer.js';
import { pack } from './pack.js';
import { located, takeColumns } from './rawcolumns.js';

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
 * @param {Loader['run']} run
 * @param {Table | RawTable | readonly object[]} source a table, its raw columns, or rows
 * @param {EncodeOptions} [options]
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function write(run, source, { schema, mixed, profile = 'compatible', file } = {}) {
    if (profile !== 'compatible') throw new RangeError(`unknown profile ${describe(profile)}: there is "compatible"`);
    return withColumns(source, { schema, mixed, file }, (rowCount, columns) =>
        run((codec) => pack(codec, rowCount, columns)));
}

/**
 * Calls `use` with columns as the module takes them; its errors get the names of file and column. All that a
 * caller's code can give has been read by then: while the module works none of it runs, since it might call
 * the module in turn.
 * @template T
 * @param {Table | RawTable | readonly object[]} source
 * @param {EncodeOptions} options
 * @param {(rowCount: number, columns: TakenColumn[]) => T} use
 * @returns {T}
 */
export function withColumns(source, { schema, mixed, file }, use) {
    /** @type {TakenColumn[]} */
    let columns = [];
    try {
        const table = rawTable(source, schema, mixed);
        columns = takeColumns(table.rowCount, table.columns);
        return use(table.rowCount, columns);
    } catch (error) {
        if (!(error instanceof TcbError)) throw error;
        const column = columns.find(({ tag }) => tag === error.tag);
        throw (column ? located(error, column) : error).in(file, error.column ?? column?.name);
    }
}

/**
 * @param {Table | RawTable | readonly object[]} source
 * @param {unknown} schema
 * @param {'error' | 'json'} [mixed]
 * @returns {{ rowCount: number, columns: readonly unknown[] }} columns, or their arrays
 */
function rawTable(source, schema, mixed) {
    if (Array.isArray(source)) {
        const { rowCount, columns, schema: named } = columnsFromRows(source, schema ?? inferSchema(source, { mixed }));
        return { rowCount, columns: columns.map((column, i) => ({ ...column, name: named[i].name })) };
    }
    const { rowCount, columns } = /** @type {{ rowCount: number, columns: any[] }} */ (source ?? {});
    if (typeof rowCount === 'number' && Array.isArray(columns)) {
        return { rowCount, columns: Array.from(columns).filter((column) => !column?.missing) };
    }
    throw new TypeError(`expected a table, { rowCount, columns }, or an array of rows, found ${describe(source)}`);
}
