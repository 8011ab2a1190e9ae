/** The encodings, by their numbers. */
const NAMES = [
    'RAW', 'VARINT', 'DELTA', 'RLE', 'DELTA_RLE', 'DICT', 'DICT_RLE', 'DICT_FRONT', 'DICT_FRONT_RLE', 'ARRAY', 'WHOLE',
    'DICT_SEG', 'DICT_SEG_RLE', 'BITPACK',
];

/** @param {number} encoding */
export function encodingName(encoding) {
    return NAMES[encoding] ?? `encoding ${encoding}`;
}

/** Kinds of encodings, and what they are called. @type {Record<string, string>} */
export const FAMILIES = {
    raw: 'raw', number: 'numbers', run: 'runs', packed: 'bit pack', dictionary: 'dictionary', array: 'array', header: 'header',
};

/**
 * What encodings of a kind look alike for: their colours.
 * @param {string} name
 */
export function encodingFamily(name) {
    if (name.startsWith('DICT')) return 'dictionary';
    if (name.includes('RLE')) return 'run';
    if (name === 'BITPACK') return 'packed';
    if (name === 'ARRAY') return 'array';
    return name === 'RAW' ? 'raw' : 'number';
}
