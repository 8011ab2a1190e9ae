/** What all systems have in common that keep a table as a list of messages, one a row. */

import { rowsByKey, sumRows } from './objects.js';
import { isRow, rowReader } from './messages.js';

/**
 * @import { System } from './systems.js'
 * @import { Dialect, Message } from './messages.js'
 */

/**
 * @param {Pick<System, 'title' | 'prepare' | 'load' | 'reader' | 'heldBytes'> & {
 *     message: Message, reading: Dialect, list?: (form: any) => any[] }} parts `list` gives the messages of a form,
 *     which are the form itself where it is left out
 * @returns {System}
 */
export function messageSystem({ message, reading, list = (form) => form, ...parts }) {
    const same = isRow(message, reading);
    const readRow = same ? (/** @type {any} */ row) => row : rowReader(message, reading);
    const nameOf = (/** @type {string} */ column) => {
        const field = message.fields.find(({ key }) => key === column);
        if (!field) throw new Error(`no column ${column}`);
        return field.name;
    };
    return {
        ...parts,
        rows: (form) => same ? list(form) : list(form).map((row) => readRow(row)),
        sum: (form, column) => sumRows(list(form), nameOf(column)),
        index(form, column) {
            const map = rowsByKey(list(form), nameOf(column));
            return (key) => readRow(map.get(key));
        },
    };
}
