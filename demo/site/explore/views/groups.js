/**
 * Groups of fields that share a colour.
 */

/** @type {Record<string, string>} */
export const GROUPS = {
    header: 'header', field: 'descriptor, count', length: 'length', bitmap: 'bitmap', run: 'run', value: 'value',
    index: 'index', text: 'dictionary entry, text', packed: 'bit pack', unknown: 'unknown',
};

/** @type {Record<string, string>} */
const BY_KIND = {
    signature: 'header', version: 'header', flags: 'header', cipher: 'header', nonce: 'header', mac: 'header', keycheck: 'header',
    count: 'field', tag: 'field', wire: 'field', encoding: 'field', width: 'field', base: 'field',
    length: 'length', shared: 'length', bitmap: 'bitmap', run: 'run', value: 'value', difference: 'value', index: 'index',
    entry: 'text', text: 'text', packed: 'packed',
};

/** @param {string} kind */
export function groupOf(kind) {
    return BY_KIND[kind] ?? 'unknown';
}
