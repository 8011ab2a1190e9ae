/**
 * The bytes of a module that is embedded as text: each character is a byte plus 32.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function embeddedBytes(text) {
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i) - 32;
    return bytes;
}
