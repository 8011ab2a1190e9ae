/**
 * Files and standard input piece by piece, as bytes and as text, so that a file of any size takes no
 * more memory than a piece of it.
 */

import { isUtf8 } from 'node:buffer';
import { createReadStream, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { Failure, oneLine } from '../terminal/failure.js';
import { STDIO, fileFailure, inputName } from '../files/files.js';

const PIECE_BYTES = 1 << 18;

/**
 * What can be read from its beginning, as often as it takes.
 * @typedef {object} ByteSource
 * @property {string} name for messages
 * @property {number | null} size in bytes, where it is known beforehand
 * @property {(onBytes?: (count: number) => void) => AsyncIterable<Buffer>} open its bytes, unpacked where
 *   they are compressed with gzip; `onBytes` hears of those that were read, packed
 */

/**
 * A file, or standard input. What comes from a pipe can be read once: where it is needed again, it is
 * held in memory.
 * @param {string} path
 * @param {{ again?: boolean }} [options]
 * @returns {ByteSource}
 */
export function byteSource(path, { again = false } = {}) {
    const name = inputName(path);
    const held = /** @type {Buffer[]} */ ([]);
    let isHeld = false;
    const seekable = path !== STDIO && isFile(path);
    /** @returns {AsyncIterable<Buffer>} */
    const raw = () => {
        if (isHeld) return pieces(held);
        const stream = path === STDIO ? process.stdin : createReadStream(path, { highWaterMark: PIECE_BYTES });
        if (seekable || !again) return stream;
        isHeld = true;
        return kept(stream, held);
    };
    return {
        name,
        size: seekable ? statSync(path).size : null,
        open: (onBytes) => named(unpacked(counted(raw(), onBytes)), name),
    };
}

/** @param {string} path */
function isFile(path) {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** @param {readonly Buffer[]} list */
async function* pieces(list) {
    yield* list;
}

/**
 * @param {AsyncIterable<Buffer>} source
 * @param {Buffer[]} held
 */
async function* kept(source, held) {
    for await (const piece of source) {
        held.push(piece);
        yield piece;
    }
}

/**
 * @param {AsyncIterable<Buffer>} source
 * @param {(count: number) => void} [onBytes]
 */
async function* counted(source, onBytes) {
    for await (const piece of source) {
        onBytes?.(piece.length);
        yield piece;
    }
}

/**
 * @param {AsyncIterable<Buffer>} source
 * @returns {AsyncIterable<Buffer>}
 */
async function* unpacked(source) {
    const iterator = source[Symbol.asyncIterator]();
    const first = await joinedStart(iterator);
    const rest = startingWith(first, iterator);
    if (first[0] !== 0x1f || first[1] !== 0x8b) {
        yield* rest;
        return;
    }
    const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
    pipeline(rest, gunzip, () => {}); // an error reaches whoever reads
    yield* gunzip;
}

/**
 * The first bytes, two or more of them where there are as many.
 * @param {AsyncIterator<Buffer>} iterator
 */
async function joinedStart(iterator) {
    let start = /** @type {Buffer} */ (Buffer.alloc(0));
    while (start.length < 2) {
        const { value, done } = await iterator.next();
        if (done) break;
        start = start.length ? Buffer.concat([start, value]) : value;
    }
    return start;
}

/**
 * @param {Buffer} first
 * @param {AsyncIterator<Buffer>} iterator
 */
async function* startingWith(first, iterator) {
    if (first.length) yield first;
    for (;;) {
        const { value, done } = await iterator.next();
        if (done) return;
        yield value;
    }
}

/**
 * @param {AsyncIterable<Buffer>} source
 * @param {string} name
 */
async function* named(source, name) {
    try {
        yield* source;
    } catch (cause) {
        const { code = '' } = /** @type {NodeJS.ErrnoException} */ (cause);
        if (!code.startsWith('Z_')) throw fileFailure(name, cause);
        throw new Failure(`${name}: cannot be unpacked: ${oneLine(cause)}`, { cause });
    }
}

/**
 * The text of UTF-8, without a byte order mark. No piece ends inside a character.
 * @param {ByteSource} source
 * @param {(count: number) => void} [onBytes]
 */
export async function* textPieces(source, onBytes) {
    let rest = /** @type {Buffer} */ (Buffer.alloc(0));
    let offset = 0;
    let isFirst = true;
    for await (const piece of source.open(onBytes)) {
        let bytes = rest.length ? Buffer.concat([rest, piece]) : piece;
        if (isFirst && bytes.length < 4) {
            rest = bytes;
            continue;
        }
        if (isFirst) {
            refuseOthers(source.name, bytes);
            if (hasMark(bytes)) bytes = bytes.subarray(3);
            isFirst = false;
        }
        const end = completeLength(bytes);
        const whole = bytes.subarray(0, end);
        if (!isUtf8(whole)) throw notUtf8(source.name, offset + firstBadByte(whole));
        rest = bytes.subarray(end);
        offset += end;
        if (end) yield whole.toString();
    }
    if (isFirst) {
        refuseOthers(source.name, rest);
        if (hasMark(rest)) rest = rest.subarray(3);
    }
    if (!isUtf8(rest)) throw notUtf8(source.name, offset);
    if (rest.length) yield rest.toString();
}

/** @param {Buffer} bytes */
function hasMark(bytes) {
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/**
 * How many of the bytes are whole characters: the last one may go on in the next piece.
 * @param {Buffer} bytes
 */
function completeLength(bytes) {
    for (let back = 1; back <= Math.min(3, bytes.length); back++) {
        const byte = bytes[bytes.length - back];
        if ((byte & 0xc0) === 0x80) continue; // it belongs to a character that begins before
        const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        return needed > back ? bytes.length - back : bytes.length;
    }
    return bytes.length;
}

/**
 * Where the first character that is none begins.
 * @param {Buffer} bytes
 */
function firstBadByte(bytes) {
    let good = 0, bad = bytes.length;
    while (good < bad) {
        const middle = (good + bad + 1) >> 1;
        const part = bytes.subarray(0, middle);
        if (isUtf8(part.subarray(0, completeLength(part)))) good = middle;
        else bad = middle - 1;
    }
    return completeLength(bytes.subarray(0, good));
}

/**
 * @param {string} name
 * @param {Buffer} bytes
 */
function refuseOthers(name, bytes) {
    const found = otherKind(bytes);
    if (found) throw new Failure(`${name}: expected text in UTF-8, found ${found}`);
}

/** @param {Buffer} bytes */
function otherKind(bytes) {
    const [a, b, c, d] = bytes;
    if (a === 0x54 && b === 0x43 && c === 0x42 && d === 0) return 'a .tcb file';
    if (a === 0x50 && b === 0x4b && c === 3 && d === 4) return 'a zip file, such as .xlsx is: name it so';
    // Text begins with a bracket, a letter or a digit: in UTF-16, every other byte is then zero.
    const isUtf16 = a === 0xff && b === 0xfe || a === 0xfe && b === 0xff ||
        bytes.length > 1 && (a === 0) !== (b === 0);
    return isUtf16 ? 'UTF-16: save it as UTF-8' : null;
}

/**
 * @param {string} name
 * @param {number} offset
 */
function notUtf8(name, offset) {
    return new Failure(`${name}: expected text in UTF-8, found bytes that are not UTF-8, at byte ${offset}`);
}
