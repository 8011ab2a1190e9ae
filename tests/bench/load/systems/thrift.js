/**
 * Thrift, in both protocols. Its compiler is no npm package: the code here is of the form that
 * `thrift --gen js:node,es6,esm,bigint` gives, for the same structs.
 */

import { generatedFile } from '../generated.js';
import { READING, WRITING } from '../logical.js';
import { allMessages, messageWriter, rowMessage } from '../messages.js';
import { messageSystem } from '../messagesystem.js';

/** @import { Field, Message } from '../messages.js' */

/** The main module would bring all transports with it. */
const FOLDER = 'thrift/lib/nodejs/lib/thrift';
const TRANSPORT_PATH = `${FOLDER}/framed_transport.js`;

/** A list may be absent, but none of its elements. */
const WRAPS = { elements: true };

/**
 * By column type, the type and the method's name. There are no 32-bit floats. The library's uuids are
 * only those of RFC 9562, which ours need not be.
 * @type {Record<string, [type: string, method: string]>}
 */
const TYPES = {
    i32: ['I32', 'I32'], enum: ['I32', 'I32'], i64: ['I64', 'I64'], f32: ['DOUBLE', 'Double'],
    f64: ['DOUBLE', 'Double'], bool: ['BOOL', 'Bool'], string: ['STRING', 'String'], uuid: ['STRING', 'Binary'],
    datetime: ['I64', 'I64'], timespan: ['I64', 'I64'], json: ['STRING', 'String'], bytes: ['STRING', 'Binary'],
};

/** @param {Field} field */
const wireType = ({ type, message }) => message ? 'STRUCT' : TYPES[type][0];

/**
 * Statements that read a value into a variable.
 * @param {Field} field
 * @param {string} to
 */
function readValue({ type, message }, to) {
    if (message) return `${to} = new ${message.name}();\n          ${to}.read(input);`;
    const method = TYPES[type][1];
    return method === 'I64' ? `${to} = toBigInt(input.readI64());` : `${to} = input.read${method}();`;
}

/**
 * @param {Field} field
 * @param {string} from
 */
function writeValue({ type, message }, from) {
    if (message) return `${from}.write(output);`;
    const method = TYPES[type][1];
    return method === 'I64' ? `output.writeI64(fromBigInt(${from}));` : `output.write${method}(${from});`;
}

/** @param {Field} field */
function readCase(field) {
    const { name, number, repeated } = field;
    const read = repeated ? `this.${name} = [];
          const size = input.readListBegin().size || 0;
          for (let i = 0; i < size; ++i) {
            let element = null;
            ${readValue(field, 'element')}
            this.${name}.push(element);
          }
          input.readListEnd();` : readValue(field, `this.${name}`);
    return `        case ${number}:
        if (ftype == Type.${repeated ? 'LIST' : wireType(field)}) {
          ${read}
        } else {
          input.skip(ftype);
        }
        break;`;
}

/** @param {Field} field */
function writeMember(field) {
    const { name, number, repeated } = field;
    const write = repeated ? `output.writeListBegin(Type.${wireType(field)}, this.${name}.length);
      for (const element of this.${name}) {
        ${writeValue(field, 'element')}
      }
      output.writeListEnd();` : writeValue(field, `this.${name}`);
    return `    if (this.${name} !== null && this.${name} !== undefined) {
      output.writeFieldBegin('${name}', Type.${repeated ? 'LIST' : wireType(field)}, ${number});
      ${write}
      output.writeFieldEnd();
    }`;
}

/** @param {Message} message */
function structCode({ name, fields }) {
    return `export const ${name} = class {
  constructor(args) {
${fields.map((field) => `    this.${field.name} = null;`).join('\n')}
    if (args) {
${fields.map((field) => `      if (args.${field.name} !== undefined && args.${field.name} !== null) {
        this.${field.name} = args.${field.name};
      }`).join('\n')}
    }
  }

  read (input) {
    input.readStructBegin();
    while (true) {
      const ret = input.readFieldBegin();
      const ftype = ret.ftype;
      const fid = ret.fid;
      if (ftype == Type.STOP) {
        break;
      }
      switch (fid) {
${fields.map(readCase).join('\n')}
        default:
          input.skip(ftype);
      }
      input.readFieldEnd();
    }
    input.readStructEnd();
    return;
  }

  write (output) {
    output.writeStructBegin('${name}');
${fields.map(writeMember).join('\n')}
    output.writeFieldStop();
    output.writeStructEnd();
    return;
  }
};
`;
}

/**
 * @param {readonly Message[]} messages the row's last
 */
function moduleCode(messages) {
    /** @type {Field} */
    const rows = {
        key: 'rows', name: 'rows', number: 1, type: 'message', message: messages[messages.length - 1], repeated: true,
        optional: false, optionalElements: false, wraps: null,
    };
    return `import Int64 from 'node-int64';
import bigints from '${FOLDER}/bigint_compat.js';
import { Type } from '${FOLDER}/thrift.js';

// As the package's main module has them.
const toBigInt = (i64) => bigints.readBigInt64BE(i64.buffer, i64.offset || 0);
const fromBigInt = (value) => {
  const bytes = Buffer.allocUnsafe(8);
  bigints.writeBigInt64BE(bytes, value, 0);
  return new Int64(bytes);
};

${[...messages, { name: 'Table', fields: [rows] }].map(structCode).join('\n')}`;
}

/**
 * @param {string} title
 * @param {'binary' | 'compact'} protocolName
 * @returns {import('../systems.js').SystemFactory}
 */
export function thrift(title, protocolName) {
    return async (schema) => {
        const protocolPath = `${FOLDER}/${protocolName}_protocol.js`;
        const { default: Protocol } = await import(protocolPath);
        const { default: Transport } = await import(TRANSPORT_PATH);
        const message = rowMessage(schema, WRAPS);
        const code = moduleCode(allMessages(message));
        const { path, url } = await generatedFile('thrift', code, () => code);
        const structs = await import(url);
        /** @type {import('../messages.js').Dialect} */
        const writes = {
            values: {
                ...WRITING.values,
                uuid: (value) => `Buffer.from(uuidBytes(${value}))`,
                bytes: (value) => `Buffer.from(toBytes(${value}))`,
            },
            // The functions that make them have the structs' own names.
            helpers: { ...WRITING.helpers, structs },
            make: ({ name }, members) => `new structs.${name}({ ${members.join(', ')} })`,
        };
        return messageSystem({
            title, message, reading: READING,
            prepare: (set) => new Promise((resolve) => {
                // What comes out is the message behind four bytes of its length.
                const transport = new Transport(null, (/** @type {Buffer} */ frame) => resolve(frame.subarray(4)));
                const table = new structs.Table({ rows: set.rows.map(messageWriter(message, writes)) });
                table.write(new Protocol(transport));
                transport.flush();
            }),
            load(bytes) {
                const table = new structs.Table();
                const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
                table.read(new Protocol(new Transport(buffer)));
                return table;
            },
            list: (table) => table.rows,
            reader: [
                `export { default as Protocol } from '${protocolPath}';`,
                `export { default as Transport } from '${TRANSPORT_PATH}';`,
                `export { Table } from ${JSON.stringify(path)};`,
            ].join('\n'),
        });
    };
}
