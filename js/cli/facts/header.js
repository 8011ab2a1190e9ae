/**
 * A file's header, of which a sealed file tells everything but the key check.
 */

/**
 * @typedef {object} HeaderFacts
 * @property {number} version
 * @property {boolean} encrypted
 * @property {boolean} authenticated whether there is a MAC; nothing is verified
 * @property {string} [cipher] of an encrypted file
 * @property {string} [nonce] of an encrypted file, in hexadecimal digits
 * @property {string} [mac] in hexadecimal digits
 */

export const HEADER_BYTES = 42;

const SIGNATURE = 0x00424354,
    VERSION = 107;

/**
 * What the header says; null where this is no header that is understood: the decoder then tells why.
 * @param {Uint8Array} bytes
 * @returns {HeaderFacts | null}
 */
export function headerFacts(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== SIGNATURE) return null;
    const version = view.getUint32(4, true);
    if (version !== VERSION) return null;
    const encrypted = (bytes[8] & 1) === 1;
    const mac = bytes.subarray(22, 38);
    const authenticated = mac.some((byte) => byte !== 0);
    return {
        version,
        encrypted,
        authenticated,
        ...(encrypted && {
            cipher: bytes[9] === 1 ? 'ChaCha20' : `cipher ${bytes[9]}`,
            nonce: hex(bytes.subarray(10, 22)),
        }),
        ...(authenticated && { mac: hex(mac) }),
    };
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
