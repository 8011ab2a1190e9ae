/**
 * Columns from rows of JSON and rows from columns of JSON, by a schema's paths: what an application
 * that knows its tables does after `JSON.parse`.
 */

/**
 * @typedef {object} JsonColumn
 * @property {number} [tag]
 * @property {string} name
 * @property {string} type
 * @property {boolean} [array]
 * @property {boolean} [optional]
 * @property {boolean} [optionalElements]
 * @property {boolean} [records]
 * @property {readonly string[]} [path]
 */

/** @typedef {{ name: string, get: (row: any) => any }} Member */

/**
 * How to get each column's value of a row.
 * @param {readonly JsonColumn[]} columns
 * @returns {Member[]}
 */
export function membersOf(columns) {
    return columns.map(({ name, path = [name], records }) => ({ name, get: getter(path, records) }));
}

/**
 * @param {readonly string[]} path
 * @param {boolean} [records]
 * @returns {(row: any) => any}
 */
function getter(path, records) {
    if (path.length === 1) {
        const [key] = path;
        return (row) => row[key] ?? null;
    }
    const outer = path.slice(0, -1);
    const last = path[path.length - 1];
    /** @param {any} value */
    const inner = (value) => value?.[last] ?? null;
    return (row) => {
        let value = row;
        for (const key of outer) value = value?.[key];
        return records && Array.isArray(value) ? value.map(inner) : inner(value);
    };
}

/**
 * Gives the value of row `k` out of rows of cells or of columns.
 * @typedef {(source: any, k: number) => any} Maker
 */

/**
 * @typedef {object} Node
 * @property {number} column its number, or -1 for a record
 * @property {boolean} records
 * @property {boolean} optional
 * @property {Map<string, Node>} children
 */

/**
 * A function that puts a row together as an object.
 * @param {readonly JsonColumn[]} columns
 * @param {'cells' | 'columns'} source what it takes: the cells of a row, or all columns and the row's number
 * @returns {Maker}
 */
export function rowMaker(columns, source) {
    /** @type {Node} */
    const root = { column: -1, records: false, optional: false, children: new Map() };
    columns.forEach(({ name, path = [name], records = false, optional = false }, column) => {
        let node = root;
        path.forEach((key, depth) => {
            const leaf = depth === path.length - 1;
            const next = node.children.get(key) ?? {
                column: leaf ? column : -1, records: records && depth === path.length - 2,
                optional, children: new Map(),
            };
            next.optional &&= optional;
            node.children.set(key, next);
            node = next;
        });
    });
    return recordMaker(root, source);
}

/**
 * @param {Node} node
 * @param {'cells' | 'columns'} source
 * @returns {Maker}
 */
function nodeMaker(node, source) {
    const { column, records } = node;
    if (records) return recordArrayMaker(node, source);
    if (column < 0) return recordMaker(node, source);
    return source === 'cells' ? (cells) => cells[column] : (lists, k) => lists[column][k];
}

/**
 * @param {Node} node
 * @param {'cells' | 'columns'} source
 * @returns {Maker}
 */
function recordMaker({ children, optional }, source) {
    const template = blank([...children.keys()]);
    const members = [...children].map(([key, child]) => ({ key, make: nodeMaker(child, source) }));
    return (from, k) => {
        const record = { ...template };
        let absent = optional;
        for (const { key, make } of members) {
            const value = make(from, k);
            record[key] = value;
            if (value !== null) absent = false;
        }
        return absent ? null : record;
    };
}

/**
 * @param {Node} node
 * @param {'cells' | 'columns'} source
 * @returns {Maker}
 */
function recordArrayMaker({ children }, source) {
    const template = blank([...children.keys()]);
    const members = [...children].map(([key, child]) => ({ key, make: nodeMaker(child, source) }));
    return (from, k) => {
        const lists = members.map(({ make }) => make(from, k));
        const length = lists.find((list) => list !== null)?.length;
        if (length === undefined) return null;
        return Array.from({ length }, (_, e) => {
            const record = { ...template };
            members.forEach(({ key }, m) => {
                record[key] = lists[m] && lists[m][e];
            });
            return record;
        });
    };
}

/**
 * An object with these keys to be copied, as `JSON.parse` makes it: copies share one hidden class.
 * @param {string[]} keys
 * @returns {Record<string, any>}
 */
function blank(keys) {
    return JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:null`).join()}}`);
}
