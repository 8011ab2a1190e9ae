/** Every encoding and composition that the format allows, with values that show it at work. */

import {
    BOOL, E, ELEMENT_NAMES, ENCODING_NAMES, F32, F64, I32, I64, SCALAR_ENCODINGS, STRING, UUID,
    VARINT,
} from './format.js';
import { f32Bits, f64Bits, uuidBytes } from './fromRows.js';

/** @import { EncodingPlan, OracleColumn, OracleValue } from './format.js' */

/**
 * A column under one forced encoding, and what the decoder should call that encoding.
 * @typedef {object} ForcedCase
 * @property {string} name
 * @property {number} rowCount
 * @property {OracleColumn} column with `force` set
 * @property {string} inner
 */

const NAN_WITH_PAYLOAD = 0x7fa12345;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * @param {number} element
 * @param {number} encoding
 * @returns {OracleValue[]} values with runs, repeats and the ends of the range
 */
export function sampleValues(element, encoding = E.RAW) {
    const wholes = [0, 0, 0, 7, 8, 9, -1, -2147483648, 2147483520, 16777216, 16777216];
    switch (element) {
        case BOOL:
            return [0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 0];
        case VARINT:
        case I32:
            return [5, 5, 5, 6, 7, 8, -1, 2147483647, -2147483648, 64, -65];
        case I64:
            return [0n, 0n, 1n, -1n, MIN_INT64, MAX_INT64, MAX_INT64, 4294967296n, 42n, 42n, 42n];
        case F32:
            return encoding === E.WHOLE
                ? wholes.map(f32Bits)
                : [...[0, -0, 0.1, 0.1, Infinity, -Infinity, 1e-45, 3.4e38].map(f32Bits),
                    NAN_WITH_PAYLOAD, NAN_WITH_PAYLOAD, 0x7fc00000];
        case F64:
            return encoding === E.WHOLE
                ? wholes.map(f64Bits)
                : [...[0, -0, 0.1, 0.1, Infinity, -Infinity, 5e-324, 1.7e308].map(f64Bits),
                    0x7ff4123456789abcn, 0x7ff4123456789abcn, 0x7ff8000000000000n];
        case STRING:
            return [
                'Art/Hero_01.fbx', 'Art/Hero_02.fbx', 'Art/Hero_02.fbx', '', '가나 1', '가나 2',
                '\ufeffmark', 'nul\0', '\u{1f600}', 'a|b:c-d\\e', '',
            ];
        default:
            return Array.from({ length: 11 }, (_, i) => (
                uuidBytes(`0123456${i % 10}-89ab-cdef-0123-456789abcd${10 + i}`)
            ));
    }
}

/**
 * @param {number} element
 * @returns {{ plan: { encoding: number, inner?: number }, inner: string }[]}
 */
export function streamPlans(element) {
    return SCALAR_ENCODINGS[element].flatMap((encoding) => {
        const name = ENCODING_NAMES[encoding];
        return innerEncodings(encoding).map((inner) => (inner === undefined
            ? { plan: { encoding }, inner: name }
            : { plan: { encoding, inner }, inner: `${name}/${ENCODING_NAMES[inner]}` }));
    });
}

/**
 * @param {number} encoding
 * @returns {(number|undefined)[]}
 */
function innerEncodings(encoding) {
    switch (encoding) {
        case E.WHOLE:
            return [E.VARINT, E.DELTA, E.RLE, E.DELTA_RLE];
        case E.BITPACK:
            return [E.RAW, E.VARINT, E.DELTA, E.RLE, E.DELTA_RLE];
        default:
            return [undefined];
    }
}

/** @returns {ForcedCase[]} every element, scalar and array, under every encoding it may have */
export function forcedCases() {
    return ELEMENT_NAMES.flatMap((_, element) => [
        ...scalarCases(element),
        ...arrayCases(element),
        ...bitmapCases(element),
    ]);
}

/**
 * @param {number} element
 * @returns {ForcedCase[]}
 */
function scalarCases(element) {
    return streamPlans(element).map(({ plan, inner }) => forcedCase(
        `${ELEMENT_NAMES[element]} ${inner}`,
        plainColumn(element, false, sampleValues(element, plan.encoding)),
        plan,
        inner,
    ));
}

/**
 * @param {number} element
 * @returns {ForcedCase[]}
 */
function arrayCases(element) {
    const name = `array of ${ELEMENT_NAMES[element]}`;
    const raw = forcedCase(
        `${name} RAW`,
        plainColumn(element, true, arrayRows(sampleValues(element))),
        { encoding: E.RAW },
        'RAW',
    );
    if (element === UUID) {
        return [raw];
    }
    const nested = streamPlans(element).flatMap(({ plan, inner }) => (
        [E.RAW, E.RLE].map((lengthEncoding) => {
            const words = `ARRAY(${inner}, lengths ${ENCODING_NAMES[lengthEncoding]})`;
            return forcedCase(
                `${name} ${words}`,
                plainColumn(element, true, arrayRows(sampleValues(element, plan.encoding))),
                { encoding: E.ARRAY, lengthEncoding, element: plan },
                words,
            );
        })
    ));
    return [raw, ...nested];
}

/**
 * Optional rows and optional elements under each byte-stream encoding.
 * @param {number} element
 * @returns {ForcedCase[]}
 */
function bitmapCases(element) {
    return [E.RAW, E.VARINT, E.DELTA, E.RLE, E.DELTA_RLE].flatMap((bitmap) => {
        const name = ELEMENT_NAMES[element];
        const values = sampleValues(element);
        const scalar = plainColumn(element, false, values);
        scalar.optional = true;
        scalar.validity = values.map((_, i) => i !== 4);
        const array = plainColumn(element, true, arrayRows(values));
        array.optional = true;
        array.optionalElements = true;
        array.validity = array.rows.map((_, i) => i !== 1);
        array.elementValidity = values.map((_, i) => i % 3 !== 0);
        const words = `bitmap ${ENCODING_NAMES[bitmap]}`;
        const force = { encoding: E.RAW, bitmap, elementBitmap: 4 - bitmap };
        return [
            forcedCase(`${name}, row ${words}`, scalar, force, 'RAW'),
            forcedCase(`array of ${name}, row ${words}, the element bitmap under ` +
                ENCODING_NAMES[4 - bitmap], array, force, 'RAW'),
        ];
    });
}

/**
 * @param {string} name
 * @param {OracleColumn} column
 * @param {EncodingPlan} force
 * @param {string} inner
 * @returns {ForcedCase}
 */
function forcedCase(name, column, force, inner) {
    return { name, rowCount: column.rows.length, column: { ...column, force }, inner };
}

/**
 * Cuts values into rows of 3, 0, 0, 4 and the rest.
 * @param {OracleValue[]} values
 * @returns {OracleValue[][]}
 */
function arrayRows(values) {
    return [values.slice(0, 3), [], [], values.slice(3, 7), values.slice(7)];
}

/**
 * @param {number} element
 * @param {boolean} array
 * @param {OracleColumn['rows']} rows
 * @returns {OracleColumn} with tag 1 and every value present
 */
export function plainColumn(element, array, rows) {
    return {
        tag: 1,
        element,
        array,
        optional: false,
        optionalElements: false,
        validity: null,
        elementValidity: null,
        rows,
    };
}
