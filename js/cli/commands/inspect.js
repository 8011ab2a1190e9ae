/**
 * `tcb inspect`: what a file is made of.
 */

import { columnLines } from '../facts/columns.js';
import { columnName, damageText } from '../facts/damage.js';
import { tableFacts } from '../facts/facts.js';
import { UsageError } from '../terminal/failure.js';
import { STDIO, inputName, readUnpacked, writeOutput } from '../files/files.js';
import { headerFacts, HEADER_BYTES } from '../facts/header.js';
import { hexLines } from '../facts/hexlines.js';
import { KEY_OPTIONS, openSealed, readKeys, remarkUnverified, signatureOf } from '../files/keys.js';
import { clip, count, countOf } from '../terminal/layout.js';
import { readSchema, tableName } from '../files/schemas.js';
import { SCHEMA_OPTION, eachFile } from '../files/tablefile.js';
import { colours } from '../terminal/terminal.js';

/**
 * @import { ColumnFacts, TableFacts } from '../facts/facts.js'
 * @import { HeaderFacts } from '../facts/header.js'
 * @import { Keys, Signature } from '../files/keys.js'
 * @import { SchemaColumn } from '../../schema/types.js'
 * @import { CommandSpec, OptionValues } from '../program/program.js'
 */

const HEX_LIMIT = 1000;

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'FILE', about: 'a .tcb file; - is standard input', many: true }],
    options: [
        SCHEMA_OPTION,
        {
            flags: '--values',
            about: 'decode the columns, for distinct values, ranges and damage',
            fallback: 'of files up to 4 MiB and 2 million cells',
        },
        {
            flags: '--no-values',
            about: 'look at heads of blocks only: what takes no time in a file of any size',
        },
        {
            flags: '--hex',
            about: 'print the bytes, each field of header, descriptors and blocks beside its own',
        },
        {
            flags: '--columns <tags>',
            about: 'with --hex: only the blocks of these columns, names or tags with commas between',
        },
        {
            flags: '--limit <fields>',
            about: 'with --hex: how many fields of a block to print',
            fallback: `${HEX_LIMIT}; all prints all`,
        },
        { flags: '--json', about: 'print the facts as JSON: an array with an object a file' },
        ...KEY_OPTIONS,
    ],
    notes: [
        'Every column is one line: its tag, type and encoding with those inside it, its ' +
            'bytes and their share of the file, how many different values it has (without ' +
            '--values the entries of its dictionary), where it is optional the share of rows ' +
            'that have a value (or of elements, where only those are optional), and its least ' +
            'and greatest values.',
        'Of a sealed file without its key the header is shown; of one that is cut off, the columns ' +
            'that are there, with shares of what the file should be.',
    ],
    examples: [
        { run: 'tcb inspect build/tables/*.tcb' },
        {
            run: 'tcb inspect Item.tcb --hex --columns 3',
            about: 'the bytes of the header and of one column',
        },
    ],
    statuses: [
        [0, 'every file is good, as far as it was looked at'],
        [1, 'one is damaged or cannot be read'],
        [2, 'the command was called wrongly'],
    ],
};

/** @typedef {HeaderFacts & { bytes: number }} SealedFacts */

/**
 * @param {OptionValues} options
 * @param {string[]} files
 */
export async function run(
    { schema: schemaPath, values, hex = false, columns, limit, json = false, quiet = false, ...others },
    files,
) {
    if (hex && json) throw new UsageError('expected --hex or --json, found both; see tcb inspect --help');
    if (!hex && (columns ?? limit) !== undefined) {
        throw new UsageError('--columns and --limit go with --hex; see tcb inspect --help');
    }
    const keys = await readKeys(others);
    const shown = fieldLimit(limit);
    let gap = '';
    /** @type {object[]} */
    const all = [];
    const status = await eachFile(files, async (path) => {
        const file = inputName(path);
        const { bytes, sealed, signature } = await readFile(path, keys, quiet);
        const schema = schemaPath === undefined ? undefined : await readSchema(schemaPath, tableName(path));
        if (hex) {
            const isGood = await writeHex(bytes, {
                file,
                gap,
                schema,
                columns: columns?.split(','),
                limit: shown,
            });
            gap = '\n';
            return isGood ? 0 : 1;
        }
        const opened = sealed ? null : await tableFacts(bytes, { schema, file, values, inPart: true });
        // The MAC is gone from a file that was opened.
        const facts = opened && { ...opened, authenticated: signature !== 'none' };
        if (json) all.push({ file, signature, ...(facts ?? sealed) });
        else
            await writeOutput(
                STDIO,
                gap +
                    (facts ? report(file, facts, signature) : sealedReport(file, /** @type {SealedFacts} */ (sealed))),
                false,
            );
        gap = '\n';
        return facts?.damage || facts?.columns.some(({ error }) => error) ? 1 : 0;
    }, (unread) => all.push(unread));
    if (json) await writeOutput(STDIO, JSON.stringify(all, null, 2) + '\n', false);
    return status;
}

/** @param {string} [given] */
function fieldLimit(given = String(HEX_LIMIT)) {
    if (given === 'all') return Infinity;
    if (/^\d{1,9}$/.test(given)) return Number(given);
    throw new UsageError(
        `--limit: expected a whole number or all, found ${JSON.stringify(given)}; see tcb inspect --help`,
    );
}

/**
 * A file's plain bytes; with those of a sealed one there is no more than its header to be told.
 * @param {string} path
 * @param {Keys} keys
 * @param {boolean} quiet
 * @returns {Promise<{ bytes: Uint8Array, signature: Signature, sealed: SealedFacts | null }>}
 */
async function readFile(path, keys, quiet) {
    const bytes = await readUnpacked(path), file = inputName(path);
    const signature = signatureOf(bytes, keys);
    const header = headerFacts(bytes);
    const isSealed = header?.encrypted && !keys.encryptionKey;
    const plain = isSealed ? bytes : await openSealed(bytes, keys, file);
    remarkUnverified(bytes, keys, file, quiet);
    return { bytes: plain, signature, sealed: isSealed ? { ...header, bytes: bytes.length } : null };
}

/**
 * @param {Uint8Array} bytes
 * @param {{ file: string, gap: string, schema?: readonly SchemaColumn[], columns?: string[], limit: number }} how
 */
async function writeHex(bytes, { file, gap, ...how }) {
    let chunk = `${gap}${clip(file, 200)}: ${countOf(bytes.length, 'byte')}\n\n`;
    const lines = hexLines(bytes, { ...how, file, colours: colours() });
    let next = lines.next();
    for (; !next.done; next = lines.next()) {
        chunk += next.value + '\n';
        if (chunk.length < 65536) continue;
        await writeOutput(STDIO, chunk, false);
        chunk = '';
    }
    await writeOutput(STDIO, chunk, false);
    return next.value;
}

/**
 * @param {string} file
 * @param {TableFacts} facts
 * @param {Signature} signature
 */
function report(file, facts, signature) {
    const { version, rows, columns, bytes, headerBytes, missing, damage } = facts;
    const lines = [
        `${clip(file, 200)}: format version ${version}, ${countOf(rows, 'row')}, ` +
            `${countOf(columns.length, 'column')}, ${countOf(bytes, 'byte')} (${count(headerBytes)} of header)`,
    ];
    if (signature === 'verified') lines.push('', '  signed with a MAC, which was verified');
    if (signature === 'not verified')
        lines.push('', '  signed with a MAC, which was not verified: --mac-key-file verifies it');
    if (damage) lines.push('', `  ${damageText(damage, columns)}`);
    if (columns.length)
        lines.push('', ...columnLines(facts, damage ? columns.map(named) : columns, { ranges: true }));
    const marks = legend(columns.map(({ type }) => type).join());
    if (marks) lines.push('', `  ${marks}`);
    if (missing.length)
        lines.push(
            '',
            `  not in this file, but in the schema: ${missing.map((name) => clip(name, 40)).join(', ')}`,
        );
    const errors = columns.flatMap(({ error }) => (error ? [`  ${clip(error, 400)}`] : []));
    if (errors.length) lines.push('', ...errors);
    return lines.join('\n') + '\n';
}

/**
 * Under the name that what is told of damage calls it by.
 * @param {ColumnFacts} column
 */
function named(column) {
    return { ...column, name: columnName(column) };
}

/**
 * @param {string} file
 * @param {SealedFacts} facts
 */
function sealedReport(file, { version, cipher, nonce, mac, bytes }) {
    return (
        [
            `${clip(file, 200)}: format version ${version}, sealed, ${countOf(bytes, 'byte')} (${HEADER_BYTES} of header)`,
            '',
            `  encrypted  ${cipher}, nonce ${nonce}`,
            `  signed     ${mac ? `MAC ${mac}` : 'no'}`,
            '',
            '  --encrypt-key-file tells the rest',
        ].join('\n') + '\n'
    );
}

/** @param {string} types */
function legend(types) {
    const marks = [];
    if (types.includes('[]')) marks.push('[] array');
    if (types.includes('?')) marks.push('? optional');
    return marks.join(', ');
}
