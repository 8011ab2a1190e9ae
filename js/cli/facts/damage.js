/**
 * Damage in words, with the columns under the names that the table shows.
 */

import { sizeDamageText } from '../../annotate.js';
import { clip, count } from '../terminal/layout.js';

/**
 * @import { SizeDamage } from '../../annotate.js'
 * @import { ColumnFacts } from './facts.js'
 */

/** The widest name shown whole. */
export const NAME_WIDTH = 26;

/**
 * What a column is called: as in the rows of the table, where no schema tells it.
 * @param {Pick<ColumnFacts, 'tag' | 'name'>} column
 */
export function columnName({ tag, name = `c${tag}` }) {
    return name;
}

/**
 * What is wrong with the size of a file, in one line.
 * @param {SizeDamage} damage
 * @param {readonly Pick<ColumnFacts, 'tag' | 'name'>[]} columns
 */
export function damageText(damage, columns) {
    const names = new Map(columns.map((column) => [column.tag, clip(columnName(column), NAME_WIDTH)]));
    return sizeDamageText(damage, { nameOf: (tag) => names.get(tag) ?? columnName({ tag }), count });
}
