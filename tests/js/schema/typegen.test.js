import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

import { columnsFromRows, decode, encode, init, Table } from '../../../js/index.js';
import { generateTypes, schemaFromTypes } from '../../../js/schema/typegen.js';
import { normalizeSchema } from '../../../js/schema/schema.js';
import { sproutTables, typeTables } from '../../bench/data/index.js';

/** @import { SchemaJson } from '../../../js/schema/types.js' */

await init();

const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/**
 * Compiles modules that import the generated `./tables.js`, and gives the lines that are in error.
 * @param {string} types
 * @param {Record<string, string>} modules text by name
 */
function compile(types, modules) {
    const folder = mkdtempSync(join(tmpdir(), 'typegen-'));
    try {
        writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
        writeFileSync(join(folder, 'tables.d.ts'), types);
        for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name + '.ts'), text);
        const args = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', '',
            '--isolatedModules', '--pretty', 'false', 'tables.d.ts',
            ...Object.keys(modules).map((name) => name + '.ts')];
        const { stdout, status } = spawnSync(process.execPath, [TSC, ...args], { cwd: folder, encoding: 'utf8' });
        const errors = stdout.split('\n').filter((line) => /^\S/.test(line));
        assert.equal(status === 0, errors.length === 0, stdout);
        return errors;
    } finally {
        rmSync(folder, { recursive: true });
    }
}

const ITEM = /** @type {SchemaJson & { columns: any[] }} */ ({ columns: [
    { tag: 1, name: 'id', type: 'i32' },
    { tag: 2, name: 'kind', type: 'enum', labels: { Sword: 1, 'Great Bow': 2, '*/': -3, 7: 7 } },
    { tag: 3, name: 'plain', type: 'enum', optional: true },
    { tag: 4, name: 'grades', type: 'enum', array: true, labels: { Low: 0, High: 1 } },
    { tag: 5, name: 'big', type: 'i64' },
    { tag: 6, name: 'bigs', type: 'i64', array: true, optional: true, optionalElements: true },
    { tag: 7, name: 'single', type: 'f32' },
    { tag: 8, name: 'double', type: 'f64' },
    { tag: 9, name: 'on', type: 'bool' },
    { tag: 10, name: 'text', type: 'string', optional: true },
    { tag: 11, name: 'uuid', type: 'uuid' },
    { tag: 12, name: 'at', type: 'datetime' },
    { tag: 13, name: 'wait', type: 'timespan' },
    { tag: 14, name: 'any', type: 'json', optional: true },
    { tag: 15, name: 'anys', type: 'json', array: true },
    { tag: 16, name: 'pos.x', type: 'f32', path: ['pos', 'x'] },
    { tag: 17, name: 'pos.y', type: 'f32', optional: true, path: ['pos', 'y'] },
    { tag: 18, name: 'maybe.a', type: 'i32', optional: true, path: ['maybe', 'deep', 'a'] },
    { tag: 19, name: 'maybe.b', type: 'string', optional: true, path: ['maybe', 'b'] },
    { tag: 20, name: 'loot.item', type: 'i32', array: true, records: true, path: ['loot', 'item'] },
    { tag: 21, name: 'loot.note', type: 'string', array: true, optional: true, records: true, path: ['loot', 'note'] },
    { tag: 22, name: 'drops.item', type: 'i32', array: true, optional: true, records: true, path: ['in', 'drops', 'item'] },
    { tag: 23, name: 'drops.n', type: 'i64', array: true, optional: true, optionalElements: true, records: true, path: ['in', 'drops', 'n'] },
    { tag: 24, name: 'leaf.ids', type: 'i32', array: true, path: ['leaf', 'ids'] },
    { tag: 25, name: '__proto__', type: 'i32' },
    { tag: 26, name: 'a.b "c"\n*/ {', type: 'i32' },
    { tag: 27, name: '1', type: 'i32' },
    { tag: 28, name: '이름', type: 'string' },
    { tag: 29, name: 'new', type: 'i32' },
    { tag: 30, name: 'constructor', type: 'i32' },
    { tag: 31, name: 'readonly', type: 'i32' },
    { tag: 32, name: '\ud800', type: 'i32' },
    { tag: 33, name: 'data', type: 'bytes', optional: true },
] });

const ROW = {
    id: 1, kind: 2, plain: null, grades: [0, 1], big: 5n, bigs: [1n, null], single: 0.5, double: 0.25, on: true,
    text: null, uuid: '00112233-4455-6677-8899-aabbccddeeff', at: '2024-03-01T12:30:00', wait: '00:00:01',
    any: { a: [1, null] }, anys: [null, 'x'], pos: { x: 1, y: null }, maybe: null,
    loot: [{ item: 3, note: 'x' }], in: { drops: [{ item: 1, n: 2n }, { item: 2, n: null }] }, leaf: { ids: [4] },
    ['__proto__']: 6, 'a.b "c"\n*/ {': 7, 1: 8, 이름: '검', new: 9, constructor: 10, readonly: 11, '\ud800': 12,
    data: Uint8Array.of(1, 255),
};

/**
 * A value as a TypeScript expression.
 * @param {any} value
 * @returns {string}
 */
function literal(value) {
    if (typeof value === 'bigint') return value + 'n';
    if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
    if (value instanceof Uint8Array) return `new Uint8Array([${value.join()}])`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    // A computed key: `"__proto__": 6` would set the prototype.
    return `{${Object.keys(value).map((key) => `[${JSON.stringify(key)}]: ${literal(value[key])}`).join()}}`;
}

test('types accept the very rows that a table gives, and code that uses them', () => {
    const row = decode(encode(new Table(columnsFromRows([ROW], ITEM))), { schema: ITEM }).row(0);
    assert.deepEqual(row.in, ROW.in);
    assert.deepEqual(compile(generateTypes({ name: 'Item', ...ITEM }), {
        // Both directions: what the row has is of the type, and the type has no other keys.
        row: `import type { Item } from './tables.js';\nexport const row: Item = ${literal(row)};\n`,
        use: `import type { Item, ItemKind, ItemKindLabels, ItemGrades, JsonValue } from './tables.js';
            const labels: ItemKindLabels = { Sword: 1, 'Great Bow': 2, '*/': -3, 7: 7 };
            export function use(row: Item): [number, bigint, string, JsonValue, ItemKind, ItemGrades] {
                if (row.kind === labels.Sword) row.kind = 2;
                const plain: number = row.plain ?? 0;
                const sum = (row.bigs ?? []).reduce<bigint>((all, each) => all + (each ?? 0n), row.big);
                const n: bigint = row.in?.drops?.[0].n ?? 0n;
                const flag: boolean = row.on;
                const x: number = row.pos.x + (row.pos.y ?? 0) + (row.maybe?.deep?.a ?? 0) + row.loot[0].item;
                const ids: number[] = row.leaf.ids;
                const odd: number = row.__proto__ + row['1'] + row.new + row.constructor + row['\\ud800'];
                const byte: number = row.data?.subarray(1)[0] ?? 0;
                const text: string = row.at + row.wait + row.uuid + row.이름 + (row.text ?? '');
                return [plain + x + odd + byte + ids.length + Number(flag), sum + n, text, row.any, row.kind, row.grades[0]];
            }\n`,
    }), []);
});

test('types refuse wrong use', () => {
    const lines = [
        'row.nothing',
        'row.text.length',
        'row.big + 1',
        'row.kind = 3',
        'row.kind === 9',
        'row.grades[0] = 2',
        'row.bigs[0]',
        'row.bigs![0] + 1n',
        'row.maybe.b',
        'row.maybe!.deep.a',
        'row.pos.y.toFixed()',
        'row.loot[0].note.length',
        'row.in.drops',
        'row.in!.drops.length',
        'row.leaf.ids[0].length',
        'row.any.a',
        'row.at.getTime()',
        'row.id = "1"',
        'row.id = null',
        'row.data.length',
        'row.data![0].length',
    ];
    const errors = compile(generateTypes(ITEM, { name: 'Item' }), {
        wrong: `import type { Item } from './tables.js'; declare const row: Item;\n${lines.join(';\n')};\n`,
    });
    const found = new Set(errors.map((line) => Number(/^wrong\.ts\((\d+)/.exec(line)?.[1]) - 2));
    assert.deepEqual(lines.filter((_, i) => !found.has(i)), []);
    assert.equal(found.size, lines.length, errors.join('\n'));
});

test('gives each table an interface with a name of its own', () => {
    const columns = [{ name: 'id', type: 'i32' }];
    const kind = [{ name: 'kind', type: 'enum', labels: { A: 1 } }];
    const tables = {
        item: { columns }, Item: { columns: kind }, Optional_Drop: { columns }, 'optional drop': { columns },
        '3rd': { columns }, '---': { columns }, 표: { columns }, ItemKind: { columns }, item_kind: { columns },
        ItemKind2Labels: { columns }, JsonValue: { columns: [{ name: 'any', type: 'json' }] }, String: { columns },
        ['__proto__']: { columns }, 'a */ b': { columns },
    };
    const text = generateTypes({ tables });
    assert.deepEqual([...text.matchAll(/export (?:interface|type) (\S+)/g)].map(([, name]) => name), [
        'JsonValue', 'Item2', 'ItemKind3Labels', 'ItemKind3', 'Item', 'OptionalDrop', 'OptionalDrop2', '_3rd',
        'Table', '표', 'ItemKind', 'ItemKind2', 'ItemKind2Labels', 'JsonValue2', 'String', 'Proto', 'AB',
    ]);
    assert.deepEqual(compile(text, { use: `import type { Item, Item2, JsonValue2, Proto } from './tables.js';
        export const rows: [Item, Item2, JsonValue2, Proto] = [{ kind: 1 }, { id: 1 }, { any: null }, { id: 2 }];` }), []);
});

test('has the numbers that i64 is decoded to', () => {
    const schema = { columns: [{ name: 'a', type: 'i64', optional: true }, { name: 'b', type: 'i64', array: true }] };
    const types = (/** @type {any} */ options) =>
        [...generateTypes(schema, options).matchAll(/^ {4}[ab]: (.*);$/gm)].map(([, type]) => type);
    assert.deepEqual(types({}), ['bigint | null', 'bigint[]']);
    assert.deepEqual(types({ int64: 'number' }), ['number | null', 'number[]']);
    assert.deepEqual(types({ int64: 'auto' }), ['(bigint | number) | null', '(bigint | number)[]']);
    assert.throws(() => types({ int64: 'any' }), RangeError);
});

test('writes a property with its tag and type in a comment', () => {
    assert.equal(generateTypes({ columns: [
        { tag: 3, name: 'tags', type: 'string', array: true, optional: true, optionalElements: true },
        { tag: 5, name: 'pos.x', type: 'f32', path: ['pos', 'x'] }] }), `// Made from a schema: change that instead.

/** A row of "Row". */
export interface Row {
    /** Tag 3, optional array of optional string. */
    tags: (string | null)[] | null;
    pos: {
        /** Tag 5, f32, column "pos.x". */
        x: number;
    };
}
`);
});

test('takes a schema without columns, without labels in its enum, and with references', () => {
    assert.match(generateTypes({ columns: [] }), /export interface Row \{\n\}\n/);
    const text = generateTypes({ tables: {
        Drop: { columns: [{ name: 'kind', type: 'enum', labels: {} }], references: { kind: 'Kind.id' } } } });
    assert.match(text, /export type DropKind = number;/);
    assert.deepEqual(compile(text, {}), []);
});

test('refuses wrong labels and wrong schemas, naming the table and the column', () => {
    const of = (/** @type {object} */ column) => ({ tables: { Item: { columns: [{ name: 'a', type: 'enum', ...column }] } } });
    /** @type {[unknown, RegExp][]} */
    const wrong = [
        [of({ labels: { A: 1.5 } }), /Item.*column "a": expected label "A" to be a 32-bit integer, found 1.5/],
        [of({ labels: { A: 2 ** 31 } }), /found 2147483648/],
        [of({ labels: { A: '1' } }), /found "1"/],
        [of({ labels: ['A'] }), /to be an object of names and numbers, found an array of 1/],
        [of({ labels: null }), /found null/],
        [of({ type: 'i32', labels: { A: 1 } }), /"labels" to be left out where "type" is not enum/],
        [of({ type: 'none' }), /^Item: .*"type"/],
        [{ tables: [] }, /"tables" to be an object, found an array of 0/],
        [{ tables: { Item: null } }, /^Item: .*columns/],
        [{ columns: 5 }, /columns in an array, found 5/],
        [null, /found null/],
    ];
    for (const [schema, message] of wrong) {
        assert.throws(() => generateTypes(schema), { name: 'TcbError', code: 'SCHEMA', message });
    }
});

test('gives the schema back that declarations were made from', () => {
    const schema = { tables: { Item: ITEM, 'Item "*/" \n2': { columns: [{ tag: 7, name: 'a  * b', type: 'i32' }] } } };
    for (const int64 of /** @type {const} */ (['bigint', 'number', 'auto'])) {
        const { tables } = schemaFromTypes(generateTypes(schema, { int64 }));
        assert.deepEqual(Object.keys(tables), Object.keys(schema.tables));
        for (const [name, table] of Object.entries(schema.tables)) {
            assert.deepEqual(normalizeSchema(tables[name]), normalizeSchema(table), name);
        }
    }
});

test('gives the schemas of all sample tables back, from one file', () => {
    const all = [...typeTables(), ...sproutTables({ scale: 'small' })];
    const schema = { tables: Object.fromEntries(all.map((table) => [table.name, table.schema])) };
    const { tables } = schemaFromTypes(generateTypes(schema));
    for (const { name, schema: own } of all) assert.deepEqual(normalizeSchema(tables[name]), normalizeSchema(own), name);
});

test('reads declarations whose layout an editor changed, among others', () => {
    const text = generateTypes({ ...ITEM, name: 'Item' }).replace(/^( +)/gm, '\t').replace(/\/\*\* (Tag.*) \*\//g, '/**\n * $1\n */')
        .replace(/"(Great Bow)"/, "'$1'");
    const { tables } = schemaFromTypes(`import { x } from 'y';\ninterface Own { a: { b: 1 }[]; }\r\n// more\n${text}\ntype Z = string;`);
    assert.deepEqual(normalizeSchema(tables.Item), normalizeSchema(ITEM));
});

test('refuses declarations that tell no tables or no tags, naming the member', () => {
    assert.throws(() => schemaFromTypes('export interface Item { id: number; }'), {
        name: 'TcbError', code: 'SCHEMA', message: /expected interfaces as generateTypes makes them.*found none/,
    });
    const text = generateTypes({ name: 'Item', columns: [{ name: 'pos.x', path: ['pos', 'x'], type: 'i32' }] });
    assert.throws(() => schemaFromTypes(text.replace(/\/\*\* Tag.*/, '')), {
        code: 'SCHEMA', message: 'types: "Item"."pos"."x": expected a comment such as "Tag 1, i32." above it, found nothing',
    });
    for (let end = 0; end < text.length; end++) {
        try {
            schemaFromTypes(text.slice(0, end));
        } catch (error) {
            assert.equal(/** @type {any} */ (error).code, 'SCHEMA', text.slice(0, end));
        }
    }
});
