/**
 * What differs between two tables: columns by tag, rows by key.
 */

import { jsonText } from '../../values/json.js';
import { typeText } from '../../schema/types.js';
import { readsElement } from '../facts/evolution.js';
import { Failure } from '../terminal/failure.js';

/**
 * @import { Column } from '../../read/column.js'
 * @import { Table } from '../../read/table.js'
 */

/**
 * @typedef {object} SchemaChange
 * @property {'added' | 'removed' | 'changed' | 'renamed'} change
 * @property {number} tag
 * @property {string} name in the second file, or in the one that has the column
 * @property {string} [before] type, or name
 * @property {string} [after]
 * @property {boolean} breaking whether a reader of the first file's schema refuses the second file
 */

/** @typedef {string | number | boolean | null | object} Json a value as JSON has it */

/**
 * @typedef {object} CellChange
 * @property {string} column
 * @property {Json} before
 * @property {Json} after
 */

/** @typedef {{ key: Json, row: number }} LoneRow */
/** @typedef {{ key: Json, rows: [number, number], cells: CellChange[] }} ChangedRow */

/**
 * @typedef {object} RowChanges
 * @property {string[] | null} key names of the columns that rows are matched by; null: by their numbers
 * @property {LoneRow[]} added rows of the second table alone
 * @property {LoneRow[]} removed rows of the first table alone
 * @property {ChangedRow[]} changed
 * @property {number} cells that differ in those
 * @property {number} same rows
 */

/**
 * @param {Table} a
 * @param {Table} b
 * @returns {SchemaChange[]} by tag
 */
export function schemaChanges(a, b) {
    const before = byTag(a),
        after = byTag(b);
    const tags = [...new Set([...before.keys(), ...after.keys()])].sort((x, y) => x - y);
    return tags.flatMap((tag) => {
        const old = before.get(tag),
            now = after.get(tag);
        if (!old || !now) {
            const column = /** @type {Column} */ (old ?? now);
            const change = /** @type {'added' | 'removed'} */ (old ? 'removed' : 'added');
            return [
                {
                    change,
                    tag,
                    name: column.name,
                    [old ? 'before' : 'after']: typeText(column),
                    breaking: false,
                },
            ];
        }
        /** @type {SchemaChange[]} */
        const changes = [];
        if (typeText(old) !== typeText(now) || old.element !== now.element) {
            changes.push({
                change: 'changed',
                tag,
                name: now.name,
                before: typeText(old),
                after: typeText(now),
                breaking: breaks(old, now),
            });
        }
        if (old.name !== now.name) {
            changes.push({
                change: 'renamed',
                tag,
                name: now.name,
                before: old.name,
                after: now.name,
                breaking: false,
            });
        }
        return changes;
    });
}

/** @param {Table} table */
function byTag({ columns }) {
    return new Map(columns.filter(({ missing }) => !missing).map((column) => [column.tag, column]));
}

/**
 * @param {Column} old
 * @param {Column} now
 */
function breaks(old, now) {
    const sameForm =
        old.array === now.array &&
        old.optional === now.optional &&
        old.optionalElements === now.optionalElements;
    return !sameForm || !readsElement(old.element, now.element);
}

/**
 * @param {Table} a
 * @param {Table} b
 * @param {readonly (string | number)[]} [key] names or tags of the columns that rows are matched by; by
 *   default the first column whose values are all there and all different in both tables, or else none
 * @returns {RowChanges}
 */
export function rowChanges(a, b, key) {
    const tags = key ? key.map((name) => keyTag(a, b, name)) : defaultKey(a, b);
    const match = tags.length ? matchByKey(a, b, tags) : matchByNumber(a, b);
    const cells = cellComparers(a, b);
    /** @type {RowChanges} */
    const changes = {
        key: tags.length ? tags.map((tag) => b.column(tag).name) : null,
        ...match,
        changed: [],
        cells: 0,
        same: 0,
    };
    for (const { key: value, rows } of match.pairs) {
        const changed = cells.flatMap((compare) => compare(rows[0], rows[1]) ?? []);
        changes.cells += changed.length;
        if (changed.length) changes.changed.push({ key: value, rows, cells: changed });
        else changes.same++;
    }
    delete (/** @type {any} */ (changes).pairs);
    return changes;
}

/** @typedef {{ added: LoneRow[], removed: LoneRow[], pairs: { key: Json, rows: [number, number] }[] }} Match */

/**
 * @param {Table} a
 * @param {Table} b
 * @returns {Match}
 */
function matchByNumber({ rowCount: before }, { rowCount: after }) {
    const common = Math.min(before, after);
    /** @param {number} count */
    const rest = (count) =>
        Array.from({ length: count - common }, (_, i) => ({ key: common + i, row: common + i }));
    return {
        added: rest(after),
        removed: rest(before),
        pairs: Array.from({ length: common }, (_, i) => ({ key: i, rows: [i, i] })),
    };
}

/**
 * @param {Table} a
 * @param {Table} b
 * @param {readonly number[]} tags
 * @returns {Match}
 */
function matchByKey(a, b, tags) {
    const before = rowsByKey(a, tags, 'first'),
        after = rowsByKey(b, tags, 'second');
    /** @type {Match} */
    const match = { added: [], removed: [], pairs: [] };
    for (const [code, { key, row }] of before) {
        const other = after.get(code);
        if (other) match.pairs.push({ key, rows: [row, other.row] });
        else match.removed.push({ key, row });
    }
    for (const [code, lone] of after) if (!before.has(code)) match.added.push(lone);
    return match;
}

/**
 * @param {Table} table
 * @param {readonly number[]} tags
 * @param {string} which
 * @returns {Map<string, LoneRow>}
 */
function rowsByKey(table, tags, which) {
    const columns = tags.map((tag) => table.column(tag));
    const readers = columns.map((column) => column.reader(true));
    const names = columns.map(({ name }) => JSON.stringify(name)).join(' and ');
    const rows = new Map();
    for (let row = 0; row < table.rowCount; row++) {
        const values = readers.map((read) => read(row));
        if (values.includes(null)) {
            throw new Failure(
                `${which} file, row ${row}: ${names} has no value, so it is no key; choose another with --key`,
            );
        }
        const key = values.length === 1 ? values[0] : values;
        const code = values.map(String).join('\u0000');
        const other = rows.get(code);
        if (other) {
            throw new Failure(
                `${which} file: ${names} is ${JSON.stringify(key)} in rows ${other.row} and ${row}, so it ` +
                    'is no key; choose another with --key',
            );
        }
        rows.set(code, { key, row });
    }
    return rows;
}

/**
 * @param {Table} a
 * @param {Table} b
 * @param {string | number} key
 */
function keyTag(a, b, key) {
    const [inA, inB] = [a, b].map(({ columns }) =>
        columns.find(({ name, tag }) => name === key || tag === Number(key)),
    );
    if (!inA || !inB) {
        const common = a.columns
            .filter(({ tag }) => b.columns.some((other) => other.tag === tag))
            .map(({ name }) => name);
        throw new Failure(
            `no column ${JSON.stringify(key)} in the ${inA ? 'second' : 'first'} file; in both are ` +
                (common.join(', ') || 'none'),
        );
    }
    if (inA.tag !== inB.tag) {
        throw new Failure(
            `column ${JSON.stringify(key)} has tag ${inA.tag} in the first file and ${inB.tag} in the second`,
        );
    }
    if (inA.array || inB.array)
        throw new Failure(`column ${JSON.stringify(key)} holds arrays, so it is no key`);
    return inA.tag;
}

/**
 * @param {Table} a
 * @param {Table} b
 * @returns {number[]}
 */
function defaultKey(a, b) {
    const after = byTag(b);
    const found = [...byTag(a).values()].find((column) => {
        const other = after.get(column.tag);
        return other && canBeKey(column) && canBeKey(other) && isUnique(column) && isUnique(other);
    });
    return found ? [found.tag] : [];
}

const KEY_TYPES = ['i32', 'i64', 'string', 'uuid'];

/** @param {Column} column */
function canBeKey({ type, array, optional }) {
    return KEY_TYPES.includes(type) && !array && !optional;
}

/** @param {Column} column */
function isUnique(column) {
    const { strings, length } = column;
    if (strings && strings.length < length) return false;
    const read = column.reader(true);
    const seen = new Set();
    for (let i = 0; i < length; i++) if (seen.size === seen.add(read(i)).size) return false;
    return true;
}

/**
 * For each column that both tables have, what compares its cells.
 * @param {Table} a
 * @param {Table} b
 * @returns {((i: number, k: number) => CellChange | null)[]}
 */
function cellComparers(a, b) {
    const after = byTag(b);
    return [...byTag(a).values()].flatMap((old) => {
        const now = after.get(old.tag);
        if (!now || old.array !== now.array) return []; // another kind is a change of the schema
        const before = old.reader(true),
            read = now.reader(true);
        return [
            (/** @type {number} */ i, /** @type {number} */ k) => {
                const was = before(i),
                    is = read(k);
                return sameJson(was, is) ? null : { column: now.name, before: was, after: is };
            },
        ];
    });
}

/**
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
function sameJson(a, b) {
    if (Object.is(a, b)) return true;
    if (a === null || b === null) return false;
    if (typeof a === 'object' && typeof b === 'object') return jsonText(a) === jsonText(b);
    // A wider integer is spelled as digits; what it is has not changed.
    return (
        typeof a !== typeof b && typeof a !== 'object' && typeof b !== 'object' && String(a) === String(b)
    );
}
