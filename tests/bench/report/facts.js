/**
 * What a set is like: printed beside what it imitates, so that a reader sees how near it comes.
 */

import { Packr } from 'msgpackr';

import { decode, encode, init, weigh } from '../../../js/index.js';
import { encodingName } from '../../../js/schema/encodings.js';
import { growthTable, namedJson } from '../data/index.js';
import { dictionaryObject } from '../sets/dictionary.js';
import { csvBytes } from '../sets/records.js';

/**
 * @import { SampleTable } from '../data/json.js'
 * @import { SchemaJson } from '../../../js/schema/types.js'
 */

/** @typedef {{ name: string, found: string, imitates?: string }} Fact */

/**
 * A column of a table's `.tcb` file.
 * @typedef {object} ColumnShare
 * @property {string} table
 * @property {string} column
 * @property {string} type
 * @property {string} encoding with the one of an array's elements
 * @property {number} bytes
 * @property {number} raw what it takes as RAW
 * @property {boolean} array
 */

/** @typedef {{ encoding: string, columns: number, bytes: number, raw: number }} EncodingShare */

/** @param {number} n */
const whole = (n) => n.toLocaleString('en');
/** @param {number} n */
const megabytes = (n) => `${(n / 1e6).toFixed(1)} MB`;
/** @param {number} part */
const percent = (part) => `${(100 * part).toFixed(1)} %`;

/**
 * The columns of tables as their files hold them, and the bytes that belong to no column.
 * @param {readonly SampleTable[]} tables
 * @returns {Promise<{ columns: ColumnShare[], bytes: number, headers: number }>}
 */
export async function columnShares(tables) {
    await init();
    let bytes = 0;
    const columns = tables.flatMap(({ name, schema, rows }) => {
        const options = { schema: /** @type {SchemaJson} */ (schema) };
        const file = encode(rows, options), table = decode(file, options);
        bytes += file.length;
        const weights = new Map(weigh(table).map((weight) => [weight.tag, weight]));
        return table.columns.map((column) => {
            const { candidates, elements } = weights.get(column.tag) ?? { candidates: { RAW: 0 }, elements: null };
            const encoding = encodingName(column.encoding);
            // The encoder takes the first of the smallest for the elements, too.
            const isInner = encoding === 'ARRAY' && elements;
            return {
                table: name, column: column.name, type: column.type,
                encoding: isInner ? `ARRAY of ${smallestOf(elements)}` : encoding,
                bytes: column.byteLength, raw: candidates.RAW, array: column.elements !== null,
            };
        });
    });
    return { columns, bytes, headers: bytes - columns.reduce((sum, column) => sum + column.bytes, 0) };
}

/** @param {Record<string, number>} candidates */
function smallestOf(candidates) {
    return Object.entries(candidates).reduce((best, entry) => entry[1] < best[1] ? entry : best)[0];
}

/**
 * What each encoding has of the bytes, the largest first.
 * @param {readonly ColumnShare[]} columns
 * @returns {EncodingShare[]}
 */
export function encodingShares(columns) {
    /** @type {Map<string, EncodingShare>} */
    const shares = new Map();
    for (const { encoding, bytes, raw } of columns) {
        const before = shares.get(encoding) ?? { encoding, columns: 0, bytes: 0, raw: 0 };
        shares.set(encoding, { encoding, columns: before.columns + 1, bytes: before.bytes + bytes, raw: before.raw + raw });
    }
    return [...shares.values()].sort((a, b) => b.bytes - a.bytes);
}

/** The column table of the growth table. */
export async function growthColumns() {
    return columnShares([growthTable()]);
}

/** @type {Record<string, (tables: SampleTable[]) => Fact[] | Promise<Fact[]>>} */
const OWN_FACTS = {
    async sprout(tables) {
        const { bytes } = await columnShares(tables);
        return [
            { name: 'named JSON', found: whole(sizeOf(tables)), imitates: '14.08 MiB' },
            { name: '.tcb', found: whole(bytes), imitates: '530,723' },
        ];
    },
    async canopy(tables) {
        const { columns, bytes, headers } = await columnShares(tables);
        const samples = new Map(tables.map((table) => [table.name, table.rows[0]]));
        const sum = (/** @type {ColumnShare[]} */ list, /** @type {'bytes' | 'raw'} */ of) =>
            list.reduce((all, column) => all + column[of], 0);
        const arrays = columns.filter(({ array }) => array);
        const paths = columns.filter(({ table, column, array, type }) =>
            type === 'string' && !array && String(samples.get(table)?.[column]).includes('/'));
        return [
            { name: '.tcb', found: whole(bytes) },
            {
                name: 'left of the bytes as RAW', imitates: 'about 30 %',
                found: percent(bytes / (headers + sum(columns, 'raw'))),
            },
            { name: 'arrays, of the bytes', found: percent(sum(arrays, 'bytes') / bytes), imitates: 'about 28 %' },
            { name: 'paths, of the bytes', found: percent(sum(paths, 'bytes') / bytes), imitates: '39 %' },
        ];
    },
    dictionary([table]) {
        const object = dictionaryObject(table);
        const packr = new Packr({ useRecords: false, variableMapSize: true });
        return [
            { name: 'pretty JSON', found: megabytes(Buffer.byteLength(JSON.stringify(object, null, 2))), imitates: '33 MB' },
            { name: 'minified JSON', found: megabytes(Buffer.byteLength(JSON.stringify(object))), imitates: '19.5 MB' },
            { name: 'MessagePack', found: megabytes(packr.pack(object).length), imitates: '15 MB' },
        ];
    },
    mixed: ([table]) => [{ name: 'CSV', found: megabytes(csvBytes(table)), imitates: '28 MB' }],
    strings: ([table]) => [{ name: 'CSV', found: megabytes(csvBytes(table)), imitates: '71 MB' }],
    longs: ([table]) => [{ name: 'CSV', found: megabytes(csvBytes(table)), imitates: '20 MB' }],
};

/** @param {readonly SampleTable[]} tables */
function sizeOf(tables) {
    return tables.reduce((sum, table) => sum + Buffer.byteLength(namedJson(table)), 0);
}

/**
 * @param {string} set
 * @param {SampleTable[]} tables
 * @param {boolean} quick a small set imitates nothing
 * @returns {Promise<Fact[]>}
 */
export async function setFacts(set, tables, quick) {
    const columns = tables.reduce((sum, { schema }) => sum + schema.columns.length, 0);
    const facts = await OWN_FACTS[set]?.(tables) ?? [];
    return [
        { name: 'tables', found: whole(tables.length) }, { name: 'columns', found: whole(columns) },
        ...quick ? facts.map(({ name, found }) => ({ name, found })) : facts,
    ];
}
