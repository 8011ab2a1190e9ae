/** Apache Fory for JavaScript, by the last of its packages that the registry has. */

import furyModule from '@furyjs/fury';
import { READING, WRITING } from '../logical.js';
import { messageWriter, rowMessage } from '../messages.js';
import { messageSystem } from '../messagesystem.js';
import { Unsupported } from '../unsupported.js';

/** @import { Field, Message } from '../messages.js' */

const { default: Fury, Type } = furyModule;

/** @type {Record<string, () => any>} */
const TYPES = {
    i32: Type.int32, enum: Type.int32, i64: Type.int64, f32: Type.float, f64: Type.double, bool: Type.bool,
    string: Type.string, uuid: Type.binary, json: Type.string, bytes: Type.binary,
    // Its integers of 64 bits cannot hold ticks, and its dates have milliseconds only.
    datetime: Type.string, timespan: Type.string,
};

/** Values below are written in four bytes; others are written right, but read wrongly. */
const MOST = 2n ** 30n;

/** @param {string} digits */
function toInteger(digits) {
    const value = BigInt(digits);
    if (value >= -MOST && value < MOST) return value;
    throw new Unsupported('@furyjs/fury 0.5.9-beta reads i64 values of more than 31 bits wrongly');
}

/** @type {import('../messages.js').Dialect} */
const WRITES = {
    values: {
        i64: (value) => `toInteger(${value})`, uuid: WRITING.values.uuid, json: WRITING.values.json,
        bytes: WRITING.values.bytes,
    },
    helpers: { ...WRITING.helpers, toInteger },
};

/** @type {import('../messages.js').Dialect} */
const READS = { values: { uuid: READING.values.uuid, json: READING.values.json }, helpers: READING.helpers };

/**
 * Any field may be null, but no element of an array.
 * @param {Field} field
 * @returns {any}
 */
function fieldType({ type, message, repeated }) {
    const single = message ? objectType(message) : TYPES[type]();
    return repeated ? Type.array(single) : single;
}

/**
 * @param {Message} message
 * @returns {any}
 */
function objectType({ name, fields }) {
    return Type.object(name, Object.fromEntries(fields.map((field) => [field.name, fieldType(field)])));
}

/** @type {import('../systems.js').SystemFactory} */
export default (schema) => {
    const message = rowMessage(schema, { elements: true });
    const table = Type.object('Table', { rows: Type.array(objectType(message)) });
    const { serialize, deserialize } = new Fury().registerSerializer(table);
    let held = 0;
    return messageSystem({
        title: 'Fory', message, reading: READS,
        prepare: (set) => serialize({ rows: set.rows.map(messageWriter(message, WRITES)) }),
        load(bytes) {
            held = bytes.length;
            return deserialize(bytes);
        },
        list: (form) => form.rows,
        // Its reader keeps the last file until the next one.
        heldBytes: () => held,
        reader: 'import fury from "@furyjs/fury"; export const Fury = fury.default;',
    });
};
