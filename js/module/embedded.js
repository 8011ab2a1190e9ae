/**
 * Modules as text, so that a bundler needs no configuration for them.
 *
 * The first 93 characters tell which byte values are the most frequent ones (each the value plus 32);
 * these stand as the printable ASCII characters but `"` and `\`, in order of their values, and the
 * others as characters from U+00A1 on. Compressed, the text is 2 % larger than the module itself.
 */

export const FREQUENT = 93;

/**
 * The characters that stand for the frequent byte values, then those for the others.
 * @param {number} n
 */
export function characterCode(n) {
    if (n >= FREQUENT) return n - FREQUENT + (n < FREQUENT + 12 ? 0xa1 : 0xa2); // U+00AD is invisible
    return n + (n < 2 ? 32 : n < 59 ? 33 : 34);
}

/**
 * The bytes of a module that is embedded as text.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function embeddedBytes(text) {
    // Plain loops: `Array.from` with a function takes three times as long, once for every page.
    const values = [];
    for (let n = 0; n < FREQUENT; n++) values.push(text.charCodeAt(n) - 32);
    for (let v = 0; v < 256; v++) if (!values.includes(v)) values.push(v);
    const byCode = new Uint8Array(512);
    values.forEach((v, n) => {
        byCode[characterCode(n)] = v;
    });
    const bytes = new Uint8Array(text.length - FREQUENT);
    for (let i = 0; i < bytes.length; i++) bytes[i] = byCode[text.charCodeAt(FREQUENT + i)];
    return bytes;
}
