/**
 * `tcb types`: TypeScript declarations.
 */

import { generateTypes } from '../../typegen.js';
import { Failure, oneLine } from '../terminal/failure.js';
import { STDIO, checkOutput, inputName, readJson, writeOutput } from '../files/files.js';
import { countOf } from '../terminal/layout.js';
import { tableName } from '../files/schemas.js';
import { remark } from '../terminal/terminal.js';

/** @import { CommandSpec, OptionValues } from '../program/program.js' */

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'SCHEMA', about: 'a schema file: of one table, or of all tables of a folder; - is standard input' }],
    options: [
        { flags: '-o, --output <file>', about: 'where to write', fallback: 'standard output, also called -' },
        { flags: '--name <name>', about: 'the table, where the schema has no name for it', fallback: 'after the file: Item for Item.schema.json' },
        { flags: '--force', about: 'overwrite a file that exists' },
    ],
    notes: ['The declarations describe what Table.row(i) of the package gives: 64-bit integers are bigint.'],
    examples: [{ run: 'tcb types Item.schema.json -o Item.d.ts' }],
};

/**
 * @param {OptionValues} values
 * @param {string[]} files
 */
export async function run({ output = STDIO, name, force = false, quiet = false }, [path]) {
    checkOutput(output, force);
    const { value } = await readJson(path);
    const table = name ?? (tableName(path).replace(/\.?schema$/i, '') || 'Row');
    let text;
    try {
        text = generateTypes(value, { name: path === STDIO ? name : table });
    } catch (cause) {
        throw new Failure(`${inputName(path)}: ${oneLine(cause)}`, { cause });
    }
    await writeOutput(output, text, force);
    if (output !== STDIO) remark(`${output}: ${countOf(text.match(/^export interface/gm)?.length ?? 0, 'interface')}`, quiet);
    return 0;
}
