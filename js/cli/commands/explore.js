/**
 * `tcb explore`: the web explorer, on this machine.
 */

import { spawn } from 'node:child_process';

import { UsageError } from '../terminal/failure.js';
import { STDIO, readBytes } from '../files/files.js';
import { fileOnDisk, serveSite, siteFolder } from '../site.js';
import { remark } from '../terminal/terminal.js';

/**
 * @import { CommandSpec, OptionValues } from '../program/program.js'
 * @import { SharedFile } from '../site.js'
 */

/** @type {CommandSpec} */
export const spec = {
    operands: [
        {
            name: 'FILE',
            about: 'a .tcb file to open, sealed or not; - is standard input',
            optional: true,
            many: true,
        },
    ],
    options: [
        { flags: '--port <number>', about: 'where to listen', fallback: 'any free port' },
        { flags: '--open', about: 'open the page in the browser' },
    ],
    notes: [
        'Serves the explorer to this machine alone, and prints its address. Files are read ' +
            'in the page: nothing is uploaded, and a file that has changed is there after a ' +
            'reload. Ctrl+C ends it.',
    ],
    examples: [{ run: 'tcb explore Item.tcb', until: /http:\/\/127\.0\.0\.1:\d+\// }],
};

/**
 * @param {OptionValues} values
 * @param {string[]} paths
 */
export async function run({ port, open = false, quiet }, paths) {
    const number = portNumber(port);
    const folder = siteFolder();
    /** @type {SharedFile[]} */
    const files = [];
    for (const path of paths) files.push(path === STDIO ? await standardInput() : fileOnDisk(path));
    for (const { read } of files) read(); // one that cannot be read is told here, not in the page
    const { url, close } = await serveSite(folder, files, number);
    process.stdout.write(`${url}\n`);
    remark('Ctrl+C ends it', quiet);
    if (open) openBrowser(url);
    await new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, resolve);
    });
    await close();
    return 0;
}

/** @returns {Promise<SharedFile>} */
async function standardInput() {
    const bytes = await readBytes(STDIO);
    return { name: 'standard input.tcb', read: () => bytes };
}

/** @param {string} [given] */
function portNumber(given = '0') {
    const number = Number(given);
    if (/^\d{1,5}$/.test(given) && number < 65536) return number;
    throw new UsageError(
        `--port: expected a number below 65536, found ${JSON.stringify(given)}; see tcb explore --help`,
    );
}

/**
 * Where no browser can be started, the address has been printed.
 * @param {string} url
 */
function openBrowser(url) {
    const [command, ...args] =
        process.platform === 'darwin'
            ? ['open']
            : process.platform === 'win32'
              ? ['rundll32', 'url.dll,FileProtocolHandler']
              : ['xdg-open'];
    spawn(command, [...args, url], { stdio: 'ignore', detached: true })
        .on('error', () => {
            remark('no browser could be started; open the address by hand');
        })
        .unref();
}
