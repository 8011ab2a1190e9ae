/** The values of columns, put together again from what the fields of their blocks say. */

import { annotate, columnFacts, openColumn } from '../../../js/annotate/annotate.js';

/** @import { Field } from '../../../js/annotate/parts.js' */

const BOOL = 1, I64 = 3, F32 = 4, STRING = 6;

/**
 * @typedef {object} AnnotatedColumn
 * @property {number[] | null} lengths of arrays
 * @property {string[]} values as the fields show them
 * @property {boolean[]} presence
 * @property {boolean[]} elementPresence
 */

/**
 * @param {Uint8Array} bytes
 * @returns {AnnotatedColumn[]}
 */
export function annotatedColumns(bytes) {
    const { descriptors, rowCount } = annotate(bytes);
    return descriptors.map((descriptor) => {
        const { element, array } = descriptor;
        const cursor = openColumn(bytes, rowCount, descriptor);
        const fields = cursor.fields();
        const packedAt = cursor.sections.find(({ name }) => name === 'packed bytes')?.start ?? NaN;
        const { encoding, elementCount = 0 } = columnFacts(bytes, rowCount, descriptor);
        const lengths = array ? /** @type {number[]} */ ([]) : null;
        for (const { kind, label, value, count = 0 } of fields) {
            if (lengths && kind === 'length' && label.startsWith('length of')) {
                for (let i = 0; i < count; i++) lengths.push(Number(value));
            }
        }
        const { width, base = 0n, inner } = encoding.elements ?? encoding;
        const count = lengths ? lengths.reduce((sum, length) => sum + length, 0) : rowCount;
        const values = width && inner !== 'RAW'
            ? unpacked(byteStream(fields.filter(({ start }) => start >= packedAt), () => true),
                { element, count, width, base })
            : valuesOf(fields, array ? 'element' : 'row', element, count);
        return {
            lengths, values,
            presence: bits(fields, 'row', descriptor.optional ? rowCount : 0),
            elementPresence: bits(fields, 'element', elementCount),
        };
    });
}

/**
 * @param {Field[]} fields
 * @param {string} unit
 * @param {number} element
 * @param {number} count
 */
function valuesOf(fields, unit, element, count) {
    /** @type {string[]} */
    const values = new Array(count);
    let integer = 0;
    for (const field of fields) {
        const { kind, label, value, first = 0, count: n = 0 } = field;
        if (field.unit !== unit || label.includes('presence')) continue;
        if (kind === 'value' || kind === 'index' || kind === 'text') {
            values.fill(value, first, first + n);
            integer = Number(value);
        } else if (kind === 'difference') {
            const [, difference, reached] = /** @type {RegExpExecArray} */ (/^([+-]\d+) -> (.*)$/.exec(value));
            for (let i = 0; i < n; i++) {
                integer = integer + Number(difference) | 0;
                values[first + i] = String(integer);
            }
            if (element !== F32 && values[first + n - 1] !== reached) throw new Error(`${label}: ${value}`);
            values[first + n - 1] = reached;
        } else if (kind === 'packed') {
            value.split(', ').forEach((each, i) => { values[first + i] = each; });
        } else if (element === STRING && kind === 'length' && value === '0' && label.startsWith('byte length')) {
            values[first] = '""';
        }
    }
    return values;
}

/**
 * The bytes of a stream under an encoding of integers.
 * @param {Field[]} fields
 * @param {(field: Field) => boolean} isOfStream
 */
function byteStream(fields, isOfStream) {
    /** @type {number[]} */
    const bytes = [];
    let run = 1;
    for (const field of fields) {
        const difference = /^([+-]\d+) -> /.exec(field.value);
        for (let i = 0; i < run && isOfStream(field) && field.kind !== 'run'; i++) {
            bytes.push(difference ? bytes[bytes.length - 1] + Number(difference[1]) : Number(field.value));
        }
        run = field.kind === 'run' ? Number(field.value) : 1;
    }
    return bytes;
}

/**
 * @param {number[]} bytes
 * @param {{ element: number, count: number, width: number, base: bigint }} packed
 */
function unpacked(bytes, { element, count, width, base }) {
    const stream = bytes.reduceRight((sum, byte) => sum << 8n | BigInt(byte), 0n);
    return Array.from({ length: count }, (_, i) => {
        const value = base + BigInt.asUintN(width, stream >> BigInt(i * width));
        const narrowed = BigInt.asIntN(element === I64 ? 64 : 32, value);
        return element === BOOL ? String(narrowed !== 0n) : String(narrowed);
    });
}

/**
 * @param {Field[]} fields
 * @param {string} unit
 * @param {number} count
 */
function bits(fields, unit, count) {
    const bytes = byteStream(fields.map((field) => {
        const { kind, value } = field;
        return kind === 'bitmap' ? { ...field, value: String(parseInt([...value].reverse().join(''), 2)) } : field;
    }), ({ label, unit: of }) => label.includes('presence') && of === unit);
    return Array.from({ length: count }, (_, i) => (bytes[i >> 3] >> (i & 7) & 1) === 1);
}
