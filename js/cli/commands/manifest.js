/**
 * `tcb manifest`: what a folder of files holds, for clients that fetch what changed.
 */

import { join } from 'node:path';

import { Failure } from '../terminal/failure.js';
import { STDIO, checkOutput, writeOutput } from '../files/files.js';
import { isFolder } from '../input/files.js';
import { countOf } from '../terminal/layout.js';
import { MANIFEST, verifyManifest, writeManifest } from '../files/manifest.js';
import { remark } from '../terminal/terminal.js';

/** @import { CommandSpec, OptionValues } from '../program/program.js' */

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'FOLDER', about: 'with .tcb files' }],
    options: [
        { flags: '--verify', about: `compare the files with ${MANIFEST}, and write nothing` },
        { flags: '--force', about: `overwrite a ${MANIFEST} that exists` },
    ],
    notes: [
        `${MANIFEST} tells of every .tcb file its name, size and MD5. A file that did not change keeps its date when the ` +
        'manifest is written again.',
    ],
    statuses: [[0, 'written or, with --verify, all files are as the manifest says'], [1, 'files differ, are missing, or are not listed']],
    examples: [
        { run: 'tcb manifest build/tables' },
        { run: 'tcb manifest build/tables --verify' },
    ],
};

/**
 * @param {OptionValues} values
 * @param {string[]} operands
 */
export async function run({ verify = false, force = false, quiet = false }, [folder]) {
    if (!isFolder(folder)) throw new Failure(`${folder}: expected a folder of .tcb files`);
    if (!verify) {
        checkOutput(join(folder, MANIFEST), force);
        remark(await writeManifest(folder, force), quiet);
        return 0;
    }
    const { problems, files } = await verifyManifest(folder);
    const lines = problems.map((problem) => `${problem}\n`);
    if (!lines.length && !quiet) lines.push(`${folder}: ${countOf(files, 'file')} as ${MANIFEST} says\n`);
    await writeOutput(STDIO, lines.join(''), false);
    return problems.length ? 1 : 0;
}
