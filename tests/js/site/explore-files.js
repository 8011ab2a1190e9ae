/**
 * Files for the explorer's tests: good, damaged, sealed and foreign ones.
 */

import { gzipSync } from 'node:zlib';

import { encode, inspect } from 'tcb-wasm';
import { fileOfBlocks } from 'tcb-wasm/annotate';
import { seal } from 'tcb-wasm/envelope';
import { generateTypes } from 'tcb-wasm/typegen';

export const ENCRYPTION_KEY = '3f'.repeat(32), MAC_KEY = 'a6'.repeat(32);

export const SCHEMA = {
    columns: [
        { tag: 1, name: 'id', type: 'i32' },
        { tag: 2, name: 'label', type: 'string' },
        { tag: 3, name: 'cost', type: 'i32', optional: true },
        { tag: 4, name: 'big', type: 'i64' },
        { tag: 5, name: 'when', type: 'datetime' },
        { tag: 6, name: 'tags', type: 'string', array: true },
        { tag: 7, name: 'spot.x', type: 'f32', path: ['spot', 'x'] },
        { tag: 8, name: 'loot.item', type: 'i32', array: true, records: true, path: ['loot', 'item'] },
    ],
};

export const ROW_COUNT = 600;

const LABELS = ['anchor', 'bucket', 'مرساة', 'comma, "quote"', 'drum'];

/** @param {number} i */
export function rowOf(i) {
    return {
        id: i + 1,
        label: LABELS[i % LABELS.length],
        cost: i % 4 === 1 ? null : (i * 7919) % 1000,
        big: BigInt(i) + 9_007_199_254_740_993n,
        when: new Date(Date.UTC(2024, 0, 1, 0, i)).toISOString().slice(0, 19),
        tags: ['t' + i % 3, 'u'].slice(0, i % 3),
        spot: { x: i / 8 },
        loot: Array.from({ length: i % 3 }, (_, k) => ({ item: i + k })),
    };
}

export const rows = Array.from({ length: ROW_COUNT }, (_, i) => rowOf(i));

/** Two tables of the same shape, which only their names tell apart: their columns, and their files. */
export const PAIR = {
    quest: { columns: [{ name: 'questId', type: 'i32' }, { name: 'title', type: 'string' }] },
    shop: { columns: [{ name: 'shopId', type: 'i32' }, { name: 'keeper', type: 'string' }] },
};

export function pairOfFiles() {
    return {
        quest: encode([{ questId: 1, title: 'a' }], { schema: PAIR.quest }),
        shop: encode([{ shopId: 1, keeper: 'b' }], { schema: PAIR.shop }),
    };
}

/** A file of a few bytes with ten million rows: one run of differences, and one of values. */
export function longFile() {
    const rowCount = 10_000_000;
    const column = (/** @type {number} */ tag, /** @type {number} */ encoding, /** @type {number[]} */ block) =>
        ({ tag, wire: 2, encoding, bytes: Uint8Array.from(block) });
    return fileOfBlocks(rowCount, [
        column(1, 4, [...counter(1), ...counter(rowCount - 1), ...counter(1)]),
        column(2, 3, [...counter(rowCount), ...counter(7)]),
    ]).bytes;
}

/** @param {number} value */
function counter(value) {
    const bytes = [];
    let left = value * 2;
    for (; left > 127; left = Math.floor(left / 128)) bytes.push(left % 128 + 128);
    return [...bytes, left];
}

/** Call once the module is ready. */
export async function makeFiles() {
    const good = encode(rows, { schema: SCHEMA });
    const { columns } = inspect(good);
    const [, label] = columns;
    // A dictionary that claims more entries than there are bytes.
    const damaged = good.slice();
    damaged.fill(0xff, label.offset, label.offset + 4);
    const last = columns[columns.length - 1];
    return {
        good, damaged,
        cut: good.slice(0, last.offset + 2),
        sealed: await seal(good, { encryptionKey: ENCRYPTION_KEY, macKey: MAC_KEY }),
        signed: await seal(good, { macKey: MAC_KEY }),
        packed: gzipSync(good),
        foreign: new TextEncoder().encode('{"not": "a table"}'),
        schemaText: JSON.stringify({ tables: { Good: SCHEMA, Other: { columns: [{ tag: 1, name: 'number', type: 'i32' }] } } }),
        typesText: generateTypes({ tables: { Good: SCHEMA } }),
        baselineText: JSON.stringify({
            BaselineVersion: 2, Tables: { Good: { 1: { Name: 'Number', Element: 2, Kind: 0 }, 2: { Name: 'Words', Element: 6, Kind: 0 } } },
        }),
    };
}
