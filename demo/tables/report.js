/**
 * The results as text.
 */

import { columnLines } from '../../js/cli/facts/columns.js';
import { count, countOf, textTable } from '../../js/cli/terminal/layout.js';

/** @import { Result, Sizes, Times } from './job.js' */

/**
 * Sums over tables.
 * @typedef {object} Totals
 * @property {number} tables
 * @property {number} rows
 * @property {number} values compared
 * @property {number} differences
 * @property {Sizes} bytes
 * @property {Times} milliseconds
 */

/**
 * @param {readonly Result[]} results
 * @returns {Totals}
 */
export function totalsOf(results) {
    /** @param {(result: Result) => number} part */
    const sum = (part) => results.reduce((total, result) => total + part(result), 0);
    return {
        tables: results.length,
        rows: sum(({ rows }) => rows),
        values: sum(({ comparison }) => comparison.values),
        differences: sum(({ comparison }) => comparison.count),
        bytes: {
            namedJson: sum(({ bytes }) => bytes.namedJson),
            compactJson: sum(({ bytes }) => bytes.compactJson),
            tcb: sum(({ bytes }) => bytes.tcb),
        },
        milliseconds: {
            namedJson: sum(({ milliseconds }) => milliseconds.namedJson),
            compactJson: sum(({ milliseconds }) => milliseconds.compactJson),
            columns: sum(({ milliseconds }) => milliseconds.columns),
            rows: sum(({ milliseconds }) => milliseconds.rows),
        },
    };
}

/**
 * Sizes and times, one line a table.
 * @param {readonly Result[]} results
 * @param {number} runs
 */
export function summary(results, runs) {
    const totals = totalsOf(results);
    const lines = results.map((result) => [
        result.name, count(result.rows), count(result.facts.columns.length), ...numbers(result),
    ]);
    if (results.length > 1) lines.push(['total', count(totals.rows), '', ...numbers(totals)]);
    const right = ['rows', 'cols', 'JSON', 'compact', '.tcb', 'ratio', 'JSON', 'compact', 'columns', 'rows']
        .map((title) => ({ title, right: true }));
    const table = textTable([{ title: 'table', max: 21 }, ...right], lines, { gap: ' ' });
    const [head] = table;
    const bytesEnd = head.indexOf('.tcb') + 4;
    return [
        `${' '.repeat(Math.max(bytesEnd - 5, 0))}bytes${'ms to load'.padStart(head.length - bytesEnd)}`,
        ...table,
        '',
        'JSON: rows as named objects; compact: rows as arrays. Loaded by TextDecoder and JSON.parse.',
        'columns: .tcb to typed arrays and string tables, whose texts are decoded when first asked for;',
        'rows: .tcb to row objects, all texts decoded. ratio: bytes of JSON to .tcb. ' +
        `Medians of ${countOf(runs, 'run')}.`,
    ].join('\n');
}

/** @param {{ bytes: Sizes, milliseconds: Times }} parts */
function numbers({ bytes, milliseconds }) {
    const { namedJson, compactJson, tcb } = bytes;
    const { columns, rows, ...json } = milliseconds;
    return [
        ...[namedJson, compactJson, tcb].map(count), (namedJson / tcb).toFixed(1),
        ...[json.namedJson, json.compactJson, columns, rows].map(threeDigits),
    ];
}

/** @param {number} ms */
function threeDigits(ms) {
    if (ms < 1) return ms.toFixed(ms < 0.01 ? 4 : 3);
    return ms < 999.5 ? ms.toPrecision(3) : count(Math.round(ms));
}

/**
 * A table's largest columns.
 * @param {Result} result
 * @param {number} limit
 */
export function columnReport({ name, facts }, limit) {
    const bySize = [...facts.columns].sort((a, b) => b.bytes - a.bytes);
    // A line that tells of one column alone could as well be that column.
    const shown = bySize.length === limit + 1 ? bySize : bySize.slice(0, limit);
    const rest = bySize.slice(shown.length);
    const order = shown.length > 1 ? ', largest first' : '';
    const size = `${countOf(facts.bytes, 'byte')} in ${countOf(facts.columns.length, 'column')}`;
    const lines = [`${name}: ${size}${order}`];
    if (shown.length) lines.push(...columnLines(facts, shown));
    if (rest.length) {
        const bytes = rest.reduce((sum, column) => sum + column.bytes, 0);
        lines.push(`  … and ${count(rest.length)} more columns, ${countOf(bytes, 'byte')}`);
    }
    return lines.join('\n');
}

/**
 * What came back other than it was.
 * @param {Result} result
 */
export function differenceReport({ name, comparison: { count: all, differences } }) {
    const lines = differences.map(({ row, column, expected, found }) =>
        `${name}, row ${row}, column ${JSON.stringify(column)}: expected ${expected}, found ${found}`);
    const more = all - differences.length;
    if (more) lines.push(`${name}: … and ${countOf(more, 'more difference')}`);
    return lines.join('\n');
}

/** @param {Totals} totals */
export function closingLine({ tables, rows, values, differences }) {
    return `${countOf(tables, 'table')}, ${countOf(rows, 'row')}, ${countOf(values, 'value')} compared, ` +
        countOf(differences, 'difference');
}
