/**
 * `tcb diff`: what differs between two files.
 */

import { rowChanges, schemaChanges } from '../compare/difference.js';
import { UsageError } from '../terminal/failure.js';
import { STDIO, writeOutput } from '../files/files.js';
import { KEY_OPTIONS } from '../files/keys.js';
import { clip, countOf } from '../terminal/layout.js';
import { jsonText } from '../../values/json.js';
import { SCHEMA_OPTION, decodeTable, readTableFile } from '../files/tablefile.js';
import { colours } from '../terminal/terminal.js';

/**
 * @import { CommandSpec, OptionValues } from '../program/program.js'
 * @import { ChangedRow, Json, LoneRow, RowChanges, SchemaChange } from '../compare/difference.js'
 */

const DEFAULT_LIMIT = 100,
    CELL_WIDTH = 60;

/** @type {CommandSpec} */
export const spec = {
    operands: [
        { name: 'A', about: 'a .tcb file; - is standard input' },
        { name: 'B', about: 'the one to compare with it' },
    ],
    options: [
        {
            flags: '--key <columns>',
            about: 'match rows by these columns, names or tags with commas between',
            fallback:
                'the first column of integers, texts or uuids whose values are all there ' +
                    'and all different in both files; where there is none, by number',
        },
        { flags: '--by-number', about: 'match the first row with the first, the second with the second' },
        {
            ...SCHEMA_OPTION,
            about: SCHEMA_OPTION.about + '; given twice, the second one is of B',
            many: true,
        },
        { flags: '--schema-only', about: 'compare the columns, not the rows' },
        {
            flags: '--limit <rows>',
            about: 'how many rows to print of those added, removed and changed',
            fallback: String(DEFAULT_LIMIT),
        },
        { flags: '--json', about: 'print all differences as JSON' },
        ...KEY_OPTIONS,
    ],
    notes: [
        'Columns are matched by their tags, and cells by their values: how a file encodes ' +
            "them makes no difference. A change of a column's type is marked where a reader " +
            'that has shipped with the schema of A would refuse B.',
    ],
    examples: [
        { run: 'tcb diff old/Item.tcb new/Item.tcb --schema Item.schema.json' },
        { run: 'tcb diff old/Loot.tcb new/Loot.tcb --key 1,2 --json' },
    ],
    statuses: [
        [0, 'the files hold the same'],
        [1, 'they differ'],
        [2, 'a file cannot be read, or the command was called wrongly'],
    ],
    failureStatus: 2,
};

/**
 * @param {OptionValues} values
 * @param {string[]} operands
 */
export async function run(
    {
        key,
        byNumber = false,
        schema: schemas = [],
        schemaOnly = false,
        limit,
        json = false,
        quiet,
        ...keys
    },
    [a, b],
) {
    if (schemas.length > 2) throw new UsageError('expected --schema once or twice; see tcb diff --help');
    if (a === STDIO && b === STDIO) throw new UsageError('only one of the files can be standard input');
    if (key !== undefined && byNumber)
        throw new UsageError('expected --key or --by-number, found both; see tcb diff --help');
    const shown = wholeNumber(limit);
    const files = [
        await readTableFile(a, { ...keys, schema: schemas[0] }),
        await readTableFile(b, { ...keys, schema: schemas.at(-1) }),
    ];
    const [before, after] = [await decodeTable(files[0]), await decodeTable(files[1])];
    const schema = schemaChanges(before, after);
    const rows = schemaOnly ? null : rowChanges(before, after, byNumber ? [] : key?.split(','));
    const differ =
        schema.length > 0 ||
        (rows !== null && rows.added.length + rows.removed.length + rows.changed.length > 0);
    if (json) {
        await writeOutput(
            STDIO,
            jsonText({
                a: files[0].file,
                b: files[1].file,
                same: !differ,
                schema,
                rows: rows ?? undefined,
            }) + '\n',
            false,
        );
    } else if (!quiet) {
        await writeOutput(STDIO, differ ? text(schema, rows, shown) : '', false);
    }
    return differ ? 1 : 0;
}

/** @param {string} [given] */
function wholeNumber(given = String(DEFAULT_LIMIT)) {
    if (/^\d{1,9}$/.test(given)) return Number(given);
    throw new UsageError(
        `--limit: expected a whole number, found ${JSON.stringify(given)}; see tcb diff --help`,
    );
}

/**
 * @param {readonly SchemaChange[]} schema
 * @param {RowChanges | null} rows
 * @param {number} limit
 */
function text(schema, rows, limit) {
    const lines = schema.length
        ? [`${countOf(schema.length, 'change')} of the schema`, ...schema.map(schemaLine)]
        : [];
    if (rows) {
        if (lines.length) lines.push('');
        lines.push(...rowLines(rows, limit));
    }
    return lines.join('\n') + '\n';
}

const MARKS = { added: '+', removed: '-', changed: '~', renamed: '~' };

/** @param {SchemaChange} change */
function schemaLine({ change, tag, name, before, after, breaking }) {
    const [from, to] = [before, after].map((side) => clip(side ?? '', CELL_WIDTH));
    const what =
        change === 'renamed'
            ? `${from} → ${to}`
            : `${clip(name, CELL_WIDTH)}: ${change === 'changed' ? `${from} → ${to}` : from || to}`;
    const remark = breaking ? ', which shipped readers refuse' : '';
    return paint(change, `  ${MARKS[change]} tag ${tag}  ${what}${remark}`);
}

/**
 * @param {RowChanges} rows
 * @param {number} limit
 */
function rowLines({ key, added, removed, changed, cells, same }, limit) {
    const by = key ? `by ${key.join(', ')}` : 'by number';
    const parts = [
        `${added.length.toLocaleString('en-US')} added`,
        `${removed.length.toLocaleString('en-US')} removed`,
        `${changed.length.toLocaleString('en-US')} changed${changed.length ? ` (${countOf(cells, 'cell')})` : ''}`,
        `${same.toLocaleString('en-US')} the same`,
    ];
    const lines = [`rows ${by}: ${parts.join(', ')}`];
    const all = [
        ...removed.map((row) => () => loneLine('removed', row)),
        ...added.map((row) => () => loneLine('added', row)),
        ...changed.map((row) => () => changedLines(row)),
    ];
    lines.push(...all.slice(0, limit).flatMap((line) => line()));
    if (all.length > limit)
        lines.push(`  … and ${countOf(all.length - limit, 'row')} more; --limit tells how many to print`);
    return lines;
}

/**
 * @param {'added' | 'removed'} change
 * @param {LoneRow} row
 */
function loneLine(change, { key }) {
    return paint(change, `  ${MARKS[change]} ${spell(key)}`);
}

/** @param {ChangedRow} row */
function changedLines({ key, cells }) {
    return [
        paint('changed', `  ~ ${spell(key)}`),
        ...cells.map(
            ({ column, before, after }) =>
                `      ${clip(column, CELL_WIDTH)}: ${spell(before)} → ${spell(after)}`,
        ),
    ];
}

/** @param {Json} value */
function spell(value) {
    return clip(jsonText(value), CELL_WIDTH);
}

/**
 * @param {keyof typeof MARKS} change
 * @param {string} line
 */
function paint(change, line) {
    const { green, red, yellow } = colours();
    return { added: green, removed: red, changed: yellow, renamed: yellow }[change](line);
}
