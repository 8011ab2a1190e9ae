/**
 * What `tcb seal` and `tcb open` share: files in, files out.
 */

import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import { UsageError } from '../terminal/failure.js';
import { STDIO, checkOutput, fileFailure, inputName, readBytes, writeOutput } from '../files/files.js';
import { isFolder } from '../input/files.js';
import { KEY_OPTIONS } from '../files/keys.js';
import { countOf } from '../terminal/layout.js';
import { eachFile } from '../files/tablefile.js';
import { remark } from '../terminal/terminal.js';

/** @import { OptionSpec, OptionValues } from '../program/program.js' */

/** @type {readonly OptionSpec[]} */
export const SEALING_OPTIONS = Object.freeze([
    {
        flags: '-o, --output <file>', about: 'where to write; a folder for several files; - is standard output',
        fallback: 'FILE itself, which needs --force; standard output for standard input',
    },
    ...KEY_OPTIONS,
    { flags: '--force', about: 'overwrite files that exist' },
]);

/**
 * @param {OptionValues} values
 * @param {readonly string[]} paths
 * @param {string} done what was done, in a word
 * @param {(bytes: Uint8Array, file: string) => Promise<Uint8Array>} work
 */
export async function changeFiles({ output, force = false, quiet = false }, paths, done, work) {
    if (paths.length > 1 && output !== undefined) makeFolder(output);
    const toFolder = output !== undefined && isFolder(output);
    /** @param {string} path */
    const change = async (path) => {
        const target = toFolder ? join(output, basename(path)) : output ?? path;
        if (target === STDIO && process.stdout.isTTY) throw new UsageError('a .tcb file is not text for a terminal; use -o FILE');
        checkOutput(target, force);
        const bytes = await work(await readBytes(path), inputName(path));
        await writeOutput(target, bytes, force);
        if (target !== STDIO) remark(`${target}: ${done}, ${countOf(bytes.length, 'byte')}`, quiet);
        return 0;
    };
    return paths.length > 1 ? eachFile(paths, change) : change(paths[0]);
}

/** @param {string} path */
function makeFolder(path) {
    if (path === STDIO) throw new UsageError('several files do not fit into standard output: -o names a folder');
    try {
        mkdirSync(path, { recursive: true });
    } catch (cause) {
        throw fileFailure(path, cause);
    }
}
