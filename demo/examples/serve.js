/** A static server for the examples' pages, on loopback. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
    '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json',
    '.wasm': 'application/wasm',
};

/**
 * @param {string} folder
 * @param {{ port?: number, headers?: Record<string, string> }} [options] port 0 takes a free one
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function serve(folder, { port = 0, headers = {} } = {}) {
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(String(request.url), 'http://localhost');
        const path = normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
        try {
            const body = await readFile(join(folder, path));
            const type = TYPES[extname(path)] ?? 'application/octet-stream';
            response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body);
        } catch {
            response.writeHead(404, { 'content-type': 'text/plain' }).end(`not found: ${path}`);
        }
    });
    await new Promise((resolve, reject) => {
        server.once('error', reject).listen(port, '127.0.0.1', () => resolve(undefined));
    });
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    return {
        url: `http://127.0.0.1:${address.port}/`,
        stop() {
            server.close();
            server.closeAllConnections();
        },
    };
}
