/**
 * `.tcb` files as commands take them: one after another, opened with the keys that there are, with the
 * schema that belongs to each.
 */

import { decode, init } from '../../index.js';
import { UsageError, oneLine } from '../terminal/failure.js';
import { inputName, readUnpacked } from './files.js';
import { openSealed, readKeys, remarkUnverified, signatureOf } from './keys.js';
import { readSchema, tableName } from './schemas.js';

/**
 * @import { OptionSpec, OptionValues } from '../program/program.js'
 * @import { Signature } from './keys.js'
 * @import { SchemaColumn, SchemaJson } from '../../schema/types.js'
 */

/**
 * @typedef {object} TableFile
 * @property {string} path
 * @property {string} file its name, for messages
 * @property {string} name of the table
 * @property {Uint8Array} bytes of the plain file
 * @property {Signature} signature
 * @property {readonly SchemaColumn[]} [schema]
 */

/** @type {OptionSpec} */
export const SCHEMA_OPTION = Object.freeze({
    flags: '--schema <file>',
    about:
        "a JSON file with the columns' names and types, which .tcb files do not hold: of one " +
        'table, { "columns": [...] }, or of many, { "tables": { "Item": ... } }; or the .d.ts that tcb types made of it',
});

/**
 * @param {string} path
 * @param {OptionValues} values of the schema and the keys
 * @returns {Promise<TableFile>}
 */
export async function readTableFile(path, values) {
    const file = inputName(path),
        name = tableName(path);
    const keys = await readKeys(values);
    const stored = await readUnpacked(path);
    const bytes = await openSealed(stored, keys, file);
    const signature = signatureOf(stored, keys);
    remarkUnverified(stored, keys, file, values.quiet);
    const schema = values.schema === undefined ? undefined : await readSchema(values.schema, name);
    return { path, file, name, bytes, signature, schema };
}

/** @param {TableFile} tableFile */
export async function decodeTable({ bytes, schema, file }) {
    await init();
    return decode(bytes, { schema: /** @type {SchemaJson['columns'] | undefined} */ (schema), file });
}

/**
 * Does the work for each file. One that fails does not keep the others from theirs.
 * @param {readonly string[]} paths
 * @param {(path: string) => Promise<number>} work gives an exit status
 * @param {(unread: { file: string, error: string }) => void} [failed] is told of each that failed, for a list
 *   of all
 * @returns {Promise<number>} the greatest exit status
 */
export async function eachFile(paths, work, failed) {
    let status = 0;
    for (const path of paths) {
        try {
            status = Math.max(status, await work(path));
        } catch (error) {
            if (error instanceof UsageError) throw error;
            process.stderr.write(`tcb: ${oneLine(error)}\n`);
            failed?.({ file: inputName(path), error: oneLine(error) });
            status = Math.max(status, 1);
        }
    }
    return status;
}
