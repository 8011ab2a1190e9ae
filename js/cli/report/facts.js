/**
 * Where the bytes of a file are: each column's block, what every other encoding would take, and what
 * gzip and brotli still find in it.
 */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { decode, init, weigh } from '../../index.js';
import { tableFacts } from '../facts/facts.js';

/**
 * @import { SchemaColumn, SchemaJson } from '../../schema/types.js'
 * @import { ColumnFacts } from '../facts/facts.js'
 */

/**
 * @typedef {object} Compressed
 * @property {number} gzip bytes at level 9
 * @property {number} brotli bytes at quality 11
 */

/**
 * @typedef {object} Weights
 * @property {Record<string, number>} candidates bytes of the block under each encoding that the exporter tries
 * @property {Record<string, number> | null} elementCandidates of an array column's elements alone, under ARRAY
 * @property {string} smallest of the candidates: what the exporter takes
 */

/** @typedef {ColumnFacts & Weights & { compressed: Compressed | null }} ReportColumn */

/**
 * @typedef {object} EncodingShare
 * @property {string} encoding with the one of an array's elements
 * @property {number} columns
 * @property {number} bytes
 * @property {number} raw what the same columns take as RAW
 */

/**
 * @typedef {object} TableReport
 * @property {string} file
 * @property {import('../files/keys.js').Signature} [signature] what its reader knows of it
 * @property {number} rows
 * @property {number} bytes of the file
 * @property {number} headerBytes
 * @property {number} raw bytes of a file with every column RAW
 * @property {Compressed | null} compressed the whole file
 * @property {ReportColumn[]} columns the largest first
 * @property {EncodingShare[]} encodings the largest first
 */

/**
 * @param {Uint8Array} bytes of a plain file
 * @param {object} options
 * @param {string} options.file
 * @param {readonly SchemaColumn[]} [options.schema] tells names and types
 * @param {boolean} [options.compress] false leaves gzip and brotli out, which take most of the time
 * @param {(done: number, of: number) => void} [options.progress] is told how many bytes are compressed
 * @returns {Promise<TableReport>}
 */
export async function tableReport(bytes, { file, schema, compress = true, progress = () => {} }) {
    await init();
    const table = decode(bytes, {
        schema: /** @type {SchemaJson['columns'] | undefined} */ (schema),
        file,
    });
    const facts = await tableFacts(bytes, { schema, file, values: false });
    const weights = new Map(weigh(table).map((weight) => [weight.tag, weight]));

    let done = 0;
    /** @param {Uint8Array} part */
    const compressed = async (part) => {
        if (!compress) return null;
        const sizes = await compressedSizes(part);
        progress((done += part.length), 2 * bytes.length);
        return sizes;
    };
    /** @type {ReportColumn[]} */
    const columns = [];
    let offset = facts.headerBytes;
    for (const column of facts.columns) {
        const { candidates, elements } = /** @type {NonNullable<ReturnType<typeof weights.get>>} */ (
            weights.get(column.tag)
        );
        columns.push({
            ...column,
            candidates,
            elementCandidates: elements,
            smallest: smallestOf(candidates),
            compressed: await compressed(bytes.subarray(offset, offset + column.bytes)),
        });
        offset += column.bytes;
    }
    columns.sort((a, b) => b.bytes - a.bytes);
    return {
        file,
        rows: facts.rows,
        bytes: bytes.length,
        headerBytes: facts.headerBytes,
        raw: columns.reduce((sum, { candidates }) => sum + candidates.RAW, facts.headerBytes),
        compressed: await compressed(bytes),
        columns,
        encodings: encodingShares(columns),
    };
}

/**
 * What a file is after gzip and brotli at their best.
 * @param {Uint8Array} bytes
 * @returns {Promise<Compressed>}
 */
async function compressedSizes(bytes) {
    const [zipped, brotli] = await Promise.all([
        promisify(gzip)(bytes, { level: 9 }),
        promisify(brotliCompress)(bytes, {
            params: {
                [constants.BROTLI_PARAM_QUALITY]: 11,
                [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
        }),
    ]);
    return { gzip: zipped.length, brotli: brotli.length };
}

/**
 * The first of the smallest.
 * @param {Record<string, number>} candidates
 */
export function smallestOf(candidates) {
    return Object.entries(candidates).reduce((best, entry) => (entry[1] < best[1] ? entry : best))[0];
}

/**
 * What each encoding has of the bytes.
 * @param {readonly Pick<ReportColumn, 'encoding' | 'bytes' | 'candidates'>[]} columns
 * @returns {EncodingShare[]}
 */
export function encodingShares(columns) {
    /** @type {Map<string, EncodingShare>} */
    const shares = new Map();
    for (const {
        encoding: { name, elements },
        bytes,
        candidates,
    } of columns) {
        const encoding = elements ? `${name}(${elements.name})` : name;
        const share = shares.get(encoding) ?? { encoding, columns: 0, bytes: 0, raw: 0 };
        shares.set(encoding, {
            encoding,
            columns: share.columns + 1,
            bytes: share.bytes + bytes,
            raw: share.raw + candidates.RAW,
        });
    }
    return [...shares.values()].sort((a, b) => b.bytes - a.bytes);
}
