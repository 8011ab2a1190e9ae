/**
 * FlatBuffers: a file's bytes are the objects, and values are read where they lie. Its compiler is no
 * npm package: the accessors here are of the form that `flatc --ts` gives, for the same tables, without
 * the types.
 */

import { ByteBuffer } from 'flatbuffers';
import { generatedFile } from '../generated.js';
import { datetimeText, datetimeTicks, timespanText, timespanTicks, toBytes, uuidBytes, uuidText } from '../logical.js';
import { allMessages, literalKey, rowMessage } from '../messages.js';
import { allRows } from '../objects.js';

/** @import { Field, Message } from '../messages.js' */

/** Accessors do not tell an absent vector from an empty one, and elements are always there. */
const WRAPS = { lists: true, elements: true };

/**
 * How a scalar is kept.
 * @typedef {object} Scalar
 * @property {string} read what a ByteBuffer reads
 * @property {string} add what a Builder adds
 * @property {number} size
 * @property {string} zero
 */

/** @type {Scalar} */
const LONG = { read: 'Int64', add: 'Int64', size: 8, zero: 'BigInt(0)' };
/** @type {Scalar} */
const INT = { read: 'Int32', add: 'Int32', size: 4, zero: '0' };

/** @type {Record<string, Scalar>} */
const SCALARS = {
    i32: INT, enum: INT, i64: LONG, datetime: LONG, timespan: LONG,
    f32: { read: 'Float32', add: 'Float32', size: 4, zero: '0.0' },
    f64: { read: 'Float64', add: 'Float64', size: 8, zero: '0.0' },
    bool: { read: 'Int8', add: 'Int8', size: 1, zero: 'false' },
};

/** Two longs, inline: FlatBuffers has no fixed arrays in JavaScript. */
const UUID_CODE = `export class Uuid {
  bb = null;
  bb_pos = 0;
  __init(i, bb) {
    this.bb_pos = i;
    this.bb = bb;
    return this;
  }
  high() {
    return this.bb.readUint64(this.bb_pos);
  }
  low() {
    return this.bb.readUint64(this.bb_pos + 8);
  }
  static createUuid(builder, high, low) {
    builder.prep(8, 16);
    builder.writeInt64(low);
    builder.writeInt64(high);
    return builder.offset();
  }
}
`;

/** The place of a field in its table's list of offsets. @param {Field} field */
const slot = ({ number }) => 2 + 2 * number;

/** @param {string} name */
const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** @param {Field} field */
function accessor(field) {
    const { name, type, message, repeated, optional } = field;
    const scalar = SCALARS[type];
    const start = `const offset = this.bb.__offset(this.bb_pos, ${slot(field)});`;
    const vector = 'this.bb.__vector(this.bb_pos + offset)';
    const length = (/** @type {string} */ of) => `  ${of}Length() {
    ${start}
    return offset ? this.bb.__vector_len(this.bb_pos + offset) : 0;
  }`;
    const isBool = type === 'bool' ? '!!' : '';
    if (type === 'bytes') {
        if (repeated) throw new Error(`column ${name}: lists of bytes are not supported here`);
        return `  ${name}Array() {
    ${start}
    const bytes = this.bb.bytes();
    const length = offset && this.bb.__vector_len(this.bb_pos + offset);
    return offset ? new Uint8Array(bytes.buffer, bytes.byteOffset + ${vector}, length) : null;
  }`;
    }
    if (repeated) {
        const at = scalar ? `${isBool}this.bb.read${scalar.read}(${vector} + index * ${scalar.size})`
            : message ? `(obj || new ${message.name}()).__init(this.bb.__indirect(${vector} + index * 4), this.bb)`
                : type === 'uuid' ? `(obj || new Uuid()).__init(${vector} + index * 16, this.bb)`
                    : `this.bb.__string(${vector} + index * 4)`;
        return `  ${name}(index, obj) {
    ${start}
    return offset ? ${at} : ${scalar?.zero ?? 'null'};
  }
${length(name)}`;
    }
    const value = scalar ? `${isBool}this.bb.read${scalar.read}(this.bb_pos + offset)`
        : message ? `(obj || new ${message.name}()).__init(this.bb.__indirect(this.bb_pos + offset), this.bb)`
            : type === 'uuid' ? '(obj || new Uuid()).__init(this.bb_pos + offset, this.bb)'
                : 'this.bb.__string(this.bb_pos + offset)';
    return `  ${name}(obj) {
    ${start}
    return offset ? ${value} : ${scalar && !optional ? scalar.zero : 'null'};
  }`;
}

/** @param {Field} field */
function adder(field) {
    const { name, type, number, repeated, optional } = field;
    const scalar = SCALARS[type];
    const place = number - 1;
    const add = repeated || !scalar && type !== 'uuid' ? `builder.addFieldOffset(${place}, value, 0);`
        : !scalar ? `builder.addFieldStruct(${place}, value, 0);`
            // What may be absent has no value that stands for absence, so that zeros are kept.
            : `builder.addField${scalar.add}(${place}, ${type === 'bool' ? '+value' : 'value'}, ${optional ? 'null'
                : type === 'bool' ? '+false' : scalar.zero});`;
    const vector = !repeated ? '' : type === 'uuid' ? `
  static start${capital(name)}Vector(builder, length) {
    builder.startVector(16, length, 8);
  }` : `
  static create${capital(name)}Vector(builder, data) {
    builder.startVector(${scalar?.size ?? 4}, data.length, ${scalar?.size ?? 4});
    for (let i = data.length - 1; i >= 0; i--) {
      builder.add${scalar?.add ?? 'Offset'}(${type === 'bool' ? '+data[i]' : 'data[i]'});
    }
    return builder.endVector();
  }`;
    return `  static add${capital(name)}(builder, value) {
    ${add}
  }${vector}`;
}

/** @param {Message} message */
function tableCode({ name, fields }) {
    return `export class ${name} {
  bb = null;
  bb_pos = 0;
  __init(i, bb) {
    this.bb_pos = i;
    this.bb = bb;
    return this;
  }
  static getRootAs${name}(bb, obj) {
    return (obj || new ${name}()).__init(bb.readInt32(bb.position()) + bb.position(), bb);
  }
${fields.map(accessor).join('\n')}
  static start${name}(builder) {
    builder.startObject(${fields.length});
  }
${fields.map(adder).join('\n')}
  static end${name}(builder) {
    return builder.endObject();
  }
}
`;
}

/**
 * @param {Message} row
 * @returns {Message}
 */
const tableOf = (row) => ({
    name: 'Table',
    fields: [{
        key: 'rows', name: 'rows', number: 1, type: 'message', message: row, repeated: true, optional: false,
        optionalElements: false, wraps: null,
    }],
});

/**
 * @param {{ high(): bigint, low(): bigint }} uuid
 * @returns {string}
 */
function toUuidText(uuid) {
    const bytes = new DataView(new ArrayBuffer(16));
    bytes.setBigUint64(0, uuid.high(), true);
    bytes.setBigUint64(8, uuid.low(), true);
    return uuidText(new Uint8Array(bytes.buffer));
}

/** @type {Record<string, (value: string) => string>} */
const READS = {
    datetime: (value) => `datetimeText(${value})`, timespan: (value) => `timespanText(${value})`,
    uuid: (value) => `toUuidText(${value})`, json: (value) => `JSON.parse(${value})`,
};

/**
 * A function that makes a row of a table, by its accessors.
 * @param {Message} row
 */
function rowReader(row) {
    /** @param {Field} field @param {string} value */
    const single = ({ type, message }, value) =>
        message ? `${message.name}(${value})` : READS[type]?.(value) ?? value;
    /** @param {Field} field @returns {string} */
    const member = (field) => {
        const { name, type, optional, repeated } = field;
        if (type === 'bytes') return `from.${name}Array()`;
        if (repeated) return `allRows(from.${name}Length(), (index) => ${single(field, `from.${name}(index)`)})`;
        const found = single(field, `from.${name}()`);
        if (!optional || found === `from.${name}()`) return found;
        return `orNull(from.${name}(), (found) => ${single(field, 'found')})`;
    };
    const functions = allMessages(row).map(({ name, fields }) => {
        // Messages around a list or an element hold one member, which is what a row has.
        const only = fields.length === 1 && /_(List|Element)$/.test(name);
        const body = only ? member(fields[0])
            : `{ ${fields.map((field) => `${literalKey(field.key)}: ${member(field)}`).join(', ')} }`;
        return `function ${name}(from) { return ${body}; }`;
    });
    const helpers = {
        allRows, datetimeText, timespanText, toUuidText,
        /** @param {any} value @param {(value: any) => any} make */
        orNull: (value, make) => value === null ? null : make(value),
    };
    const make = new Function(...Object.keys(helpers), `${functions.join('\n')}\nreturn ${row.name};`);
    return make(...Object.values(helpers));
}

/** @type {Record<string, (value: any) => any>} */
const WRITES = {
    i64: BigInt, datetime: datetimeTicks, timespan: timespanTicks, json: (value) => JSON.stringify(value),
};

/**
 * Writes a table's parts that lie outside it first, as the format wants, then the table.
 * @param {any} builder
 * @param {Message} message
 * @param {any} row
 * @param {any} code the generated module
 * @returns {number} where it is
 */
function writeTable(builder, message, row, code) {
    const { name: table, fields } = message;
    const values = fields.map((field) => {
        const { key, optional } = field;
        // A message around a list or an element is made of the value itself.
        const isWrap = /_(List|Element)$/.test(table);
        const value = isWrap ? row : row[key];
        if (optional && (value === null || value === undefined)) return null;
        if (field.message && !field.repeated) return writeTable(builder, field.message, value, code);
        return field.repeated ? writeVector(builder, table, field, value, code) : writeOutside(builder, field, value);
    });
    code[table][`start${table}`](builder);
    fields.forEach((field, i) => {
        if (values[i] === null) return;
        // A struct is written inside its table, just before it is added.
        const value = field.type === 'uuid' && !field.repeated ? writeUuid(builder, values[i], code) : values[i];
        code[table][`add${capital(field.name)}`](builder, value);
    });
    return code[table][`end${table}`](builder);
}

/**
 * @param {any} builder
 * @param {Field} field
 * @param {any} value
 */
function writeOutside(builder, { type }, value) {
    const written = WRITES[type]?.(value) ?? value;
    // Texts that are the same are kept once; the library takes an empty one for none.
    if (type === 'string' || type === 'json') {
        return written ? builder.createSharedString(written) : builder.createString('');
    }
    return type === 'bytes' ? builder.createByteVector(toBytes(value)) : written;
}

/**
 * @param {any} builder
 * @param {string} table
 * @param {Field} field
 * @param {any[]} list
 * @param {any} code
 */
function writeVector(builder, table, field, list, code) {
    if (field.type === 'uuid') {
        code[table][`start${capital(field.name)}Vector`](builder, list.length);
        for (const uuid of list.toReversed()) writeUuid(builder, uuid, code);
        return builder.endVector();
    }
    const { message } = field;
    const elements = list.map((element) =>
        message ? writeTable(builder, message, element, code) : writeOutside(builder, field, element));
    return code[table][`create${capital(field.name)}Vector`](builder, elements);
}

/**
 * @param {any} builder
 * @param {string} uuid
 * @param {any} code
 */
function writeUuid(builder, uuid, code) {
    const view = new DataView(uuidBytes(uuid).buffer);
    return code.Uuid.createUuid(builder, view.getBigUint64(0, true), view.getBigUint64(8, true));
}

/** @type {import('../systems.js').SystemFactory} */
export default async (schema) => {
    const message = rowMessage(schema, WRAPS);
    const source = ['import * as flatbuffers from \'flatbuffers\';\n', UUID_CODE,
        ...[...allMessages(message), tableOf(message)].map(tableCode)].join('\n');
    const { path, url } = await generatedFile('flatbuffers', source, () => source);
    const code = await import(url);
    const readRow = rowReader(message);
    const nameOf = (/** @type {string} */ column) => {
        const field = message.fields.find(({ key }) => key === column);
        if (!field) throw new Error(`no column ${column}`);
        return field.name;
    };
    // One object for all rows, moved from row to row, as the documentation advises.
    const row = new code.Row();
    let held = 0;
    return {
        title: 'FlatBuffers',
        async prepare(set) {
            const { Builder } = await import('flatbuffers');
            const builder = new Builder(1024);
            const rows = set.rows.map((from) => writeTable(builder, message, from, code));
            const vector = code.Table.createRowsVector(builder, rows);
            code.Table.startTable(builder);
            code.Table.addRows(builder, vector);
            builder.finish(code.Table.endTable(builder));
            return builder.asUint8Array().slice();
        },
        load(bytes) {
            held = bytes.length;
            return code.Table.getRootAsTable(new ByteBuffer(bytes));
        },
        rows: (table) => allRows(table.rowsLength(), (i) => readRow(table.rows(i, row))),
        sum(table, column) {
            const name = nameOf(column);
            const count = table.rowsLength();
            let sum = 0;
            for (let i = 0; i < count; i++) sum += table.rows(i, row)[name]();
            return sum;
        },
        index(table, column) {
            const name = nameOf(column);
            const count = table.rowsLength();
            const map = new Map();
            for (let i = 0; i < count; i++) map.set(table.rows(i, row)[name](), i);
            return (key) => readRow(table.rows(map.get(key), row));
        },
        // The one object is on the last file until it is moved to the next.
        heldBytes: () => held,
        reader: [
            'export { ByteBuffer } from "flatbuffers";',
            `export { Table } from ${JSON.stringify(path)};`,
        ].join('\n'),
    };
};
