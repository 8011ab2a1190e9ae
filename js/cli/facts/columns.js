/**
 * The columns of a table as lines of text.
 */

import { compositionText } from '../../annotate.js';
import { NAME_WIDTH } from './damage.js';
import { bar, clip, count, percent, textTable } from '../terminal/layout.js';

/** @import { ColumnFacts, TableFacts } from './facts.js' */

const BAR_WIDTH = 10,
    BOUND_WIDTH = 20;

/**
 * One line a column. A kind of fact that no column has is left out. Shares are of what the file should be.
 * @param {Pick<TableFacts, 'bytes' | 'rows' | 'damage'>} table
 * @param {readonly ColumnFacts[]} columns some of the table's
 * @param {{ indent?: string, ranges?: boolean }} [options] `ranges`: also the least and the greatest values
 */
export function columnLines({ bytes, rows, damage }, columns, { indent = '  ', ranges = false } = {}) {
    const largest = Math.max(...columns.map((column) => column.bytes));
    return textTable(
        [
            { title: 'tag', right: true },
            { title: 'name', max: NAME_WIDTH },
            { title: 'type', max: 14 },
            { title: 'encoding' },
            { title: 'bytes', right: true },
            { title: 'share', right: true },
            { title: '' },
            { title: 'distinct', right: true },
            { title: 'present', right: true },
            { title: 'range' },
        ],
        columns.map((column) => [
            String(column.tag),
            column.name ?? '',
            column.type,
            encodingText(column),
            count(column.bytes),
            percent(column.bytes, damage?.expected ?? bytes),
            bar(column.bytes, largest, BAR_WIDTH),
            column.distinct === undefined ? '' : count(column.distinct),
            presenceText(column, rows),
            ranges ? rangeText(column) : '',
        ]),
        { indent },
    );
}

/**
 * @param {ColumnFacts} column
 * @param {number} rows
 */
function presenceText({ present, elements, presentElements }, rows) {
    if (present !== undefined) return percent(present, rows);
    return presentElements === undefined ? '' : percent(presentElements, Number(elements));
}

/** @param {ColumnFacts} column */
function rangeText({ type, min, max }) {
    if (min === undefined || max === undefined) return '';
    const isText = type.startsWith('string');
    const [low, high] = [min, max].map((bound) =>
        clip(isText ? JSON.stringify(bound) : String(bound), BOUND_WIDTH),
    );
    return Object.is(min, max) ? low : `${low} .. ${high}`;
}

/**
 * A column's encoding with all that are inside it.
 * @param {ColumnFacts} column
 */
export function encodingText({ encoding, presence, elementPresence, error, available }) {
    const bitmaps = [presence, elementPresence].filter((name) => name !== undefined && name !== 'RAW');
    return (
        compositionText(encoding) +
        (bitmaps.length ? `, bitmap ${bitmaps.join(' and ')}` : '') +
        (error ? ' (unreadable)' : '') +
        (available === undefined ? '' : available ? ` (${count(available)} bytes of it)` : ' (missing)')
    );
}
