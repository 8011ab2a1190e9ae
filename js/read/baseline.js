/**
 * Names from the exporter's baseline file, the one place outside its generated code that has them:
 * `{ "BaselineVersion": 2, "Tables": { "Item": { "1": { "Name": "Index", "Element": 2, "Kind": 0 } } } }`.
 */

/** @import { SchemaColumnJson, SchemaJson } from '../schema/types.js' */

import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';
import { Table } from './table.js';
import { schemaColumns } from '../schema/tree.js';
import { typeOfElement } from '../schema/types.js';

const VERSION = 2;
const MAX_TAG = 0x7fffffff;

/** @typedef {{ name: string, element: number, array: boolean }} BaselineColumn */

/**
 * @typedef {object} BaselineOptions
 * @property {(name: string) => string} [rename] what a column is called here; by default its first
 *   letter becomes small, as in the exporter's JSON
 */

/**
 * What a baseline says of a table's columns, by tag, in ascending order. Retired tags are left out.
 * @param {unknown} baseline the parsed JSON
 * @param {string} tableName
 * @param {BaselineOptions} [options]
 * @returns {Map<number, BaselineColumn>}
 */
export function namesFromBaseline(baseline, tableName, { rename = lowerFirst } = {}) {
    const entries = Object.entries(baselineTable(baseline, tableName))
        .map(([tag, entry]) => ({ tag: checkTag(tag, tableName), entry }))
        .filter(({ tag, entry }) => !isRetired(entry, tableName, tag))
        .sort((a, b) => a.tag - b.tag);
    /** @type {Map<number, BaselineColumn>} */
    const columns = new Map();
    /** @type {Map<string, number>} */
    const tags = new Map();
    for (const { tag, entry: { Name, Element, Kind } } of entries) {
        const name = rename(Name);
        const first = tags.get(name);
        check(first === undefined, tableName, tag, `a name that tag ${first} does not have`, name);
        tags.set(name, tag);
        columns.set(tag, { name, element: Element, array: Kind === 1 });
    }
    return columns;
}

/**
 * A table's schema from a baseline. That does not tell which columns are optional: this has to come
 * from the file's own columns, and without them every column is taken to be always there.
 * @param {unknown} baseline the parsed JSON
 * @param {string} tableName
 * @param {BaselineOptions & { columns?: readonly { tag: number, optional: boolean,
 *   optionalElements: boolean }[] }} [options] `columns`: those of the file; the schema is then of
 *   these alone, as far as the baseline knows them
 * @returns {SchemaJson}
 */
export function schemaFromBaseline(baseline, tableName, { columns, rename } = {}) {
    const flags = columns && new Map(columns.map((column) => [column.tag, column]));
    /** @type {SchemaColumnJson[]} */
    const known = [];
    for (const [tag, { name, element, array }] of namesFromBaseline(baseline, tableName, { rename })) {
        if (flags && !flags.has(tag)) continue;
        const { optional, optionalElements } = flags?.get(tag) ?? {};
        known.push({
            tag, name, type: typeOfElement(element), ...array && { array },
            ...optional && { optional }, ...optionalElements && { optionalElements },
        });
    }
    return { name: tableName, columns: known };
}

/**
 * A table that was decoded without a schema, with the names and types that a baseline tells. The
 * arrays are shared, and columns that the baseline does not know keep their names (`c7` for tag 7).
 * @param {Table} table
 * @param {unknown} baseline the parsed JSON
 * @param {string} tableName
 * @param {BaselineOptions} [options]
 * @returns {Table}
 */
export function applyBaseline({ rowCount, columns }, baseline, tableName, options) {
    const raws = columns.filter(({ missing }) => !missing).map(({ raw }) => raw);
    const schema = schemaFromBaseline(baseline, tableName, { ...options, columns: raws });
    // Not `normalizeSchema`: what is checked there has been checked here, in the baseline's terms.
    return new Table({ rowCount, columns: raws, schema: schemaColumns(schema) });
}

/** @param {string} name */
function lowerFirst(name) {
    return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/**
 * @param {unknown} baseline
 * @param {string} tableName
 * @returns {Record<string, any>}
 */
function baselineTable(baseline, tableName) {
    if (!isObject(baseline) || !('BaselineVersion' in baseline)) {
        const found = isObject(baseline) ? `keys ${list(Object.keys(baseline))}` : describe(baseline);
        throw schemaError(`baseline: expected an object with "BaselineVersion", found ${found}`);
    }
    const { BaselineVersion: version, Tables: tables } = baseline;
    if (version !== VERSION) {
        throw schemaError(`baseline: expected "BaselineVersion" ${VERSION}, found ${describe(version)}`,
            { expected: VERSION, found: version });
    }
    if (!isObject(tables)) {
        throw schemaError(`baseline: expected "Tables" to be an object, found ${describe(tables)}`);
    }
    if (!Object.hasOwn(tables, tableName)) {
        throw schemaError(`baseline: no table ${describe(tableName)}; there are ${list(Object.keys(tables))}`,
            { file: tableName });
    }
    const table = tables[tableName];
    if (isObject(table)) return table;
    throw schemaError(`baseline: table ${describe(tableName)}: expected an object of tags, ` +
        `found ${describe(table)}`, { file: tableName });
}

/**
 * @param {string} text
 * @param {string} tableName
 */
function checkTag(text, tableName) {
    const tag = Number(text);
    if (/^[1-9]\d*$/.test(text) && tag <= MAX_TAG) return tag;
    throw schemaError(`baseline: table ${describe(tableName)}: expected a tag from 1 to ${MAX_TAG}, ` +
        `found ${describe(text)}`, { file: tableName, found: text });
}

/**
 * Whether a column's tag is no longer in use; refuses a column that is not as it has to be.
 * @param {any} entry
 * @param {string} tableName
 * @param {number} tag
 */
function isRetired(entry, tableName, tag) {
    check(isObject(entry), tableName, tag, 'an object', entry);
    const { Name, Element, Kind, Retired = false } = entry;
    check(typeof Retired === 'boolean', tableName, tag, '"Retired" to be true or false', Retired);
    if (Retired) return true;
    check(typeof Name === 'string' && Name, tableName, tag, '"Name" to be a text that is not empty', Name);
    check(Number.isInteger(Element) && Element >= 0 && Element <= 7, tableName, tag,
        '"Element" to be a number from 0 to 7', Element);
    check(Kind === 0 || Kind === 1, tableName, tag, '"Kind" to be 0 or 1', Kind);
    return false;
}

/**
 * @param {unknown} holds
 * @param {string} tableName
 * @param {number} tag
 * @param {string} expected
 * @param {unknown} found
 */
function check(holds, tableName, tag, expected, found) {
    if (holds) return;
    throw schemaError(`baseline: table ${describe(tableName)}, tag ${tag}: expected ${expected}, ` +
        `found ${describe(found)}`, { file: tableName, tag, expected, found });
}

/**
 * @param {string} message
 * @param {import('../values/errors.js').TcbErrorDetails} [details]
 */
function schemaError(message, details) {
    return new TcbError('SCHEMA', message, details);
}

/** @param {string[]} names */
function list(names) {
    const shown = names.slice(0, 20).map((name) => describe(name)).join(', ');
    return (shown || 'none') + (names.length > 20 ? ` and ${names.length - 20} more` : '');
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
