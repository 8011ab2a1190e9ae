/**
 * Where everything is in a file, as far as it is good.
 */

/**
 * @import { SizeDamage } from 'tcb-wasm/annotate'
 * @import { Fault, Field, Parts, Pause } from '../types.js'
 * @import { TableFile } from './tablefile.js'
 */

import { annotate, compositionText, sizeDamage } from 'tcb-wasm/annotate';

const SIGNATURE = [0x54, 0x43, 0x42, 0];
const STEP = 1 << 20;

/**
 * @typedef {object} Layout
 * @property {boolean} isTable whether it begins as a .tcb does
 * @property {number} rowCount
 * @property {Field[]} fields of header and descriptors
 * @property {Descriptor[]} columns
 * @property {Fault | null} fault
 * @property {SizeDamage | null} damage where the file is cut off or too long
 */

/**
 * @typedef {object} Descriptor
 * @property {number} position
 * @property {number} tag
 * @property {number} wire
 * @property {number} element
 * @property {boolean} array
 * @property {boolean} optional
 * @property {boolean} optionalElements
 * @property {number} encoding
 * @property {number} offset
 * @property {number} byteLength
 * @property {number} available bytes of the block that the file has
 * @property {SizeDamage['columns'][number]['state']} state
 * @property {Field[]} fields of the descriptor
 */

/**
 * @param {Uint8Array} bytes
 * @returns {Layout}
 */
export function readLayout(bytes) {
    const annotation = annotate(bytes);
    const { header, descriptors, rowCount, error } = annotation;
    const damage = sizeDamage(annotation, bytes.length);
    return {
        isTable: SIGNATURE.every((byte, i) => bytes[i] === byte),
        rowCount,
        fields: [header, ...descriptors.map(({ fields }) => fields)].flat(),
        columns: descriptors.map((descriptor, position) => ({
            ...descriptor, position,
            available: damage?.columns[position].available ?? descriptor.byteLength,
            state: damage?.columns[position].state ?? 'whole',
        })),
        damage,
        fault: error ? { code: error.code, message: error.message, offset: error.offset, tag: error.tag } : null,
    };
}

/**
 * A column's encodings down to the inner ones, and the parts of its block.
 * @param {TableFile} file
 * @param {number} tag
 * @param {boolean} whole read the block to its end: all parts, and every error that reading it finds
 * @param {Pause} pause
 * @returns {Promise<Parts>}
 */
export async function partsOf(file, tag, whole, pause) {
    const cursor = file.cursor(tag);
    const { encoding, rowBitmap, elementBitmap } = cursor.facts;
    if (whole) {
        for (let at = cursor.start; at < cursor.end; at += STEP) {
            cursor.scan(at);
            await pause();
        }
        cursor.scan();
    }
    const { error } = cursor;
    return {
        text: compositionText(encoding),
        bitmaps: [rowBitmap, elementBitmap].flatMap((name) => (name ? [name] : [])),
        sections: cursor.sections.map(({ name, start, end = cursor.end }) => ({ name, start, end })),
        entries: encoding.entries ?? encoding.elements?.entries ?? null,
        fault: error ? { code: error.code, message: error.message, offset: error.offset, tag } : null,
    };
}

/**
 * What the bytes of a window are, in order.
 * @param {TableFile} file
 * @param {number} from
 * @param {number} to
 * @param {Pause} pause
 * @returns {Promise<Field[]>}
 */
export async function fieldsBetween(file, from, to, pause) {
    const { fields, columns } = file.layout;
    const found = fields.filter(({ start, end }) => end > from && start < to);
    for (const { tag, offset, available } of columns) {
        if (offset >= to || offset + available <= from) continue;
        const cursor = file.cursor(tag);
        for (let at = offset; at < from; at += STEP) {
            cursor.scan(at);
            await pause();
        }
        for (const field of cursor.walk(Math.max(from, offset), Math.min(to, offset + available))) {
            found.push({ ...field, tag });
        }
    }
    return found;
}
