/**
 * What a file that is none of the format may be instead, by its first bytes: a wrong file is easier to
 * put right by one who knows what it is.
 */

/**
 * @typedef {object} Look
 * @property {string} what it looks like, with its article
 * @property {string} advice what to do, or where it may come from
 */

/** No more is looked at. */
const HEAD_BYTES = 4096;

const ENCODE = 'a .tcb file of its rows is made by tcb encode';
const UNPACK = 'unpack it, and take the file that is in it';

/** By the bytes that they begin with, each a character. @type {readonly (readonly [begin: string, what: string, advice: string])[]} */
const BINARY = [
    ['\x1f\x8b', 'a file compressed with gzip', UNPACK],
    ['\x28\xb5\x2f\xfd', 'a file compressed with Zstandard', UNPACK],
    ['7z\xbc\xaf\x27\x1c', 'a 7z archive', UNPACK],
    ['PK\x03\x04', 'a zip archive', UNPACK],
];

/** By their text, white space before it left out. @type {readonly (readonly [pattern: RegExp, what: string, advice: string])[]} */
const TEXTS = [
    [/^version https:\/\/git-lfs\.github\.com\/spec\//, 'a Git LFS pointer', 'fetch the file that it stands for: git lfs pull'],
    [/^(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i, 'a web page (HTML)',
        'a server may have answered with it in the place of the file'],
    [/^<(?:\?xml|[a-z!])/i, 'XML', 'a server may have answered with it in the place of the file'],
    [/^[[{]/, 'JSON', ENCODE],
    [/^[^\0-\x08\x0e-\x1f\x7f]*$/, 'text', 'a .tcb file of rows, as of CSV, is made by tcb encode'],
];

/**
 * @param {Uint8Array} bytes of a file, or the first few thousand
 * @returns {Look | null} null where nothing tells
 */
export function lookOf(bytes) {
    if (bytes.length === 0) return { what: 'an empty file', advice: 'export it, or fetch it, again' };
    const head = bytes.subarray(0, HEAD_BYTES);
    const begin = String.fromCharCode(...head);
    const binary = BINARY.find(([wanted]) => begin.startsWith(wanted));
    if (binary) {
        if (binary[1] === 'a zip archive' && /xl\/|\[Content_Types\]\.xml/.test(begin)) {
            return { what: 'an Excel workbook or another Office document', advice: 'a .tcb file of the rows of an .xlsx is made by tcb encode' };
        }
        return { what: binary[1], advice: binary[2] };
    }
    const text = textOf(head);
    if (text === null) return null;
    const found = TEXTS.find(([pattern]) => pattern.test(text));
    return found ? { what: found[1], advice: found[2] } : null;
}

/**
 * A beginning of text without the white space before it; null of what is no text.
 * @param {Uint8Array} head
 */
function textOf(head) {
    const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
    const decoder = new TextDecoder(isUtf16 ? head[0] === 0xff ? 'utf-16le' : 'utf-16be' : 'utf-8', { fatal: true });
    try {
        // As of a stream: its last character may be cut in two.
        return decoder.decode(head, { stream: true }).trimStart();
    } catch {
        return null;
    }
}
