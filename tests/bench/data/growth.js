/**
 * The big table of the samples: what a sailor gains at each step of 800 growth tracks.
 * Nothing in it is drawn at random, so its size is known to the byte.
 */

import { nameOf } from './words.js';

const FIRST_ID = 3_000_000;
const TRACKS = 800;
const RANKS = 3;
const ISSUES = 3;
const KINDS = 8;
const KIND_BLOCKS = 24;

const COLUMNS = [
    ['id', 'i32'],
    ['rankName', 'string'],
    ['trackKind', 'enum'],
    ['step', 'i32'],
    ['gainFloor', 'i32'],
    ['gainSlope', 'i32'],
    ['gainPeak', 'i64'],
    ['trackNumber', 'i64'],
    ['issue', 'i32'],
];

/**
 * A gain that grows a little faster at every step.
 * @param {number} base
 * @param {number} slope
 * @param {number} step
 */
export function curve(base, slope, step) {
    return base + slope * step + Math.floor((step * step) / 4);
}

/**
 * The number of one of `count` equal blocks of rows, going round when rows are left over.
 * @param {number} row
 * @param {number} rows
 * @param {number} blocks
 * @param {number} count
 */
function blockOf(row, rows, blocks, count) {
    const length = Math.max(1, Math.floor(rows / blocks));
    return Math.floor(row / length) % count;
}

/**
 * @param {{ rows?: number }} [options]
 * @returns {import('./json.js').SampleTable}
 */
export function growthTable({ rows: rowCount = 95_490 } = {}) {
    if (!Number.isInteger(rowCount) || rowCount < 0) {
        throw new RangeError(`expected a whole number of rows, found ${String(rowCount)}`);
    }
    const trackLength = Math.max(1, Math.floor(rowCount / TRACKS));
    const rows = Array.from({ length: rowCount }, (_, row) => {
        const step = row % trackLength;
        return {
            id: FIRST_ID + row,
            rankName: nameOf(blockOf(row, rowCount, RANKS, RANKS)),
            trackKind: 1 + blockOf(row, rowCount, KIND_BLOCKS, KINDS),
            step,
            gainFloor: curve(100, 17, step),
            gainSlope: curve(4, 2, step),
            gainPeak: String(curve(104, 19, step)),
            trackNumber: String(Math.floor(row / trackLength)),
            issue: 1 + blockOf(row, rowCount, ISSUES, ISSUES),
        };
    });
    const columns = COLUMNS.map(([name, type], index) => ({ tag: index + 1, name, type }));
    return { name: 'GrowthTrack', schema: { columns }, rows };
}
