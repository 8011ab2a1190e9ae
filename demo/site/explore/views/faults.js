/**
 * What is wrong with a file, told once for all of it, with the ways to where it is.
 */

/** @import { Context } from '../filepanel.js' */

import { h } from '../../ui/dom.js';
import { countOf, integer } from '../../ui/format.js';
import { faultsOf } from './words.js';

/**
 * @param {Context} context
 * @returns {HTMLElement | null}
 */
export function faultNote(context) {
    const { facts } = context;
    const faults = faultsOf(facts);
    if (faults.length === 0) return null;
    /** @param {import('./words.js').ToldFault} fault */
    const told = ({ message, offset, tag }) => [h('p', null, message), h('div', { class: 'row' },
        offset !== undefined && offset < facts.size && showByte(context, offset),
        tag !== undefined && h('button', { type: 'button', onclick: () => context.goToColumn(tag) }, 'Show the column'))];
    const [first, ...others] = faults;
    const areColumns = first.tag !== undefined && others.length > 0;
    const listed = areColumns ? faults : others;
    return h('div', { class: 'note error x-fault', role: 'alert' },
        areColumns ? h('p', null, `${countOf(faults.length, 'column')} of this file are damaged.`) : told(first),
        listed.length ? h('ul', { class: 'x-faults' }, listed.map((fault) => h('li', null, told(fault)))) : null);
}

/**
 * @param {Context} context
 * @param {number} offset
 */
export function showByte(context, offset) {
    return h('button', { type: 'button', onclick: () => context.goToByte(offset) }, `Show byte ${integer(offset)}`);
}
