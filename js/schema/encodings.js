/**
 * The names of the encodings, as the format's description has them.
 */

export const ENCODINGS = Object.freeze([
    'RAW', 'VARINT', 'DELTA', 'RLE', 'DELTA_RLE', 'DICT', 'DICT_RLE', 'DICT_FRONT', 'DICT_FRONT_RLE',
    'ARRAY', 'WHOLE', 'DICT_SEG', 'DICT_SEG_RLE', 'BITPACK',
]);

/**
 * The name of an encoding; one that this version does not know is named by its number.
 * @param {number} number as a column's `encoding` holds it
 */
export function encodingName(number) {
    return ENCODINGS[number] ?? `encoding ${number}`;
}
