/**
 * Records that travel one at a time.
 */

import { nameOf } from '../data/words.js';
import { buildTable } from './table.js';

export const PERSONS = 1_000;

/** @param {{ rows?: number, seed?: number }} [options] */
export function personTable({ rows = PERSONS, seed = 1 } = {}) {
    return buildTable('Person', rows, [
        { name: 'name', type: 'string', draw: (random) => `${nameOf(random.below(300))} ${nameOf(random.below(300))}` },
        { name: 'id', type: 'i32', draw: (_, row) => 1 + row },
    ], seed);
}
