/**
 * A report as text for a terminal.
 */

import { ENCODINGS } from '../../schema/encodings.js';
import { encodingText } from '../facts/columns.js';
import { bar, clip, count, countOf, percent, textTable } from '../terminal/layout.js';

/**
 * @import { ReportColumn, TableReport } from './facts.js'
 */

const BAR_WIDTH = 10,
    NAME_WIDTH = 26;

/** In place of a candidate that a column has not. */
const NONE = '– ';

/**
 * @param {TableReport} report
 * @returns {string}
 */
export function reportText(report) {
    const { file, rows, columns } = report;
    const lines = [
        `${clip(file, 200)}: ${countOf(rows, 'row')}, ${countOf(columns.length, 'column')}`,
        '',
        ...totalLines(report),
    ];
    if (columns.length) {
        lines.push(
            '',
            ...columnLines(report),
            '',
            ...encodingLines(report),
            '',
            ...candidateLines(columns),
        );
    }
    return lines.join('\n') + '\n';
}

/** @param {TableReport} report */
function totalLines({ bytes, raw, compressed }) {
    const rows = [
        ['all columns RAW', count(raw), ''],
        ['this file', count(bytes), percent(bytes, raw)],
    ];
    if (compressed) {
        rows.push(
            ['after gzip -9', count(compressed.gzip), percent(compressed.gzip, raw)],
            ['after brotli -11', count(compressed.brotli), percent(compressed.brotli, raw)],
        );
    }
    return textTable(
        [{ title: '' }, { title: 'bytes', right: true }, { title: 'of RAW', right: true }],
        rows,
        { indent: '  ' },
    );
}

/** @param {TableReport} report */
function columnLines({ columns, bytes }) {
    const [{ bytes: largest }] = columns;
    return textTable(
        [
            { title: 'tag', right: true },
            { title: 'name', max: NAME_WIDTH },
            { title: 'type', max: 14 },
            { title: 'encoding' },
            { title: 'bytes', right: true },
            { title: 'share', right: true },
            { title: '' },
            { title: 'of RAW', right: true },
            { title: 'gzip', right: true },
            { title: 'brotli', right: true },
        ],
        columns.map((column) => [
            String(column.tag),
            column.name ?? '',
            column.type,
            encodingText(column),
            count(column.bytes),
            percent(column.bytes, bytes),
            bar(column.bytes, largest, BAR_WIDTH),
            percentOf(column.bytes, column.candidates.RAW),
            column.compressed ? count(column.compressed.gzip) : '',
            column.compressed ? count(column.compressed.brotli) : '',
        ]),
        { indent: '  ' },
    );
}

/** @param {TableReport} report */
function encodingLines({ encodings, bytes }) {
    return textTable(
        [
            { title: 'encoding' },
            { title: 'columns', right: true },
            { title: 'bytes', right: true },
            { title: 'share', right: true },
            { title: 'of RAW', right: true },
        ],
        encodings.map(({ encoding, columns, bytes: own, raw }) => [
            encoding,
            count(columns),
            count(own),
            percent(own, bytes),
            percentOf(own, raw),
        ]),
        { indent: '  ' },
    );
}

/**
 * What every encoding takes; columns with the same candidates stand together.
 * @param {readonly ReportColumn[]} columns
 */
function candidateLines(columns) {
    /** @type {Map<string, string[][]>} */
    const groups = new Map();
    for (const column of columns) {
        addWeights(groups, [...place(column), ''], column.candidates, column.encoding.name);
        const { elements } = column.encoding;
        if (column.elementCandidates)
            addWeights(groups, [...place(column), 'elements'], column.elementCandidates, elements?.name);
    }
    const tables = [...groups].map(([names, rows]) => {
        const heads = [{ title: 'tag', right: true }, { title: 'name', max: NAME_WIDTH }, { title: '' }];
        const titles = names.split(' ');
        const isTaken = titles.map((_, i) => rows.some((row) => row[heads.length + i] !== NONE));
        return textTable(
            [...heads, ...titles.map((title) => ({ title: `${title} `, right: true }))],
            rows.map((row) =>
                row.map((cell, i) => (i < heads.length || isTaken[i - heads.length] ? cell : '')),
            ),
            { indent: '  ' },
        );
    });
    return [
        "  what every encoding takes in bytes (* this file's)",
        ...tables.flatMap((lines) => ['', ...lines]),
    ];
}

/** @param {ReportColumn} column */
function place({ tag, name }) {
    return [String(tag), name ?? ''];
}

/**
 * @param {Map<string, string[][]>} groups
 * @param {string[]} head
 * @param {Record<string, number>} weights
 * @param {string | undefined} chosen
 */
function addWeights(groups, head, weights, chosen) {
    const all = familyOf(weights);
    const cells = all.map((name) =>
        name in weights ? `${count(weights[name])}${name === chosen ? '*' : ' '}` : NONE,
    );
    const key = all.join(' ');
    groups.set(key, [...(groups.get(key) ?? []), [...head, ...cells]]);
}

/** The candidates of like elements, which single columns may lack. */
const FAMILIES = [
    ['RAW', 'ARRAY'],
    ['RAW', 'VARINT', 'DELTA', 'RLE', 'DELTA_RLE', 'BITPACK'],
    ['RAW', 'DICT', 'DICT_RLE', 'WHOLE', 'BITPACK'],
    ['RAW', 'DICT', 'DICT_RLE', 'DICT_FRONT', 'DICT_FRONT_RLE', 'DICT_SEG', 'DICT_SEG_RLE'],
];

/**
 * @param {Record<string, number>} weights
 * @returns {readonly string[]}
 */
function familyOf(weights) {
    return (
        FAMILIES.find((names) => Object.keys(weights).every((name) => names.includes(name))) ?? ENCODINGS
    );
}

/**
 * Above 100 % too: a file may hold what the exporter would not choose.
 * @param {number} part
 * @param {number} whole
 */
export function percentOf(part, whole) {
    return part > whole && whole ? `${((part / whole) * 100).toFixed(1)}%` : percent(part, whole);
}
