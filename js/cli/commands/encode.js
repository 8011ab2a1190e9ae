/**
 * `tcb encode`: JSON rows to a file.
 */

import { encode, inferSchema, init, normalizeSchema, schemaOf } from '../../index.js';
import { TcbError } from '../../errors.js';
import { Failure, UsageError } from '../failure.js';
import { STDIO, checkOutput, inputName, readJson, writeOutput } from '../files.js';
import { lostIntegers } from '../jsonplace.js';
import { countOf } from '../layout.js';
import { readSchema, tableName } from '../schemas.js';

/** @import { OptionValues } from '../args.js' */

export const help = `tcb encode: write JSON rows as a .tcb file

Usage: tcb encode ROWS.json [options]

  ROWS.json              an array of rows, each an object (with --schema also an array of values);
                         may be compressed with gzip; - is standard input
  -o, --output FILE      where to write; - is standard output
                         (default: ROWS.tcb beside the rows; standard output for standard input)
  --schema SCHEMA        a JSON file with the columns: of one table, { "columns": [...] }, or of
                         many, { "tables": { "Item": { "columns": [...] } } }
                         (default: types are inferred from the rows)
  --mixed json           without --schema: keep a column that mixes types, such as numbers and
                         texts, as JSON values instead of refusing it
  --write-schema FILE    write the schema that was used: a .tcb file holds no names, so
                         tcb decode needs it to give the same rows again
  --force                overwrite files that exist
  -h, --help             this help

Example:
  tcb encode Item.json --write-schema Item.schema.json
`;

export const options = /** @type {const} */ ({
    output: { type: 'string', short: 'o' },
    schema: { type: 'string' },
    mixed: { type: 'string' },
    'write-schema': { type: 'string' },
    force: { type: 'boolean' },
});

/**
 * @param {OptionValues} values
 * @param {string[]} files
 */
export async function run(values, files) {
    const { schema: schemaPath, mixed, force = false } = values;
    const [path] = files;
    if (files.length !== 1) {
        throw new UsageError('encode: expected one file of rows, ' +
            `found ${files.length || 'none'}; see tcb encode --help`);
    }
    if (mixed !== undefined && mixed !== 'json' && mixed !== 'error') {
        throw new UsageError('encode: expected --mixed json or --mixed error, ' +
            `found ${JSON.stringify(mixed)}`);
    }
    const output = values.output ?? (path === STDIO ? STDIO : path.replace(/(?:\.json)?(?:\.gz)?$/i, '.tcb'));
    const schemaOutput = values['write-schema'];
    if (output === STDIO && process.stdout.isTTY) {
        throw new UsageError('encode: a .tcb file is not text for a terminal; use -o FILE');
    }
    for (const file of [output, schemaOutput]) if (file !== undefined) checkOutput(file, force);

    const { rows, text } = await readRows(path);
    const name = inputName(path);
    const schema = schemaPath === undefined
        ? inferColumns(rows, mixed, name) : await readSchema(schemaPath, tableName(path));
    await init();
    const bytes = encode(rows, { schema, file: name });
    warnOfLostDigits(text, name);
    await writeOutput(output, bytes, force);
    if (schemaOutput !== undefined) {
        const json = JSON.stringify(schemaOf({ columns: schema }), null, 2);
        await writeOutput(schemaOutput, json + '\n', force);
    }
    if (output !== STDIO) {
        const size = `${countOf(rows.length, 'row')}, ${countOf(schema.length, 'column')}`;
        process.stderr.write(`${output}: ${size}, ${countOf(bytes.length, 'byte')}\n`);
    }
    return 0;
}

/**
 * @param {string} path
 * @returns {Promise<{ rows: object[], text: string }>}
 */
async function readRows(path) {
    const { value, text } = await readJson(path);
    if (Array.isArray(value)) return { rows: value, text };
    throw new Failure(`${inputName(path)}: expected an array of rows, found ` +
        (typeof value === 'object' && value ? 'an object' : JSON.stringify(value).slice(0, 40)));
}

/**
 * @param {object[]} rows
 * @param {'json' | 'error' | undefined} mixed
 * @param {string} file
 */
function inferColumns(rows, mixed, file) {
    if (Array.isArray(rows[0])) {
        throw new Failure(`${file}: rows that are arrays of values tell no names: --schema is needed`);
    }
    try {
        return normalizeSchema(inferSchema(rows, { mixed }));
    } catch (error) {
        if (!(error instanceof TcbError)) throw error;
        const hint = error.code === 'MIXED_TYPES' ? '; --mixed json keeps such a column as JSON values' : '';
        throw new Failure(`${file}: ${error.message}${hint}`, { cause: error });
    }
}

/**
 * JSON has integers of any length, but what reads it rounds them beyond 2^53.
 * @param {string} text
 * @param {string} file
 */
function warnOfLostDigits(text, file) {
    const lost = lostIntegers(text);
    if (!lost) return;
    const { count, place, written, read } = lost;
    const others = count > 1 ? ` (and ${count - 1} more)` : '';
    process.stderr.write(`tcb: warning: ${file}: ${place}: ${written} was read as ${read}${others}: ` +
        'JSON numbers keep 53 bits; write it in quotes, and give its column the type i64\n');
}
