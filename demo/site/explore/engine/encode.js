/**
 * Columns encoded again, one by one.
 */

/**
 * @import { RawColumn } from 'tcb-wasm'
 * @import { Pause } from '../types.js'
 * @import { TableFile } from './tablefile.js'
 */

import { encode, inspect, weigh } from 'tcb-wasm';
import { fileOfBlocks } from 'tcb-wasm/annotate';
import { takeRows } from './take.js';

/**
 * What a column would take under each encoding.
 * @param {number} rowCount
 * @param {RawColumn} raw
 */
export function weighColumn(rowCount, raw) {
    const { candidates, elements } = weigh({ rowCount, columns: [raw] })[0];
    return { candidates, elements };
}

/**
 * @param {TableFile} file
 * @param {{ tags: readonly number[], asSeen: boolean, profile: any }} what `asSeen`: only the rows that are
 *   seen, in their order
 * @param {(fraction: number) => void} progress
 * @param {Pause} pause
 */
export async function encodeColumns(file, { tags, asSeen, profile }, progress, pause) {
    const order = asSeen ? file.order : null;
    const rowCount = order ? order.length : file.rowCount;
    /** @type {import('tcb-wasm/annotate').Block[]} */
    const blocks = [];
    const columns = [];
    for (const tag of tags) {
        const { raw } = file.column(tag);
        const bytes = encode({ rowCount, columns: [order ? takeRows(raw, order) : raw] }, { profile });
        const { offset, byteLength, encoding } = inspect(bytes).columns[0];
        const { wire, byteLength: before, encoding: encodingBefore } = file.descriptor(tag);
        blocks.push({ tag, wire, encoding, bytes: bytes.subarray(offset, offset + byteLength) });
        columns.push({ tag, before, after: byteLength, encodingBefore, encodingAfter: encoding });
        progress(blocks.length / tags.length);
        await pause();
    }
    const { bytes } = fileOfBlocks(rowCount, blocks);
    return { columns, size: bytes.length, blob: new Blob([bytes], { type: 'application/octet-stream' }) };
}
