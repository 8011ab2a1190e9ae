/**
 * The whole way of a table: rows, file, columns, and back.
 */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { tableFacts } from '../../js/cli/facts/facts.js';
import { fileFailure, replaceFile } from '../../js/cli/files/files.js';
import { TcbError, inferSchema, normalizeSchema } from '../../js/index.js';
import { tableJsonText } from '../../js/values/json.js';
import { compareTable } from './compare.js';
import { medianTimes } from './measure.js';

/**
 * @import { decode, encode } from '../../js/index.js'
 * @import { TableFacts } from '../../js/cli/facts/facts.js'
 * @import { Comparison } from './compare.js'
 */

/** @typedef {{ encode: typeof encode, decode: typeof decode }} Coder */

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {string} file
 * @property {number} rows
 * @property {Sizes} bytes
 * @property {Times} milliseconds
 * @property {Comparison} comparison
 * @property {TableFacts} facts
 */

/** @typedef {{ namedJson: number, compactJson: number, tcb: number }} Sizes */
/** @typedef {{ namedJson: number, compactJson: number, columns: number, rows: number }} Times to load */

/**
 * @param {{ name: string, rows: any[], schema?: unknown }} source without a schema, types are inferred
 * @param {{ folder: string, runs: number, coder: Coder }} options
 * @returns {Promise<Result>}
 */
export async function runTable({ name, rows, schema: given }, { folder, runs, coder }) {
    const schema = normalizeSchema(given ?? infer(rows, name));
    const file = join(folder, `${name}.tcb`);
    writeTable(folder, file, coder.encode(rows, { schema, file: name }));

    const tcb = readFileSync(file);
    const table = coder.decode(tcb, { schema, file });
    const comparison = compareTable(rows, schema, table);

    const encoder = new TextEncoder();
    const namedJson = encoder.encode(tableJsonText(table));
    const compactJson = encoder.encode(tableJsonText(table, { compact: true }));
    const decoder = new TextDecoder();
    const times = medianTimes([
        () => JSON.parse(decoder.decode(namedJson)),
        () => JSON.parse(decoder.decode(compactJson)),
        () => coder.decode(tcb, { schema }),
        () => coder.decode(tcb, { schema }).rows(),
    ], runs);
    return {
        name, file, rows: rows.length,
        bytes: { namedJson: namedJson.length, compactJson: compactJson.length, tcb: tcb.length },
        milliseconds: { namedJson: times[0], compactJson: times[1], columns: times[2], rows: times[3] },
        comparison,
        facts: await tableFacts(tcb, { schema, file }),
    };
}

/**
 * @param {any[]} rows
 * @param {string} name
 */
function infer(rows, name) {
    try {
        return inferSchema(rows, { mixed: 'json' });
    } catch (error) {
        throw error instanceof TcbError ? error.in(name) : error;
    }
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {Uint8Array} bytes
 */
function writeTable(folder, file, bytes) {
    try {
        mkdirSync(folder, { recursive: true });
        replaceFile(file, bytes);
    } catch (cause) {
        throw fileFailure(file, cause);
    }
}
