/**
 * The columns of a table as lines of text.
 */

import { bar, count, percent, textTable } from './layout.js';
import { encodingText } from './nesting.js';

/** @import { ColumnFacts, TableFacts } from './facts.js' */

const BAR_WIDTH = 10;

/**
 * One line a column. A kind of fact that no column has is left out.
 * @param {TableFacts} table
 * @param {readonly ColumnFacts[]} columns some of the table's
 * @param {{ indent?: string }} [options]
 */
export function columnLines({ bytes, rows }, columns, { indent = '  ' } = {}) {
    const largest = Math.max(...columns.map((column) => column.bytes));
    return textTable([
        { title: 'tag', right: true },
        { title: 'name', max: 26 },
        { title: 'type', max: 14 },
        { title: 'encoding' },
        { title: 'bytes', right: true },
        { title: 'share', right: true },
        { title: '' },
        { title: 'distinct', right: true },
        { title: 'present', right: true },
    ], columns.map((column) => [
        String(column.tag),
        column.name ?? '',
        column.type,
        column.error ? `${encodingText(column.encoding)} (unreadable)` : encodingText(column.encoding),
        count(column.bytes),
        percent(column.bytes, bytes),
        bar(column.bytes, largest, BAR_WIDTH),
        column.distinct === undefined ? '' : count(column.distinct),
        presence(column, rows),
    ]), { indent });
}

/**
 * @param {ColumnFacts} column
 * @param {number} rows
 */
function presence({ present, elements, presentElements }, rows) {
    if (present !== undefined) return percent(present, rows);
    return presentElements === undefined ? '' : percent(presentElements, Number(elements));
}
