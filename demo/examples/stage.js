/**
 * Makes a folder in which the examples stand as in a project that uses the package: the packed package in
 * its node_modules, a sample file made by it, and the examples beside that.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = ['page/index.html', 'page/public/sample.tcb'];

/**
 * How to build or run an example. Paths are those of the staged folder.
 * @typedef {object} Example
 * @property {string[]} [build]
 * @property {string[]} [run] prints the rows as JSON
 * @property {string} [page] the folder of its page
 * @property {string[]} [files] what the page needs and the tool does not put there
 */

/** @type {Readonly<Record<string, Example>>} */
export const EXAMPLES = {
    script: { page: 'script' },
    vite: { build: ['vite', 'build', 'page', '--base=./', '--outDir=../dist/vite'], page: 'dist/vite' },
    webpack: { build: ['webpack', '--config=webpack/webpack.config.js'], page: 'dist/webpack', files: PAGE },
    rollup: { build: ['rollup', '--config=rollup/rollup.config.js'], page: 'dist/rollup', files: PAGE },
    esbuild: {
        build: ['esbuild', 'page/main.js', '--bundle', '--minify', '--format=esm', '--outfile=dist/esbuild/main.js'],
        page: 'dist/esbuild', files: PAGE,
    },
    split: { build: ['vite', 'build', 'split', '--outDir=../dist/split'], page: 'dist/split' },
    'web-worker': {
        build: ['vite', 'build', 'web-worker', '--base=./', '--outDir=../dist/web-worker'], page: 'dist/web-worker',
    },
    node: { run: ['node', 'node/main.js'] },
    deno: { run: ['deno', 'run', '--allow-read', '--allow-write', 'deno/main.js'] },
    bun: { run: ['bun', 'run', 'bun/main.js'] },
    workerd: {
        build: ['esbuild', 'workerd/worker.js', '--bundle', '--format=esm', '--conditions=workerd',
            '--loader:.wasm=copy', '--asset-names=[name]', '--outfile=dist/workerd/worker.js'],
    },
};

/**
 * Packs the package. What it is made of must have been built.
 * @param {string} folder where the tarball goes
 * @returns {{ tarball: string, files: string[] }}
 */
export function pack(folder) {
    mkdirSync(folder, { recursive: true });
    const [{ filename, files }] = JSON.parse(execute(
        ['npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder], root));
    return { tarball: join(folder, filename), files: files.map((/** @type {{ path: string }} */ { path }) => path) };
}

/** @param {string} folder of its own below the project, so that tools are found in the project's node_modules */
export async function stage(folder) {
    rmSync(folder, { recursive: true, force: true });
    const target = join(folder, 'node_modules/tcb-wasm');
    mkdirSync(target, { recursive: true });
    execute(['tar', '-xzf', pack(folder).tarball, '--strip-components=1', '-C', target], folder);
    cpSync(fileURLToPath(new URL('.', import.meta.url)), folder, { recursive: true });
    const manifest = { private: true, type: 'module', dependencies: { 'tcb-wasm': '*' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const { encode, init } = await import(join(target, 'dist/encode.js'));
    const { rows, schema } = await import('./items.js');
    await init();
    for (const place of ['script', 'page/public', 'split/public', 'web-worker/public']) {
        mkdirSync(join(folder, place), { recursive: true });
        writeFileSync(join(folder, place, 'sample.tcb'), encode(rows, { schema }));
    }
}

/**
 * Builds an example, or runs it.
 * @param {string} folder
 * @param {string} name
 * @returns {string} what the command printed
 */
export function make(folder, name) {
    const { build, run, page, files } = EXAMPLES[name];
    const printed = execute(/** @type {string[]} */ (build ?? run), folder);
    for (const file of files ?? []) cpSync(join(folder, file), join(folder, String(page), basename(file)));
    return printed;
}

/** The environment in which the tools of the project's node_modules are found. */
export const env = { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH, NO_COLOR: '1' };

/** @param {string[]} command @param {string} cwd */
function execute([command, ...args], cwd) {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
    if (!error && status === 0) return stdout;
    throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `exit status ${status}`}\n${stdout}${stderr}`);
}

/**
 * Starts workerd with a staged configuration, on a free port.
 * @param {string} folder
 * @param {string} config
 * @param {number} [port] 0 takes a free one
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function serveWorker(folder, config, port = 0) {
    const child = spawn('workerd', ['serve', config, `--socket-addr=http=127.0.0.1:${port}`, '--control-fd=1'],
        { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const stop = () => void child.kill();
    const failed = new Promise((_, reject) => {
        child.once('error', reject);
        child.once('exit', (code) => reject(new Error(`workerd ended with exit status ${code}`)));
    });
    failed.catch(() => {}); // it also ends when it is stopped
    const [line] = /** @type {any} */ (await Promise.race([once(child.stdout, 'data'), failed]));
    return { url: `http://127.0.0.1:${JSON.parse(String(line).split('\n')[0]).port}/`, stop };
}
