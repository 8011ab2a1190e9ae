/**
 * The figures that are shown, out of what is known so far.
 */

import { FORM_IDS } from './form-ids.js';
import { summarize, transferTime } from './stats.js';

/**
 * @import { FormId } from './form-ids.js'
 * @import { Settings } from './settings.js'
 * @import { Summary } from './stats.js'
 */

/** @typedef {{ plain: number, gzip: number | null, brotli: number | null }} Sizes null where not known */

/**
 * @typedef {object} Known
 * @property {Settings} settings
 * @property {string} title of the data
 * @property {{ tables: number, rows: number, columns: number } | null} facts
 * @property {Partial<Record<FormId, Sizes>>} sizes
 * @property {'build' | 'browser'} sizesFrom who compressed
 * @property {boolean | null} verified whether the files generated here are those that the build compressed
 * @property {Record<string, number[]>} samples milliseconds by `form/operation`
 * @property {Partial<Record<FormId, { columns: number, rows: number }>> | null} memory bytes
 */

/** @type {Readonly<Record<FormId, string>>} */
export const TITLES = Object.freeze({
    tcb: '.tcb', named: 'named JSON', compact: 'compact JSON', column: 'column JSON',
});

/** @type {Readonly<Record<FormId, string>>} */
export const ABOUT = Object.freeze({
    tcb: 'binary columns, read by tcb-wasm',
    named: 'an object a row: what games load today',
    compact: 'an array a row, values in column order',
    column: 'an array a column',
});

/** @param {Settings} settings */
export function shownForms({ column }) {
    return FORM_IDS.filter((form) => column || form !== 'column');
}

/**
 * @param {Known} known
 * @param {FormId} form
 * @param {'plain' | 'gzip' | 'brotli'} how
 * @returns {number | null}
 */
export function sizeOf({ sizes }, form, how) {
    return sizes[form]?.[how] ?? null;
}

/**
 * @param {Known} known
 * @param {FormId} form
 * @param {'columns' | 'rows'} operation
 * @returns {Summary | null}
 */
export function loadTime({ samples }, form, operation) {
    const taken = samples[`${form}/${operation}`];
    return taken?.length ? summarize(taken) : null;
}

/**
 * Transfer and load, one after the other.
 * @param {Known} known
 * @param {FormId} form
 * @returns {{ transfer: number | null, load: number | null, total: number | null }}
 */
export function totalTime(known, form) {
    const { sent, net, to } = known.settings;
    const bytes = sizeOf(known, form, sent);
    const transfer = bytes === null ? null : transferTime(bytes, net);
    const load = loadTime(known, form, to)?.median ?? null;
    return { transfer, load, total: transfer === null || load === null ? null : transfer + load };
}

/**
 * How many times the value of `.tcb` another form's value is.
 * @param {(form: FormId) => number | null | undefined} value
 * @param {FormId} [form]
 * @returns {number | null}
 */
export function ratio(value, form = 'named') {
    const [own, other] = [value('tcb'), value(form)];
    return own && other ? other / own : null;
}
