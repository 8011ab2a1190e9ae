/**
 * What there is of a file that is not as long as its descriptors tell.
 */

/** @import { AnnotatedDescriptor, Annotation } from './annotate.js' */

/**
 * @typedef {object} SizeDamage
 * @property {'cut off' | 'too long'} kind
 * @property {number} size of the file
 * @property {number | null} expected its size by the descriptors; null where they are not all there
 * @property {number} columnCount
 * @property {AvailableBlock[]} columns those whose descriptors are there
 */

/**
 * @typedef {object} AvailableBlock
 * @property {number} tag
 * @property {'whole' | 'partial' | 'missing'} state
 * @property {number} available bytes of the block that the file has
 */

/** More names are not told one by one. */
const SHOWN_NAMES = 6;

/**
 * What is wrong with the size of a file, or null where nothing is, or where nothing can be told about it.
 * @param {Annotation} annotation
 * @param {number} size of the file
 * @returns {SizeDamage | null}
 */
export function sizeDamage({ header, columnCount, descriptors, error }, size) {
    if (!error) return null;
    // A file that ends before it can be told from others is not called a part of one.
    if (error.code === 'TRUNCATED' && header.length > 0) {
        const columns = descriptors.map(({ tag }) => ({ tag, state: /** @type {const} */ ('missing'), available: 0 }));
        return { kind: 'cut off', size, expected: null, columnCount, columns };
    }
    if (error.code !== 'BLOCK_LENGTH' && error.code !== 'BLOCK_SUM') return null;
    const last = descriptors.at(-1);
    const expected = last ? last.offset + last.byteLength : header[header.length - 1].end;
    const columns = descriptors.map((descriptor) => blockWithin(descriptor, size));
    return { kind: expected > size ? 'cut off' : 'too long', size, expected, columnCount, columns };
}

/**
 * @param {AnnotatedDescriptor} descriptor
 * @param {number} size
 * @returns {AvailableBlock}
 */
function blockWithin({ tag, offset, byteLength }, size) {
    const available = Math.max(0, Math.min(byteLength, size - offset));
    return { tag, state: available === byteLength ? 'whole' : available > 0 ? 'partial' : 'missing', available };
}

/**
 * The damage in one line: `cut off: 200,000 of 360,594 bytes; c6 is there in part, c7 to c9 are missing`.
 * @param {SizeDamage} damage
 * @param {object} [words]
 * @param {(tag: number) => string} [words.nameOf] a column's name
 * @param {(count: number) => string} [words.count]
 */
export function sizeDamageText({ kind, size, expected, columnCount, columns }, { nameOf = defaultName, count = groupedCount } = {}) {
    if (expected === null) {
        const place = columnCount === 0 ? 'in the header' : `after ${count(columns.length)} of ${count(columnCount)} descriptors`;
        return `${kind}: ${count(size)} bytes, which end ${place}, before any values`;
    }
    if (kind === 'too long') {
        return `${kind}: ${count(size)} bytes, ${count(size - expected)} more than the ${count(expected)} that its columns take`;
    }
    /** @param {AvailableBlock['state']} state */
    const namesOf = (state) => columns.flatMap((column) => (column.state === state ? [column.tag] : []));
    const states = [
        ...listed(namesOf('partial'), nameOf, 'there in part'), ...listed(namesOf('missing'), nameOf, 'missing'),
    ];
    return `${kind}: ${count(size)} of ${count(expected)} bytes; ${states.join(', ')}`;
}

/**
 * @param {readonly number[]} tags
 * @param {(tag: number) => string} nameOf
 * @param {string} state
 */
function listed(tags, nameOf, state) {
    if (tags.length === 0) return [];
    return [`${namesText(tags, nameOf)} ${tags.length === 1 ? 'is' : 'are'} ${state}`];
}

/**
 * Columns that have no names of their own are told by the first and the last where their tags follow
 * each other.
 * @param {readonly number[]} tags
 * @param {(tag: number) => string} nameOf
 */
function namesText(tags, nameOf) {
    const names = tags.map(nameOf);
    const isSeries = tags.length > 2 && tags.every((tag, i) => tag === tags[0] + i && names[i] === defaultName(tag));
    if (isSeries) return `${names[0]} to ${names[names.length - 1]}`;
    const shown = names.length > SHOWN_NAMES
        ? [...names.slice(0, SHOWN_NAMES - 1), `${names.length - SHOWN_NAMES + 1} more`] : names;
    return shown.length === 1 ? shown[0] : `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}

/** What a column is called that no schema names. @param {number} tag */
function defaultName(tag) {
    return `c${tag}`;
}

/** @param {number} value */
function groupedCount(value) {
    return value.toLocaleString('en-US');
}
