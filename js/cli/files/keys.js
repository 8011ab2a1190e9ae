/**
 * Keys of sealed files. They come from files or the environment: the arguments of a running command
 * can be read by everybody on the machine.
 */

import { open } from '../../envelope.js';
import { Failure, UsageError } from '../terminal/failure.js';
import { inputName, readBytes } from './files.js';

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
    if (!digits) return {};
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

/**
 * A file's plain bytes: it is verified and decrypted as the keys ask for.
 * @param {Uint8Array} bytes
 * @param {Keys} keys
 * @param {string} file
 * @returns {Promise<Uint8Array>}
 */
export async function openSealed(bytes, keys, file) {
    // A plain file needs no copy; what is no file at all is refused by its reader.
    const isFile = SIGNATURE.every((byte, i) => bytes[i] === byte);
    if (!isFile || !keys.macKey && !(bytes[FLAGS_AT] & 1)) return bytes;
    return open(bytes, { ...keys, file });
}
