/**
 * What is timed: each operation begins with a file's bytes, but the sum, which begins with its form.
 */

import { rowToucher, touchRows } from './touch.js';

/** @import { System } from './systems.js' */
/** @import { Plan } from './plan.js' */

/**
 * @typedef {object} Operation
 * @property {string} name
 * @property {() => any} work a promise is waited for
 * @property {(result: any) => boolean | Promise<boolean>} isRight
 */

/**
 * Goes on with a value now, or with what it promises once it is there.
 * @param {any} value
 * @param {(value: any) => any} next
 */
export function goOn(value, next) {
    return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * @param {System} system
 * @param {Plan} plan
 * @param {Uint8Array} bytes
 * @returns {(() => Operation | Promise<Operation>)[]} each holds nothing before it is called; those that the
 *   set has no column for are left out
 */
export function operations(system, plan, bytes) {
    const touchRow = rowToucher(plan.schema);
    const sumIsRight = (/** @type {any} */ form) =>
        plan.sumColumn === null || system.sum(form, plan.sumColumn) === plan.sum;
    /** @type {(() => Operation | Promise<Operation>)[]} */
    const asked = [
        () => ({
            name: 'columns',
            work: () => system.load(bytes),
            isRight: sumIsRight,
        }),
        () => ({
            name: 'rows',
            work: () => goOn(system.load(bytes), (form) => touchRows(touchRow, system.rows(form))),
            isRight: (count) => count === plan.valueCount,
        }),
        () => ({
            name: 'index',
            work: () => goOn(system.load(bytes), (form) => {
                const find = system.index(form, plan.keyColumn);
                let count = 0;
                for (const key of plan.keys) count += touchRow(find(key));
                return count;
            }),
            isRight: (count) => count === plan.foundCount,
        }),
        async () => {
            const form = await system.load(bytes);
            return {
                name: 'sum',
                work: () => system.sum(form, plan.sumColumn),
                isRight: (sum) => sum === plan.sum,
            };
        },
    ];
    return asked.filter((_, i) => isAsked(plan, OPERATION_NAMES[i]));
}

/** @param {Plan} plan @param {string} name */
function isAsked({ keyColumn, sumColumn }, name) {
    return !(name === 'index' && keyColumn === null || name === 'sum' && sumColumn === null);
}

export const OPERATION_NAMES = Object.freeze(['columns', 'rows', 'index', 'sum']);
