/**
 * `tcb seal`: encrypts and signs.
 */

import { seal } from '../../envelope.js';
import { UsageError } from '../terminal/failure.js';
import { readKeys } from '../files/keys.js';
import { SEALING_OPTIONS, changeFiles } from './sealing.js';

/** @import { CommandSpec, OptionValues } from '../program/program.js' */

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'FILE', about: 'a plain .tcb file; - is standard input', many: true }],
    options: SEALING_OPTIONS,
    notes: [
        'With an encryption key the file is encrypted (ChaCha20), with a key for signing it gets a MAC (HMAC-SHA-256); ' +
        'one key or both. The same file and keys always give the same bytes.',
    ],
    examples: [
        { run: 'tcb seal Item.tcb --encrypt-key-file encrypt.key --mac-key-file mac.key -o Item.sealed.tcb' },
    ],
};

/**
 * @param {OptionValues} values
 * @param {string[]} files
 */
export async function run(values, files) {
    const keys = await readKeys(values);
    if (!keys.encryptionKey && !keys.macKey) {
        throw new UsageError('no key was given: --encrypt-key-file or TCB_ENCRYPT_KEY encrypts, --mac-key-file or TCB_MAC_KEY signs; ' +
            'see tcb seal --help');
    }
    const done = [keys.encryptionKey && 'encrypted', keys.macKey && 'signed'].filter(Boolean).join(' and ');
    return changeFiles(values, files, done, (bytes, file) => seal(bytes, { ...keys, file }));
}
