import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { typeTables } from '../../bench/data/index.js';
import { OPERATION_NAMES } from '../../bench/load/operations.js';
import { makePlan } from '../../bench/load/plan.js';
import { makeSet } from '../../bench/load/sets.js';
import { SYSTEM_NAMES, openSystem } from '../../bench/load/systems.js';
import { readerSize } from '../../bench/load/reader.js';
import { Unsupported } from '../../bench/load/unsupported.js';
import { firstDifference, verify } from '../../bench/load/verify.js';

/** @import { System } from '../../bench/load/systems.js' */

const BENCHMARK = fileURLToPath(new URL('../../bench/load.js', import.meta.url));
const execute = promisify(execFile);
/** One of each kind: all of them would take twice the time. */
const MEASURED = ['json-named', 'msgpackr-records', 'arrow', 'tcb'];

const set = makeSet('growth', true);
const plan = makePlan(set);

/** @param {Partial<System>} changes */
async function verifyChanged(changes) {
    const system = { ...await openSystem('json-named', set.schema), ...changes };
    await verify(system, set, plan, await system.prepare(set));
}

/** A copy of the rows with one value replaced. @param {string} name @param {any} value */
function changedRows(name, value) {
    return set.rows.map((row, i) => i === 700 ? { ...row, [name]: value } : row);
}

/**
 * A table with what is asked of it.
 * @param {import('../../bench/data/json.js').SampleTable} table
 * @returns {import('../../bench/load/sets.js').DataSet}
 */
const asked = (table) => ({ ...table, key: 'id', sum: 'id' });

/** A table without its columns of a type. @param {import('../../bench/data/json.js').SampleTable} table @param {string} type */
function without({ name, schema, rows }, type) {
    const gone = schema.columns.filter((column) => column.type === type);
    /** @param {any} value @param {readonly string[]} path @returns {any} */
    const cut = (value, [key, ...rest]) => {
        if (Array.isArray(value)) return value.map((element) => cut(element, [key, ...rest]));
        const { [key]: found, ...others } = value;
        return rest.length ? { ...value, [key]: cut(found, rest) } : others;
    };
    return {
        name, schema: { columns: schema.columns.filter((column) => !gone.includes(column)) },
        rows: rows.map((row) => gone.reduce((left, column) => cut(left, column.path ?? [column.name]), row)),
    };
}

const TYPE_TABLES = typeTables();
/** What the library reads wrongly: see the benchmark's README. */
const WITHOUT_LONGS = ['fury'];

for (const name of SYSTEM_NAMES) {
    test(`${name} gives the values, the sum and the rows by key that went into its file`, async () => {
        const system = await openSystem(name, set.schema);
        await verify(system, set, plan, await system.prepare(set));
    });

    test(`${name} holds every type, absent cells and elements, records and arrays of them`, async () => {
        for (const table of TYPE_TABLES) {
            const own = asked(WITHOUT_LONGS.includes(name) ? without(table, 'i64') : table);
            const system = await openSystem(name, own.schema);
            await verify(system, own, makePlan(own), await system.prepare(own));
        }
    });
}

test('a system says why it cannot hold a table, and is left out of it', async () => {
    const own = asked(TYPE_TABLES[0]);
    const system = await openSystem('fury', own.schema);
    await assert.rejects(async () => system.prepare(own), (error) =>
        error instanceof Unsupported && /64|31 bits/.test(error.message));
});

test('the rows of a system are objects of the table\'s own keys, whatever they are called', async () => {
    for (const key of ['constructor', 'class', 'A', '1st', 'toString', 'from', 'element', 'field2', '끝', '__proto__']) {
        const columns = ['a b', key, 'a'].map((name, i) => ({ tag: i + 1, name, type: 'i32' }));
        const rows = [1, 2].map((n) => Object.fromEntries(columns.map(({ name, tag }) => [name, n * 100 + tag])));
        const own = { name: `Key ${key}`, schema: { columns }, rows, key: 'a b', sum: 'a' };
        for (const name of SYSTEM_NAMES) {
            if (key === '__proto__' && /^(msgpack|cbor)/.test(name)) continue; // These refuse or rename it by design.
            const system = await openSystem(name, own.schema);
            await verify(system, own, makePlan(own), await system.prepare(own));
        }
    }
});

for (const name of ['protobufjs', 'thrift-compact', 'parquet', 'tcb']) {
    test(`the bundle of what ${name} needs for loading has a size`, async () => {
        const { plain, gzip, brotli } = await readerSize(await openSystem(name, set.schema));
        assert.ok(brotli < gzip && gzip < plain && plain < 200_000, `${plain} ${gzip} ${brotli}`);
    });
}

test('a system of many tables ships the code of all their schemas, and what they share once', async () => {
    const tables = ['a', 'b'].map((name) => ({ columns: [{ name, type: 'i32', tag: 1 }] }));
    const sizes = async (/** @type {string} */ name) => {
        const size = async (/** @type {any} */ schema) => (await readerSize(await openSystem(name, schema))).plain;
        return { one: await size(tables[0]), both: await size({ tables }) };
    };
    const compiled = await sizes('protobufjs'), general = await sizes('tcb');
    assert.ok(compiled.both > compiled.one && compiled.both < 2 * compiled.one, JSON.stringify(compiled));
    assert.equal(general.both, general.one);
});

test('a system whose form the platform reads ships no reader', async () => {
    assert.equal((await readerSize(await openSystem('json-named', set.schema))).plain, 0);
});

test('a quick run measures each system and operation, and prints tables without claims', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tcb-bench-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const out = join(folder, 'load.jsonl');
    const { stdout } = await execute(process.execPath, [
        BENCHMARK, '--quick', '--systems', MEASURED.toReversed().join(), '--out', out,
    ]);

    const records = readFileSync(out, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const of = (/** @type {string} */ kind) => records.filter((record) => record.kind === kind);
    for (const kind of ['file', 'memory', 'times', 'summary']) {
        // Systems take turns in an order of their own.
        assert.deepEqual(of(kind).map(({ system }) => system).sort(), MEASURED.toSorted(), kind);
    }
    for (const { operations } of of('times')) {
        assert.deepEqual(operations.map((/** @type {any} */ { operation }) => operation), [...OPERATION_NAMES]);
        for (const { cpu, wall } of operations) {
            assert.equal(cpu.length, 5);
            assert.equal(wall.length, 5);
            assert.ok(wall.every((/** @type {number} */ ms) => ms > 0));
        }
    }
    for (const { plain, gzip, brotli } of of('file')) assert.ok(brotli <= gzip && gzip < plain);
    for (const { operations, encode, cold, reader } of of('summary')) {
        assert.deepEqual(Object.keys(operations), [...OPERATION_NAMES]);
        assert.ok(encode.cpu.spent.median > 0);
        assert.ok(0 < cold.open.median && cold.open.median < cold.columns.median && cold.columns.median < cold.rows.median);
        assert.ok(reader.plain >= reader.gzip);
    }
    for (const { title } of of('file')) assert.equal(stdout.split(`| ${title} |`).length - 1, 5, title);
    assert.equal(stdout.includes('aim for .tcb'), false);
});

test('systems of one set may be chosen, and an unknown one is refused', async () => {
    await assert.rejects(execute(process.execPath, [BENCHMARK, '--quick', '--systems', 'tcb,csv']),
        /expected one of json-named, .*, found 'csv'/);
});

test('a value that a system gives wrongly fails the benchmark', async () => {
    await assert.doesNotReject(verifyChanged({}));
    await assert.rejects(verifyChanged({ rows: () => changedRows('gainPeak', '105') }),
        /named JSON, growth: row 700, gainPeak: expected ".*", found "105"/);
    await assert.rejects(verifyChanged({ rows: (rows) => rows.slice(1) }), /expected 1000 rows, found 999/);
    await assert.rejects(verifyChanged({ sum: () => 7 }), /sum of gainFloor: expected \d+, found 7/);
    await assert.rejects(verifyChanged({ index: (rows) => () => rows[0] }), /row 1, id: expected 30\d+, found 3000000/);
});

test('i64 may be digits, a number or a bigint, but no other value, and nothing else may change its type', () => {
    const { gainPeak, step } = set.rows[700];
    for (const same of [gainPeak, BigInt(gainPeak), Number(gainPeak)]) {
        assert.equal(firstDifference(set, changedRows('gainPeak', same)), null);
    }
    for (const other of [BigInt(gainPeak) + 1n, null, undefined, '', [gainPeak]]) {
        assert.match(firstDifference(set, changedRows('gainPeak', other)) ?? '', /^row 700, gainPeak: expected/);
    }
    for (const other of [String(step), BigInt(step), step + 0.5]) {
        assert.match(firstDifference(set, changedRows('step', other)) ?? '', /^row 700, step: expected/);
    }
    assert.match(firstDifference(set, changedRows('rankName', 'Anvi')) ?? '', /^row 700, rankName: expected/);
});
