/** The C library as an installed tree: what it shows, and what programs in C and C++ that use it print. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rows, schema } from '../../../demo/examples/items.js';
import { encode, init } from '../../../js/encode.js';
import { codeBlocks } from '../../readme.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const example = join(root, 'demo/examples/c');
const folder = mkdtempSync(join(tmpdir(), 'tcb-library-'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
after(() => rmSync(folder, { recursive: true, force: true }));

await init();
const items = join(folder, 'items.tcb');
writeFileSync(items, encode(rows, { schema }));
const damaged = join(folder, 'damaged.tcb');
writeFileSync(damaged, readFileSync(items).subarray(0, -1));

/** @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
function run(command, args, env) {
    const { status, stdout, stderr, error } = spawnSync(command, args,
        { encoding: 'utf8', env: { ...process.env, ...env } });
    assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
    return stdout.trim();
}

const WARNINGS = '-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Werror';
const FORMS = [
    { form: 'static', libdir: 'lib', options: [] },
    { form: 'shared in folders of its own', libdir: 'lib/here/64',
        options: ['-DBUILD_SHARED_LIBS=ON', '-DCMAKE_INSTALL_INCLUDEDIR=include/tcb'] },
];

for (const { form, libdir, options } of FORMS) {
    const build = join(folder, form, 'build'), prefix = join(folder, form, 'moved');
    const libraries = join(prefix, libdir);
    const env = { PKG_CONFIG_PATH: join(libraries, 'pkgconfig'), LD_LIBRARY_PATH: libraries };

    test(`${form}: the library installs into a tree that can be moved`, () => {
        run('cmake', ['-S', root, '-B', build, '-DTCB_TESTS=OFF', `-DCMAKE_INSTALL_LIBDIR=${libdir}`, ...options]);
        run('cmake', ['--build', build, '--parallel', '2']);
        run('cmake', ['--install', build, '--prefix', join(folder, form, 'first')]);
        renameSync(join(folder, form, 'first'), prefix);
    });

    /** @param {string} programs folder of both */
    const prints = (programs) => {
        const numbers = join(programs, 'numbers'), texts = join(programs, 'texts');
        assert.equal(run(numbers, [items, '3'], env), rows.map(({ price }) => price).join('\n'));
        assert.equal(run(texts, [items, '2'], env), rows.map(({ name }) => name).join('\n'));
        for (const program of [numbers, texts]) {
            const { status, stderr } = spawnSync(program, [damaged, '2'], { encoding: 'utf8', env: { ...process.env, ...env } });
            assert.equal(status, 1);
            assert.match(stderr, /^a block is longer than the rest of the file/);
        }
    };

    test(`${form}: programs in C and C++ find it with find_package`, () => {
        const programs = join(folder, form, 'with-cmake');
        const place = libdir === 'lib' ? `-DCMAKE_PREFIX_PATH=${prefix}` : `-Dtcb_DIR=${libraries}/cmake/tcb`;
        run('cmake', ['-S', example, '-B', programs, place,
            `-DCMAKE_C_FLAGS=${WARNINGS}`, `-DCMAKE_CXX_FLAGS=${WARNINGS}`]);
        run('cmake', ['--build', programs]);
        prints(programs);
    });

    test(`${form}: programs in C and C++ find it with pkg-config`, () => {
        const programs = join(folder, form, 'with-pkg-config');
        mkdirSync(programs);
        const flags = run('pkg-config', ['--cflags', '--libs', 'tcb'], env); // quoted for a shell
        const compile = (/** @type {string} */ compiler, /** @type {string} */ source, /** @type {string} */ program) =>
            run('sh', ['-c', `${compiler} ${WARNINGS} "$1" -o "$2" ${flags}`, 'sh', join(example, source), join(programs, program)]);
        compile('gcc -std=c11', 'numbers.c', 'numbers');
        compile('g++ -std=c++20', 'texts.cc', 'texts');
        prints(programs);
    });

    test(`${form}: pkg-config and the CMake package tell the version of package.json`, () => {
        assert.equal(run('pkg-config', ['--modversion', 'tcb'], env), version);
        assert.match(readFileSync(join(libraries, 'cmake/tcb/tcb-config-version.cmake'), 'utf8'),
            new RegExp(`set\\(PACKAGE_VERSION "${version}"\\)`));
    });

    if (form === 'static') continue;
    test(`${form}: it shows the functions of tcb.h and nothing else`, () => {
        const shown = run('nm', ['--dynamic', '--defined-only', '--format=just-symbols', join(libraries, 'libtcb.so')]);
        const declared = readFileSync(join(root, 'src/tcb.h'), 'utf8').matchAll(/^\w[\w *]*\b(tcb_\w+)\(/gm);
        assert.deepEqual(shown.split('\n').sort(), [...declared].map(([, name]) => name).sort());
    });
}

test('a C++ program without find_package finds the target in a subfolder', () => {
    const source = join(folder, 'sub');
    mkdirSync(source);
    writeFileSync(join(source, 'CMakeLists.txt'), `cmake_minimum_required(VERSION 3.25)
        project(sub LANGUAGES C CXX)
        add_subdirectory(${root} tcb)
        add_executable(texts ${example}/texts.cc)
        target_compile_features(texts PRIVATE cxx_std_20)
        target_link_libraries(texts tcb::tcb)
        install(TARGETS texts)`);
    run('cmake', ['-S', source, '-B', join(source, 'build')]);
    run('cmake', ['--build', join(source, 'build'), '--parallel', '2']);
    run('cmake', ['--install', join(source, 'build'), '--prefix', join(source, 'installed')]);
    assert.equal(run(join(source, 'installed/bin/texts'), [items, '2']), rows.map(({ name }) => name).join('\n'));
    assert.throws(() => readFileSync(join(source, 'installed/include/tcb.h')), { code: 'ENOENT' });
});

test('what the description shows of CMake and pkg-config is what the examples do', () => {
    const text = readFileSync(join(root, 'src/README.md'), 'utf8');
    const lists = readFileSync(join(example, 'CMakeLists.txt'), 'utf8');
    for (const line of codeBlocks(text, 'cmake').join('').trim().split('\n')) assert.ok(lists.includes(line), line);
    const numbers = readFileSync(join(example, 'numbers.c'), 'utf8');
    for (const line of codeBlocks(text, 'c').join('').trim().split('\n')) assert.ok(numbers.includes(line.trim()), line);
});
