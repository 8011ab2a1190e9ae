/**
 * Builds what the package ships into dist/: the modules of WebAssembly, the entries with their
 * declarations, and the command line. (The explorer's site is built by demo/site/build.mjs.) On the way,
 * both modules are made with both toolchains below build/, and in build/js/ what the sources import:
 * the modules as text, the ciphers of the envelope, the script of the report's page.
 *
 *     node wasm/build.mjs [--quiet]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const quiet = process.argv.includes('--quiet');

/** @param {string} command @param {string[]} args */
function run(command, args) {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
    if (error || status !== 0) {
        process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
        console.error(`build: ${command} ${args.join(' ')} failed: ${error?.message ?? `exit status ${status}`}`);
        process.exit(1);
    }
    return stdout;
}

/** Which toolchain's modules ship: see the README for the measurements. */
const SHIPPED = 'wasi';

for (const preset of ['wasi', 'emscripten']) {
    run('cmake', ['--preset', preset]);
    run('cmake', ['--build', '--preset', preset, '--parallel', '2']);
}
// What an older build left would be packed too; the site is another build's.
if (existsSync(dist)) for (const name of readdirSync(dist)) if (name !== 'site') rmSync(join(dist, name), { recursive: true });
const sizes = run(process.execPath, ['wasm/embed.mjs', SHIPPED]);
run(process.execPath, ['wasm/vendor.mjs', '--quiet']);
run(process.execPath, ['js/build.mjs', '--quiet']);
run(process.execPath, ['js/cli/build.mjs', '--quiet']);
if (!quiet) console.log(sizes);
