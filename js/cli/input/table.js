/**
 * Rows to a table's columns, bunch by bunch: what is held of the rows is the columns that they become.
 */

import { TableBuilder } from '../../write/build.js';
import { TcbError } from '../../values/errors.js';
import { Inference } from '../../write/infer.js';
import { normalizeSchema } from '../../schema/schema.js';
import { columnTree } from '../../schema/tree.js';
import { Failure } from '../terminal/failure.js';
import { CellShape, cellReader, cellSchema } from './cells.js';
import { fitIntegers, fitRow, hasBigInteger } from './integers.js';

/**
 * @import { RawColumn, SchemaColumn, SchemaJson } from '../../schema/types.js'
 * @import { BigIntegers } from './integers.js'
 * @import { Bunch, RowSource } from './source.js'
 */

/**
 * @typedef {object} TableOptions
 * @property {readonly SchemaColumn[]} [schema] without one, the rows are read twice: types are inferred first
 * @property {'error' | 'json'} mixed
 * @property {BigIntegers} bigIntegers
 * @property {(pass: string, share: number) => void} [onProgress] `share`: of the file's bytes, 0 to 1
 */

/**
 * @param {RowSource} source
 * @param {TableOptions} options
 * @returns {Promise<{ rowCount: number, columns: RawColumn[], schema: readonly SchemaColumn[] }>}
 */
export async function readTable(source, options) {
    const { name } = source;
    try {
        const schema = options.schema ?? (source.columns ? normalizeSchema(source.columns) : await inferSchema(source, options));
        const builder = new RowBuilder(schema, options.bigIntegers, name);
        await source.read((bunch) => builder.add(bunch), progressOf(source, 'reading rows', options));
        return builder.finish();
    } catch (error) {
        throw error instanceof TcbError ? error.in(name) : error;
    }
}

/**
 * @param {RowSource} source
 * @param {string} pass
 * @param {TableOptions} options
 */
function progressOf({ size }, pass, { onProgress }) {
    if (!onProgress || !size) return undefined;
    let done = 0;
    return (/** @type {number} */ count) => onProgress(pass, (done += count) / size);
}

/**
 * @param {RowSource} source
 * @param {TableOptions} options
 */
async function inferSchema(source, options) {
    const inference = new RowInference(options, source.name);
    await source.read((bunch) => inference.add(bunch), progressOf(source, 'looking for types', options));
    return normalizeSchema(inference.schema());
}

/** A schema for rows that come in bunches. */
class RowInference {
    #records;
    #bigIntegers;
    /** @type {CellShape[]} */
    #shapes = [];
    /** @type {readonly string[]} */
    #names = [];
    #rowCount = 0;

    /**
     * @param {TableOptions} options
     * @param {string} file
     */
    constructor({ mixed, bigIntegers }, file) {
        this.#records = new Inference({ mixed, bigIntegers: bigIntegers === 'error' ? 'exact' : bigIntegers });
        this.#bigIntegers = bigIntegers;
        this.file = file;
    }

    /** @param {Bunch} bunch */
    add(bunch) {
        const { rows } = bunch;
        if (bunch.kind === 'compact') {
            throw new Failure(`${this.file}: rows that are arrays of values tell no names: --schema is needed`);
        }
        if (bunch.kind === 'records') {
            for (const row of rows) this.#records.add(row);
            return;
        }
        const { names, texts } = bunch;
        if (texts) this.#addTexts(/** @type {readonly (readonly string[])[]} */ (rows), names);
        else for (const row of bunch.rows) this.#records.add(namedRecord(names, row));
    }

    /**
     * @param {readonly (readonly string[])[]} rows
     * @param {readonly string[]} names
     */
    #addTexts(rows, names) {
        if (!this.#shapes.length) this.#shapes = names.map(() => new CellShape());
        this.#names = names;
        const shapes = this.#shapes;
        for (const row of rows) {
            for (let c = 0; c < shapes.length; c++) shapes[c].observe(row[c], this.#rowCount);
            this.#rowCount++;
        }
    }

    /** @returns {SchemaJson} */
    schema() {
        if (this.#shapes.length) {
            return { columns: cellSchema(this.#names, this.#shapes, this.#rowCount, this.#bigIntegers, this.file) };
        }
        try {
            return this.#records.schema();
        } catch (error) {
            if (!(error instanceof TcbError)) throw error;
            const hint = error.code === 'MIXED_TYPES' ? '; --mixed json keeps such a column as JSON values'
                : error.code === 'BIG_INTEGER' ? '; --big-integers string or double keeps it' : '';
            throw new Failure(`${this.file}: ${error.message}${hint}`, { cause: error });
        }
    }
}

/**
 * @param {readonly string[]} names
 * @param {readonly unknown[]} row
 */
function namedRecord(names, row) {
    return Object.fromEntries(names.map((name, c) => [name, row[c]]));
}

/** Columns from rows that come in bunches. */
class RowBuilder {
    #bigIntegers;
    #file;
    #tree;
    /** @type {TableBuilder | undefined} */
    #table;
    /** @type {((row: readonly unknown[], i: number) => unknown[]) | undefined} */
    #arrange;
    #rowCount = 0;

    /**
     * @param {readonly SchemaColumn[]} schema
     * @param {BigIntegers} bigIntegers
     * @param {string} file
     */
    constructor(schema, bigIntegers, file) {
        this.schema = schema;
        this.#bigIntegers = bigIntegers;
        this.#file = file;
        this.#tree = columnTree(schema);
    }

    /** @param {Bunch} bunch */
    add(bunch) {
        const { rows, compact } = this.#arranged(bunch);
        const table = this.#table ??= new TableBuilder(this.schema, { compact });
        for (const row of rows) {
            const i = this.#rowCount++;
            table.add(this.#fit(this.#arrange ? this.#arrange(/** @type {readonly unknown[]} */ (row), i) : row, i, compact));
        }
    }

    /**
     * Rows that come with names are put into the order of the schema. Where a name is that of a record,
     * of which columns are members, rows are objects instead.
     * @param {Bunch} bunch
     * @returns {{ rows: readonly unknown[], compact: boolean }}
     */
    #arranged(bunch) {
        if (bunch.kind !== 'named') return { rows: bunch.rows, compact: bunch.kind === 'compact' };
        const { rows, names, texts } = bunch;
        const known = new Set(this.schema.map(({ name }) => name));
        if (!texts && names.some((name) => !known.has(name) && this.#tree.children.has(name))) {
            return { rows: rows.map((row) => namedRecord(names, row)), compact: false };
        }
        this.#arrange ??= arranger(this.schema, names, texts, this.#file);
        return { rows, compact: true };
    }

    /**
     * @param {unknown} row
     * @param {number} i
     * @param {boolean} compact
     */
    #fit(row, i, compact) {
        const bigIntegers = this.#bigIntegers;
        if (bigIntegers !== 'string' && !hasBigInteger(row)) return row;
        if (!compact) return fitRow(row, this.#tree, i, bigIntegers);
        if (!Array.isArray(row)) return row;
        return row.map((value, c) => (this.schema[c] ? fitIntegers(value, this.schema[c], i, bigIntegers) : value));
    }

    finish() {
        return (this.#table ?? new TableBuilder(this.schema)).finish();
    }
}

/**
 * What puts a row's values into the order of the schema, and texts into values.
 * @param {readonly SchemaColumn[]} schema
 * @param {readonly string[]} names
 * @param {boolean} texts
 * @param {string} file
 */
function arranger(schema, names, texts, file) {
    const known = new Set(schema.map(({ name }) => name));
    const extra = names.find((name) => !known.has(name));
    if (extra !== undefined) {
        throw new Failure(`${file}: column ${JSON.stringify(extra)} is not in the schema, which has ` +
            schema.map(({ name }) => JSON.stringify(name)).join(', '));
    }
    const readers = schema.map((column) => {
        const at = names.indexOf(column.name);
        if (at < 0 && !column.optional) {
            throw new Failure(`${file}: expected column ${JSON.stringify(column.name)}, as the schema has, found ` +
                names.map((name) => JSON.stringify(name)).join(', '));
        }
        const read = texts ? cellReader(column) : (/** @type {any} */ value) => value;
        return { at, read, name: column.name };
    });
    return (/** @type {readonly any[]} */ row, /** @type {number} */ i) => readers.map(({ at, read, name }) => {
        try {
            return at < 0 ? null : read(row[at]);
        } catch (cause) {
            throw new Failure(`${file}: column ${JSON.stringify(name)}, row ${i}: ${/** @type {Error} */ (cause).message}`, { cause });
        }
    });
}
