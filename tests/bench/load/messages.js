/**
 * A table's rows as messages: what the schema languages of other formats (Protocol Buffers, Thrift,
 * Avro, FlatBuffers) have in common, and functions between such messages and rows, as compiled code.
 */

import { columnTree, schemaColumns } from '../../../js/schema/tree.js';

/**
 * @import { SampleColumn } from '../data/json.js'
 * @import { TreeNode } from '../../../js/schema/tree.js'
 * @import { SchemaColumn } from '../../../js/schema/types.js'
 */

/**
 * @typedef {object} Message
 * @property {string} name
 * @property {Field[]} fields
 */

/**
 * @typedef {object} Field
 * @property {string} key in the row
 * @property {string} name in the schema language: the key where that is a plain word
 * @property {number} number 1 or more, in order
 * @property {string} type of a column, or 'message'
 * @property {Message | null} message
 * @property {boolean} repeated
 * @property {boolean} optional
 * @property {boolean} optionalElements
 * @property {'list' | 'element' | null} wraps a message that the row does not have: one around a list, so
 *   that it may be absent, or one around each element
 */

/**
 * What a format cannot say by itself, and needs a message for.
 * @typedef {object} Wraps
 * @property {boolean} [lists] that a list is absent, and not empty
 * @property {boolean} [elements] that an element of a list is absent
 */

const WORD = /^[A-Za-z][A-Za-z0-9]*$/;

/** Words that mean something in one of the languages or their generated code. */
const RESERVED = new Set([
    'bb', 'class', 'constructor', 'default', 'delete', 'encode', 'decode', 'create', 'export', 'function', 'import',
    'in', 'list', 'map', 'message', 'namespace', 'new', 'null', 'option', 'optional', 'package', 'pack', 'read',
    'repeated', 'required', 'reserved', 'rpc', 'service', 'set', 'string', 'struct', 'syntax', 'table', 'toJSON',
    'toString', 'true', 'false', 'typeof', 'union', 'unpack', 'valueOf', 'verify', 'void', 'with', 'write', 'enum',
    'include', 'const', 'bool', 'byte', 'i16', 'i32', 'i64', 'double', 'float', 'int', 'long', 'binary', 'uuid',
    'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString',
]);

/**
 * @param {{ columns: SampleColumn[] }} schema
 * @param {Wraps} [wraps]
 * @returns {Message} the row's
 */
export function rowMessage(schema, wraps = {}) {
    return messageOf('Row', columnTree(schemaColumns(/** @type {any} */ (schema))), wraps);
}

/**
 * The message and those in it, each once, inner ones first.
 * @param {Message} message
 * @returns {Message[]}
 */
export function allMessages(message) {
    return [...message.fields.flatMap((field) => field.message ? allMessages(field.message) : []), message];
}

/**
 * @param {string} name
 * @param {TreeNode<SchemaColumn>} node
 * @param {Wraps} wraps
 * @returns {Message}
 */
function messageOf(name, { children, records }, wraps) {
    /** In lower case: generated code has methods such as `addName` for `name`. */
    const taken = new Set();
    const fields = [...children].map(([key, child], i) => {
        const number = i + 1;
        const isPlain = WORD.test(key) && !RESERVED.has(key) && !taken.has(key.toLowerCase());
        const word = isPlain ? key : `field${number}`;
        taken.add(word.toLowerCase());
        // The number keeps the names of those in records of like names apart.
        const inner = `${name}${number}${word[0].toUpperCase()}${word.slice(1)}`;
        /** @type {Field} */
        const field = {
            key, name: word, number, type: 'message', message: null, repeated: false, optional: false,
            optionalElements: false, wraps: null,
        };
        if (!child.column) {
            field.message = messageOf(inner, child, wraps);
            field.repeated = child.records;
            field.optional = isOptional(child);
            return field.repeated && field.optional && wraps.lists ? wrapList(field, inner) : field;
        }
        const { type, array, optional, optionalElements } = child.column;
        field.type = type;
        field.repeated = array && !records && type !== 'bytes';
        field.optional = records ? optional || optionalElements : optional;
        field.optionalElements = optionalElements && field.repeated;
        const whole = field.optionalElements && wraps.elements ? wrapElements(field, inner) : field;
        return whole.repeated && whole.optional && wraps.lists ? wrapList(whole, inner) : whole;
    });
    return { name, fields };
}

/**
 * Whether all columns of a place may be absent, so that a record there may be.
 * @param {TreeNode<SchemaColumn>} node
 * @returns {boolean}
 */
export function isOptional({ column, children }) {
    return column ? column.optional : [...children.values()].every(isOptional);
}

/**
 * @param {Field} field
 * @param {string} name
 * @returns {Field}
 */
function wrapElements(field, name) {
    const value = {
        ...field, key: 'value', name: 'value', number: 1, repeated: false, optional: true, optionalElements: false,
    };
    return {
        ...field, type: 'message', message: { name: `${name}_Element`, fields: [value] }, optionalElements: false,
        wraps: 'element',
    };
}

/**
 * @param {Field} field
 * @param {string} name
 * @returns {Field}
 */
function wrapList(field, name) {
    const values = { ...field, key: 'values', name: 'values', number: 1, optional: false };
    return {
        ...field, type: 'message', message: { name: `${name}_List`, fields: [values] }, repeated: false,
        optionalElements: false, wraps: 'list',
    };
}

/**
 * How a format's values differ from a row's: expressions for what is not the same, by type. They may
 * use the names of `helpers`.
 * @typedef {object} Dialect
 * @property {Record<string, (value: string) => string>} values
 * @property {Record<string, Function>} helpers
 * @property {(message: Message, members: string[]) => string} [make] a message of members, each
 *   `"name": expression`
 * @property {boolean} [leaveOut] absent fields are left out of a message, and not null
 */

/**
 * A function that makes a row of a message.
 * @param {Message} message
 * @param {Dialect} dialect
 * @returns {(message: any) => any}
 */
export function rowReader(message, dialect) {
    /** @param {string} object @param {Field} field */
    const get = (object, { name }) => `${object}[${JSON.stringify(name)}]`;
    /** @param {Field} field @param {string} value @returns {string} */
    const single = (field, value) => {
        const inner = field.message;
        if (!inner) return dialect.values[field.type]?.(value) ?? value;
        if (!field.wraps) return `${inner.name}(${value})`;
        return member(inner.fields[0], get(value, inner.fields[0]));
    };
    /** @param {Field} field @param {string} value @returns {string} */
    const member = (field, value) => {
        if (!field.repeated) {
            const found = single(field, value);
            if (!field.optional) return found;
            return found === value ? `${value} ?? null` : orNull(value, (absent) => single(field, absent));
        }
        const each = (/** @type {string} */ element) => {
            const found = single(field, element);
            return field.optionalElements && found !== element
                ? orNull(element, (absent) => single(field, absent)) : found;
        };
        const list = (/** @type {string} */ all) =>
            each('element') === 'element' ? all : `${all}.map((element) => ${each('element')})`;
        return field.optional ? orNull(value, list) : list(value);
    };
    return compile(message, dialect, ({ fields }) =>
        `{ ${fields.map((field) => `${literalKey(field.key)}: ${member(field, get('from', field))}`).join(', ')} }`);
}

/**
 * A function that makes a message of a row.
 * @param {Message} message
 * @param {Dialect} dialect
 * @returns {(row: any) => any}
 */
export function messageWriter(message, dialect) {
    const make = dialect.make ?? ((_, members) => `{ ${members.join(', ')} }`);
    /** @param {Field} field @param {string} value @returns {string} */
    const single = (field, value) => {
        const inner = field.message;
        if (!inner) return dialect.values[field.type]?.(value) ?? value;
        if (!field.wraps) return `${inner.name}(${value})`;
        const [only] = inner.fields;
        return make(inner, [`${JSON.stringify(only.name)}: ${member(only, value)}`]);
    };
    const absent = dialect.leaveOut ? 'undefined' : 'null';
    /** @param {Field} field @param {string} value @returns {string} */
    const member = (field, value) => {
        const isPlain = single(field, value) === value;
        if (!field.repeated) {
            if (!field.optional) return single(field, value);
            return isPlain && !dialect.leaveOut ? `${value} ?? null`
                : orNull(value, (found) => single(field, found), absent);
        }
        const list = (/** @type {string} */ all) => {
            const found = single(field, 'element');
            if (found === 'element') return all;
            const each = field.optionalElements && field.wraps !== 'element' ? orNull('element', () => found) : found;
            return `${all}.map((element) => (${each}))`;
        };
        return field.optional ? orNull(value, list, absent) : list(value);
    };
    return compile(message, dialect, (part) => make(part, part.fields.map((field) =>
        `${JSON.stringify(field.name)}: ${member(field, `from[${JSON.stringify(field.key)}]`)}`)));
}

/** As a member of an object literal, where a plain `"__proto__"` would set the prototype. @param {string} key */
export function literalKey(key) {
    return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}

/**
 * Whether a format's messages can be used as rows: no value differs, and no name.
 * @param {Message} message
 * @param {Dialect} dialect for reading
 * @returns {boolean}
 */
export function isRow({ fields }, dialect) {
    return fields.every(({ key, name, type, message, wraps }) =>
        key === name && !wraps && !(type in dialect.values) && (!message || isRow(message, dialect)));
}

/**
 * @param {string} value an expression
 * @param {(value: string) => string} present
 * @param {string} [absent]
 */
function orNull(value, present, absent = 'null') {
    return `(${value} == null ? ${absent} : ${present(value)})`;
}

/**
 * @param {Message} message
 * @param {Dialect} dialect
 * @param {(message: Message) => string} body an object, out of `from`
 */
function compile(message, dialect, body) {
    const functions = allMessages(message).filter((part) => part === message || !isWrap(message, part))
        .map((part) => `function ${part.name}(from) { return ${body(part)}; }`);
    const names = Object.keys(dialect.helpers);
    const make = new Function(...names, `${functions.join('\n')}\nreturn ${message.name};`);
    return make(...Object.values(dialect.helpers));
}

/**
 * @param {Message} message
 * @param {Message} part
 * @returns {boolean}
 */
function isWrap(message, part) {
    return message.fields.some((field) => field.message &&
        (field.message === part ? field.wraps !== null : isWrap(field.message, part)));
}
