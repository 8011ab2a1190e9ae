/**
 * `tcb check`: the schema gate.
 */

import { existsSync } from 'node:fs';

import { init, inspect } from '../../index.js';
import { Failure, oneLine } from '../terminal/failure.js';
import { STDIO, inputName, readJson, writeOutput } from '../files/files.js';
import { checkBaseline, checkTable, emptyBaseline, updatedBaseline } from '../compare/gate.js';
import { KEY_OPTIONS } from '../files/keys.js';
import { clip, countOf } from '../terminal/layout.js';
import { SCHEMA_OPTION, eachFile, readTableFile } from '../files/tablefile.js';
import { colours, remark } from '../terminal/terminal.js';

/**
 * @import { CommandSpec, OptionValues } from '../program/program.js'
 * @import { Baseline, Finding, GateColumn } from '../compare/gate.js'
 */

/** @type {CommandSpec} */
export const spec = {
    operands: [
        { name: 'FILE', about: 'a .tcb file, called after its table; - is standard input', many: true },
    ],
    options: [
        {
            flags: '--baseline <file>',
            about: "what shipped readers know: the exporter's baseline file",
            fallback: 'schema-baseline.json',
        },
        {
            ...SCHEMA_OPTION,
            about:
                SCHEMA_OPTION.about +
                "; with it, columns that took each other's tags are found, and " +
                '--update has their names',
        },
        {
            flags: '--update',
            about:
                'write the tables as they are now into the baseline, unless something is ' +
                    'wrong; makes the file where there is none',
        },
        {
            flags: '--force',
            about: 'with --update: also where shipped readers refuse a column; a retired tag never comes back',
        },
        { flags: '--json', about: 'print the findings as JSON' },
        ...KEY_OPTIONS,
    ],
    notes: [
        'A reader knows columns by their tags. It reads a column whose element is the one ' +
            'it expects or a narrower one (varint as i32 or i64, i32 as i64 or f64, f32 as ' +
            'f64), skips tags that it does not know, and takes empty values for those that are ' +
            'gone. Anything else it refuses, or would read wrongly: such changes are found ' +
            'here, each with what to do about it.',
        'A baseline does not tell which columns are optional, where readers and files must ' +
            'agree too: tcb diff --schema-only with a file that has shipped finds that.',
    ],
    examples: [
        { run: 'tcb check --baseline schema-baseline.json build/*.tcb' },
        {
            run: 'tcb check --baseline schema-baseline.json build/*.tcb --schema schema.json --update',
            about: 'after a release',
        },
    ],
    statuses: [
        [0, 'shipped readers read every file'],
        [1, 'they do not, or a file cannot be read'],
        [2, 'the command was called wrongly'],
    ],
};

/**
 * @param {OptionValues} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
    const {
        baseline: path = 'schema-baseline.json',
        update = false,
        force = false,
        json = false,
        quiet,
    } = values;
    const isNew = path !== STDIO && !existsSync(path);
    if (isNew && !update) throw new Failure(`${path}: no such file; --update makes it`);
    const old = isNew ? emptyBaseline() : await readBaseline(path);
    let baseline = old;
    /** @type {Finding[]} */
    const findings = [];
    let nameless = 0;
    /** @type {{ file: string, good: boolean, error?: string }[]} */
    const files = [];
    await init();
    const status = await eachFile(paths, async (file) => {
        const { table, columns } = await readColumns(file, values);
        const found = checkTable(old, table, columns);
        files.push({ file: inputName(file), good: !found.some(({ breaking }) => breaking) });
        findings.push(...found);
        if (!json) await writeOutput(STDIO, findingLines(found, quiet), false);
        if (update) baseline = updatedBaseline(baseline, table, columns);
        nameless += columns.filter(
            ({ tag, name }) => name === undefined && !old.Tables[table]?.[tag],
        ).length;
        return found.some(({ breaking, change }) => breaking && !(update && force && change !== 'returned'))
            ? 1
            : 0;
    }, (unread) => files.push({ good: false, ...unread }));
    const unread = files.filter(({ error }) => error !== undefined).length;
    const breaking = findings.filter((finding) => finding.breaking).length;
    if (json)
        await writeOutput(
            STDIO,
            JSON.stringify({ baseline: path, breaking, findings, files }, null, 2) + '\n',
            false,
        );
    const checked = paths.length - unread;
    const tables = `${countOf(checked, 'table')} checked with ${path}` +
        (unread ? `, ${countOf(unread, 'file')} not read` : '');
    if (!update) {
        if (!json)
            remark(
                tables + (breaking ? `: ${countOf(breaking, 'change')} that shipped readers do not survive`
                    : unread ? checked ? ': the others are good' : '' : ': good'),
                quiet,
            );
        return status;
    }
    if (status) {
        throw new Failure(
            `${path} is left as it was: ${
                breaking
                    ? `there ${breaking > 1 ? 'are changes' : 'is a change'} that shipped ` +
                      'readers do not survive; --force records those of types all the same'
                    : 'not every file could be read'
            }`,
        );
    }
    await writeOutput(path, JSON.stringify(baseline, null, 2) + '\n', true);
    remark(`${path}: ${isNew ? 'made' : 'updated'} with ${countOf(paths.length, 'table')}`, quiet);
    if (nameless)
        remark(`${countOf(nameless, 'new column')} without a name there: --schema tells names`, quiet);
    return 0;
}

/**
 * @param {string} path
 * @returns {Promise<Baseline>}
 */
async function readBaseline(path) {
    const { value } = await readJson(path);
    try {
        return checkBaseline(value);
    } catch (cause) {
        throw new Failure(`${path}: ${oneLine(cause)}`, { cause });
    }
}

/**
 * @param {string} path
 * @param {OptionValues} values
 * @returns {Promise<{ table: string, columns: GateColumn[] }>}
 */
async function readColumns(path, values) {
    const { bytes, name, schema, file } = await readTableFile(path, values);
    const names = new Map(schema?.map((column) => [column.tag, column.name]));
    const { columns } = inspect(bytes, { file });
    return {
        table: name,
        columns: columns.map(({ tag, element, array }) => ({ tag, element, array, name: names.get(tag) })),
    };
}

/**
 * @param {readonly Finding[]} findings
 * @param {boolean} quiet
 */
function findingLines(findings, quiet) {
    const { red, yellow, dim } = colours();
    return findings
        .filter(({ breaking }) => breaking || !quiet)
        .map(({ table, tag, breaking, message, advice }) => {
            const mark = breaking ? red('error') : yellow('note ');
            const place = clip(table, 60) + (tag === undefined ? '' : `, tag ${tag}`);
            return (
                `${mark}  ${place}: ${clip(message, 400)}\n` +
                (advice ? dim(`       → ${clip(advice, 400)}`) + '\n' : '')
            );
        })
        .join('');
}
