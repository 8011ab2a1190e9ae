/**
 * Builds both modules with both toolchains, puts the ones that ship into js/wasm/, bundles the ciphers
 * of the envelope into js/vendor/ and the command line into js/bin/, and writes the package's declarations
 * into js/types/.
 *
 *     node wasm/build.mjs [--quiet]
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
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
run(process.execPath, ['wasm/vendor.mjs', '--quiet']);
run(process.execPath, ['js/cli/build.mjs', '--quiet']);
const sizes = run(process.execPath, ['wasm/embed.mjs', SHIPPED]);
rmSync(`${root}js/types`, { recursive: true, force: true });
// From the file itself, not npx: it need not be there. Whether the types hold is asked elsewhere.
run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'js/tsconfig.types.json']);
if (!quiet) console.log(sizes);
