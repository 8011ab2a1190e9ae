/**
 * Columns from rows: what an encoder takes. Every cell is checked, and nothing is changed or left
 * out silently.
 */

import { ColumnBuilder } from './columnbuilder.js';
import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { isPlainObject } from '../values/json.js';
import { normalizeSchema } from '../schema/schema.js';
import { columnTree } from '../schema/tree.js';

/**
 * @import { TreeNode } from '../schema/tree.js'
 * @import { RawColumn, SchemaColumn } from '../schema/types.js'
 */

/**
 * A place of the rows, with the builder where it is a column.
 * @typedef {TreeNode<ColumnBuilder>} Node
 */

/**
 * The columns of rows under a schema. A value that is null, undefined or not there is absent.
 * @param {readonly unknown[]} rows objects, or arrays of values in column order
 * @param {unknown} schema as `normalizeSchema` takes it
 * @param {{ compact?: boolean }} [options] `compact`: rows are arrays; by default, if the first is
 * @returns {{ rowCount: number, columns: RawColumn[], schema: readonly SchemaColumn[] }}
 */
export function columnsFromRows(rows, schema, { compact = Array.isArray(rows?.[0]) } = {}) {
    if (!Array.isArray(rows)) {
        throw new TypeError(`expected rows in an array, found ${describe(rows)}`);
    }
    const builder = new TableBuilder(schema, { compact });
    // Not `forEach`, which leaves out what a sparse array lacks.
    for (const row of rows) builder.add(row);
    return builder.finish();
}

/**
 * Takes rows one by one, for those who do not have them all at once.
 */
export class TableBuilder {
    #rowCount = 0;
    #builders;
    #root;
    #compact;

    /**
     * @param {unknown} schema as `normalizeSchema` takes it
     * @param {{ compact?: boolean }} [options] `compact`: rows are arrays of values in column order
     */
    constructor(schema, { compact = false } = {}) {
        this.schema = normalizeSchema(schema);
        this.#builders = this.schema.map((column) => new ColumnBuilder(column));
        this.#root = columnTree(this.#builders);
        this.#compact = compact;
    }

    /** @param {unknown} row */
    add(row) {
        if (this.#compact) addCompactRow(this.#builders, row, this.#rowCount);
        else addRecord(this.#root, row, this.#rowCount);
        this.#rowCount++;
    }

    /** @returns {{ rowCount: number, columns: RawColumn[], schema: readonly SchemaColumn[] }} */
    finish() {
        if (this.#compact) checkRecordLengths(this.#root);
        const columns = this.#builders.map((builder) => builder.finish());
        return { rowCount: this.#rowCount, columns, schema: this.schema };
    }
}

/**
 * @param {ColumnBuilder[]} builders
 * @param {unknown} row
 * @param {number} i
 */
function addCompactRow(builders, row, i) {
    if (!Array.isArray(row) || row.length !== builders.length) {
        throw rowError(i, [], `an array of ${builders.length}`, describe(row));
    }
    builders.forEach((builder, c) => builder.addCell(row[c], i));
}

/**
 * @param {Node} node
 * @param {unknown} value
 * @param {number} row
 */
function addNode(node, value, row) {
    if (node.column) node.column.addCell(value, row);
    else if (node.records) addRecordArray(node, value, row);
    else if (value === null || value === undefined) addAbsent(node, row);
    else addRecord(node, value, row);
}

/**
 * @param {Node} node
 * @param {number} row
 */
function addAbsent(node, row) {
    for (const child of node.children.values()) addNode(child, undefined, row);
}

/**
 * @param {Node} node
 * @param {unknown} value
 * @param {number} row
 */
function addRecord(node, value, row) {
    const record = checkRecord(node, value, row);
    for (const [key, child] of node.children) addNode(child, member(record, key), row);
}

/**
 * @param {Node} node
 * @param {unknown} value
 * @param {number} row
 */
function addRecordArray(node, value, row) {
    if (value === null || value === undefined) {
        addAbsent(node, row);
        return;
    }
    if (!Array.isArray(value)) throw rowError(row, node.path, 'an array of records', describe(value));
    const records = Array.from(value, (item) => checkRecord(node, item, row));
    for (const [key, child] of node.children) {
        const builder = /** @type {ColumnBuilder} */ (child.column);
        builder.addCell(records.map((record) => member(record, key)), row);
    }
}

/**
 * The value as a record all of whose keys the schema knows.
 * @param {Node} node
 * @param {unknown} value
 * @param {number} row
 */
function checkRecord({ children, path }, value, row) {
    if (!isPlainObject(value)) {
        throw rowError(row, path, path.length ? 'a record' : 'an object', describe(value));
    }
    for (const key of Object.keys(value)) {
        if (!children.has(key) && value[key] !== undefined) {
            throw rowError(row, [...path, key], 'no such key in the schema', describe(value[key]));
        }
    }
    return value;
}

/**
 * A member of its own: not `toString` and the like, which every object inherits.
 * @param {Record<string, unknown>} record
 * @param {string} key
 */
function member(record, key) {
    return Object.hasOwn(record, key) ? record[key] : undefined;
}

/**
 * In compact rows the members of a record stand apart, and could differ in length or presence.
 * @param {Node} root
 */
function checkRecordLengths(root) {
    for (const node of recordArrays(root)) {
        const [first, ...others] = [...node.children.values()]
            .map((child) => /** @type {ColumnBuilder} */ (child.column));
        for (const other of others) other.checkLengths(first);
    }
}

/**
 * @param {Node} node
 * @returns {Node[]}
 */
function recordArrays(node) {
    return node.records ? [node] : [...node.children.values()].flatMap(recordArrays);
}

/**
 * @param {number} row
 * @param {readonly string[]} path
 * @param {string} expected
 * @param {string} found
 */
function rowError(row, path, expected, found) {
    const column = path.length ? path.join('.') : undefined;
    const where = column === undefined ? 'row ' : `column ${describe(column)}, row `;
    return new TcbError('VALUE', `${where}${row}: expected ${expected}, found ${found}`,
        { column, row, expected, found });
}
