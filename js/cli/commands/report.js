/**
 * `tcb report`: where the size is.
 */

import { UsageError } from '../terminal/failure.js';
import { STDIO, checkOutput, writeOutput } from '../files/files.js';
import { KEY_OPTIONS } from '../files/keys.js';
import { tableReport } from '../report/facts.js';
import { reportText } from '../report/text.js';
import { SCHEMA_OPTION, eachFile, readTableFile } from '../files/tablefile.js';
import { remark } from '../terminal/terminal.js';

/**
 * @import { CommandSpec, OptionValues } from '../program/program.js'
 * @import { TableReport } from '../report/facts.js'
 */

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'FILE', about: 'a .tcb file; - is standard input', many: true }],
    options: [
        SCHEMA_OPTION,
        {
            flags: '--no-compress',
            about: 'leave out what gzip and brotli make of the file and of each block: it takes most of the time',
        },
        { flags: '--json', about: 'print the reports as JSON: an array with an object a file' },
        { flags: '--html', about: 'write a page with plots, which needs nothing but itself' },
        { flags: '-o, --output <file>', about: 'where to write', fallback: 'standard output' },
        { flags: '--force', about: 'overwrite a file that exists' },
        ...KEY_OPTIONS,
    ],
    notes: [
        'The largest columns come first. "of RAW" is what a column takes in relation to ' +
            'its raw form; gzip and brotli tell what they make of its block alone, at their ' +
            'best levels (9 and 11): where much is left for them, another encoding or another ' +
            'order of rows may do. Last comes what every encoding takes that the exporter ' +
            'tries; of these it takes the smallest.',
    ],
    examples: [
        { run: 'tcb report Item.tcb --schema Item.schema.json' },
        { run: 'tcb report build/*.tcb --html -o sizes.html' },
    ],
};

/**
 * @param {OptionValues} values
 * @param {string[]} paths
 */
export async function run(values, paths) {
    const { compress = true, json = false, html = false, output = STDIO, force = false, quiet } = values;
    if (json && html) throw new UsageError('expected --json or --html, found both; see tcb report --help');
    checkOutput(output, force);
    /** @type {TableReport[]} */
    const reports = [];
    /** @type {{ file: string, error: string }[]} */
    const unread = [];
    const status = await eachFile(paths, async (path) => {
        const { bytes, signature, schema, file } = await readTableFile(path, values);
        const report = await tableReport(bytes, {
            file,
            schema,
            compress,
            progress: progressLine(file, quiet),
        });
        if (output === STDIO && !json && !html)
            await writeOutput(STDIO, (reports.length ? '\n' : '') + reportText(report), false);
        reports.push({ ...report, signature });
        return 0;
    }, (failed) => unread.push(failed));
    if (!reports.length && !json) return status;
    if (json) await writeOutput(output, JSON.stringify([...reports, ...unread], null, 2) + '\n', force);
    else if (html)
        await writeOutput(output, (await import('../report/html.js')).reportPage(reports), force);
    else if (output !== STDIO) await writeOutput(output, reports.map(reportText).join('\n'), force);
    if (output !== STDIO)
        remark(
            `${output}: ${reports.length === 1 ? 'report of 1 file' : `reports of ${reports.length} files`}`,
            quiet,
        );
    return status;
}

/** What is compressed without anyone waiting for it. */
const LONG = 2 ** 21;

/**
 * A line that tells how far the work is, on a terminal only.
 * @param {string} file
 * @param {boolean} quiet
 */
function progressLine(file, quiet) {
    return (/** @type {number} */ done, /** @type {number} */ all) => {
        if (quiet || all < LONG || !process.stderr.isTTY) return;
        const text = done < all ? `${file}: compressing, ${Math.floor((done / all) * 100)} %` : '';
        process.stderr.write(`\r\u001b[K${text}`);
    };
}
