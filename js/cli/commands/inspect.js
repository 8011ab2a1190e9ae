/**
 * `tcb inspect`: what a file is made of.
 */

import { columnLines } from '../columns.js';
import { tableFacts } from '../facts.js';
import { UsageError, oneLine } from '../failure.js';
import { STDIO, inputName, readBytes, writeOutput } from '../files.js';
import { clip, count, countOf } from '../layout.js';
import { readSchema, tableName } from '../schemas.js';

/** @import { OptionValues } from '../args.js' */
/** @import { TableFacts } from '../facts.js' */

export const help = `tcb inspect: show how .tcb files are made up

Usage: tcb inspect FILE... [options]

  FILE               a .tcb file; - is standard input
  --schema SCHEMA    a JSON file with the columns' names and types, which .tcb files do not hold:
                     of one table, { "columns": [...] }, or of many, { "tables": { "Item": ... } }
  --json             print the facts as JSON: an array with an object a file
  -h, --help         this help

Every column is one line: its tag, type and encoding, its bytes and their share of the file, the
entries of its dictionary and, where it is optional, the share of rows that have a value (or of
elements, where only those are optional).

Example:
  tcb inspect build/tables/*.tcb
`;

export const options = /** @type {const} */ ({
    schema: { type: 'string' },
    json: { type: 'boolean' },
});

/**
 * @param {OptionValues} values
 * @param {string[]} files
 */
export async function run({ schema, json = false }, files) {
    if (!files.length) throw new UsageError('inspect: expected a .tcb file; see tcb inspect --help');
    let status = 0;
    let gap = '';
    const all = [];
    for (const path of files) {
        try {
            const facts = await inspect(path, schema);
            if (facts.columns.some(({ error }) => error)) status = 1;
            if (json) all.push({ file: inputName(path), ...facts });
            else await writeOutput(STDIO, gap + report(inputName(path), facts), false);
            gap = '\n';
        } catch (error) { // the other files are shown all the same
            process.stderr.write(`tcb: ${oneLine(error)}\n`);
            status = 1;
        }
    }
    if (json) await writeOutput(STDIO, JSON.stringify(all, null, 2) + '\n', false);
    return status;
}

/**
 * @param {string} path
 * @param {string} [schemaPath]
 */
async function inspect(path, schemaPath) {
    const bytes = await readBytes(path);
    const schema = schemaPath === undefined ? undefined : await readSchema(schemaPath, tableName(path));
    return tableFacts(bytes, { schema, file: inputName(path) });
}

/**
 * @param {string} file
 * @param {TableFacts} facts
 */
function report(file, facts) {
    const { version, rows, columns, bytes, headerBytes, missing } = facts;
    const lines = [
        `${clip(file, 200)}: format version ${version}, ${countOf(rows, 'row')}, ` +
        `${countOf(columns.length, 'column')}, ${countOf(bytes, 'byte')} (${count(headerBytes)} of header)`,
    ];
    if (columns.length) lines.push('', ...columnLines(facts, columns));
    const marks = legend(columns.map(({ type }) => type).join());
    if (marks) lines.push('', `  ${marks}`);
    if (missing.length) lines.push('', `  not in this file, but in the schema: ${missing.join(', ')}`);
    for (const { error } of columns) if (error) lines.push('', `  ${oneLine(error)}`);
    return lines.join('\n') + '\n';
}

/** @param {string} types */
function legend(types) {
    const marks = [];
    if (types.includes('[]')) marks.push('[] array');
    if (types.includes('?')) marks.push('? optional');
    return marks.join(', ');
}
