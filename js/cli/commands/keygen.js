/**
 * `tcb keygen`: a key of chance.
 */

import { randomBytes } from 'node:crypto';

import { fileFailure, STDIO, checkOutput, replaceFile, writeOutput } from '../files/files.js';
import { remark } from '../terminal/terminal.js';

/** @import { CommandSpec, OptionValues } from '../program/program.js' */

/** @type {CommandSpec} */
export const spec = {
    operands: [],
    options: [
        { flags: '-o, --output <file>', about: 'where to write, for its owner alone to read', fallback: 'standard output, also called -' },
        { flags: '--force', about: 'overwrite a file that exists: files sealed with its key can then not be opened any more' },
    ],
    notes: [
        'A key is 32 bytes, written as 64 hexadecimal digits. The key for encryption and the key for signing must differ.',
    ],
    examples: [{ run: 'tcb keygen -o encrypt.key' }],
};

/** @param {OptionValues} values */
export async function run({ output = STDIO, force = false, quiet = false }) {
    const text = `${randomBytes(32).toString('hex')}\n`;
    if (output === STDIO) {
        await writeOutput(STDIO, text, false);
        return 0;
    }
    checkOutput(output, force);
    try {
        replaceFile(output, text, 0o600);
    } catch (cause) {
        throw fileFailure(output, cause);
    }
    remark(`${output}: a key of 64 hexadecimal digits`, quiet);
    return 0;
}
