/**
 * Names for the columns of opened files, out of the files that tell names: a file gets those of the
 * table that is called as it is, and no others without being asked for.
 */

/**
 * @import { Client } from './client.js'
 * @import { FileFacts } from './types.js'
 */

import { chooseNames } from './views/namesdialog.js';

/**
 * A file that tells names.
 * @typedef {object} NameSource
 * @property {string} name
 * @property {unknown} json
 * @property {readonly string[] | null} tables null where it tells of one that has no name
 */

/** @typedef {{ source: NameSource, table: string | null }} Names those of one table */

/** @typedef {{ facts: FileFacts, update: (facts: FileFacts) => void }} Panel */

/** @param {{ name: string }} file */
export function tellsNames({ name }) {
    return /\.(?:json|[cm]?ts)(?:\.gz)?$/i.test(name);
}

/**
 * The names that are a file's own: of the table that is called as it is, or where the table has no name, of
 * the schema that is.
 * @param {NameSource} source
 * @param {string} file
 * @returns {Names | null}
 */
export function ownNames(source, file) {
    const own = file.replace(/(?:\.tcb)?(?:\.gz)?$/i, '');
    const { name, tables } = source;
    if (tables) return tables.includes(own) ? { source, table: own } : null;
    return name.replace(/(?:\.schema)?\.json(?:\.gz)?$/i, '') === own ? { source, table: null } : null;
}

/**
 * @param {Client} client
 * @param {ReadonlyMap<number, Panel>} panels
 * @param {{ fail: (error: unknown) => void, tell: (words: string) => void }} hooks
 */
export function makeNaming(client, panels, { fail, tell }) {
    /** All that were given: files opened later get their own names too. @type {NameSource[]} */
    const sources = [];
    /** Those that have found a file, or were asked about. @type {Set<NameSource>} */
    const settled = new Set();

    /**
     * @param {File} file
     * @returns {Promise<NameSource[]>} none where it cannot be read
     */
    async function read(file) {
        try {
            const json = await client.ask('parseNames', { name: file.name, source: file });
            return [{ name: file.name, json, tables: await client.ask('tables', { json }) }];
        } catch (error) {
            fail(about(file.name, error));
            return [];
        }
    }

    /**
     * @param {number} id
     * @param {Names} names
     */
    async function apply(id, { source, table }) {
        settled.add(source);
        try {
            const words = table === null ? source.name : `${source.name}, table ${table}`;
            panels.get(id)?.update(await client.ask('names', { id, json: source.json, table, source: words }));
        } catch (error) {
            fail(about(source.name, error));
        }
    }

    /**
     * @param {readonly number[]} ids of files
     * @param {readonly NameSource[]} offered
     */
    async function choose(ids, offered) {
        for (const source of offered) settled.add(source);
        const files = ids.map((id) => /** @type {Panel} */ (panels.get(id)).facts.name);
        const chosen = await chooseNames(reasonToAsk(files, offered), files, offered.flatMap(choicesOf));
        for (const [i, names] of chosen.entries()) if (names) await apply(ids[i], names);
    }

    /** Applies own names, those that were given last before others. @param {number} id @param {readonly NameSource[]} given */
    async function applyOwn(id, given) {
        const { name } = /** @type {Panel} */ (panels.get(id)).facts;
        const found = given.flatMap((source) => ownNames(source, name) ?? []);
        for (const { source } of found) settled.add(source);
        const last = found.at(-1);
        if (last) await apply(id, last);
        return Boolean(last);
    }

    return {
        /**
         * Names what was just opened, and what is open by the names that were just given.
         * @param {readonly number[]} opened
         * @param {readonly File[]} files that tell names
         */
        async settle(opened, files) {
            const given = (await Promise.all(files.map(read))).flat();
            // A schema of one table says more than one of many.
            given.sort((a, b) => Number(a.tables === null) - Number(b.tables === null));
            sources.push(...given);
            let found = false;
            for (const id of panels.keys()) found = await applyOwn(id, opened.includes(id) ? sources : given) || found;

            const left = (opened.length ? sources : given).filter((source) => !settled.has(source));
            if (left.length === 0) return;
            const ids = [...panels].flatMap(([id, { facts }]) =>
                (facts.isTable && (given.length > 0 || opened.includes(id)) && (!found || !facts.names) ? [id] : []));
            const [first] = left;
            if (ids.length === 0) {
                const kept = given.filter((source) => left.includes(source)).map(({ name }) => name);
                if (kept.length) tell(`The names of ${kept.join(', ')} are kept for the files that you open next.`);
            } else if (panels.size === 1 && left.length === 1 && isForAny(first)) {
                await apply(ids[0], { source: first, table: null });
            } else {
                await choose(ids, left);
            }
        },

        /**
         * Names one file as its reader says.
         * @param {number} id
         * @param {File} file
         */
        async name(id, file) {
            for (const source of await read(file)) {
                sources.push(source);
                if (await applyOwn(id, [source])) continue;
                if (source.tables === null) await apply(id, { source, table: null });
                else await choose([id], [source]);
            }
        },
    };
}

/** What a schema is called that lies beside a table, whatever the table is called. @param {NameSource} source */
function isForAny({ name, tables }) {
    return tables === null && /^schema\.json(?:\.gz)?$/i.test(name);
}

/**
 * @param {NameSource} source
 * @returns {{ words: string, value: Names }[]}
 */
function choicesOf(source) {
    if (source.tables === null) return [{ words: source.name, value: { source, table: null } }];
    return source.tables.map((table) => ({ words: `${source.name}, table ${table}`, value: { source, table } }));
}

/**
 * @param {readonly string[]} files
 * @param {readonly NameSource[]} offered
 */
function reasonToAsk(files, offered) {
    const which = files.length === 1 ? `that ${offered.length === 1 ? 'it is' : 'they are'} about ${files[0]}`
        : `which of the opened files ${offered.length === 1 ? 'it is' : 'they are'} about`;
    return `${offered.map(({ name }) => name).join(', ')} ${offered.length === 1 ? 'does' : 'do'} not say ${which}.`;
}

/**
 * An error of a file, by its name.
 * @param {string} name
 * @param {unknown} cause
 */
export function about(name, cause) {
    return new Error(`${name}: ${/** @type {Error} */ (cause).message}`, { cause });
}
