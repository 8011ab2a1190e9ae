/**
 * The schema gate: compares the columns of an exported table with those that a baseline file says
 * shipped readers know, and tells which changes such a reader would not survive.
 */

import { namesFromBaseline } from '../../baseline.js';
import { TcbError } from '../../values/errors.js';
import { elementName, readsElement } from '../facts/evolution.js';

/**
 * @typedef {object} GateColumn
 * @property {number} tag
 * @property {number} element
 * @property {boolean} array
 * @property {string} [name] where a schema tells it
 */

/**
 * @typedef {object} Finding
 * @property {string} table
 * @property {boolean} breaking a shipped reader would not survive it
 * @property {'type' | 'kind' | 'returned' | 'moved' | 'added' | 'removed' | 'narrowed' | 'renamed' | 'newTable'} change
 * @property {number} [tag]
 * @property {string} message what changed, and what it means
 * @property {string} [advice] what to do
 */

/**
 * @typedef {object} Entry
 * @property {string} Name
 * @property {number} Element
 * @property {number} Kind
 * @property {boolean} Retired
 * @property {boolean} ExplicitTag
 */

/** @typedef {{ Comment?: string, BaselineVersion: number, Tables: Record<string, Record<string, Entry>> }} Baseline */

const VERSION = 2;

/** @returns {Baseline} */
export function emptyBaseline() {
    return {
        Comment:
            'The columns that shipped readers know, by table and tag. Keep this file under version control: ' +
            'a tag that was ever used never gets another meaning.',
        BaselineVersion: VERSION,
        Tables: {},
    };
}

/**
 * A baseline as it was read, or the error that tells what is wrong with it.
 * @param {any} json
 * @returns {Baseline}
 */
export function checkBaseline(json) {
    const tables = json?.Tables;
    const names =
        typeof tables === 'object' && tables !== null && !Array.isArray(tables)
            ? Object.keys(tables)
            : [''];
    // Without any table there is still the head to be checked.
    for (const name of names.length ? names : ['']) {
        try {
            namesFromBaseline(json, name, { rename: (Name) => Name });
        } catch (error) {
            const isHeadAlone =
                !names.length && error instanceof TcbError && error.message.includes('no table');
            if (!isHeadAlone) throw error;
        }
    }
    return json;
}

/**
 * @param {Baseline} baseline
 * @param {string} table
 * @param {readonly GateColumn[]} columns of the file
 * @returns {Finding[]} by tag
 */
export function checkTable(baseline, table, columns) {
    if (!Object.hasOwn(baseline.Tables, table)) {
        return [
            {
                table,
                breaking: false,
                change: 'newTable',
                message: 'the table is new: no shipped reader knows it',
            },
        ];
    }
    const entries = entriesOf(baseline, table);
    const found = new Map(columns.map((column) => [column.tag, column]));
    const tagsByName = new Map(
        [...entries].filter(([, { Retired }]) => !Retired).map(([tag, { Name }]) => [jsonName(Name), tag]),
    );
    const tags = [...new Set([...entries.keys(), ...found.keys()])].sort((a, b) => a - b);
    const free = Math.max(0, ...tags) + 1;
    return tags.flatMap((tag) => {
        const finding = checkTag(entries.get(tag), found.get(tag), tagsByName, free);
        return finding ? [{ table, tag, ...finding }] : [];
    });
}

/**
 * @param {Entry | undefined} entry
 * @param {GateColumn | undefined} column
 * @param {ReadonlyMap<string, number>} tagsByName
 * @param {number} free a tag that was never used
 * @returns {Omit<Finding, 'table' | 'tag'> | null}
 */
function checkTag(entry, column, tagsByName, free) {
    if (!entry) return column ? addedColumn(column, tagsByName) : null;
    const was = quoted(entry.Name ?? 'the column'); // of a retired tag nobody checks the name
    if (entry.Retired) {
        return column
            ? breaking(
                  'returned',
                  `${was} was retired, and the file uses its tag again: shipped readers ` +
                      'would take the new column for the old one',
                  `give the column a tag that was never used, such as ${free}`,
              )
            : null;
    }
    if (!column) {
        return note(
            'removed',
            `${was} is not in the file any more: shipped readers see its empty value in every row`,
            'fine if they can live with that; --update retires the tag',
        );
    }
    const { tag, element, array, name } = column;
    if (array !== (entry.Kind === 1)) {
        return breaking(
            'kind',
            `${was} was ${kindText(entry.Kind === 1)} and is now ${kindText(array)}: shipped ` +
                'readers refuse the column',
            newTag(tag, free),
        );
    }
    if (!readsElement(entry.Element, element)) {
        const [before, after] = [entry.Element, element].map(elementName);
        const widened = readsElement(element, entry.Element);
        return breaking(
            'type',
            `${was} was ${before} and is now ${after}: shipped readers refuse the column`,
            (widened
                ? `ship readers that expect ${after} first, since they read ${before} too, and export it as ` +
                  `${after} when none of the old ones is left; or `
                : '') + newTag(tag, free),
        );
    }
    const owner = name === undefined ? undefined : tagsByName.get(name);
    if (owner !== undefined && owner !== tag) return moved(quoted(String(name)), owner, was);
    if (element !== entry.Element) {
        return note(
            'narrowed',
            `${was} was ${elementName(entry.Element)} and is now ${elementName(element)}: ` +
                'shipped readers read it',
        );
    }
    if (name !== undefined && name !== jsonName(entry.Name)) {
        return note(
            'renamed',
            `${was} is now called ${quoted(name)}: shipped readers go by the tag`,
            'fine if it is the same column; another one needs another tag',
        );
    }
    return null;
}

/**
 * @param {GateColumn} column
 * @param {ReadonlyMap<string, number>} tagsByName
 */
function addedColumn({ name, element, array }, tagsByName) {
    const owner = name === undefined ? undefined : tagsByName.get(name);
    if (owner !== undefined) return moved(quoted(String(name)), owner);
    const what = name === undefined ? 'a column' : quoted(name);
    return note(
        'added',
        `${what} (${elementName(element)}${array ? '[]' : ''}) is new: shipped readers skip it`,
    );
}

/**
 * @param {string} name
 * @param {number} owner
 * @param {string} [was]
 */
function moved(name, owner, was) {
    return breaking(
        'moved',
        `${name} stands here, which shipped readers know under tag ${owner}` +
            (was ? `; they would take it for ${was}` : '; they would miss it'),
        `give ${name} its tag ${owner} again` + (was ? `, and ${was} its own` : ''),
    );
}

/**
 * @param {number} tag
 * @param {number} free
 */
function newTag(tag, free) {
    return `keep tag ${tag} as it was, and give the new form a tag that was never used, such as ${free}`;
}

/** @param {boolean} array */
function kindText(array) {
    return array ? 'an array' : 'one value a row';
}

/** @param {string} name */
function quoted(name) {
    return JSON.stringify(name);
}

/**
 * @param {Finding['change']} change
 * @param {string} message
 * @param {string} advice
 */
function breaking(change, message, advice) {
    return { breaking: true, change, message, advice };
}

/**
 * @param {Finding['change']} change
 * @param {string} message
 * @param {string} [advice]
 */
function note(change, message, advice) {
    return { breaking: false, change, message, ...(advice !== undefined && { advice }) };
}

/**
 * The baseline with a table as it is now. What it says of other tables, and of what it does not know,
 * stays; a tag that is gone is retired, and a retired one stays so.
 * @param {Baseline} baseline
 * @param {string} table
 * @param {readonly GateColumn[]} columns
 * @returns {Baseline}
 */
export function updatedBaseline(baseline, table, columns) {
    const entries = Object.hasOwn(baseline.Tables, table) ? entriesOf(baseline, table) : new Map();
    for (const [tag, entry] of entries) entries.set(tag, { ...entry, Retired: true });
    for (const { tag, name, element, array } of columns) {
        const old = entries.get(tag);
        if (old && isRetired(baseline, table, tag)) continue;
        const keepsName = old && (name === undefined || jsonName(old.Name) === name);
        entries.set(tag, {
            ...old,
            Name: keepsName ? old.Name : baselineName(name ?? `c${tag}`),
            Element: element,
            Kind: array ? 1 : 0,
            Retired: false,
            ExplicitTag: old?.ExplicitTag ?? false,
        });
    }
    const sorted = [...entries].sort(([a], [b]) => a - b);
    return { ...baseline, Tables: { ...baseline.Tables, [table]: Object.fromEntries(sorted) } };
}

/**
 * @param {Baseline} baseline
 * @param {string} table
 * @returns {Map<number, Entry>}
 */
function entriesOf({ Tables }, table) {
    return new Map(Object.entries(Tables[table]).map(([tag, entry]) => [Number(tag), entry]));
}

/**
 * @param {Baseline} baseline
 * @param {string} table
 * @param {number} tag
 */
function isRetired({ Tables }, table, tag) {
    return Tables[table]?.[tag]?.Retired === true;
}

/**
 * A column's key in JSON rows, after its name in the exporter's own files.
 * @param {string} name
 */
function jsonName(name) {
    return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** @param {string} name */
function baselineName(name) {
    return name.slice(0, 1).toUpperCase() + name.slice(1);
}
