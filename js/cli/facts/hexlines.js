/**
 * The bytes of a file with what they are beside them.
 */

import { annotate, openColumn, sizeDamage } from '../../annotate.js';
import { UsageError, oneLine } from '../terminal/failure.js';
import { clip, count, countOf } from '../terminal/layout.js';
import { damageText } from './damage.js';

/**
 * @import { Field } from '../../annotate/parts.js'
 * @import { AnnotatedDescriptor, AvailableBlock } from '../../annotate.js'
 * @import { SchemaColumn } from '../../schema/types.js'
 * @import { colours } from '../terminal/terminal.js'
 */

/** @typedef {ReturnType<typeof colours>} Colours */

const BYTES_A_LINE = 8,
    TEXT_WIDTH = 72;

/**
 * Line by line, as many as are taken are made.
 * @param {Uint8Array} bytes of a plain file
 * @param {{ schema?: readonly SchemaColumn[], columns?: string[], limit: number, colours: Colours, file: string }} how
 *   `columns`: names or tags of the only blocks to show; `limit`: the most fields of each
 * @returns {Generator<string, boolean, void>} whether all that was shown is good
 */
export function* hexLines(bytes, { schema, columns, limit, colours, file }) {
    const annotation = annotate(bytes);
    const { header, descriptors, rowCount, error } = annotation;
    const damage = sizeDamage(annotation, bytes.length);
    const names = new Map(schema?.map(({ tag, name }) => [tag, name]));
    const wanted = columns && new Set(columns.map((key) => wantedTag(key, descriptors, names, file)));
    const digits = Math.max(4, (bytes.length - 1).toString(16).length);
    const lines = (/** @type {Field} */ field) => fieldLines(bytes, field, digits, colours);

    yield colours.bold('header');
    for (const field of header) yield* lines(field);
    for (const descriptor of descriptors) {
        yield '';
        yield colours.bold(`descriptor of ${columnName(descriptor, names)}`);
        for (const field of descriptor.fields) yield* lines(field);
    }
    let isGood = true;
    for (const [i, descriptor] of descriptors.entries()) {
        if (wanted && !wanted.has(descriptor.tag)) continue;
        const size = countOf(descriptor.byteLength, 'byte');
        const block = damage?.columns[i];
        yield '';
        yield colours.bold(`block of ${columnName(descriptor, names)}: ${size}${missingText(block)}`);
        if (block?.state === 'missing') continue;
        isGood = (yield* blockLines(bytes, rowCount, descriptor, limit, lines)) && isGood;
    }
    if (!error) return isGood;
    yield* ['', colours.red(damage ? damageText(damage, schema ?? []) : oneLine(error))];
    return error.code === 'ENCRYPTED';
}

/** @param {AvailableBlock} [block] */
function missingText({ state, available } = { tag: 0, state: 'whole', available: 0 }) {
    if (state === 'whole') return '';
    return state === 'missing' ? ', missing' : `, of which ${count(available)} are there`;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} rowCount
 * @param {AnnotatedDescriptor} descriptor
 * @param {number} limit
 * @param {(field: Field) => Iterable<string>} lines
 * @returns {Generator<string, boolean, void>}
 */
function* blockLines(bytes, rowCount, descriptor, limit, lines) {
    const block = openColumn(bytes, rowCount, descriptor);
    const end = Math.min(descriptor.offset + descriptor.byteLength, bytes.length);
    let shown = 0,
        at = descriptor.offset;
    for (const field of block.walk()) {
        if (shown++ === limit) {
            const left = countOf(end - field.start, 'byte');
            yield `  … and ${left} more; --limit tells how many fields to print`;
            return true;
        }
        yield* lines(field);
        at = field.end;
    }
    if (!block.error) return true;
    const left = end - at;
    yield (
        `  ${oneLine(block.error)}` +
        (left > 0 ? `; ${countOf(left, 'byte')} from byte ${count(at)} on cannot be read` : '')
    );
    return false;
}

/**
 * @param {string} key
 * @param {readonly AnnotatedDescriptor[]} descriptors
 * @param {ReadonlyMap<number, string>} names
 * @param {string} file
 */
function wantedTag(key, descriptors, names, file) {
    const found =
        descriptors.find(({ tag }) => names.get(tag) === key) ??
        descriptors.find(({ tag }) => String(tag) === key || `c${tag}` === key);
    if (found) return found.tag;
    throw new UsageError(
        `${file}: no column ${JSON.stringify(key)}; there are ` +
            (descriptors.map(({ tag }) => names.get(tag) ?? tag).join(', ') || 'none'),
    );
}

/**
 * @param {AnnotatedDescriptor} descriptor
 * @param {ReadonlyMap<number, string>} names
 */
function columnName({ tag }, names) {
    const name = names.get(tag);
    return name === undefined ? `tag ${tag}` : `${clip(JSON.stringify(name), 60)} (tag ${tag})`;
}

/**
 * A field's bytes in rows of eight, its meaning beside the first.
 * @param {Uint8Array} bytes
 * @param {Field} field
 * @param {number} digits of a place
 * @param {Colours} colours
 * @returns {Generator<string, void, void>}
 */
function* fieldLines(bytes, { start, end, label, value }, digits, { cyan, dim }) {
    const width = BYTES_A_LINE * 3 - 1;
    for (let at = start; at < end; at += BYTES_A_LINE) {
        const row = Array.from(bytes.subarray(at, Math.min(at + BYTES_A_LINE, end)), (byte) =>
            byte.toString(16).padStart(2, '0'),
        ).join(' ');
        const place = dim(at.toString(16).padStart(digits, '0'));
        if (at > start) {
            yield `  ${place}  ${row}`;
            continue;
        }
        const meaning = value === '' ? '' : `: ${cyan(clip(value, TEXT_WIDTH))}`;
        yield `  ${place}  ${row.padEnd(width)}  ${clip(label, TEXT_WIDTH)}${meaning}`;
    }
}
