/**
 * `tcb decode`: a file to JSON rows.
 */

import { decode, init } from '../../index.js';
import { tableJsonText } from '../../json.js';
import { Failure, UsageError } from '../failure.js';
import { STDIO, checkOutput, inputName, readBytes, writeOutput } from '../files.js';
import { readSchema, tableName } from '../schemas.js';

/** @import { OptionValues } from '../args.js' */

export const help = `tcb decode: print a .tcb file as JSON rows

Usage: tcb decode FILE [options]

  FILE                 a .tcb file; - is standard input
  -o, --output FILE    where to write (default: standard output, also called -)
  --schema SCHEMA      a JSON file with the columns' names and types, such as tcb encode
                       --write-schema writes (default: columns are named c1, c2, ... by tag)
  --columns A,B        only these columns, by name or tag
  --compact            rows as arrays of values instead of objects
  --force              overwrite a file that exists
  -h, --help           this help

64-bit integers are written as digits in quotes, since JSON numbers keep 53 bits only.

Example:
  tcb decode Item.tcb --schema Item.schema.json --columns id,name -o names.json
`;

export const options = /** @type {const} */ ({
    output: { type: 'string', short: 'o' },
    schema: { type: 'string' },
    columns: { type: 'string', multiple: true },
    compact: { type: 'boolean' },
    force: { type: 'boolean' },
});

/**
 * @param {OptionValues} values
 * @param {string[]} files
 */
export async function run(values, files) {
    const { output = STDIO, schema: schemaPath, columns, compact = false, force = false } = values;
    const [path] = files;
    if (files.length !== 1) {
        throw new UsageError('decode: expected one .tcb file, ' +
            `found ${files.length || 'none'}; see tcb decode --help`);
    }
    checkOutput(output, force);
    const bytes = await readBytes(path);
    const schema = schemaPath === undefined ? undefined : await readSchema(schemaPath, tableName(path));
    const names = new Set(schema?.map(({ name }) => name));
    await init();
    const table = decodeFile(bytes,
        { schema, columns: columns && keys(columns, names), file: inputName(path) });
    await writeOutput(output, tableJsonText(table, { compact }) + '\n', force);
    return 0;
}

/**
 * @param {Uint8Array} bytes
 * @param {import('../../read.js').DecodeOptions} how
 */
function decodeFile(bytes, how) {
    try {
        return decode(bytes, how);
    } catch (cause) {
        if (cause instanceof RangeError) throw new Failure(`${how.file}: ${cause.message}`, { cause });
        throw cause;
    }
}

/**
 * Digits are a tag, unless a column is called so; a name that holds a comma is a list's item of its own.
 * @param {string[]} lists
 * @param {Set<string>} names
 * @returns {(string | number)[]}
 */
function keys(lists, names) {
    return lists.flatMap((list) => (names.has(list) ? [list] : list.split(',')))
        .map((key) => (/^\d+$/.test(key) && !names.has(key) ? Number(key) : key));
}
