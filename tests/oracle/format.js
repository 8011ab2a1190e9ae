/**
 * The numbers of format version 107 that the oracle's decoder and encoder share.
 *
 * The oracle is a second, deliberately slow codec: every value is a plain JavaScript value, every
 * bit is read and written on its own, every candidate encoding is really written out. Tests compare
 * the real codec with it, so nothing here may be imported by the package or import from it.
 */

/**
 * One value. Floats are their IEEE-754 bits (f32: uint32 number, f64: bigint), so that NaN payloads
 * and -0.0 compare exactly. varint, i32 and bool (0 or 1) are numbers, i64 is a signed bigint,
 * string a JavaScript string, uuid its 16 bytes as they stand in the file.
 * @typedef {number|bigint|string|Uint8Array} OracleValue
 */

/**
 * @typedef {object} OracleColumn
 * @property {number} tag
 * @property {number} element element type number, 0 to 7
 * @property {boolean} array
 * @property {boolean} optional
 * @property {boolean} optionalElements
 * @property {boolean[]|null} validity one flag a row, where the column is optional
 * @property {boolean[]|null} elementValidity one flag an element of all rows in order
 * @property {(OracleValue|OracleValue[])[]} rows arrays where the column is an array
 * @property {number} [encoding] decoder only: the descriptor's encoding number
 * @property {number} [byteLength] decoder only: length of the block
 * @property {string} [inner] decoder only: the whole composition in words
 * @property {number} [bitmapEncoding] decoder only, where the column is optional
 * @property {number} [elementBitmapEncoding] decoder only, where elements are optional
 * @property {EncodingPlan} [force] encoder only: exactly this encoding, whatever its size
 */

/**
 * What a forced block uses; whatever is left out is chosen as the exporter chooses.
 * @typedef {object} EncodingPlan
 * @property {number} [encoding] of the block
 * @property {number} [inner] of WHOLE (1 to 4) or BITPACK (0 to 4)
 * @property {number} [width] of BITPACK, in bits
 * @property {bigint} [base] of BITPACK
 * @property {number} [lengthEncoding] of ARRAY, 0 or 3
 * @property {{ encoding?: number, inner?: number, width?: number, base?: bigint }} [element]
 *     of ARRAY: how the elements are laid out
 * @property {number} [bitmap] of the row bitmap, 0 to 4
 * @property {number} [elementBitmap] of the element bitmap, 0 to 4
 */

export const VERSION = 107;
export const HEADER_SIZE = 42;
export const SIGNATURE = [0x54, 0x43, 0x42, 0x00];
export const MAX_INT32 = 0x7fffffff;

export const ELEMENT_NAMES = ['varint', 'bool', 'i32', 'i64', 'f32', 'f64', 'string', 'uuid'];

export const VARINT = 0;
export const BOOL = 1;
export const I32 = 2;
export const I64 = 3;
export const F32 = 4;
export const F64 = 5;
export const STRING = 6;
export const UUID = 7;

export const ENCODING_NAMES = [
    'RAW', 'VARINT', 'DELTA', 'RLE', 'DELTA_RLE', 'DICT', 'DICT_RLE', 'DICT_FRONT',
    'DICT_FRONT_RLE', 'ARRAY', 'WHOLE', 'DICT_SEG', 'DICT_SEG_RLE', 'BITPACK',
];

/** Encodings by name, so that code reads `E.DELTA_RLE`. */
export const E = {
    RAW: 0,
    VARINT: 1,
    DELTA: 2,
    RLE: 3,
    DELTA_RLE: 4,
    DICT: 5,
    DICT_RLE: 6,
    DICT_FRONT: 7,
    DICT_FRONT_RLE: 8,
    ARRAY: 9,
    WHOLE: 10,
    DICT_SEG: 11,
    DICT_SEG_RLE: 12,
    BITPACK: 13,
};

/** Encodings of a stream of each element type, in ascending order: both what may be read and what
 * is tried when writing. */
export const SCALAR_ENCODINGS = [
    [E.RAW, E.RLE, E.BITPACK],
    [E.RAW, E.RLE, E.BITPACK],
    [E.RAW, E.VARINT, E.DELTA, E.RLE, E.DELTA_RLE, E.BITPACK],
    [E.RAW, E.DICT, E.DICT_RLE, E.BITPACK],
    [E.RAW, E.DICT, E.DICT_RLE, E.WHOLE],
    [E.RAW, E.DICT, E.DICT_RLE, E.WHOLE],
    [
        E.RAW, E.DICT, E.DICT_RLE, E.DICT_FRONT, E.DICT_FRONT_RLE,
        E.DICT_SEG, E.DICT_SEG_RLE,
    ],
    [E.RAW],
];

/**
 * @param {number} element
 * @param {boolean} array
 * @returns {number[]} the encodings that a column's descriptor may name
 */
export function columnEncodings(element, array) {
    if (!array) {
        return SCALAR_ENCODINGS[element];
    }
    return element === UUID ? [E.RAW] : [E.RAW, E.ARRAY];
}
