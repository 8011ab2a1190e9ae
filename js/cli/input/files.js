/**
 * Which files a command that encodes reads, and which it writes.
 */

import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { Failure, UsageError } from '../terminal/failure.js';
import { STDIO, fileFailure } from '../files/files.js';
import { tableName } from '../files/schemas.js';
import { formatOf, tcbPath } from './formats.js';

/** What stands beside tables without being one. */
const NO_ROWS = /(?:^|\.)schema\.json$|^manifest.*\.json$|(?:^|[.-])baseline\.json$/i;

/** @typedef {{ input: string, output: string, table: string, listed: boolean }} Job `listed`: found in a folder */

/**
 * @param {readonly string[]} operands files and folders
 * @param {string | undefined} output a file for one file of rows, a folder for others
 * @returns {Job[]}
 */
export function encodeJobs(operands, output) {
    const found = operands.flatMap((path) => (isFolder(path)
        ? rowFiles(path).map((input) => ({ input, listed: true })) : [{ input: path, listed: false }]));
    const inputs = found.map(({ input }) => input);
    const several = inputs.length > 1 || operands.some(isFolder);
    if (several && inputs.includes(STDIO)) throw new UsageError('standard input is one table and goes alone; see tcb encode --help');
    if (several && output !== undefined) makeFolder(output);
    const toFolder = output !== undefined && output !== STDIO && isFolder(output);
    const jobs = found.map(({ input, listed }) => ({
        input, listed, table: tableName(input),
        output: toFolder ? join(output, basename(tcbPath(input))) : output ?? (input === STDIO ? STDIO : tcbPath(input)),
    }));
    for (const [i, { input, output: path }] of jobs.entries()) {
        const first = jobs.findIndex((job) => job.output === path);
        if (first < i) throw new Failure(`${path}: both ${jobs[first].input} and ${input} would be written there`);
    }
    return jobs;
}

/** @param {string} path */
export function isFolder(path) {
    return path !== STDIO && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** @param {string} folder */
function rowFiles(folder) {
    const names = readdirSync(folder).sort().filter((name) => formatOf(name) && !NO_ROWS.test(name) && !name.startsWith('~$'));
    if (!names.length) throw new Failure(`${folder}: no files of rows are in this folder (.json, .ndjson, .csv, .tsv, .xlsx, or these with .gz)`);
    return names.map((name) => join(folder, name));
}

/** @param {string} path */
function makeFolder(path) {
    if (path === STDIO) throw new UsageError('several tables do not fit into standard output; see tcb encode --help');
    if (isFolder(path)) return;
    try {
        mkdirSync(path, { recursive: true });
    } catch (cause) {
        throw fileFailure(path, cause);
    }
}

/**
 * The folder that all files are written to.
 * @param {readonly Job[]} jobs
 */
export function outputFolder(jobs) {
    const folders = new Set(jobs.map(({ output }) => (output === STDIO ? STDIO : dirname(output))));
    const [folder] = folders;
    if (folders.size === 1 && folder !== STDIO) return folder;
    throw new UsageError('--manifest needs one folder for all .tcb files: -o names it; see tcb encode --help');
}
