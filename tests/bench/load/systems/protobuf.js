/** The protobuf schema of a table, for both libraries. */

/** @import { Field, Message } from '../messages.js' */

/** A list that is absent, and an element that is, need a message around them. */
export const WRAPS = Object.freeze({ lists: true, elements: true });

/**
 * `sint` is the type for numbers of either sign, `sfixed64` that for numbers beyond 2^56.
 * @type {Readonly<Record<string, string>>}
 */
export const TYPES = Object.freeze({
    i32: 'sint32', enum: 'int32', i64: 'sint64', f32: 'float', f64: 'double', bool: 'bool', string: 'string',
    uuid: 'bytes', datetime: 'sfixed64', timespan: 'sint64', json: 'string', bytes: 'bytes',
});

/** @param {Field} field */
function fieldText({ name, number, type, message, repeated, optional }) {
    const rule = repeated ? 'repeated ' : optional && !message ? 'optional ' : '';
    return `    ${rule}${message?.name ?? TYPES[type]} ${name} = ${number};`;
}

/**
 * A .proto file of a table with these messages, the row's last.
 * @param {readonly Message[]} messages
 */
export function protoText(messages) {
    const texts = messages.map(({ name, fields }) => `message ${name} {\n${fields.map(fieldText).join('\n')}\n}\n`);
    const row = messages[messages.length - 1].name;
    return ['syntax = "proto3";\n', ...texts, `message Table {\n    repeated ${row} rows = 1;\n}\n`].join('\n');
}
