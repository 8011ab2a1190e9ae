/**
 * A game of many small tables: 516 of them, where paths and arrays have most of the bytes.
 */

import { keyOf, nameOf, pathOf, sentenceOf } from '../data/words.js';
import { buildTable } from './table.js';

/**
 * @import { SampleTable } from '../data/json.js'
 * @import { Random } from '../data/random.js'
 * @import { ColumnRule } from './table.js'
 */

export const CANOPY_TABLES = 516;
const FIRST_ID = 40_000_000;
const ID_STEP = 1_000;
const FEWEST_ROWS = 8;
const MOST_ROWS = 90;

/** @typedef {(table: number) => ColumnRule} RuleOfTable */

/** @type {RuleOfTable} */
const id = (table) => ({ name: 'id', type: 'i32', draw: (_, row) => FIRST_ID + table * ID_STEP + row });

/**
 * Whole numbers that the sheets hold as doubles.
 * @param {string} name
 * @param {number} low
 * @param {number} high
 * @returns {RuleOfTable}
 */
const count = (name, low, high) => () => ({ name, type: 'f64', draw: (random) => random.between(low, high) });

/** @param {string} name @param {number} labels @returns {RuleOfTable} */
const label = (name, labels) => () => ({ name, type: 'enum', draw: (random) => random.between(1, labels) });

/** @param {string} name @returns {RuleOfTable} */
const flag = (name) => () => ({ name, type: 'bool', draw: (random) => random.below(2) === 1 });

/**
 * Paths of one folder, many of them twice.
 * @param {string} name
 * @param {string} folder
 * @returns {RuleOfTable}
 */
const path = (name, folder) => (table) => ({
    name, type: 'string',
    draw: (random) =>
        `${pathOf(`${folder}/${nameOf(table % 90)}`, random.below(42))}.${name.toLowerCase().slice(0, 3)}`,
});

/** @param {string} name @param {string} prefix @returns {RuleOfTable} */
const key = (name, prefix) => () => ({ name, type: 'string', draw: (random) => keyOf(prefix, random.below(400)) });

/** @param {string} name @returns {RuleOfTable} */
const prose = (name) => () => ({ name, type: 'string', draw: (random) => sentenceOf(random.below(90)) });

/** @type {RuleOfTable} */
const state = () => ({ name: 'state', type: 'string', draw: (random) => random.pick(['drawn', 'tried', 'hung', 'struck']) });

/**
 * @param {string} name
 * @param {string} type
 * @param {[number, number]} lengths
 * @param {(random: Random) => any} draw
 * @returns {RuleOfTable}
 */
const list = (name, type, [fewest, most], draw) => () => ({
    name, type, array: true,
    draw: (random) => Array.from({ length: random.between(fewest, most) }, () => draw(random)),
});

/** @type {Record<string, RuleOfTable[]>} */
const KINDS = {
    Branch: [id, path('mesh', 'Scenery/Branches'), path('skin', 'Scenery/Bark'), label('wood', 6),
        list('anchors', 'f64', [4, 16], (random) => random.between(-900, 900)), state],
    Perch: [id, key('caption', 'PERCH'), path('mark', 'Gfx/Perches'), count('height', 2, 90), flag('sheltered'),
        list('visitors', 'i32', [2, 12], (random) => FIRST_ID + random.below(9_000)), state],
    Song: [id, path('tape', 'Sound/Songs'), count('lengthMs', 1_200, 240_000), label('mood', 5),
        list('cues', 'i32', [3, 14], (random) => random.below(60_000))],
    Nest: [id, path('model', 'Scenery/Nests'), path('mark', 'Gfx/Nests'), count('eggs', 0, 7), count('worth', 10, 40_000),
        list('lining', 'string', [2, 6], (random) => nameOf(random.below(40)))],
    Flight: [id, key('caption', 'FLIGHT'), count('fromPerch', 1, 500), count('toPerch', 1, 500),
        path('trail', 'Effects/Trails'),
        list('gusts', 'f64', [2, 8], (random) => random.below(200))],
    Remark: [id, prose('wording'), path('voice', 'Sound/Remarks'), label('speaker', 8), state],
    Feather: [id, path('mark', 'Gfx/Feathers'), count('worth', 0, 2_000), label('scarce', 5), flag('moulted'), state],
    Errand: [id, key('headline', 'ERRAND_HEAD'), key('story', 'ERRAND_STORY'), path('banner', 'Gfx/Errands'),
        list('gifts', 'i32', [2, 7], (random) => FIRST_ID + random.below(30_000)),
        list('amounts', 'i32', [2, 7], (random) => random.between(1, 500))],
    Weather: [id, label('sky', 6), path('light', 'Effects/Skies'), count('lasts', 0, 1_200), count('chance', 1, 1_000)],
    Root: [id, path('mesh', 'Scenery/Roots'), count('depth', 0, 60),
        list('springs', 'i32', [3, 14], (random) => random.below(3_000)), state],
    Trade: [id, key('caption', 'TRADE'), count('price', 10, 120_000), count('coin', 0, 5), count('quota', 1, 500),
        flag('featured'), path('banner', 'Gfx/Trades'), state],
    Setting: [id, key('caption', 'SET'), count('input', 0, 900_000), label('form', 4), prose('note')],
};

/**
 * @param {{ tables?: number, seed?: number }} [options]
 * @returns {SampleTable[]}
 */
export function canopyTables({ tables = CANOPY_TABLES, seed = 1 } = {}) {
    const kinds = Object.entries(KINDS);
    return Array.from({ length: tables }, (_, table) => {
        const [kind, rules] = kinds[table % kinds.length];
        // Lengths are spread evenly, and the same for any number of tables.
        const rowCount = FEWEST_ROWS + table * 37 % (MOST_ROWS - FEWEST_ROWS + 1);
        const name = `${kind}${1 + Math.floor(table / kinds.length)}`;
        return buildTable(name, rowCount, rules.map((rule) => rule(table)), seed);
    });
}
