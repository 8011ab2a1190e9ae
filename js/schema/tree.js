/**
 * Where the columns of a schema stand in a row.
 */

import { TcbError } from '../values/errors.js';
import { TYPES } from './types.js';

/** @import { SchemaColumn, SchemaColumnJson, SchemaJson, TypeName } from './types.js' */

/**
 * The columns of a schema with every default filled in, without the checks of `normalizeSchema`:
 * for a reader, which refuses on its own what does not fit its file.
 * @param {SchemaJson | readonly SchemaColumnJson[]} schema
 * @returns {SchemaColumn[]}
 */
export function schemaColumns(schema) {
    const columns = 'columns' in schema ? schema.columns : schema;
    if (!Array.isArray(columns)) {
        throw new TcbError('SCHEMA', 'schema: expected columns in an array' +
            ('Tables' in schema ? '; for a baseline file there is tcb-wasm/baseline' : ''));
    }
    return columns.map((column, i) => {
        const type = /** @type {TypeName} */ (column.type);
        if (!Object.hasOwn(TYPES, type)) {
            throw new TcbError('SCHEMA', `column ${JSON.stringify(column.name)}: unknown type ${type}`,
                { column: column.name, found: type });
        }
        return {
            tag: i + 1, array: false, optional: false, optionalElements: false, records: false,
            path: [column.name], ...column, type, element: TYPES[type],
            ...type === 'bytes' && { array: true, optionalElements: false, records: false },
        };
    });
}

/**
 * A place in a row: a column, or a record (or an array of records) with places of its own.
 * @template {TreeColumn} T
 * @typedef {{ column: T | null, name: string, records: boolean, path: readonly string[],
 *   children: Map<string, TreeNode<T>> }} TreeNode `name` is the first column's here
 */

/** @typedef {{ name: string, path: readonly string[], records: boolean }} TreeColumn */

/**
 * The places of columns in a row, in the order in which their keys first come up.
 * @template {TreeColumn} T
 * @param {readonly T[]} columns
 * @returns {TreeNode<T>} the row
 */
export function columnTree(columns) {
    /** @type {TreeNode<T>} */
    const root = { column: null, name: '', records: false, path: [], children: new Map() };
    for (const column of columns) {
        const { name, path } = column;
        let node = root;
        path.forEach((key, depth) => {
            const leaf = depth === path.length - 1;
            const records = column.records && depth === path.length - 2;
            const found = node.children.get(key);
            if (found && (leaf || found.column || found.records !== records)) {
                throw new TcbError('SCHEMA', `column ${JSON.stringify(name)}: its path ` +
                    `${JSON.stringify(path)} collides with column ${JSON.stringify(found.name)}`,
                { column: name });
            }
            const next = found ?? {
                column: leaf ? column : null, name, records, path: path.slice(0, depth + 1),
                children: new Map(),
            };
            node.children.set(key, next);
            node = next;
        });
    }
    return root;
}
