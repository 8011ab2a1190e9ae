/**
 * TypeScript declarations of a schema's rows.
 */

/**
 * @import { Labels, SchemaColumn } from './types.js'
 * @import { TreeNode } from './tree.js'
 */

import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { normalizeSchema } from './schema.js';
import { columnTree } from './tree.js';
import { typeText } from './types.js';

export { schemaFromTypes } from './typeread.js';

/** What `Column.get` gives, by type; numbers are not listed. @type {Record<string, string>} */
const TYPES = {
    bool: 'boolean', json: 'JsonValue', bytes: 'Uint8Array',
    string: 'string', uuid: 'string', datetime: 'string', timespan: 'string',
};

const JSON_VALUE = `/** What a json column holds. */
export type JsonValue =
    | null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
`;

/**
 * The text of a `.d.ts` file with one interface a table: the type of `Table.row(i)`. An enum column
 * of which the schema has `labels` gets a type of its numbers, and an interface that maps the
 * labels to them. Everything is a type, so the file needs no code beside it.
 * @param {unknown} schema of a table, or of a folder (`{ tables: { ... } }`)
 * @param {{ name?: string, int64?: 'bigint' | 'number' | 'auto' }} [options] `name`: of the table, where
 *   the schema has none; `int64`: as tables are decoded with
 * @returns {string}
 */
export function generateTypes(schema, { name = 'Row', int64 = 'bigint' } = {}) {
    const int64Type = { bigint: 'bigint', number: 'number', auto: '(bigint | number)' }[int64];
    if (!int64Type) throw new RangeError(`int64: expected bigint, number or auto, found ${describe(int64)}`);
    const tables = tablesOf(schema, name);
    const takeName = nameGiver();
    const names = tableNames(tables.map(([table]) => table), takeName);
    let text = '// Made from a schema: change that instead.\n';
    if (tables.some(([, columns]) => columns.some(({ type }) => type === 'json'))) {
        text += '\n' + JSON_VALUE;
    }
    tables.forEach(([table, columns], i) => {
        /** @type {Map<string, string>} */
        const types = new Map();
        for (const { name: column, type, path, labels } of columns) {
            types.set(column, type === 'i64' ? int64Type : TYPES[type] ?? 'number');
            if (!labels) continue;
            const enumName = takeName(names[i] + pascalCase(path.join(' ')));
            types.set(column, enumName);
            text += enumText(enumName, takeName(enumName + 'Labels'), labels, `${table}.${column}`);
        }
        text += `\n/** ${comment(`A row of ${JSON.stringify(table)}.`)} */\nexport interface ${names[i]} ` +
            recordText(columnTree(columns), types, 0) + '\n';
    });
    return text;
}

/**
 * @param {any} schema
 * @param {string} name
 * @returns {[string, readonly SchemaColumn[]][]}
 */
function tablesOf(schema, name) {
    const folder = isObject(schema) && schema.tables !== undefined;
    if (folder && !isObject(schema.tables)) {
        throw new TcbError('SCHEMA', `schema: expected "tables" to be an object, ` +
            `found ${describe(schema.tables)}`, { found: schema.tables });
    }
    const tables = folder ? Object.entries(schema.tables) : [[schema?.name ?? name, schema]];
    return tables.map(([table, json]) => {
        try {
            return [table, normalizeSchema(json)];
        } catch (error) {
            throw folder && error instanceof TcbError ? error.in(table) : error;
        }
    });
}

/**
 * Gives each wish for a name a name of its own: where it is taken already, with a number.
 * @returns {(wish: string) => string}
 */
function nameGiver() {
    const taken = new Set(['JsonValue']);
    return (wish) => {
        let name = wish;
        for (let i = 2; taken.has(name); i++) name = wish + i;
        taken.add(name);
        return name;
    };
}

/**
 * Interface names of tables. A table that is spelled as its interface keeps that name, whichever
 * others come before it.
 * @param {string[]} tables
 * @param {(wish: string) => string} takeName
 */
function tableNames(tables, takeName) {
    const wishes = tables.map(pascalCase);
    const exact = wishes.map((wish, i) => wish === tables[i] ? takeName(wish) : '');
    return wishes.map((wish, i) => exact[i] || takeName(wish));
}

/**
 * @param {string} text
 * @returns {string} an identifier
 */
function pascalCase(text) {
    const name = (text.match(/[\p{ID_Continue}$]+/gu) ?? []).join('_').split('_')
        .map((part) => part.replace(/^./u, (first) => first.toUpperCase())).join('');
    return /^[\p{ID_Start}$]/u.test(name) ? name : name ? '_' + name : 'Table';
}

/**
 * @param {string} name
 * @param {string} labelsName
 * @param {Labels} labels
 * @param {string} place
 */
function enumText(name, labelsName, labels, place) {
    const keys = Object.keys(labels);
    if (!keys.length) {
        return `\n/** ${comment(`The numbers of ${place}.`)} */\nexport type ${name} = number;\n`;
    }
    return `\n/** ${comment(`The labels of ${place} and their numbers.`)} */\n` +
        `export interface ${labelsName} {\n` +
        keys.map((key) => `    readonly ${propertyKey(key)}: ${labels[key]};\n`).join('') + '}\n' +
        `\n/** ${comment(`The numbers of ${place} that have a label.`)} */\n` +
        `export type ${name} = ${labelsName}[keyof ${labelsName}];\n`;
}

/**
 * @param {TreeNode<SchemaColumn>} node
 * @param {Map<string, string>} types
 * @param {number} depth
 * @returns {string}
 */
function recordText({ children, records }, types, depth) {
    const indent = '    '.repeat(depth + 1);
    let text = '{\n';
    for (const [key, child] of children) {
        if (child.column) text += `${indent}/** ${comment(columnText(child.column, key))} */\n`;
        text += `${indent}${propertyKey(key)}: ${nodeType(child, types, depth + 1, records)};\n`;
    }
    return text + '    '.repeat(depth) + '}';
}

/**
 * @param {SchemaColumn} column
 * @param {string} key
 */
function columnText(column, key) {
    const name = column.name === key ? '' : `, column ${JSON.stringify(column.name)}`;
    return `Tag ${column.tag}, ${typeText(column)}${name}.`;
}

/**
 * @param {TreeNode<SchemaColumn>} node
 * @param {Map<string, string>} types
 * @param {number} depth
 * @param {boolean} member of the records of an array, of which each holds one element
 * @returns {string}
 */
function nodeType(node, types, depth, member) {
    const { column } = node;
    if (!column) {
        const list = node.records ? '[]' : '';
        return recordText(node, types, depth) + list + (isOptional(node) ? ' | null' : '');
    }
    const { type, array, optional, optionalElements } = column;
    const value = types.get(column.name);
    if (member) return value + (optional || optionalElements ? ' | null' : '');
    const list = array && type !== 'bytes' && (optionalElements ? `(${value} | null)[]` : `${value}[]`);
    return (list || value) + (optional ? ' | null' : '');
}

/**
 * Whether a row may have null there: all columns of a record are optional.
 * @param {TreeNode<SchemaColumn>} node
 * @returns {boolean}
 */
function isOptional({ column, children }) {
    return column ? column.optional : [...children.values()].every(isOptional);
}

/** @param {string} key */
function propertyKey(key) {
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key);
}

/**
 * Text that neither ends a comment nor breaks its line, and is still the same JSON where it has some.
 * @param {string} text
 */
function comment(text) {
    return text.replace(/\*\//g, '*\\/').replace(/[\u0000-\u001f\u2028\u2029]/g, (control) =>
        `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
