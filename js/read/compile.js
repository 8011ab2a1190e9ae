/**
 * Rows as objects at the speed of code that was written for the table: the entry `tcb-wasm/compile`.
 */

import { keyReaders } from './rows.js';

/**
 * @import { Reader } from './column.js'
 * @import { Table } from './table.js'
 */

/** @typedef {Record<string, any>} Row */
/** @typedef {(readers: readonly Reader[], count: number) => Row[]} RowMaker */

/** Rows that must be made before code for them has paid for its compilation. */
const FEW_ROWS = 50;

/**
 * A function that gives all rows of a table as `table.rows()` does, but by code that it compiles for
 * the table's keys: an object's keys are then constants, which engines store several times faster.
 * The code is kept for tables with the same keys, as long as the function is.
 *
 * Compiling needs `new Function`. Where that is forbidden (a Content-Security-Policy without
 * 'unsafe-eval', workerd) and where it does not pay (few rows) the rows come from `table.rows()`.
 * @returns {(table: Table) => Row[]}
 */
export function rowCompiler() {
    /** @type {Map<string, RowMaker | null>} */
    const makers = new Map();
    let forbidden = false;
    return (table) => {
        const readers = keyReaders(table.columns);
        const source = sourceOf([...readers.keys()]);
        let make = makers.get(source);
        if (!make && !forbidden && table.rowCount > FEW_ROWS) {
            make = compile(source, readers.size);
            if (make) makers.set(source, make);
            else forbidden = true;
        }
        return make ? make([...readers.values()], table.rowCount) : table.rows();
    };
}

/**
 * The body of a `RowMaker`. A literal's `__proto__` is a key of its own only where it is computed.
 * @param {readonly string[]} keys
 */
function sourceOf(keys) {
    const members = keys.map((key, i) => {
        const name = JSON.stringify(key);
        return `${key === '__proto__' ? `[${name}]` : name}: read${i}(k)`;
    });
    return `const [${keys.map((_, i) => `read${i}`).join()}] = readers, rows = new Array(count);
for (let k = 0; k < count; k++) rows[k] = { ${members.join()} };
return rows;`;
}

/**
 * @param {string} source
 * @param {number} keyCount
 * @returns {RowMaker | null} null where code may not be made
 */
function compile(source, keyCount) {
    let make;
    try {
        make = /** @type {RowMaker} */ (new Function('readers', 'count', source));
    } catch (error) {
        if (error instanceof EvalError) return null;
        throw error;
    }
    // Once a number and null were seen under each key, the objects' one hidden class takes any value.
    make(new Array(keyCount).fill((/** @type {number} */ k) => k ? null : 0), 2);
    return make;
}
