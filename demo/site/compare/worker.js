/**
 * Makes the forms of a data set, and measures how long they take to load.
 */

import { init, reset } from 'tcb-wasm';

import { serve, withTransfer } from '../ui/serve.js';
import { compressedSize } from './compress.js';
import { FORM_IDS } from './form-ids.js';
import { fingerprint, makeFile, totalBytes } from './forms.js';
import { loader } from './load.js';
import { measureInTurn } from './measure.js';
import { readOwn } from './own.js';
import { makeTables } from './sets.js';

/**
 * @import { FormId } from './form-ids.js'
 * @import { Operation } from './load.js'
 * @import { JsonColumn } from './shape.js'
 */

/**
 * What a form is loaded from: a file a table, and each table's columns.
 * @typedef {{ files: Uint8Array<ArrayBuffer>[], columns: JsonColumn[][] }} Source
 */

/** @type {Map<FormId, Source>} */
const sources = new Map();

/** Kept so that it can be weighed. @type {unknown} */
let held = null;

/**
 * @param {Source} source
 * @param {FormId} form
 * @param {Operation} operation
 */
function loadAll({ files, columns }, form, operation) {
    const loads = columns.map((list) => loader(form, operation, list));
    return () => files.map((bytes, t) => loads[t](bytes));
}

serve({
    /**
     * Makes the files of every form of a set.
     * @param {{ set: string, rows: number, own: File | null }} argument
     */
    async prepare({ set, rows, own }, progress) {
        await init();
        progress('reading the rows');
        const tables = own ? readOwn(own.name, await own.text()) : makeTables(set, rows);
        const columns = tables.map(({ schema }) => schema.columns);
        sources.clear();
        /** @type {Record<string, { plain: number, sha256: string | null }>} */
        const forms = {};
        for (const form of FORM_IDS) {
            progress(form === 'tcb' ? 'encoding to .tcb' : 'writing JSON');
            const files = tables.map((table) => makeFile(form, table));
            sources.set(form, { files, columns });
            forms[form] = { plain: totalBytes(files), sha256: own ? null : await fingerprint(files) };
        }
        return {
            forms,
            tables: tables.length,
            rows: tables.reduce((sum, table) => sum + table.rows.length, 0),
            columns: columns.reduce((sum, list) => sum + list.length, 0),
        };
    },

    /** Compresses a prepared form. @param {{ form: FormId }} argument */
    async compress({ form }) {
        const { files } = sourceOf(form);
        const [gzip, brotli] = [await compressedSize('gzip', files), await compressedSize('brotli', files)];
        return { gzip, brotli };
    },

    /** @param {{ forms: FormId[], operations: Operation[], rounds: number, budgetMs: number }} argument */
    measure({ forms, operations, rounds, budgetMs }, progress) {
        const works = operations.flatMap((operation) => forms.map((form) => ({
            key: `${form}/${operation}`, work: loadAll(sourceOf(form), form, operation),
        })));
        return measureInTurn(works, { rounds, budgetMs }, progress);
    },

    /** A copy of a form's files, for a worker that is weighed. @param {{ form: FormId }} argument */
    copy({ form }) {
        const { files, columns } = sourceOf(form);
        const copies = files.map((bytes) => bytes.slice());
        return withTransfer({ files: copies, columns }, copies.map(({ buffer }) => buffer));
    },

    /**
     * Loads once and keeps the result, without the bytes that it was loaded from; of nothing, for
     * what a worker weighs by itself.
     * @param {{ source: Source, form: FormId, operation: Operation } | null} argument
     */
    async hold(argument) {
        await init();
        if (argument) held = loadAll(argument.source, argument.form, argument.operation)();
        reset();
        return held !== null;
    },
});

/** @param {FormId} form */
function sourceOf(form) {
    const source = sources.get(form);
    if (!source) throw new Error(`the form ${form} is not prepared`);
    return source;
}
