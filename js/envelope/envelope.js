/**
 * The envelope of a file: encryption and authentication, `import { open, seal } from 'tcb-wasm/envelope'`.
 * Apart from the decoder, which reads plain files only: who has no keys loads none of this.
 */

/**
 * @import { Bytes } from './crypto.js'
 */

import { AT_KEY_CHECK, AT_MAC, chacha20, equalBytes, macOf, sha256 } from './crypto.js';
import { TcbError } from '../values/errors.js';

export { TcbError } from '../values/errors.js';

const SIGNATURE = 0x00424354; // "TCB\0", little endian
const VERSION = 107;
const ENCRYPTED = 1;
const CHACHA20 = 1;
const AT_VERSION = 4, AT_FLAGS = 8, AT_CIPHER = 9, AT_NONCE = 10;
const HEADER_BYTES = 42, KEY_BYTES = 32;

/**
 * A key of 32 bytes, as they are or as 64 hexadecimal digits.
 * @typedef {string | Uint8Array} Key
 */

/**
 * @typedef {object} SealOptions
 * @property {Key} [encryptionKey] encrypts the file; another key than `macKey`
 * @property {Key} [macKey] signs the file
 * @property {string} [file] the file's name, for error messages
 */

/**
 * @typedef {object} OpenOptions
 * @property {Key} [encryptionKey] decrypts the file, if it is encrypted; another key than `macKey`
 * @property {Key} [macKey] verifies the file, and refuses one that is not signed; without it nothing is verified
 * @property {boolean} [verifyMac] false skips the check although there is a `macKey`
 * @property {string} [file] the file's name, for error messages
 */

/**
 * Opens a file: verifies it, then decrypts it, as far as it and the keys ask for. The result is a copy
 * and always a plain file: flags bit 0, cipher and nonce are back to zero, and so is the MAC, which was
 * made over the stored bytes and would not fit the plain ones. Opening what `seal` made therefore gives
 * the very bytes that it was made from. A plain file without nonce and MAC comes back as it is.
 * @param {ArrayBufferLike | ArrayBufferView} bytes
 * @param {OpenOptions} [options]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function open(bytes, options = {}) {
    const { encryptionKey, macKey, verifyMac = true, file } =
        checkOptions(options, ['encryptionKey', 'macKey', 'verifyMac', 'file']);
    const stored = copyOf(bytes);
    return named(file, async () => {
        const keys = checkKeys(encryptionKey, macKey);
        checkSignature(stored);
        if (keys.macKey && verifyMac) await verify(stored, keys.macKey);
        const plain = stored[AT_FLAGS] & ENCRYPTED ? await decrypt(stored, keys.encryptionKey) : stored;
        checkPlain(plain);
        plain.fill(0, AT_NONCE, AT_KEY_CHECK);
        return plain;
    });
}

/**
 * Seals a plain file: encrypts it, then signs it, each if there is a key for it. The same bytes and keys
 * always give the same file. A nonce that is not encryption's is noise in a plain file, and not signed.
 * @param {ArrayBufferLike | ArrayBufferView} bytes
 * @param {SealOptions} [options]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function seal(bytes, options = {}) {
    const { encryptionKey, macKey, file } = checkOptions(options, ['encryptionKey', 'macKey', 'file']);
    const plain = copyOf(bytes);
    return named(file, async () => {
        const keys = checkKeys(encryptionKey, macKey);
        checkSignature(plain);
        checkUnsealed(plain);
        checkPlain(plain);
        plain.fill(0, AT_NONCE, AT_MAC);
        const sealed = keys.encryptionKey ? await encrypt(plain, keys.encryptionKey) : plain;
        if (keys.macKey) sealed.set(await macOf(sealed, keys.macKey), AT_MAC);
        return sealed;
    });
}

/**
 * @param {Bytes} stored
 * @param {Bytes} key
 */
async function verify(stored, key) {
    const mac = stored.slice(AT_MAC, AT_KEY_CHECK);
    // Taken for unsigned, a file whose MAC was zeroed would pass with anything in it.
    if (mac.every((byte) => byte === 0)) {
        throw new TcbError('MAC_MISSING', 'the file carries no MAC (its MAC field is zeros), but a MAC key was ' +
            'given: sign the file, or open it without the key', { offset: AT_MAC });
    }
    if (equalBytes(mac, await macOf(stored, key))) return;
    // The MAC that would fit is never told: it would sign the forgery.
    throw new TcbError('MAC_MISMATCH', 'the MAC does not fit the file: the file was changed after it was ' +
        'signed, or signed with another MAC key', { offset: AT_MAC });
}

/**
 * @param {Bytes} stored
 * @param {Bytes | null} key
 */
async function decrypt(stored, key) {
    const cipher = stored[AT_CIPHER];
    if (cipher !== CHACHA20) {
        throw new TcbError('CIPHER', `the file is encrypted: expected cipher ${CHACHA20} (ChaCha20), ` +
            `found ${cipher}, at byte ${AT_CIPHER}`, { offset: AT_CIPHER, expected: CHACHA20, found: cipher });
    }
    if (!key) {
        throw new TcbError('KEY_MISSING', 'the file is encrypted, and no encryption key was given',
            { offset: AT_FLAGS });
    }
    const plain = stored.slice();
    plain.set(await chacha20(key, stored.slice(AT_NONCE, AT_MAC), stored.slice(AT_KEY_CHECK)), AT_KEY_CHECK);
    if (uint32(plain, AT_KEY_CHECK) !== SIGNATURE) {
        throw new TcbError('KEY_WRONG', 'the encryption key is not the one that the file was written with: the ' +
            'key check does not read "TCB\\0" after decryption', { offset: AT_KEY_CHECK });
    }
    plain[AT_FLAGS] &= ~ENCRYPTED;
    plain[AT_CIPHER] = 0;
    return plain;
}

/**
 * @param {Bytes} plain
 * @param {Bytes} key
 */
async function encrypt(plain, key) {
    const sealed = plain.slice();
    const body = plain.slice(AT_KEY_CHECK);
    // A nonce of the content and not of chance: the same table then always gives the same file.
    const nonce = (await sha256(body)).slice(0, AT_MAC - AT_NONCE);
    sealed[AT_FLAGS] |= ENCRYPTED;
    sealed[AT_CIPHER] = CHACHA20;
    sealed.set(nonce, AT_NONCE);
    sealed.set(await chacha20(key, nonce, body), AT_KEY_CHECK);
    return sealed;
}

/** @param {Bytes} bytes */
function checkSignature(bytes) {
    checkSize(bytes, 4);
    if (uint32(bytes, 0) !== SIGNATURE) {
        const found = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
        throw new TcbError('SIGNATURE', 'this is not a .tcb file: expected the signature 54 43 42 00 at byte 0, ' +
            `found ${found}`, { offset: 0, expected: SIGNATURE, found: uint32(bytes, 0) });
    }
    checkSize(bytes, AT_VERSION + 4);
    const version = uint32(bytes, AT_VERSION);
    if (version !== VERSION) {
        throw new TcbError('VERSION', `this is version ${version} of the format, and version ${VERSION} is read; ` +
            'export it again', { offset: AT_VERSION, expected: VERSION, found: version });
    }
    checkSize(bytes, HEADER_BYTES);
}

/**
 * @param {Bytes} bytes
 * @param {number} size
 */
function checkSize({ length }, size) {
    if (length >= size) return;
    throw new TcbError('TRUNCATED', `the file ends inside its header: expected ${HEADER_BYTES} bytes, ` +
        `found ${length}`, { offset: length, expected: HEADER_BYTES, found: length });
}

/**
 * What the decoder checks of a header too, in its order.
 * @param {Bytes} plain
 */
function checkPlain(plain) {
    const flags = plain[AT_FLAGS], cipher = plain[AT_CIPHER], check = uint32(plain, AT_KEY_CHECK);
    if (cipher !== 0) {
        throw new TcbError('CIPHER', `the file is not encrypted: expected cipher 0, found ${cipher}, at byte ` +
            AT_CIPHER, { offset: AT_CIPHER, expected: 0, found: cipher });
    }
    if (check !== SIGNATURE) {
        throw new TcbError('KEY_CHECK', 'the file is not encrypted, but its key check does not read "TCB\\0", at ' +
            `byte ${AT_KEY_CHECK}`, { offset: AT_KEY_CHECK, expected: SIGNATURE, found: check });
    }
    if (flags !== 0) {
        throw new TcbError('FLAGS', `the file has flags that this version does not know: expected 0 beside the ` +
            `flag of encryption, found ${flags}, at byte ${AT_FLAGS}`, { offset: AT_FLAGS, expected: 0, found: flags });
    }
}

/**
 * Sealing twice would encrypt ciphertext, or drop the signature that is there.
 * @param {Bytes} bytes
 */
function checkUnsealed(bytes) {
    const encrypted = bytes[AT_FLAGS] & ENCRYPTED;
    if (!encrypted && bytes.subarray(AT_MAC, AT_KEY_CHECK).every((byte) => byte === 0)) return;
    throw new TcbError('SEALED', `expected a plain file, found one that is ${encrypted ? 'encrypted' : 'signed'}: ` +
        'open it first, and seal it with both keys at once', { offset: encrypted ? AT_FLAGS : AT_MAC });
}

/**
 * @template {object} T
 * @param {T} options
 * @param {string[]} names
 * @returns {T}
 */
function checkOptions(options, names) {
    if (typeof options !== 'object' || options === null || ArrayBuffer.isView(options)) {
        throw new TypeError(`expected an object of options, found ${kindOf(options)}`);
    }
    // A misspelt macKey would verify nothing. The unknown name is not told: it might be a key, misplaced.
    if (Object.keys(options).some((name) => !names.includes(name))) {
        throw new TypeError(`there is an unknown option; known are ${names.join(', ')}`);
    }
    const { file, verifyMac } = /** @type {OpenOptions} */ (options);
    if (file !== undefined && typeof file !== 'string') {
        throw new TypeError(`file: expected a string, found ${kindOf(file)}`);
    }
    if (verifyMac !== undefined && typeof verifyMac !== 'boolean') {
        throw new TypeError(`verifyMac: expected true or false, found ${kindOf(verifyMac)}`);
    }
    return options;
}

/**
 * @param {Key | undefined} encryption
 * @param {Key | undefined} mac
 */
function checkKeys(encryption, mac) {
    const encryptionKey = checkKey('encryption key', encryption), macKey = checkKey('MAC key', mac);
    if (encryptionKey && macKey && equalBytes(encryptionKey, macKey)) {
        throw new TcbError('KEYS_EQUAL', 'the encryption key and the MAC key are the same: they must differ');
    }
    return { encryptionKey, macKey };
}

/**
 * The bytes of a key. No error tells anything of a key but its length.
 * @param {string} what
 * @param {unknown} key
 * @returns {Bytes | null}
 */
function checkKey(what, key) {
    if (key === undefined) return null;
    if (typeof key === 'string') {
        checkKeyLength(what, 'hexadecimal digits', 2 * KEY_BYTES, key.length);
        if (/[^0-9a-f]/i.test(key)) {
            throw new TcbError('KEY_DIGITS', `the ${what} is not hexadecimal: expected the digits 0 to 9 and a to f`);
        }
        return Uint8Array.from({ length: KEY_BYTES }, (_, i) => parseInt(key.slice(2 * i, 2 * i + 2), 16));
    }
    if (Object.prototype.toString.call(key) === '[object Uint8Array]') { // also of another realm
        const bytes = new Uint8Array(/** @type {Uint8Array} */ (key));
        checkKeyLength(what, 'bytes', KEY_BYTES, bytes.length);
        return bytes;
    }
    throw new TypeError(`${what}: expected 64 hexadecimal digits or a Uint8Array of 32 bytes, found ${kindOf(key)}`);
}

/**
 * @param {string} what
 * @param {string} unit
 * @param {number} expected
 * @param {number} found
 */
function checkKeyLength(what, unit, expected, found) {
    if (found === expected) return;
    throw new TcbError('KEY_LENGTH', `the ${what} has another length: expected ${expected} ${unit}, found ${found}`,
        { expected, found });
}

/**
 * A copy, so that nobody changes the bytes between their verification and their use.
 * @param {unknown} source
 * @returns {Bytes}
 */
function copyOf(source) {
    if (ArrayBuffer.isView(source)) {
        return new Uint8Array(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
    }
    if (Object.prototype.toString.call(source).endsWith('ArrayBuffer]')) { // also shared, also of another realm
        return new Uint8Array(new Uint8Array(/** @type {ArrayBuffer} */ (source)));
    }
    throw new TypeError(`expected the bytes of a file in an ArrayBuffer or a view of one, found ${kindOf(source)}`);
}

/**
 * What a value is, without telling it: it might be a key in the wrong place.
 * @param {unknown} value
 */
function kindOf(value) {
    if (value === undefined || value === null) return value === null ? 'null' : 'nothing';
    return typeof value === 'object' ? Object.prototype.toString.call(value) : `a ${typeof value}`;
}

/**
 * @template T
 * @param {string | undefined} file
 * @param {() => Promise<T>} work
 */
async function named(file, work) {
    try {
        return await work();
    } catch (error) {
        throw error instanceof TcbError ? error.in(file) : error;
    }
}

/**
 * @param {Bytes} bytes
 * @param {number} at
 */
function uint32(bytes, at) {
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}
