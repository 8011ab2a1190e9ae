/**
 * Rows out of comma-separated values, as RFC 4180 has them.
 */

const SEPARATORS = [',', ';', '\t'];

/**
 * Rows as objects, named by the first line. The separator is the one of comma, semicolon and tab that
 * the first line has most of. A column of numbers gives numbers, one of true and false booleans; an
 * empty cell that is not quoted is null.
 * @param {string} text
 * @returns {Record<string, any>[]}
 */
export function parseCsv(text) {
    const lines = cells(text.replace(/^\uFEFF/, ''));
    const [head, ...body] = lines;
    if (!head) throw new RangeError('expected a first line with the names of the columns, found nothing');
    const names = head.map((name, c) => name?.trim() || `column${c + 1}`);
    const repeated = names.find((name, c) => names.indexOf(name) !== c);
    if (repeated !== undefined) throw new RangeError(`the first line names the column "${repeated}" twice`);
    body.forEach((line, i) => {
        if (line.length === names.length) return;
        throw new RangeError(`row ${i + 1}: expected ${names.length} cells, as the first line has, found ${line.length}`);
    });
    const converters = names.map((_, c) => converter(body.map((line) => line[c])));
    return body.map((line) => Object.fromEntries(names.map((name, c) => {
        const cell = line[c];
        return [name, cell === null ? null : converters[c](cell)];
    })));
}

/**
 * @param {string} text
 * @returns {(string | null)[][]}
 */
function cells(text) {
    const firstLine = text.slice(0, text.search(/\r|\n|$/));
    const counts = SEPARATORS.map((separator) => firstLine.split(separator).length);
    const separator = SEPARATORS[counts.indexOf(Math.max(...counts))];
    /** @type {(string | null)[][]} */
    const lines = [];
    /** @type {(string | null)[]} */
    let line = [];
    let at = 0;
    while (at < text.length) {
        let cell = null;
        if (text[at] === '"') [cell, at] = quoted(text, at, lines.length);
        else {
            let end = at;
            while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
            if (end > at) cell = text.slice(at, end);
            at = end;
        }
        line.push(cell);
        if (text[at] === separator) {
            at++;
            if (at < text.length) continue;
            line.push(null);
        } else if (at < text.length && text[at] !== '\r' && text[at] !== '\n') {
            throw new RangeError(`row ${lines.length}: expected a separator after a quoted cell, found "${text[at]}"`);
        }
        if (text[at] === '\r') at++;
        if (text[at] === '\n') at++;
        if (line.length > 1 || line[0] !== null) lines.push(line); // not an empty line
        line = [];
    }
    return lines;
}

/**
 * @param {string} text
 * @param {number} start of the opening quote
 * @param {number} row
 * @returns {[string, number]} the cell and where it ends
 */
function quoted(text, start, row) {
    let cell = '';
    let at = start + 1;
    for (;;) {
        const end = text.indexOf('"', at);
        if (end < 0) throw new RangeError(`row ${row}: expected a closing quote, found the end of the file`);
        cell += text.slice(at, end);
        if (text[end + 1] !== '"') return [cell, end + 1];
        cell += '"';
        at = end + 2;
    }
}

/**
 * @param {(string | null)[]} column
 * @returns {(cell: string) => any}
 */
function converter(column) {
    const present = column.filter((cell) => cell !== null);
    // Digits with leading zeros, or more than a double holds, are codes rather than numbers.
    if (present.every((cell) => /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?$/.test(cell))) return Number;
    if (present.every((cell) => cell === 'true' || cell === 'false')) return (cell) => cell === 'true';
    return (cell) => cell;
}
