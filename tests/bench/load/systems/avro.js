/** Avro's binary encoding of one array of records, whose schema the reader has. */

import avro from 'avsc';
import { READING, WRITING } from '../logical.js';
import { messageWriter, rowMessage } from '../messages.js';
import { messageSystem } from '../messagesystem.js';

/** @import { Field, Message } from '../messages.js' */

/** An exact 64-bit integer: a number where that is exact, else a bigint. */
const LONG = avro.types.LongType.__with({
    fromBuffer(/** @type {Buffer} */ bytes) {
        const high = bytes.readInt32LE(4);
        return high >= -0x200000 && high < 0x200000 ? high * 0x100000000 + bytes.readUInt32LE(0)
            : bytes.readBigInt64LE();
    },
    toBuffer(/** @type {bigint} */ value) {
        const bytes = Buffer.alloc(8);
        bytes.writeBigInt64LE(value);
        return bytes;
    },
    fromJSON: BigInt,
    toJSON: Number,
    isValid: (/** @type {any} */ value) => typeof value === 'bigint',
    compare: (/** @type {bigint} */ a, /** @type {bigint} */ b) => a < b ? -1 : a > b ? 1 : 0,
});

const UUID = /** @type {const} */ ({ type: 'fixed', name: 'Uuid', size: 16 });

/** @type {Record<string, any>} */
const TYPES = {
    i32: 'int', enum: 'int', i64: 'long', f32: 'float', f64: 'double', bool: 'boolean', string: 'string',
    uuid: 'Uuid', datetime: 'long', timespan: 'long', json: 'string', bytes: 'bytes',
};

/** @param {any} type @param {boolean} optional */
const orNull = (type, optional) => optional ? ['null', type] : type;

/**
 * @param {Field} field
 * @returns {any}
 */
function fieldType(field) {
    const single = field.message ? recordType(field.message) : TYPES[field.type];
    const whole = field.repeated ? { type: 'array', items: orNull(single, field.optionalElements) } : single;
    return orNull(whole, field.optional);
}

/**
 * @param {Message} message
 * @returns {any}
 */
function recordType({ name, fields }) {
    return { type: 'record', name, fields: fields.map((field) => ({ name: field.name, type: fieldType(field) })) };
}

/** @type {import('../systems.js').SystemFactory} */
export default (schema) => {
    const message = rowMessage(schema);
    const registry = { long: LONG, Uuid: avro.Type.forSchema(UUID) };
    const type = avro.Type.forSchema({ type: 'array', items: recordType(message) }, { registry });
    const ticks = (/** @type {string} */ value) => `BigInt(${value})`;
    const reading = {
        ...READING,
        values: {
            ...READING.values,
            datetime: (/** @type {string} */ value) => READING.values.datetime(ticks(value)),
            timespan: (/** @type {string} */ value) => READING.values.timespan(ticks(value)),
        },
    };
    const writing = {
        values: {
            ...WRITING.values,
            uuid: (/** @type {string} */ value) => `Buffer.from(${WRITING.values.uuid(value)})`,
            bytes: (/** @type {string} */ value) => `Buffer.from(${WRITING.values.bytes(value)})`,
        },
        helpers: WRITING.helpers,
    };
    return messageSystem({
        title: 'Avro', message, reading,
        prepare: (set) => type.toBuffer(set.rows.map(messageWriter(message, writing))),
        load: (bytes) => type.fromBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
        reader: 'import avro from "avsc/etc/browser/avsc-types.js"; export const forSchema = avro.Type.forSchema;',
    });
};
