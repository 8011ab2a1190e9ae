/**
 * Sample game tables: generated, seeded, the same in every engine. Nothing is read or kept.
 */

import { growthTable } from './growth.js';
import { sproutTables } from './sprout.js';
import { typeTables } from './types.js';

export { growthTable, sproutTables, typeTables };
export { compactJson, namedJson } from './json.js';

/** Chosen so that each encoding has something to do: texts, paths, runs, arrays, i64, f32. */
const CHOSEN = [
    'SailorClimb',
    'TrickLevel',
    'Good',
    'VoyageSquall',
    'Gremlin',
    'ErrandLeg',
    'ParleyLine',
    'Phrase',
];

/**
 * A handful of tables to show the codec with: the big growth table, eight typical ones and
 * three that hold every type.
 * @param {{ seed?: number }} [options]
 * @returns {import('./json.js').SampleTable[]}
 */
export function sampleTables({ seed = 1 } = {}) {
    return [
        growthTable(),
        ...sproutTables({ scale: 'live', seed, names: CHOSEN }),
        ...typeTables({ seed }),
    ];
}
