/**
 * Schemas: what the columns of a table are called, and which types and places in a row they have.
 */

import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { columnTree } from './tree.js';
import { TYPES } from './types.js';

/** @import { SchemaColumn, SchemaColumnJson, SchemaJson, TypeName } from './types.js' */

const FLAGS = /** @type {const} */ (['array', 'optional', 'optionalElements', 'records']);
const PROPERTIES = new Set(['tag', 'name', 'type', 'element', 'path', 'labels', ...FLAGS]);
const TABLE_PROPERTIES = ['name', 'columns', 'references'];
const MAX_TAG = 0x7fffffff;

/**
 * A schema's columns with every default filled in and every mistake refused, frozen. Takes its own
 * result too. What is wrong in a table's references by themselves is refused; whether their tables
 * are there is for `link` to find out.
 * @param {unknown} json `{ columns: [...] }`, or the columns alone
 * @returns {readonly SchemaColumn[]}
 */
export function normalizeSchema(json) {
    // First: a name that is misspelt is why there seem to be no columns.
    for (const key of isObject(json) ? Object.keys(json) : []) {
        if (!TABLE_PROPERTIES.includes(key)) {
            throw schemaError(`schema: unknown property ${describe(key)}; there are ${TABLE_PROPERTIES.join(', ')}`);
        }
    }
    const list = isObject(json) ? json.columns : json;
    if (!Array.isArray(list)) {
        throw schemaError('schema: expected columns in an array, found ' + describe(list));
    }
    const tagged = list.some((column) => column?.tag !== undefined);
    const columns = list.map((column, i) => normalizeColumn(column, i, tagged));
    refuseRepeats(columns, 'name');
    refuseRepeats(columns, 'tag');
    columnTree(columns);
    if (isObject(json) && json.references !== undefined) checkReferences(json.references, columns);
    return Object.freeze(columns);
}

/**
 * @param {any} json
 * @param {number} i
 * @param {boolean} tagged
 * @returns {SchemaColumn}
 */
function normalizeColumn(json, i, tagged) {
    const { tag = i + 1, name, type, path = [name], labels } = isObject(json) ? json : { name: undefined };
    /**
     * @param {unknown} holds
     * @param {string} property
     * @param {string} expected
     */
    const check = (holds, property, expected) => {
        if (holds) return;
        const found = property ? json[property] : json;
        throw schemaError(
            `schema: column ${name === undefined ? i : describe(name)}: expected ` +
            `${property && `"${property}" to be `}${expected}, found ${describe(found)}`,
            { column: name, expected, found },
        );
    };
    check(isObject(json), '', 'an object');
    for (const key of Object.keys(json)) {
        check(PROPERTIES.has(key), key, `left out; there are ${[...PROPERTIES].join(', ')}`);
    }
    check(typeof name === 'string' && name, 'name', 'a text that is not empty');
    check(!tagged || json.tag !== undefined, 'tag', 'there, as in other columns');
    check(Number.isInteger(tag) && tag > 0 && tag <= MAX_TAG, 'tag', `a whole number 1 to ${MAX_TAG}`);
    check(typeof type === 'string' && Object.hasOwn(TYPES, type), 'type',
        `one of ${Object.keys(TYPES).join(', ')}`);
    const element = TYPES[/** @type {TypeName} */ (type)];
    check(json.element === undefined || json.element === element, 'element', `${element} for ${type}`);
    const isBytes = type === 'bytes';
    const [array, optional, optionalElements, records] = FLAGS.map((flag) => {
        const value = json[flag] ?? (isBytes && flag === 'array');
        check(typeof value === 'boolean', flag, 'true or false');
        return value;
    });
    check(array || !isBytes, 'array', 'true or left out in a column of type bytes');
    check(!optionalElements || !isBytes, 'optionalElements', 'false in a column of type bytes');
    check(!records || !isBytes, 'records', 'false in a column of type bytes');
    check(!optionalElements || array, 'optionalElements', 'false in a column without "array"');
    check(!records || array, 'records', 'false in a column without "array"');
    check(Array.isArray(path) && path.length > 0 && path.every((key) => typeof key === 'string'),
        'path', 'an array of one or more texts');
    check(!records || path.length > 1, 'records', 'false where "path" has fewer than two keys');
    check(labels === undefined || type === 'enum', 'labels', 'left out where "type" is not enum');
    check(labels === undefined || isObject(labels), 'labels', 'an object of names and numbers');
    for (const [label, number] of Object.entries(labels ?? {})) {
        if ((number | 0) === number) continue;
        throw schemaError(`schema: column ${describe(name)}: expected label ${describe(label)} to be a ` +
            `32-bit integer, found ${describe(number)}`, { column: name, found: number });
    }
    return Object.freeze({
        tag, name, type, element, array, optional, optionalElements, records,
        path: Object.freeze([...path]), ...labels && { labels: Object.freeze({ ...labels }) },
    });
}

/**
 * @param {unknown} references
 * @param {readonly SchemaColumn[]} columns
 */
function checkReferences(references, columns) {
    if (!isObject(references)) {
        throw schemaError('schema: expected "references" to be an object, found ' + describe(references));
    }
    for (const [column, target] of Object.entries(references)) {
        if (!columns.some(({ name }) => name === column)) {
            throw schemaError(`schema: expected references of its columns, found one of ${describe(column)}`,
                { column });
        }
        if (typeof target !== 'string' || !/.\../s.test(target)) {
            const expected = 'a table and its column, such as "Item.id"';
            throw schemaError(`schema: reference of column ${describe(column)}: expected ${expected}, ` +
                `found ${describe(target)}`, { column, expected, found: target });
        }
    }
}

/**
 * @param {SchemaColumn[]} columns
 * @param {'name' | 'tag'} property
 */
function refuseRepeats(columns, property) {
    const seen = new Map();
    for (const column of columns) {
        const first = seen.get(column[property]);
        if (first) {
            throw schemaError(
                `schema: column ${describe(column.name)}: expected "${property}" to differ from ` +
                `column ${describe(first.name)}'s, found ${describe(column[property])} in both`,
                { column: column.name, tag: column.tag, found: column[property] },
            );
        }
        seen.set(column[property], column);
    }
}

/**
 * The schema of a table's columns, with what has its default left out.
 * @param {{ columns: readonly SchemaColumn[] }} table a table, or a normalised schema's columns
 * @returns {SchemaJson}
 */
export function schemaOf({ columns }) {
    return {
        columns: columns.map((column) => {
            const { tag, name, type, path, labels } = column;
            /** @type {SchemaColumnJson} */
            const json = { tag, name, type };
            for (const flag of FLAGS) if (column[flag]) json[flag] = true;
            if (type === 'bytes') delete json.array;
            if (labels) json.labels = { ...labels };
            if (path.length > 1 || path[0] !== name) json.path = [...path];
            return json;
        }),
    };
}

/**
 * @param {string} message
 * @param {import('../values/errors.js').TcbErrorDetails} [details]
 */
function schemaError(message, details) {
    return new TcbError('SCHEMA', message, details);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
