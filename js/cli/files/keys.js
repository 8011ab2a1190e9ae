/**
 * Keys of sealed files. They come from files or the environment: the arguments of a running command
 * can be read by everybody on the machine.
 */

import { open } from '../../envelope.js';
import { AT_KEY_CHECK, AT_MAC } from '../../envelope/crypto.js';
import { lookOf } from '../../values/looks.js';
import { Failure, UsageError } from '../terminal/failure.js';
import { inputName, readBytes } from './files.js';
import { remark } from '../terminal/terminal.js';

/** @import { OptionSpec, OptionValues } from '../program/program.js' */

/** @typedef {{ encryptionKey?: string | Uint8Array, macKey?: string | Uint8Array }} Keys */

const KEY_BYTES = 32, FLAGS_AT = 8;
const SIGNATURE = [0x54, 0x43, 0x42, 0];

/** Of commands that read or write sealed files. @type {readonly OptionSpec[]} */
export const KEY_OPTIONS = Object.freeze([
    {
        flags: '--encrypt-key-file <file>',
        about: 'the encryption key: a file of 64 hexadecimal digits or 32 bytes',
        fallback: 'the digits in the environment variable TCB_ENCRYPT_KEY',
    },
    {
        flags: '--mac-key-file <file>',
        about: 'the key of the signature, likewise',
        fallback: 'TCB_MAC_KEY',
    },
]);

/**
 * The keys that the options and the environment name.
 * @param {OptionValues} values
 * @returns {Promise<Keys>}
 */
export async function readKeys({ encryptKeyFile, macKeyFile }) {
    const { TCB_ENCRYPT_KEY: encryptKey, TCB_MAC_KEY: macKey } = process.env;
    return {
        ...await namedKey('encryptionKey', encryptKeyFile, encryptKey, 'TCB_ENCRYPT_KEY'),
        ...await namedKey('macKey', macKeyFile, macKey, 'TCB_MAC_KEY'),
    };
}

/**
 * @param {string} name
 * @param {string | undefined} file
 * @param {string | undefined} digits
 * @param {string} variable
 */
async function namedKey(name, file, digits, variable) {
    if (file !== undefined) return { [name]: await keyOfFile(file) };
    if (digits === undefined) return {};
    if (!/^[\da-f]{64}$/i.test(digits.trim())) {
        throw new UsageError(`${variable}: expected a key of 64 hexadecimal digits, found ${digits.trim().length} ` +
            'characters that are none');
    }
    return { [name]: digits.trim() };
}

/** @param {string} path */
async function keyOfFile(path) {
    const bytes = await readBytes(path);
    if (bytes.length === KEY_BYTES) return bytes;
    const text = Buffer.from(bytes).toString('latin1').trim();
    if (/^[\da-f]{64}$/i.test(text)) return text;
    throw new Failure(`${inputName(path)}: expected a key: 64 hexadecimal digits or ${KEY_BYTES} bytes, ` +
        `found ${bytes.length} bytes that are neither; tcb keygen makes one`);
}

/** @typedef {'none' | 'verified' | 'not verified'} Signature */

/**
 * What is known of a file's signature: opening the file verifies it, with a key for it, and for the
 * encryption where there is one.
 * @param {Uint8Array} stored the file as it is
 * @param {Keys} keys
 * @returns {Signature}
 */
export function signatureOf(stored, keys) {
    const isSigned = isTable(stored) && stored.subarray(AT_MAC, AT_KEY_CHECK).some((byte) => byte !== 0);
    if (!isSigned) return 'none';
    return missingKey(stored, keys) ? 'not verified' : 'verified';
}

/**
 * @param {Uint8Array} stored
 * @param {Keys} keys
 */
function missingKey(stored, { macKey, encryptionKey }) {
    if (!macKey) return 'there is no key for the signature (--mac-key-file)';
    return stored[FLAGS_AT] & 1 && !encryptionKey ? 'there is no key to decrypt it with (--encrypt-key-file)' : null;
}

/**
 * Says on standard error of a file that it is signed, where that was not verified for want of a key.
 * @param {Uint8Array} stored
 * @param {Keys} keys
 * @param {string} file
 * @param {boolean} [quiet]
 */
export function remarkUnverified(stored, keys, file, quiet) {
    if (signatureOf(stored, keys) === 'not verified') {
        remark(`tcb: note: ${file}: signed, not verified: ${missingKey(stored, keys)}`, quiet);
    }
}

/** @param {Uint8Array} bytes */
function isTable(bytes) {
    return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/**
 * A file's plain bytes: it is verified and decrypted as the keys ask for.
 * @param {Uint8Array} bytes
 * @param {Keys} keys
 * @param {string} file
 * @returns {Promise<Uint8Array>}
 */
export async function openSealed(bytes, keys, file) {
    if (!isTable(bytes)) {
        const look = lookOf(bytes);
        // What begins with anything else is refused by its reader.
        if (look) throw new Failure(`${file}: expected a .tcb file, found ${look.what}; ${look.advice}`);
        return bytes;
    }
    // A plain file needs no copy.
    if (!keys.macKey && !(bytes[FLAGS_AT] & 1)) return bytes;
    return open(bytes, { ...keys, file });
}
