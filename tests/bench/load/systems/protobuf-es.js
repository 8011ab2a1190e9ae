/**
 * Protocol Buffers by @bufbuild/protobuf. Its generator needs a compiler of .proto files, so the file
 * descriptor that a compiler would make is put together here, and the few lines that the generator
 * makes of one are written by the library's own functions for generators.
 */

import { generatedFile } from '../generated.js';
import { READING, WRITING } from '../logical.js';
import { allMessages, messageWriter, rowMessage } from '../messages.js';
import { messageSystem } from '../messagesystem.js';
import { TYPES, WRAPS, protoText } from './protobuf.js';

/** @import { Field, Message } from '../messages.js' */

/**
 * @param {Field} field
 * @param {Record<string, number>} types
 * @param {Record<string, number>} labels
 * @param {number} oneof the position of the one that proto3 makes for an optional field
 */
function fieldDescriptor({ name, number, type, message, repeated, optional }, types, labels, oneof) {
    return {
        name, number, jsonName: name,
        label: repeated ? labels.REPEATED : labels.OPTIONAL,
        ...message ? { type: types.MESSAGE, typeName: `.${message.name}` } : { type: types[TYPES[type].toUpperCase()] },
        ...hasPresence({ message, repeated, optional }) && { proto3Optional: true, oneofIndex: oneof },
    };
}

/** @param {Pick<Field, 'message' | 'repeated' | 'optional'>} field */
const hasPresence = ({ message, repeated, optional }) => optional && !message && !repeated;

/**
 * @param {readonly Message[]} messages the row's last
 * @returns {Promise<string>} a module
 */
async function generate(messages) {
    const { create } = await import('@bufbuild/protobuf');
    const { embedFileDesc } = await import('@bufbuild/protobuf/codegenv2');
    const wkt = await import('@bufbuild/protobuf/wkt');
    const types = /** @type {any} */ (wkt.FieldDescriptorProto_Type);
    const labels = /** @type {any} */ (wkt.FieldDescriptorProto_Label);
    const row = messages[messages.length - 1].name;
    const rows = {
        name: 'rows', number: 1, jsonName: 'rows', label: labels.REPEATED, type: types.MESSAGE, typeName: `.${row}`,
    };
    const descriptors = messages.map(({ name, fields }) => {
        const optional = fields.filter(hasPresence);
        return {
            name,
            field: fields.map((field) => fieldDescriptor(field, types, labels, optional.indexOf(field))),
            oneofDecl: optional.map((field) => ({ name: `_${field.name}` })),
        };
    });
    const file = create(wkt.FileDescriptorProtoSchema, {
        name: 'table.proto', syntax: 'proto3',
        messageType: /** @type {any[]} */ ([...descriptors, { name: 'Table', field: [rows] }]),
    });
    const embedded = embedFileDesc(file);
    if (embedded.bootable) throw new Error('expected a descriptor in base64');
    return [
        'import { fileDesc, messageDesc } from \'@bufbuild/protobuf/codegenv2\';',
        `export const file_table = /*@__PURE__*/ fileDesc('${embedded.base64()}');`,
        `export const TableSchema = /*@__PURE__*/ messageDesc(file_table, ${messages.length});`,
        '',
    ].join('\n');
}

/** @type {import('../messages.js').Dialect} */
const WRITES = { ...WRITING, leaveOut: true };

/** @type {import('../systems.js').SystemFactory} */
export default async (schema) => {
    const { fromBinary } = await import('@bufbuild/protobuf');
    const message = rowMessage(schema, WRAPS);
    const messages = allMessages(message);
    const { path, url } = await generatedFile('protobuf-es', protoText(messages), () => generate(messages));
    const { TableSchema } = await import(url);
    return messageSystem({
        title: '@bufbuild/protobuf', message, reading: READING,
        async prepare(set) {
            const { create, toBinary } = await import('@bufbuild/protobuf');
            return toBinary(TableSchema, create(TableSchema, { rows: set.rows.map(messageWriter(message, WRITES)) }));
        },
        load: (bytes) => fromBinary(TableSchema, bytes),
        list: (table) => table.rows,
        reader: [
            'export { fromBinary } from "@bufbuild/protobuf";',
            `export { TableSchema } from ${JSON.stringify(path)};`,
        ].join('\n'),
    });
};
