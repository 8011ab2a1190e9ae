/**
 * Files put together from whole blocks. A file of one column is decoded without touching the others,
 * which costs as much as that column alone, and works although another one may be damaged.
 */

const SIGNATURE = [0x54, 0x43, 0x42, 0];
const VERSION = 107;

/**
 * A column as it stands in a file.
 * @typedef {object} Block
 * @property {number} tag
 * @property {number} wire the descriptor's byte of element, kind and bitmaps
 * @property {number} encoding
 * @property {Uint8Array} bytes
 */

/**
 * The bytes of a plain file with these blocks.
 * @param {number} rowCount
 * @param {readonly Block[]} blocks
 * @returns {{ bytes: Uint8Array<ArrayBuffer>, starts: number[] }} `starts`: where each block begins
 */
export function fileOfBlocks(rowCount, blocks) {
    const head = [...SIGNATURE, VERSION, 0, 0, 0, ...new Array(30).fill(0), ...SIGNATURE];
    head.push(...counter(rowCount), ...counter(blocks.length));
    for (const { tag, wire, encoding, bytes } of blocks) {
        head.push(...counter(tag), wire, encoding, ...[0, 8, 16, 24].map((shift) => bytes.length >>> shift & 255));
    }
    const size = blocks.reduce((sum, { bytes }) => sum + bytes.length, head.length);
    const file = new Uint8Array(size);
    file.set(head);
    let at = head.length;
    const starts = blocks.map(({ bytes }) => {
        const start = at;
        file.set(bytes, start);
        at += bytes.length;
        return start;
    });
    return { bytes: file, starts };
}

/**
 * A whole number that is not negative as a `counter32`.
 * @param {number} value
 */
function counter(value) {
    const bytes = [];
    let left = value * 2;
    for (; left > 127; left = Math.floor(left / 128)) bytes.push(left % 128 + 128);
    return [...bytes, left];
}

