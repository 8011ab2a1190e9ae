/** The packed package: what is in it, and what a project that installs it gets. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decode } from '@jridgewell/sourcemap-codec';
import { buildSync } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { env, pack } from '../../../demo/examples/stage.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'tcb-package-'));
const installed = join(project, 'node_modules/tcb-wasm');
const { tarball, files } = pack(project);
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** @type {Record<string, string | Record<string, string>>} */
const entries = manifest.exports;

after(() => rmSync(project, { recursive: true, force: true }));

/** @param {string} command @param {string[]} args */
function run(command, ...args) {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: project, env, encoding: 'utf8' });
    assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
    return stdout;
}

writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', tarball);

test('the tarball holds what the build wrote and the documents for users, nothing else', () => {
    assert.deepEqual(files.filter((file) => !file.startsWith('dist/')).sort(),
        ['CHANGELOG.md', 'LICENSE', 'README.md', 'demo/examples/README.md', 'js/API.md', 'js/cli/REFERENCE.md', 'package.json']);
    // The explorer's pages, which the pack script builds; tests pack without it.
    const built = files.filter((file) => file.startsWith('dist/') && !file.startsWith('dist/site/'));
    assert.deepEqual(built.filter((file) =>
        !/^dist\/(?:[\w.]+\.js(?:\.map)?|[\w-]+\.wasm(?:\.d\.ts)?|types\/[\w./]+\.d\.ts|cli\/(?:[\w-]+\.js|LICENSES\.txt))$/.test(file)), []);
});

test('what the entries and the command name is in the tarball', () => {
    const named = [...Object.values(entries).flatMap((entry) => typeof entry === 'string' ? entry : Object.values(entry)),
        ...Object.values(manifest.bin)].map((/** @type {string} */ path) => path.replace('./', ''));
    assert.deepEqual(named.filter((path) => !files.includes(path)), []);
});

test('types stand first and default last in every entry', () => {
    for (const [name, entry] of Object.entries(entries)) {
        if (typeof entry === 'string') continue;
        const conditions = Object.keys(entry);
        assert.equal(conditions[0], 'types', name);
        assert.equal(conditions.at(-1), 'default', name);
    }
});

test('the package has no dependency and nothing to run at import or install', () => {
    const { dependencies, peerDependencies, optionalDependencies, sideEffects, scripts } = manifest;
    assert.deepEqual([dependencies, peerDependencies, optionalDependencies], [undefined, undefined, undefined]);
    assert.equal(sideEffects, false);
    assert.deepEqual(Object.keys(scripts).filter((name) => /install/.test(name)), []);
});

test('the manifest tells where the package is made, and the change log what its version is', () => {
    const { repository, homepage, bugs, version } = manifest;
    const [, place] = /^git\+(https:\/\/.+)\.git$/.exec(repository.url) ?? [];
    assert.deepEqual([homepage, bugs], [`${place}#readme`, `${place}/issues`]);
    assert.match(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm'));
});

test('npm would publish it, for all and with provenance', () => {
    assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true });
    const { status, stdout, stderr } = spawnSync('npm', ['publish', '--dry-run', '--offline', '--ignore-scripts'], { cwd: root, env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.equal(stdout, `+ tcb-wasm@${manifest.version}\n`);
});

test('source maps lead each function to its line in the sources', () => {
    for (const file of files.filter((path) => path.endsWith('.js.map'))) {
        const { mappings, sourceRoot, sources } = JSON.parse(readFileSync(join(installed, file), 'utf8'));
        assert.ok(sourceRoot.endsWith(`/v${manifest.version}/`));
        const texts = sources.map((/** @type {string} */ path) => readFileSync(join(root, path), 'utf8').split('\n'));
        const built = readFileSync(join(installed, file.slice(0, -4)), 'utf8').split('\n');
        const lines = decode(mappings);
        built.forEach((text, i) => {
            const [, name] = /^(?:async )?function\*? (\w+?)\d*\(/.exec(text) ?? [];
            if (!name) return;
            const [, source, line] = /** @type {[number, number, number, number]} */ (lines[i][0]);
            assert.ok(texts[source][line].includes(`function`) && texts[source][line].includes(name), `${file}: line ${i + 1}, ${text}`);
        });
    }
});

test('publint finds nothing', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, strict: true });
    assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
});

test('are-the-types-wrong finds nothing', () => {
    run('attw', tarball, '--profile', 'esm-only', '--format', 'ascii');
});

test('every entry of the installed package can be imported', () => {
    const names = Object.keys(entries).filter((name) => !/\.(wasm|json)$/.test(name)).map((name) => 'tcb-wasm' + name.slice(1));
    assert.equal(names.length, 9);
    const script = names.map((name) => `console.log(Object.keys(await import('${name}')).length > 0);`).join('\n');
    assert.equal(run(process.execPath, '--input-type=module', '--eval', script), 'true\n'.repeat(names.length));
});

test('an error of one entry is an instance of the class that any other exports, and a table of one is known to others', () => {
    const script = `
        import * as whole from 'tcb-wasm';
        import * as decoder from 'tcb-wasm/decode';
        import * as encoder from 'tcb-wasm/encode';
        import { TcbError, open } from 'tcb-wasm/envelope';
        import { generateTypes } from 'tcb-wasm/typegen';
        await Promise.all([whole.init(), decoder.init(), encoder.init()]);
        const errors = [() => decoder.decode(new Uint8Array(9)), () => encoder.encode([{ a: 2n ** 70n }]),
            () => generateTypes({ columns: [{ name: 'a', type: 'i31' }] })].map((work) => {
            try {
                work();
            } catch (error) {
                return error;
            }
        }).concat(await open(new Uint8Array(9), { macKey: '00'.repeat(32) }).catch((error) => error));
        const classes = [whole.TcbError, decoder.TcbError, encoder.TcbError, TcbError];
        console.log(new Set(classes).size, errors.length, errors.every((error) => classes.every((Class) => error instanceof Class)));
        console.log([new Error(''), null, undefined, 'TcbError'].some((other) => other instanceof TcbError));
        const bytes = whole.encode([{ id: 7 }]);
        const table = decoder.decode(bytes, { schema: { columns: [{ tag: 9, name: 'none', type: 'i32', optional: true }, { tag: 1, name: 'id', type: 'i32' }] } });
        for (const { encode } of [whole, encoder]) console.log(String(encode(table)) === String(bytes));`;
    assert.equal(run(process.execPath, '--input-type=module', '--eval', script), '4 4 true\nfalse\ntrue\ntrue\n');
});

test('the modules of the installed package can be found and loaded', () => {
    const script = `
        import { readFileSync } from 'node:fs';
        import { decode, init } from 'tcb-wasm/decode';
        import { encode, init as initEncoder } from 'tcb-wasm/encode';
        const bytes = (name) => readFileSync(new URL(import.meta.resolve('tcb-wasm/' + name)));
        await initEncoder(bytes('tcb.wasm'));
        await init(bytes('tcb-decode.wasm'));
        console.log(decode(encode([{ id: 7 }])).columns[0].get(0));`;
    assert.equal(run(process.execPath, '--input-type=module', '--eval', script), '7\n');
});

test('npx tcb tells the version', () => {
    assert.ok(run('npx', '--offline', 'tcb', '--version').includes(manifest.version));
});

/** The oldest compiler that knows Uint8Array<ArrayBuffer>, and the one that this project is checked with. */
for (const compiler of ['typescript-floor/bin/tsc', 'typescript/bin/tsc']) {
    for (const [module, moduleResolution] of [['node16', 'node16'], ['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
        test(`the types compile in a strict project with ${compiler} and ${moduleResolution}`, () => {
            cpSync(fileURLToPath(new URL('sample.ts', import.meta.url)), join(project, 'sample.ts'));
            run(process.execPath, join(root, 'node_modules', compiler), '--strict', '--noEmit', '--exactOptionalPropertyTypes',
                '--target', 'es2022', '--lib', 'es2022,dom', '--module', module, '--moduleResolution', moduleResolution,
                'sample.ts');
        });
    }
}

/** The names that a bundle of an entry exports. @param {string} name @param {string[]} conditions */
function namesOf(name, conditions) {
    const { metafile } = buildSync({
        stdin: { contents: `export * from '${name}';`, resolveDir: project },
        bundle: true, format: 'esm', write: false, metafile: true, outfile: 'out.js', conditions, loader: { '.wasm': 'empty' },
    });
    return Object.values(metafile.outputs)[0].exports.sort();
}

for (const [name, entry] of Object.entries(entries)) {
    if (typeof entry === 'string') continue;
    for (const condition of Object.keys(entry).filter((key) => key !== 'types' && key !== 'default')) {
        test(`${name} exports the same names with and without the condition ${condition}`, () => {
            const specifier = 'tcb-wasm' + name.slice(1);
            assert.deepEqual(namesOf(specifier, [condition]), namesOf(specifier, []));
        });
    }
}

test('a bundle for workerd holds no module as text', () => {
    for (const name of ['tcb-wasm', 'tcb-wasm/decode', 'tcb-wasm/encode']) {
        const { metafile, outputFiles } = buildSync({
            stdin: { contents: `export * from '${name}';`, resolveDir: project }, charset: 'utf8',
            bundle: true, format: 'esm', write: false, metafile: true, outfile: 'out.js', conditions: ['workerd'],
            external: ['*.wasm'],
        });
        // Embedded, a module is a string of many thousand characters.
        assert.doesNotMatch(outputFiles[0].text, /"[^"\n]{8000,}"/);
        assert.equal(Object.values(metafile.outputs)[0].imports.filter(({ path }) => path.endsWith('.wasm')).length, 1);
    }
});
