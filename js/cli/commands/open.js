/**
 * `tcb open`: verifies and decrypts.
 */

import { open } from '../../envelope.js';
import { readKeys, remarkUnverified } from '../files/keys.js';
import { SEALING_OPTIONS, changeFiles } from './sealing.js';

/** @import { CommandSpec, OptionValues } from '../program/program.js' */

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'FILE', about: 'a sealed .tcb file; - is standard input', many: true }],
    options: SEALING_OPTIONS,
    notes: [
        'The result is a plain file: decrypted, and without a MAC. With a key for signing, a file that carries no MAC ' +
        'or another one is refused; without one, nothing is verified.',
    ],
    examples: [
        { run: 'tcb open Sealed.tcb --encrypt-key-file encrypt.key --mac-key-file mac.key -o Plain.tcb' },
    ],
};

/**
 * @param {OptionValues} values
 * @param {string[]} files
 */
export async function run(values, files) {
    const keys = await readKeys(values);
    return changeFiles(values, files, keys.macKey ? 'verified, plain' : 'plain', async (bytes, file) => {
        const plain = await open(bytes, { ...keys, file });
        remarkUnverified(bytes, keys, file, values.quiet);
        return plain;
    });
}
