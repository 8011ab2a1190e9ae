/**
 * The systems that are compared: one file each in systems/, which is imported only in a process that
 * measures it.
 */

import { openTables } from './tables.js';

/** @import { SampleColumn } from '../data/json.js' */
/** @import { DataSet } from './sets.js' */

/**
 * One way to keep a table in a file and to load it. README.md tells what each part is for.
 * @typedef {object} System
 * @property {string} title
 * @property {(set: DataSet) => Uint8Array | Promise<Uint8Array>} prepare the bytes of a file; throws
 *   `Unsupported` where the system cannot hold the set
 * @property {(bytes: Uint8Array) => any} load the form that the library gives, or a promise of it
 * @property {(form: any) => any[]} rows all rows as objects
 * @property {(form: any, column: any) => number} sum of a column of numbers
 * @property {(form: any, column: any) => (key: any) => any} index what gives the row of a key
 * @property {() => number} [heldBytes] memory that the library keeps for its next call
 * @property {string | string[]} [reader] an ES module that exports what loading needs, or several, whose bundle
 *   tells what a page would ship; left out where the platform reads the form by itself
 * @property {(bytes: Uint8Array) => Uint8Array[]} [parts] the files of a file that holds many; see tables.js
 * @property {(form: any, table: number) => { system: System, form: any }} [table] one of many
 */

/**
 * Makes a system ready for tables of a schema: the default export of each file in systems/.
 * @typedef {(schema: { columns: SampleColumn[] }) => System | Promise<System>} SystemFactory
 */

/** The first is what the others are compared with. */
export const SYSTEM_NAMES = Object.freeze([
    'json-named',
    'json-compact',
    'json-columns',
    'msgpack',
    'msgpackr-maps',
    'msgpackr-records',
    'cbor-maps',
    'cbor-records',
    'cbor-packed',
    'bson',
    'v8',
    'protobuf-es',
    'protobufjs',
    'avro',
    'thrift-binary',
    'thrift-compact',
    'fury',
    'flatbuffers',
    'arrow',
    'flechette',
    'parquet',
    'tcb',
    'tcb-compiled',
    'tcb-dictionaries',
]);

/**
 * @param {string} name
 * @param {DataSet['schema']} schema
 * @returns {Promise<System>}
 */
export async function openSystem(name, schema) {
    if (schema.tables) return openTables(schema.tables, (own) => openSystem(name, own));
    /** @type {{ default: SystemFactory }} */
    const file = await import(`./systems/${name}.js`);
    return file.default(schema);
}
