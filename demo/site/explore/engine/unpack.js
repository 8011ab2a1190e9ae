/**
 * Files that are compressed with gzip, unpacked by the browser itself.
 */

/** What a file may unpack to: a few bytes of gzip can claim any size. */
const MAX_UNPACKED = 2 ** 30;

/** @param {Uint8Array} bytes */
export function isGzip(bytes) {
    return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} [most]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function unpack(bytes, most = MAX_UNPACKED) {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    const chunks = [];
    let size = 0;
    for (let read = await next(reader); !read.done; read = await next(reader)) {
        size += read.value.length;
        if (size > most) {
            await reader.cancel();
            throw new RangeError(`it is compressed with gzip: expected at most ${most} bytes in it, found more`);
        }
        chunks.push(read.value);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * Browsers have words of their own for what is wrong with a stream.
 * @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} reader
 */
async function next(reader) {
    try {
        return await reader.read();
    } catch (cause) {
        throw new Error('it is compressed with gzip, and is damaged or cut off: it cannot be unpacked', { cause });
    }
}
