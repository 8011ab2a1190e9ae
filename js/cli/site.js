/**
 * A server of the built explorer and of some files to open in it, for this machine alone.
 */

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Failure } from './terminal/failure.js';
import { fileFailure } from './files/files.js';

/** @import { IncomingMessage, ServerResponse } from 'node:http' */

/** Where the explorer may have been built, in a package and in the project. */
const FOLDERS = ['../site/', '../../dist/site/'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
);

const LOOPBACK = '127.0.0.1';

/** @type {Record<string, string>} */
const TYPES = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.json': 'application/json',
    '.wasm': 'application/wasm',
};

/** What is served with every answer, unless the site itself asks for more. */
const STRICT_HEADERS = {
    'Content-Security-Policy':
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The folder of the built site. */
export function siteFolder() {
    const found = FOLDERS.find((folder) => existsSync(join(folder, 'index.html')));
    if (found) return found;
    throw new Failure('the explorer is not built: run node demo/site/build.mjs in the project');
}

/**
 * A file to open: its name in the page, and its bytes as they are now.
 * @typedef {{ name: string, read: () => Uint8Array }} SharedFile
 */

/**
 * @param {string} path of a file, which is read again whenever it is asked for
 * @returns {SharedFile}
 */
export function fileOnDisk(path) {
    return {
        name: basename(path),
        read: () => {
            try {
                return readFileSync(path);
            } catch (cause) {
                throw fileFailure(path, cause);
            }
        },
    };
}

/**
 * Serves until it is closed.
 * @param {string} folder of the site
 * @param {readonly SharedFile[]} files
 * @param {number} port 0 takes any free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url`: of the page with the files opened
 */
export function serveSite(folder, files, port) {
    const answers = siteAnswers(folder);
    // Other pages and programs cannot guess where the files are.
    const secret = randomBytes(16).toString('base64url');
    const shared = files.map(({ name, read }, i) => ({
        path: `/${secret}/${i}/${encodeURIComponent(name)}`,
        read,
    }));
    for (const { path, read } of shared)
        answers.set(path, { read, type: 'application/octet-stream', cache: 'no-store' });
    const headers = { ...STRICT_HEADERS, ...ownHeaders(folder) };
    const server = createServer((request, response) => answer(request, response, answers, headers));
    return new Promise((resolve, reject) => {
        server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
            const reason = error.code === 'EADDRINUSE' ? 'another program uses it' : error.message;
            reject(new Failure(`port ${port}: ${reason}`, { cause: error }));
        });
        server.listen(port, LOOPBACK, () => {
            const address = /** @type {import('node:net').AddressInfo} */ (server.address());
            const query = shared.map(({ path }) => `file=${encodeURIComponent(path)}`).join('&');
            resolve({
                url: `http://${LOOPBACK}:${address.port}/#/explore${query && `?${query}`}`,
                close: () =>
                    new Promise((done) => {
                        server.close(() => done());
                        server.closeAllConnections();
                    }),
            });
        });
    });
}

/** @typedef {{ read: () => Uint8Array, type: string, cache: string }} Answer */

/**
 * By their paths: what is not listed here is not served.
 * @param {string} folder
 * @returns {Map<string, Answer>}
 */
function siteAnswers(folder) {
    /** @type {Map<string, Answer>} */
    const answers = new Map();
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const file = join(folder, name);
        if (!statSync(file).isFile()) continue;
        const path = `/${name.split(sep).join('/')}`;
        const answerOf = {
            read: () => readFileSync(file),
            type: TYPES[extname(name)] ?? 'application/octet-stream',
            cache: 'no-cache',
        };
        answers.set(path, answerOf);
        if (path === '/index.html') answers.set('/', answerOf);
    }
    return answers;
}

/**
 * The headers that the site was built with, which stand in a file as static hosts read it.
 * @param {string} folder
 * @returns {Record<string, string>}
 */
function ownHeaders(folder) {
    const file = join(folder, '_headers');
    if (!existsSync(file)) return {};
    return Object.fromEntries(
        readFileSync(file, 'utf8')
            .split('\n')
            .flatMap((line) => {
                const [, name, value] = /^\s+([\w-]+):\s*(.+?)\s*$/.exec(line) ?? [];
                return name ? [[name, value]] : [];
            }),
    );
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {ReadonlyMap<string, Answer>} answers
 * @param {Record<string, string>} headers
 */
function answer(request, response, answers, headers) {
    /** @param {number} status @param {string} text */
    const refuse = (status, text) => {
        response
            .writeHead(status, {
                ...headers,
                'Content-Type': 'text/plain; charset=utf-8',
                'Cache-Control': 'no-store',
            })
            .end(`${text}\n`);
    };
    const { port } = /** @type {import('node:net').AddressInfo} */ (request.socket.address());
    // A page elsewhere may have made its own name lead to this address; it must not read the files by it.
    if (![`${LOOPBACK}:${port}`, `localhost:${port}`].includes(String(request.headers.host))) {
        refuse(421, 'This server answers to its own address only');
        return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
        refuse(405, 'Only GET and HEAD are answered');
        return;
    }
    const [path] = String(request.url).split('?');
    const found = answers.get(path);
    if (!found) {
        refuse(404, 'Not found');
        return;
    }
    try {
        const bytes = found.read();
        response.writeHead(200, {
            ...headers,
            'Content-Type': found.type,
            'Content-Length': bytes.length,
            'Cache-Control': found.cache,
        });
        response.end(request.method === 'HEAD' ? undefined : bytes);
    } catch (error) {
        refuse(500, error instanceof Failure ? error.message : 'The file cannot be read');
    }
}
