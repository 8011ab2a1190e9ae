/**
 * Numbers and tables as text for a terminal.
 */

const NUMBER = new Intl.NumberFormat('en-US');
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/**
 * 1234567 as 1,234,567.
 * @param {number} number
 */
export function count(number) {
    return NUMBER.format(number);
}

/**
 * `1 row`, `2 rows`.
 * @param {number} number
 * @param {string} noun
 */
export function countOf(number, noun) {
    return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * A share with one digit after the point. Only the whole is 100%.
 * @param {number} part
 * @param {number} whole
 */
export function percent(part, whole) {
    if (!whole) return '';
    const share = part / whole * 100;
    return `${(part === whole ? share : Math.min(share, 99.9)).toFixed(1)}%`;
}

/**
 * A bar of up to `width` characters.
 * @param {number} part
 * @param {number} whole
 * @param {number} width
 */
export function bar(part, whole, width) {
    const eighths = whole ? Math.round(part / whole * width * 8) : 0;
    return '█'.repeat(eighths >> 3) + ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths & 7];
}

/**
 * A text on one line and without effect on a terminal, cut to a width.
 * @param {string} text
 * @param {number} width
 */
export function clip(text, width) {
    const shown = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (c) =>
        `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
    if (widthOf(shown) <= width) return shown;
    let cut = '';
    let used = 0;
    for (const character of shown) {
        used += widthOf(character);
        if (used > width - 1) break;
        cut += character;
    }
    return cut + '…';
}

/** @param {string} text */
function widthOf(text) {
    let width = 0;
    for (const character of text) width += WIDE.test(character) ? 2 : 1;
    return width;
}

/**
 * One column of a text table.
 * @typedef {object} TextColumn
 * @property {string} title
 * @property {boolean} [right] flush right, as numbers are
 * @property {number} [max] cells are cut to this width
 */

/**
 * Lines of a table whose columns are as wide as they need to be. A column without any text is left out.
 * @param {readonly TextColumn[]} columns
 * @param {readonly (readonly string[])[]} rows
 * @param {{ indent?: string, gap?: string }} [options]
 */
export function textTable(columns, rows, { indent = '', gap = '  ' } = {}) {
    const cells = rows.map((row) => row.map((cell, c) => clip(cell, columns[c].max ?? Infinity)));
    const shown = columns.flatMap((_, c) => (cells.some((row) => row[c]) ? [c] : []));
    const widths = columns.map(({ title }, c) =>
        Math.max(widthOf(title), ...cells.map((row) => widthOf(row[c]))));
    /** @param {readonly string[]} row */
    const line = (row) => indent + shown.map((c) => {
        const blanks = ' '.repeat(widths[c] - widthOf(row[c]));
        return columns[c].right ? blanks + row[c] : row[c] + blanks;
    }).join(gap).trimEnd();
    return [columns.map(({ title }) => title), ...cells].map(line);
}
