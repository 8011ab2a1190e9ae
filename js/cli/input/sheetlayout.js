/**
 * The exporter's own sheet layout, as far as a plain table goes: a cell `:table Item`, below it in the
 * same column `:field` and `:type` before the rows of the columns' names and types, then the rows.
 * Columns that hold one value or a list in one cell are read; arrays over several columns or rows,
 * enums, references and records as a type are refused by name.
 */

import { describe } from '../../values/describe.js';
import { Failure } from '../terminal/failure.js';
import { losslessNumber } from './json.js';
import { dateText } from './sheet.js';

/**
 * @import { SchemaColumnJson, TypeName } from '../../schema/types.js'
 * @import { Cell, SheetTable } from './sheet.js'
 */

/** @typedef {{ row: number, column: number }} Start */
/** @typedef {{ at: number, column: SchemaColumnJson }} SheetColumn */

const DECLARATION = /^:(?:table|enum|const)\b/;
const LIST_SEPARATOR = ';';

/** @type {Readonly<Record<string, TypeName>>} */
const TYPES = Object.freeze({
    string: 'string', text: 'string', asset: 'string', int: 'i32', bigint: 'i64', bitset: 'i64', float: 'f32',
    double: 'f64', bool: 'bool', datetime: 'datetime', timespan: 'timespan', uuid: 'uuid',
});

/**
 * Where a sheet in this layout begins its table; null for another sheet.
 * @param {readonly (readonly Cell[])[]} data
 * @returns {Start | null}
 */
export function tableStart(data) {
    for (const [row, cells] of data.entries()) {
        const column = cells.findIndex((cell) => typeof cell === 'string' && /^:table\b/.test(cell.trim()));
        if (column >= 0) return { row, column };
    }
    return null;
}

/**
 * @param {readonly (readonly Cell[])[]} data
 * @param {Start} start
 * @param {string} place
 * @returns {SheetTable}
 */
export function layoutTable(data, { row: top, column: marker }, place) {
    /** @type {readonly Cell[] | undefined} */
    let fields;
    /** @type {readonly Cell[] | undefined} */
    let types;
    const rows = [];
    for (let r = top + 1; r < data.length; r++) {
        const cells = data[r];
        if (cells.slice(marker).every((cell) => textOf(cell) === '')) break;
        const key = textOf(cells[marker]);
        if (DECLARATION.test(key)) {
            if (/^:table\b/.test(key)) throw new Failure(`${place}: cell ${cellPlace(r, marker)}: a second table; one is read of a sheet`);
            break;
        }
        if (key.startsWith('#') || key.startsWith('//')) continue;
        if (key === ':field') fields = cells;
        else if (key === ':type') types = cells;
        else if (key === '') rows.push(r);
        else if (key !== ':desc' && key !== ':target') {
            throw new Failure(`${place}: cell ${cellPlace(r, marker)}: expected :field, :type, :desc, :target or nothing, found ${describe(key)}`);
        }
    }
    if (!fields || !types) throw new Failure(`${place}: expected a row of ${fields ? ':type' : ':field'} below the cell ${cellPlace(top, marker)}`);
    const columns = sheetColumns(fields, types, marker, place);
    return {
        kind: 'named', texts: false,
        names: columns.map(({ column }) => column.name),
        columns: columns.map(({ column }) => column),
        rows: rows.map((r) => columns.map(({ at, column }) => {
            try {
                return cellValue(data[r][at] ?? null, column);
            } catch (cause) {
                throw new Failure(`${place}: cell ${cellPlace(r, at)}: ${/** @type {Error} */ (cause).message}`, { cause });
            }
        })),
    };
}

/**
 * @param {readonly Cell[]} fields
 * @param {readonly Cell[]} types
 * @param {number} marker
 * @param {string} place
 * @returns {SheetColumn[]}
 */
function sheetColumns(fields, types, marker, place) {
    const columns = [];
    for (let at = marker + 1; at < fields.length; at++) {
        const field = textOf(fields[at]);
        if (field === '' || field.startsWith('#')) continue;
        const where = `${place}: column ${JSON.stringify(field)}`;
        const [, name, tag] = /^\*?([^@[\]]+?)(?:@(\d+))?$/.exec(field) ?? [];
        if (!name) throw new Failure(`${where}: arrays over several columns or rows are not read, only lists in one cell`);
        columns.push({ at, column: sheetColumn(name, tag, textOf(types[at]), where) });
    }
    const tagged = columns.some(({ column }) => column.tag !== undefined);
    const untagged = columns.find(({ column }) => tagged && column.tag === undefined);
    if (untagged) throw new Failure(`${place}: column ${JSON.stringify(untagged.column.name)}: expected a tag such as @3, as other columns have`);
    return columns;
}

/**
 * @param {string} field
 * @param {string | undefined} tag
 * @param {string} typeCell
 * @param {string} where
 * @returns {SchemaColumnJson}
 */
function sheetColumn(field, tag, typeCell, where) {
    const [, word, optionalFirst, list, optionalLast] = /^(\w+)(\?)?(\[\])?(\?)?$/.exec(typeCell.replace(/\s*\(.*$/s, '')) ?? [];
    if (!word || !Object.hasOwn(TYPES, word) || optionalLast && !list) {
        throw new Failure(`${where}: expected a type that is one of ${Object.keys(TYPES).join(', ')}, perhaps with ? or [], ` +
            `found ${describe(typeCell)}: enums, references and records as a type are not read`);
    }
    const path = field.split('.').map((key) => key.replace(/^./u, (first) => first.toLowerCase()));
    return {
        ...tag !== undefined && { tag: Number(tag) },
        name: path.join('.'), type: TYPES[word],
        ...list && { array: true },
        ...(list ? optionalLast : optionalFirst) && { optional: true },
        ...list && optionalFirst && { optionalElements: true },
        ...path.length > 1 && { path },
    };
}

/**
 * @param {Cell} cell
 * @param {SchemaColumnJson} column
 */
function cellValue(cell, { type, array, optional, optionalElements }) {
    const text = textOf(cell);
    if (text === '-') {
        if (optional) return null;
        throw new TypeError(`expected ${type}, found -, which only a type with ? at its end may have`);
    }
    if (!array) return value(cell, text, type);
    if (text === '') return [];
    if (typeof cell !== 'string') return [value(cell, text, type)];
    return text.split(LIST_SEPARATOR).map((part) => {
        const item = part.trim();
        if (item === '-' && optionalElements) return null;
        return value(item, item, type);
    });
}

/**
 * @param {Cell} cell
 * @param {string} text
 * @param {string} type
 */
function value(cell, text, type) {
    if (type === 'string') return text === '\\-' ? '-' : text;
    if (type === 'bool') return boolOf(cell, text);
    if (text === '') throw new TypeError(`expected ${type}, found an empty cell`);
    if (type === 'datetime') return text.replace(' ', 'T');
    if (type === 'timespan' || type === 'uuid') return text;
    return numberOf(cell, text, type);
}

/**
 * @param {Cell} cell
 * @param {string} text
 */
function boolOf(cell, text) {
    if (typeof cell === 'boolean') return cell;
    if (/^(?:y|yes|true)$/i.test(text) || Number(text) && /^-?[\d.]+$/.test(text)) return true;
    if (text === '' || /^(?:n|no|false)$/i.test(text) || Number(text) === 0) return false;
    throw new TypeError(`expected bool, found ${describe(text)}`);
}

/**
 * @param {Cell} cell
 * @param {string} text
 * @param {string} type
 */
function numberOf(cell, text, type) {
    if (typeof cell === 'number' || typeof cell === 'bigint') return cell;
    const digits = text.replaceAll(',', '');
    const [, sign, literal] = /^(-?)(0[xb][\da-f]+)$/i.exec(text) ?? [];
    if (literal) {
        const bits = BigInt(literal);
        const number = sign ? -bits : type === 'i64' ? BigInt.asIntN(64, bits) : bits;
        return type === 'i64' ? number : Number(number);
    }
    if (!/^[-+]?\d*\.?\d+(?:e[-+]?\d+)?$/i.test(digits)) throw new TypeError(`expected ${type}, found ${describe(text)}`);
    return losslessNumber(digits.replace(/^\+/, ''));
}

/** @param {Cell | undefined} cell */
function textOf(cell) {
    if (cell === null || cell === undefined) return '';
    return cell instanceof Date ? dateText(cell) : String(cell).trim();
}

/**
 * A cell's place as spreadsheets call it.
 * @param {number} row
 * @param {number} column
 */
export function cellPlace(row, column) {
    let letters = '';
    for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
        letters = String.fromCharCode(65 + (rest - 1) % 26) + letters;
    }
    return letters + (row + 1);
}
