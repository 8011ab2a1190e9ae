/** Rows by code that is compiled for their table. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';

import { columnsFromRows } from '../../../js/write/build.js';
import { rowCompiler } from '../../../js/read/compile.js';
import { inferSchema } from '../../../js/write/infer.js';
import { Table } from '../../../js/read/table.js';
import { sproutTables, typeTables } from '../../bench/data/index.js';

/** Enough rows for the compiler to bother. */
const MANY = 100;

/** @param {any[]} rows @param {unknown} [schema] */
const tableOf = (rows, schema = inferSchema(rows, { mixed: 'json' })) => new Table(columnsFromRows(rows, schema));

/** @param {any[]} rows */
const many = (rows) => Array.from({ length: MANY }, (_, i) => rows[i % rows.length]);

/**
 * How often code is made from text while `work` runs.
 * @param {() => void} work
 */
function compilations(work) {
    const { Function } = globalThis;
    let count = 0;
    globalThis.Function = /** @type {any} */ (new Proxy(Function, {
        construct(target, args) {
            count++;
            return Reflect.construct(target, args);
        },
    }));
    try {
        work();
    } finally {
        globalThis.Function = Function;
    }
    return count;
}

test('gives the rows that the table gives, of every type and shape', () => {
    const rowsOf = rowCompiler();
    const tables = [...typeTables(), ...sproutTables()];
    const made = compilations(() => {
        for (const { name, rows, schema } of tables) {
            const table = tableOf(rows, schema);
            assert.deepEqual(rowsOf(table), table.rows(), name);
        }
    });
    assert.ok(made > 20, `${made} tables were worth compiling`);
});

test('owns keys that objects inherit, and keys that are no identifiers', () => {
    const rows = many([JSON.parse('{"__proto__":1,"constructor":"a","a b":2,"\\"];\\u2028":3,"7":4,"":5}')]);
    const found = rowCompiler()(tableOf(rows));
    assert.deepEqual(found, tableOf(rows).rows());
    assert.equal(Object.getPrototypeOf(found[0]), Object.prototype);
    assert.deepEqual(Object.keys(found[0]), ['7', '__proto__', 'constructor', 'a b', '"];\u2028', '']);
});

test('gives rows without keys where a table has no columns', () => {
    assert.deepEqual(rowCompiler()(new Table({ rowCount: MANY, columns: [] })), many([{}]));
});

test('keeps rows apart from each other', () => {
    const [first, second] = rowCompiler()(tableOf(many([{ a: [1], r: { x: 1 } }])));
    first.a.push(2);
    first.r.x = 5;
    assert.deepEqual(second, { a: [1], r: { x: 1 } });
});

test('compiles once for tables with the same keys, whatever their types', () => {
    const rowsOf = rowCompiler();
    const [numbers, texts] = [many([{ a: 1, b: null }, { a: 0.5, b: 2 }]), many([{ a: 'x', b: 'y' }])];
    assert.equal(compilations(() => {
        assert.deepEqual(rowsOf(tableOf(numbers)), numbers);
        assert.deepEqual(rowsOf(tableOf(texts)), texts);
        assert.deepEqual(rowsOf(tableOf(texts.slice(0, 2))), texts.slice(0, 2));
    }), 1);
});

test('compiles nothing for a few rows', () => {
    assert.equal(compilations(() => assert.deepEqual(rowCompiler()(tableOf([{ a: 1 }])), [{ a: 1 }])), 0);
});

/** @param {string[]} flags @param {string} script */
function node(flags, script) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '--eval', `
        import { encode, decode, init } from ${JSON.stringify(import.meta.resolve('../../../js/index.js'))};
        import { rowCompiler } from ${JSON.stringify(import.meta.resolve('../../../js/read/compile.js'))};
        await init();
        const rows = Array.from({ length: ${MANY} }, (_, id) => ({ id, name: 'n' + id % 7, weight: id % 3 ? id / 2 : null }));
        const table = decode(encode(rows));
        ${script}`], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout;
}

test('gives the same rows where code may not be made from text, and tries once', () => {
    assert.equal(node(['--disallow-code-generation-from-strings'], `
        let tries = 0;
        globalThis.Function = new Proxy(Function, { construct: (target, args) => (tries++, Reflect.construct(target, args)) });
        const rowsOf = rowCompiler();
        for (let i = 0; i < 3; i++) {
            if (JSON.stringify(rowsOf(table)) !== JSON.stringify(table.rows())) throw new Error('other rows');
        }
        console.log(tries);`), '1\n');
});

test('gives all rows of a table one hidden class', () => {
    assert.equal(node(['--allow-natives-syntax'], `
        const made = rowCompiler()(table);
        console.log(made.every((row) => %HaveSameMap(row, made[0])));`), 'true\n');
});
