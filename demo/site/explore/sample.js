/**
 * In the worker: a file to look at for who has none: made here, from a few rows with every kind of column.
 */

import { encode } from 'tcb-wasm';

const KINDS = ['lantern', 'rope', 'kettle', 'compass', 'whistle', 'blanket'];
const FINDS = ['brass', 'oak', 'tin', 'linen', 'slate', 'cork', 'amber'];
const NOTES = [
    'Hangs by the door.', 'Smells of the sea.', 'A gift, never used.', 'مصباح قديم', 'פעמון קטן', '작은 등불', 'Läuft noch.',
];
const ROWS = 1200;

/**
 * @returns {{ bytes: ArrayBuffer, schema: object }}
 */
export function sampleFile() {
    const schema = {
        columns: [
            { tag: 1, name: 'id', type: 'i32' },
            { tag: 2, name: 'key', type: 'string' },
            { tag: 3, name: 'price', type: 'i32' },
            { tag: 4, name: 'weight', type: 'f32' },
            { tag: 5, name: 'rare', type: 'bool' },
            { tag: 6, name: 'grade', type: 'enum' },
            { tag: 7, name: 'note', type: 'string', optional: true },
            { tag: 8, name: 'materials', type: 'string', array: true },
            { tag: 9, name: 'shelf.row', type: 'i32', path: ['shelf', 'row'] },
            { tag: 10, name: 'shelf.place', type: 'i32', path: ['shelf', 'place'] },
            { tag: 11, name: 'found', type: 'datetime', optional: true },
            { tag: 12, name: 'serial', type: 'i64' },
            { tag: 13, name: 'parts.piece', type: 'i32', array: true, records: true, path: ['parts', 'piece'] },
            { tag: 14, name: 'parts.count', type: 'i32', array: true, records: true, path: ['parts', 'count'] },
        ],
    };
    const rows = Array.from({ length: ROWS }, (_, i) => ({
        id: 1000 + i,
        key: `ware_${KINDS[i % KINDS.length]}_${FINDS[i * 5 % FINDS.length]}_${1 + i % 40}`,
        price: 10 + i * 37 % 490,
        weight: i * 13 % 97 / 10,
        rare: i % 9 === 0,
        grade: 1 + i * i % 5,
        note: i % 3 === 0 ? NOTES[i / 3 % NOTES.length] : null,
        materials: FINDS.slice(i % 5, i % 5 + i % 3 + 1),
        shelf: { row: Math.floor(i / 100), place: i % 100 },
        found: i % 4 === 3 ? null : new Date(Date.UTC(2019, 0, 1 + i, i % 24, i % 60)).toISOString().slice(0, 19),
        serial: BigInt(i) * 10_000_000_019n + 9_007_199_254_740_993n,
        parts: Array.from({ length: i % 4 }, (__, k) => ({ piece: 1 + (i + k) % 30, count: k + 1 })),
    }));
    return { bytes: encode(rows, { schema }).buffer, schema };
}
