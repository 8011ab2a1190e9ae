/**
 * Every check of the project, in order; stops at the first that fails.
 *
 *     node tests/run.js           all (what `npm test` runs after the setup script)
 *     node tests/run.js c js      only the steps named
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const JOBS = '2';
/** @type {import('node:child_process').SpawnSyncOptions} */
const QUIET = { stdio: ['ignore', 'ignore', 'inherit'] };

/** @param {string} command @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} [options] */
function run(command, args, options) {
    const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
    if (error || status !== 0) {
        console.error(`\nfailed: ${command} ${args.join(' ')} (${error?.message ?? `exit status ${status}`})`);
        process.exit(1);
    }
}

/** @param {string} preset */
function build(preset) {
    run('cmake', ['--preset', preset], QUIET);
    run('cmake', ['--build', '--preset', preset, '--parallel', JOBS], QUIET);
}

/** Sources in C and C++: files of these folders. */
function cFiles() {
    return ['src', 'wasm', 'tests/c', 'tests/fuzz', 'demo/examples/c'].flatMap((folder) => readdirSync(join(root, folder))
        .filter((name) => /\.(c|h|cc)$/.test(name)).map((name) => `${folder}/${name}`));
}

/** Test files in JavaScript; each of them is a process of its own. */
function testFiles() {
    return readdirSync(join(root, 'tests/js'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.js')).map((name) => `tests/js/${name}`);
}

/** The modules built again, in another folder, must come out the same to the byte. */
function reproducible() {
    const copy = mkdtempSync(join(tmpdir(), 'tcb-again-'));
    try {
        for (const part of ['CMakeLists.txt', 'CMakePresets.json', 'package.json', 'src', 'wasm']) {
            cpSync(join(root, part), join(copy, part), { recursive: true });
        }
        mkdirSync(join(copy, 'tests'));
        for (const preset of ['wasi', 'emscripten']) {
            const quiet = { ...QUIET, cwd: copy };
            run('cmake', ['--preset', preset], quiet);
            run('cmake', ['--build', '--preset', preset, '--parallel', JOBS], quiet);
            for (const name of ['tcb', 'tcb-decode']) {
                const file = `build/${preset}/${name}.wasm`;
                if (!readFileSync(join(root, file)).equals(readFileSync(join(copy, file)))) {
                    console.error(`failed: two builds of ${file} differ`);
                    process.exit(1);
                }
                console.log(`${file}: two builds give the same bytes`);
            }
        }
    } finally {
        rmSync(copy, { recursive: true });
    }
}

/** @type {Record<string, () => void>} */
const steps = {
    'modules': () => run(process.execPath, ['wasm/build.mjs']),
    'format': () => run('clang-format-14', ['--dry-run', '--Werror', ...cFiles()]),
    'lint': () => {
        run('node_modules/.bin/eslint', ['--config', 'js/eslint.config.js', 'js', 'wasm', 'demo', 'tests']);
        run('node_modules/.bin/depcruise', ['--config', 'js/dependency-cruiser.config.mjs', 'js']);
    },
    'types': () => {
        run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'js/tsconfig.json']);
        run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tests/tsconfig.json']);
    },
    'reproducible': reproducible,
    'c': () => {
        for (const preset of ['native', 'asan']) {
            build(preset);
            run('ctest', ['--preset', preset, '--parallel', JOBS]);
        }
    },
    'tidy': () => run('clang-tidy-14', ['--quiet', '--warnings-as-errors=*',
        ...cFiles().filter((name) => name.startsWith('src/') && name.endsWith('.c')), '--', '-std=c11', '-Isrc']),
    'js': () => run(process.execPath, ['--test', '--test-reporter=spec', `--test-concurrency=${JOBS}`, ...testFiles()]),
};

const wanted = process.argv.slice(2);
for (const name of wanted) {
    if (!steps[name]) {
        console.error(`unknown step ${name}; there are ${Object.keys(steps).join(', ')}`);
        process.exit(2);
    }
}
if (!existsSync(join(root, '../shared'))) {
    console.log('note: ../shared is absent, so the tests on exported and real tables are skipped');
}
for (const [name, step] of Object.entries(steps)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const start = performance.now();
    console.log(`\n== ${name}`);
    step();
    console.log(`== ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
