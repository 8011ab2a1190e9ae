/**
 * Files and standard streams, with errors that name the file and the reason.
 */

import { randomBytes } from 'node:crypto';
import {
    closeSync, lstatSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeSync,
} from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import { Failure, oneLine } from '../terminal/failure.js';
import { jsonErrorPlace } from './jsonplace.js';

/** In place of a file's name: standard input or output. */
export const STDIO = '-';

const MAX_UNPACKED_BYTES = 2 ** 30;
const BUFFERED_CHARACTERS = 1 << 18;

/** @type {Record<string, string>} */
const REASONS = {
    ENOENT: 'no such file or folder',
    EISDIR: 'this is a folder, expected a file',
    ENOTDIR: 'part of this path is a file, not a folder',
    EACCES: 'no permission',
    EPERM: 'no permission',
    ENOSPC: 'no space is left on the device',
    EROFS: 'this file system is read-only',
    ERR_FS_FILE_TOO_LARGE: 'the file is too large to be read whole',
};

/**
 * A system's error in words.
 * @param {string} file
 * @param {unknown} cause
 */
export function fileFailure(file, cause) {
    const { code = '', message = String(cause) } = /** @type {NodeJS.ErrnoException} */ (cause);
    return new Failure(`${file}: ${REASONS[code] ?? message}`, { cause });
}

/**
 * A name for messages.
 * @param {string} path
 */
export function inputName(path) {
    return path === STDIO ? 'standard input' : path;
}

/**
 * The bytes of a file, or of standard input.
 * @param {string} path
 * @returns {Promise<Uint8Array<ArrayBufferLike>>}
 */
export async function readBytes(path) {
    try {
        if (path !== STDIO) return readFileSync(path);
        const chunks = [];
        for await (const chunk of process.stdin) chunks.push(chunk);
        return Buffer.concat(chunks);
    } catch (cause) {
        throw fileFailure(inputName(path), cause);
    }
}

/**
 * The bytes of a file; of one that is compressed with gzip, those that were compressed.
 * @param {string} path
 */
export async function readUnpacked(path) {
    const bytes = await readBytes(path);
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    try {
        return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
    } catch (cause) {
        throw new Failure(`${inputName(path)}: cannot be unpacked: ${oneLine(cause)}`, { cause });
    }
}

/**
 * The text of a UTF-8 file, also of one that is compressed with gzip.
 * @param {string} path
 */
export async function readText(path) {
    const name = inputName(path);
    const bytes = await readUnpacked(path);
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (cause) {
        throw new Failure(`${name}: expected text in UTF-8, found ${describeBytes(bytes)}`, { cause });
    }
}

/** @param {Uint8Array} bytes */
function describeBytes(bytes) {
    if (bytes[0] === 0x54 && bytes[1] === 0x43 && bytes[2] === 0x42 && bytes[3] === 0) return 'a .tcb file';
    if (bytes[0] === 0xff && bytes[1] === 0xfe || bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16';
    return 'bytes that are not UTF-8';
}

/**
 * What a JSON file holds, and its text.
 * @param {string} path
 * @returns {Promise<{ value: unknown, text: string }>}
 */
export async function readJson(path) {
    const text = await readText(path);
    try {
        return { value: JSON.parse(text), text };
    } catch (cause) {
        const reason = jsonErrorPlace(text) ?? oneLine(cause);
        throw new Failure(`${inputName(path)}: ${reason}`, { cause });
    }
}

/**
 * Refuses to write where a file is already, before any work is done.
 * @param {string} path
 * @param {boolean} force
 */
export function checkOutput(path, force) {
    if (isStdout(path)) return;
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new Failure(`${path}: this is a folder, expected the name of a file`);
    if (!force && found && !isSpecial(path)) {
        throw new Failure(`${path}: this file exists already; --force overwrites it`);
    }
}

/**
 * Whether a path is standard output by any of its names: where that is a socket, a file of the name cannot
 * be opened.
 * @param {string} path
 */
function isStdout(path) {
    return path === STDIO || path === '/dev/stdout' || path === '/dev/fd/1';
}

/**
 * Whether a path leads to a device or a pipe, as /dev/stdout does: there is nothing to lose, and nothing
 * that could be replaced.
 * @param {string} path
 */
function isSpecial(path) {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && !found.isFile() && !found.isDirectory();
}

/**
 * Writes a file whole or not at all, or to standard output.
 * @param {string} path
 * @param {string | Uint8Array} data
 * @param {boolean} force overwrite a file that is there
 */
export async function writeOutput(path, data, force) {
    if (isStdout(path)) {
        await new Promise((resolve) => process.stdout.write(data, resolve));
        return;
    }
    checkOutput(path, force);
    try {
        replaceFile(path, data);
    } catch (cause) {
        throw fileFailure(path, cause);
    }
}

/**
 * Writes text that comes bit by bit: a file whole or not at all, or standard output.
 * @param {string} path
 * @param {Iterable<string>} parts
 * @param {boolean} force overwrite a file that is there
 */
export async function writeParts(path, parts, force) {
    const toStdout = isStdout(path);
    if (!toStdout) checkOutput(path, force);
    /** @type {ReturnType<typeof fileWriter> | null} */
    let toFile = null;
    try {
        if (!toStdout) toFile = fileWriter(path);
        let text = '';
        for (const part of parts) {
            text += part;
            if (text.length < BUFFERED_CHARACTERS) continue;
            if (toFile) {
                toFile.write(text);
                await setImmediate(); // a signal is heard of in between only
            } else {
                await writeOutput(STDIO, text, false);
            }
            text = '';
        }
        if (!toFile) return await writeOutput(STDIO, text, false);
        toFile.write(text);
        toFile.finish();
    } catch (error) {
        toFile?.abandon();
        const { code, syscall } = /** @type {NodeJS.ErrnoException} */ (error);
        throw code && syscall ? fileFailure(path, error) : error;
    }
}

/**
 * Writes under a temporary name and renames: who reads the file meanwhile finds the old one or the
 * new one, never half of it.
 * @param {string} path
 * @param {string | Uint8Array} data
 * @param {number} [mode] permissions
 */
export function replaceFile(path, data, mode) {
    const writer = fileWriter(path, mode);
    try {
        writer.write(data);
        writer.finish();
    } catch (error) {
        writer.abandon();
        throw error;
    }
}

/**
 * @param {string} path
 * @param {number} [mode]
 */
function fileWriter(path, mode) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    const special = found && isSpecial(path);
    const target = !special && found?.isSymbolicLink() ? realpathSync(path) : path;
    const name = special ? target : temporaryName(target);
    let file = /** @type {number | null} */ (openSync(name, special ? 'w' : 'wx', mode));
    const close = () => {
        if (file !== null) closeSync(file);
        file = null;
    };
    return {
        /** @param {string | Uint8Array} data */
        write(data) {
            const bytes = typeof data === 'string' ? Buffer.from(data) : data;
            for (let at = 0; at < bytes.length;) at += writeSync(/** @type {number} */ (file), bytes, at);
        },
        finish() {
            close();
            if (special) return;
            renameSync(name, target);
            temporaries.delete(name);
        },
        abandon() {
            close();
            if (special) return;
            rmSync(name, { force: true });
            temporaries.delete(name);
        },
    };
}

/** Files that would be left behind where the command is stopped now. @type {Set<string>} */
const temporaries = new Set();
let isWatching = false;

/** @param {string} target */
function temporaryName(target) {
    if (!isWatching) removeWhenStopped();
    const name = `${target}.${randomBytes(4).toString('hex')}.tmp`;
    temporaries.add(name);
    return name;
}

/** @type {NodeJS.Signals[]} */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];

function removeWhenStopped() {
    isWatching = true;
    for (const signal of STOPPING) {
        process.once(signal, () => {
            for (const name of temporaries) rmSync(name, { force: true });
            process.kill(process.pid, signal); // with no listener left, it ends the process as it should
        });
    }
}
