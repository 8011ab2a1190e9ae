/**
 * The primitives of the envelope: SHA-256, HMAC-SHA-256, ChaCha20, and the MAC of a file.
 *
 * WebCrypto has the first two, but only in secure contexts: a page on plain http has no `crypto.subtle`.
 * It has ChaCha20 nowhere. What it lacks stands in build/js/, loaded by dynamic import alone: most files
 * are neither signed nor encrypted, and who reads those should neither fetch nor parse a cipher.
 */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** Where the MAC stands in a file, and where what is encrypted begins. */
export const AT_MAC = 22, AT_KEY_CHECK = 38;

const subtle = () => globalThis.crypto?.subtle;

/**
 * @param {Bytes} data
 * @returns {Promise<Bytes>} 32 bytes
 */
export async function sha256(data) {
    const web = subtle();
    if (web) return new Uint8Array(await web.digest('SHA-256', data));
    return (await import('../../build/js/sha256.js')).sha256(data);
}

/**
 * @param {Bytes} key
 * @param {Bytes} data
 * @returns {Promise<Bytes>} 32 bytes
 */
export async function hmacSha256(key, data) {
    const web = subtle();
    if (!web) return (await import('../../build/js/sha256.js')).hmacSha256(key, data);
    const imported = await web.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return new Uint8Array(await web.sign('HMAC', imported, data));
}

/**
 * Encrypts, or decrypts: the same operation. The block counter starts at 0.
 * @param {Bytes} key 32 bytes
 * @param {Bytes} nonce 12 bytes
 * @param {Bytes} data faster at an offset that is a multiple of 4
 * @returns {Promise<Bytes>}
 */
export async function chacha20(key, nonce, data) {
    const { chacha20: cipher } = await import('../../build/js/chacha20.js');
    return cipher(key, nonce, data);
}

/**
 * The MAC of a file as it is stored, whatever its own MAC field holds.
 * @param {Bytes} stored
 * @param {Bytes} key
 * @returns {Promise<Bytes>} 16 bytes
 */
export async function macOf(stored, key) {
    const body = stored.subarray(AT_KEY_CHECK);
    const signed = new Uint8Array(AT_MAC + body.length);
    signed.set(stored.subarray(0, AT_MAC));
    signed.set(body, AT_MAC);
    return (await hmacSha256(key, signed)).slice(0, AT_KEY_CHECK - AT_MAC);
}

/**
 * Compares in a time that depends on the lengths alone.
 * @param {Bytes} a
 * @param {Bytes} b
 */
export function equalBytes(a, b) {
    if (a.length !== b.length) return false;
    let difference = 0;
    for (let i = 0; i < a.length; i++) difference |= a[i] ^ b[i];
    return difference === 0;
}
