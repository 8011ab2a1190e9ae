/**
 * Schemas: what the columns of a table are called, and which types and places in a row they have.
 */

import { describe } from './describe.js';
import { TcbError } from './errors.js';
import { columnTree } from './tree.js';
import { TYPES } from './types.js';

/** @import { SchemaColumn, SchemaColumnJson, SchemaJson, TypeName } from './types.js' */

const FLAGS = /** @type {const} */ (['array', 'optional', 'optionalElements', 'records']);
const PROPERTIES = new Set(['tag', 'name', 'type', 'element', 'path', ...FLAGS]);
const MAX_TAG = 0x7fffffff;

/**
 * A schema with every default filled in and every mistake refused, frozen. Takes its own result too.
 * @param {unknown} json `{ columns: [...] }`, or the columns alone
 * @returns {readonly SchemaColumn[]}
 */
export function normalizeSchema(json) {
    const list = Array.isArray(json) ? json : isObject(json) ? json.columns : json;
    if (!Array.isArray(list)) {
        throw schemaError('schema: expected columns in an array, found ' + describe(list));
    }
    for (const key of Array.isArray(json) ? [] : Object.keys(/** @type {object} */ (json))) {
        if (key !== 'columns' && key !== 'name') {
            throw schemaError(`schema: unknown property ${describe(key)}`);
        }
    }
    const tagged = list.some((column) => column?.tag !== undefined);
    const columns = list.map((column, i) => normalizeColumn(column, i, tagged));
    refuseRepeats(columns, 'name');
    refuseRepeats(columns, 'tag');
    columnTree(columns);
    return Object.freeze(columns);
}

/**
 * @param {any} json
 * @param {number} i
 * @param {boolean} tagged
 * @returns {SchemaColumn}
 */
function normalizeColumn(json, i, tagged) {
    const { tag = i + 1, name, type, path = [name] } = isObject(json) ? json : { name: undefined };
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
        check(PROPERTIES.has(key), key, 'left out (there is no such property)');
    }
    check(typeof name === 'string' && name, 'name', 'a text that is not empty');
    check(!tagged || json.tag !== undefined, 'tag', 'there, as in other columns');
    check(Number.isInteger(tag) && tag > 0 && tag <= MAX_TAG, 'tag', `a whole number 1 to ${MAX_TAG}`);
    check(typeof type === 'string' && Object.hasOwn(TYPES, type), 'type',
        `one of ${Object.keys(TYPES).join(', ')}`);
    const element = TYPES[/** @type {TypeName} */ (type)];
    check(json.element === undefined || json.element === element, 'element', `${element} for ${type}`);
    const [array, optional, optionalElements, records] = FLAGS.map((flag) => {
        const value = json[flag] ?? false;
        check(typeof value === 'boolean', flag, 'true or false');
        return value;
    });
    check(!optionalElements || array, 'optionalElements', 'false in a column without "array"');
    check(!records || array, 'records', 'false in a column without "array"');
    check(Array.isArray(path) && path.length > 0 && path.every((key) => typeof key === 'string'),
        'path', 'an array of one or more texts');
    check(!records || path.length > 1, 'records', 'false where "path" has fewer than two keys');
    return Object.freeze({
        tag, name, type, element, array, optional, optionalElements, records,
        path: Object.freeze([...path]),
    });
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
            const { tag, name, type, path } = column;
            /** @type {SchemaColumnJson} */
            const json = { tag, name, type };
            for (const flag of FLAGS) if (column[flag]) json[flag] = true;
            if (path.length > 1 || path[0] !== name) json.path = [...path];
            return json;
        }),
    };
}

/**
 * @param {string} message
 * @param {import('./errors.js').TcbErrorDetails} [details]
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
