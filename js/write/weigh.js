/**
 * What other encodings would have cost.
 */

/**
 * @import { Loader } from '../module/load.js'
 * @import { Table } from '../read/table.js'
 * @import { EncodeOptions, RawTable } from './write.js'
 */

import { ENCODINGS } from '../schema/encodings.js';
import { weighColumns } from './pack.js';
import { withColumns } from './write.js';

/**
 * A column's candidates: bytes of its block by the name of the encoding, in ascending order of number.
 * The exporter takes the smallest, the first of equals.
 * @typedef {object} ColumnWeights
 * @property {number} tag
 * @property {Record<string, number>} candidates of the block, bitmaps included
 * @property {Record<string, number> | null} elements of an array column's elements alone, under ARRAY
 */

const NO_CANDIDATE = 0xffffffff;

/**
 * @param {Loader['run']} run
 * @param {Table | RawTable | readonly object[]} source
 * @param {EncodeOptions} options
 * @returns {ColumnWeights[]}
 */
export function weights(run, source, options) {
    return withColumns(source, options, (rowCount, columns) => {
        const numbers = run((codec) => weighColumns(codec, rowCount, columns));
        return columns.map(({ tag, array }, i) => {
            const at = i * 2 * ENCODINGS.length, middle = at + ENCODINGS.length;
            return {
                tag, candidates: named(numbers.subarray(at, middle)),
                elements: array ? named(numbers.subarray(middle, middle + ENCODINGS.length)) : null,
            };
        });
    });
}

/** @param {Uint32Array} sizes */
function named(sizes) {
    return Object.fromEntries(ENCODINGS.map((name, e) => [name, sizes[e]]).filter(([, size]) => size !== NO_CANDIDATE));
}
