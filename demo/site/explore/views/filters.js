/**
 * Filters: conditions that rows have to fulfil, all of them.
 */

/**
 * @import { Context } from '../filepanel.js'
 * @import { Condition } from '../types.js'
 */

import { h, replace } from '../../ui/dom.js';

/** @type {Record<string, string>} */
const OPERATORS = {
    contains: 'contains', equals: 'is', differs: 'is not', starts: 'starts with', less: 'is less than', atMost: 'is at most',
    greater: 'is greater than', atLeast: 'is at least', present: 'has a value', absent: 'has no value',
};
const WITHOUT_VALUE = new Set(['present', 'absent']);

/**
 * @param {Context} context
 * @param {(conditions: Condition[]) => Promise<boolean>} onChange whether they are in force
 */
export function makeFilters(context, onChange) {
    /** @type {Condition[]} */
    let conditions = [];
    const column = h('select', { 'aria-label': 'Column to filter by' });
    const operator = h('select', {
        'aria-label': 'How to compare', onchange: () => {
            value.hidden = WITHOUT_VALUE.has(operator.value);
        },
    }, Object.entries(OPERATORS).map(([key, words]) => h('option', { value: key }, words)));
    const value = h('input', { type: 'text', 'aria-label': 'Value to compare with', placeholder: 'value', autocomplete: 'off', spellcheck: 'false' });
    const chips = h('ul', { class: 'row x-chips', 'aria-label': 'Filters' });
    const form = h('form', {
        class: 'row x-filter-form',
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const text = WITHOUT_VALUE.has(operator.value) ? '' : value.value;
            const added = await onChange([...conditions, { tag: Number(column.value), op: operator.value, value: text }]);
            if (added) value.value = '';
        },
    }, column, operator, value, h('button', { type: 'submit' }, 'Add filter'));
    const element = h('div', { class: 'row x-filters' }, form, chips);

    function drawColumns() {
        const chosen = column.value;
        replace(column, context.facts.columns.map(({ tag, name }) => h('option', { value: String(tag) }, name)));
        if (chosen) column.value = chosen;
    }

    function drawChips() {
        chips.hidden = conditions.length === 0;
        replace(chips, conditions.map((condition) => {
            const { tag, op, value: text } = condition;
            const name = context.facts.columns.find((one) => one.tag === tag)?.name ?? `tag ${tag}`;
            const words = `${name} ${OPERATORS[op]}${WITHOUT_VALUE.has(op) ? '' : ` ${JSON.stringify(text)}`}`;
            return h('li', { class: 'x-chip' }, h('bdi', null, words), h('button', {
                type: 'button', 'aria-label': `Remove the filter ${words}`,
                onclick: async () => {
                    if (await onChange(conditions.filter((one) => one !== condition))) operator.focus();
                },
            }, '×'));
        }));
    }

    drawColumns();
    drawChips();
    return {
        element,
        conditions: () => conditions,
        /** @param {Condition[]} given those that are in force now */
        accept(given) {
            conditions = given;
            drawChips();
        },
        /** @param {number} tag */
        begin(tag) {
            column.value = String(tag);
            value.focus();
        },
        update() {
            drawColumns();
            drawChips();
        },
    };
}
