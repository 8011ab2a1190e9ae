/**
 * Schemas from the TypeScript declarations that `generateTypes` made of them.
 */

/** @import { Labels, SchemaColumnJson, SchemaJson } from './types.js' */

import { describe } from '../values/describe.js';
import { TcbError } from '../values/errors.js';

/** Doc comments, other comments, texts, numbers, words, and single characters. */
const TOKEN = /\/\*\*(?!\/)([^]*?)\*\/|\/\*[^]*?\*\/|\/\/.*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|-?\d+|[\p{ID_Start}$_][\p{ID_Continue}$]*|\S/gu;
const LABELS = /^The labels of /;
const TABLE = /^A row of ("(?:\\.|[^"\\])*")\.$/;
const COLUMN = /^Tag (\d+), (optional )?(array of )?(optional )?(\w+)(?:, column ("(?:\\.|[^"\\])*"))?\.$/;

/**
 * The schema of each table that the text of a `.d.ts` file declares, in the way of `generateTypes`:
 * names come from the interfaces, tags and types from the comments of their members. Layout does not
 * matter, but for the semicolons after members, and neither do declarations of other things.
 * @param {string} text
 * @returns {{ tables: Record<string, SchemaJson> }}
 * @throws {TcbError} `SCHEMA` where no table is declared, or a member's comment tells no tag
 */
export function schemaFromTypes(text) {
    const reader = new DeclarationReader(text);
    reader.readAll();
    if (!reader.tables.length) {
        throw new TcbError('SCHEMA', 'types: expected interfaces as generateTypes makes them, each below ' +
            'the comment "A row of ...", found none', { expected: 'an interface of a table' });
    }
    return { tables: Object.fromEntries(reader.tables) };
}

class DeclarationReader {
    /** @type {[string, SchemaJson][]} */
    tables = [];
    /** Of enums, by the names of their types and of the interfaces that list them. @type {Map<string, Labels>} */
    #labels = new Map();
    /** @type {RegExpExecArray[]} */
    #tokens;
    #next = 0;
    /** The last comment, until it is used. */
    #comment = '';

    /** @param {string} text */
    constructor(text) {
        this.#tokens = [...text.matchAll(TOKEN)];
    }

    readAll() {
        for (let token = this.#take(); token; token = this.#take()) {
            if (token === 'interface') this.#readInterface();
            if (token === 'type') this.#readType();
        }
    }

    /** The next token that is no comment; the empty text after the last. */
    #take() {
        for (;;) {
            const token = this.#tokens[this.#next++];
            if (!token) return '';
            if (!/^\/[/*]/.test(token[0])) return token[0];
            if (token[1] !== undefined) this.#comment = token[1].replace(/\s*\n\s*\*?\s*/g, ' ').trim();
        }
    }

    #takeComment() {
        const comment = this.#comment;
        this.#comment = '';
        return comment;
    }

    #readInterface() {
        const name = this.#take(), comment = this.#takeComment(), table = TABLE.exec(comment);
        this.#take(); // {
        if (table) {
            /** @type {SchemaColumnJson[]} */
            const columns = [];
            const tableName = JSON.parse(table[1]);
            this.#readMembers(columns, [], tableName);
            this.tables.push([tableName, { columns }]);
        } else if (LABELS.test(comment)) {
            this.#labels.set(name, this.#readLabels());
        }
    }

    /** The numbers of an enum: those of its labels, or any where it has an empty list of them. */
    #readType() {
        const name = this.#take();
        if (this.#take() !== '=') return;
        const of = this.#take(), labels = of === 'number' ? {} : this.#labels.get(of);
        if (labels) this.#labels.set(name, labels);
    }

    #readLabels() {
        /** @type {[string, number][]} */
        const labels = [];
        for (let token = this.#take(); token && token !== '}'; token = this.#take()) {
            const key = token === 'readonly' ? this.#take() : token;
            this.#take(); // :
            labels.push([keyOf(key), Number(this.#take())]);
            this.#take(); // ;
        }
        return Object.fromEntries(labels);
    }

    /**
     * Members up to the end of a record; those of an array's records hold an element each.
     * @param {SchemaColumnJson[]} columns to which they are added
     * @param {string[]} path
     * @param {string} table
     */
    #readMembers(columns, path, table) {
        for (let token = this.#take(); token && token !== '}'; token = this.#take()) {
            const own = [...path, keyOf(token)];
            this.#take(); // :
            const start = columns.length, comment = this.#takeComment();
            const type = this.#take();
            if (type === '{') {
                this.#readMembers(columns, own, table);
                if (this.#restOfType().includes('[')) {
                    for (const column of columns.slice(start)) column.records = true;
                }
            } else {
                columns.push(this.#column(comment, own, table, [type, ...this.#restOfType()]));
            }
        }
    }

    #restOfType() {
        const tokens = [];
        for (let token = this.#take(); token && token !== ';'; token = this.#take()) tokens.push(token);
        return tokens;
    }

    /**
     * @param {string} comment
     * @param {string[]} path
     * @param {string} table
     * @param {string[]} types
     * @returns {SchemaColumnJson}
     */
    #column(comment, path, table, types) {
        const found = COLUMN.exec(comment);
        if (!found) {
            const place = [table, ...path].map((key) => JSON.stringify(key)).join('.');
            const expected = 'a comment such as "Tag 1, i32."';
            throw new TcbError('SCHEMA', `types: ${place}: expected ${expected} above it, ` +
                `found ${describe(comment || undefined)}`, { column: path.join('.'), expected, found: comment });
        }
        const [, tag, optional, array, optionalElements, type, named] = found;
        const name = named ? JSON.parse(named) : path[path.length - 1];
        const labels = this.#labels.get(types.find((word) => this.#labels.has(word)) ?? '');
        return {
            tag: Number(tag), name, type: /** @type {any} */ (type),
            ...array && { array: true }, ...optional && { optional: true },
            ...optionalElements && { optionalElements: true },
            ...labels && { labels },
            ...(path.length > 1 || path[0] !== name) && { path },
        };
    }
}

/** @param {string} token a word, a number, or a text in either quotes */
function keyOf(token) {
    if (token[0] === '"') return JSON.parse(token);
    return token[0] === "'" ? JSON.parse(`"${token.slice(1, -1).replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`) : token;
}
