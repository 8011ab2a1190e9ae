/**
 * What the reader chose, and its place in the address.
 */

import { ROW_COUNTS, SET_IDS } from './set-ids.js';

/**
 * @typedef {object} Settings
 * @property {string} set a built-in set, or 'own'
 * @property {number} rows of the growth table
 * @property {number} net megabits a second
 * @property {'plain' | 'gzip' | 'brotli'} sent how files go over the network
 * @property {'columns' | 'rows'} to what is loaded after the transfer
 * @property {number} repeats
 * @property {boolean} column whether column JSON is shown
 */

export const NETWORKS = Object.freeze([5, 20, 100, 1000]);
export const SENT = Object.freeze(/** @type {const} */ (['plain', 'gzip', 'brotli']));
export const TARGETS = Object.freeze(/** @type {const} */ (['columns', 'rows']));
export const REPEATS = Object.freeze([5, 15, 50]);

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
    set: 'sprout', rows: 100_000, net: 20, sent: 'gzip', to: 'rows', repeats: 15, column: true,
});

/**
 * Settings out of an address; what it lacks, or has wrong, is as by default.
 * @param {URLSearchParams} params
 * @returns {Settings}
 */
export function readSettings(params) {
    /**
     * @template T
     * @param {string} name
     * @param {readonly T[]} allowed
     * @param {T} fallback
     */
    const choice = (name, allowed, fallback) =>
        allowed.find((value) => String(value) === params.get(name)) ?? fallback;
    return {
        set: choice('set', [...SET_IDS, 'own'], DEFAULTS.set),
        rows: choice('rows', ROW_COUNTS, DEFAULTS.rows),
        net: choice('net', NETWORKS, DEFAULTS.net),
        sent: choice('sent', SENT, DEFAULTS.sent),
        to: choice('to', TARGETS, DEFAULTS.to),
        repeats: choice('repeats', REPEATS, DEFAULTS.repeats),
        column: choice('column', [true, false], DEFAULTS.column),
    };
}

/**
 * The address that `readSettings` gives these settings for.
 * @param {Settings} settings
 */
export function writeSettings(settings) {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(settings)) {
        if (value === DEFAULTS[/** @type {keyof Settings} */ (name)]) continue;
        if (name === 'rows' && settings.set !== 'growth') continue;
        params.set(name, String(value));
    }
    return params;
}
