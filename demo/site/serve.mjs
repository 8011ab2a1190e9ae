/**
 * A server of the built site, with its headers.
 *
 *     node demo/site/serve.mjs [--port 8080] [--folder dist/site]
 */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { HEADERS } from './headers.mjs';

/** @type {Record<string, string>} */
const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.json': 'application/json',
    '.wasm': 'application/wasm',
};

/**
 * @param {string} folder
 * @param {number} [port] 0 takes any free one
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export function serve(folder, port = 0) {
    const server = createServer(async (request, response) => {
        const file = await fileOf(folder, request.url ?? '/');
        if (!file) {
            response.writeHead(404, { ...HEADERS, 'Content-Type': 'text/plain' }).end('Not found\n');
            return;
        }
        response.writeHead(200, {
            ...HEADERS,
            'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
            // Names of built files hold their contents' hash; the others are asked for again.
            'Cache-Control': file.includes(`${sep}assets${sep}`) ? 'max-age=31536000, immutable' : 'no-cache',
        });
        if (request.method === 'HEAD') response.end();
        else createReadStream(file).pipe(response);
    });
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', () => {
            const address = /** @type {import('node:net').AddressInfo} */ (server.address());
            resolve({
                url: `http://127.0.0.1:${address.port}/`,
                close() {
                    server.close();
                    server.closeAllConnections();
                },
            });
        });
    });
}

/**
 * The file that an address names; null where there is none in the folder.
 * @param {string} folder
 * @param {string} url
 */
async function fileOf(folder, url) {
    try {
        const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
        const file = join(folder, path.endsWith(sep) ? join(path, 'index.html') : path);
        return (await stat(file)).isFile() ? file : null;
    } catch {
        return null;
    }
}

/** @param {string} folder @param {number} port */
export async function announce(folder, port) {
    const { url } = await serve(folder, port);
    console.log(`\nOpen ${url} (Ctrl+C ends it)`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const { values } = parseArgs({
        options: {
            port: { type: 'string', default: '8080' },
            folder: { type: 'string', default: fileURLToPath(new URL('../../dist/site', import.meta.url)) },
        },
    });
    await announce(values.folder, Number(values.port));
}
