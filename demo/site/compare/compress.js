/**
 * Real compressed sizes by the browser's own CompressionStream.
 */

/**
 * Bytes of each file compressed, in all; null where this browser has no such compressor.
 * @param {'gzip' | 'brotli'} format
 * @param {readonly Uint8Array<ArrayBuffer>[]} files
 */
export async function compressedSize(format, files) {
    let total = 0;
    for (const bytes of files) {
        let stream;
        try {
            stream = new CompressionStream(/** @type {CompressionFormat} */ (format));
        } catch {
            return null;
        }
        const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
            total += read.value.length;
        }
    }
    return total;
}
