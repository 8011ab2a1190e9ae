/**
 * The parts of a block: each is a stream of items of one form, read one at a time from a state that
 * holds all that going on needs. A copy of a state is a place to go on from later.
 */

import { I64, F64, STRING, UUID, VARINT as VARINT_ELEMENT, BOOL } from '../schema/types.js';
import { keptBytes, KEPT_BYTES, quoted, rawText } from './labels.js';
import { fail } from './reader.js';

/**
 * @import { Place, Subject, Unit } from './labels.js'
 * @import { Reader } from './reader.js'
 */

/**
 * Kinds of fields, for colouring.
 * @typedef {'signature' | 'version' | 'flags' | 'cipher' | 'nonce' | 'mac' | 'keycheck' | 'count' | 'tag'
 *   | 'wire' | 'encoding' | 'length' | 'bitmap' | 'run' | 'value' | 'difference' | 'index' | 'entry'
 *   | 'shared' | 'text' | 'width' | 'base' | 'packed'} Kind
 */

/**
 * What some bytes of a file are.
 * @typedef {object} Field
 * @property {number} start in the file
 * @property {number} end
 * @property {Kind} kind
 * @property {string} label what it is, in words
 * @property {string} value what it says, as short text
 * @property {Unit} [unit] what it is about, where it is about rows, elements, or entries of a dictionary
 * @property {number} [first] the first of them
 * @property {number} [count] how many
 */

/**
 * Where a part is being read.
 * @typedef {object} State
 * @property {number} at
 * @property {number} i items done
 * @property {number} v the last value
 * @property {number} total the sum of the lengths of arrays
 * @property {number} left items left within an item
 * @property {number} size of the last entry
 * @property {string} text the first bytes of the last entry
 */

/**
 * @typedef {object} Part
 * @property {Section} section
 * @property {number} count items
 * @property {number} [width] bytes an item, where all have as many
 * @property {boolean} [last] nothing follows in the block
 * @property {(s: State, out: Field[] | null) => void} step reads an item, or throws
 */

/**
 * @typedef {'row bitmap' | 'element bitmap' | 'array header' | 'lengths' | 'segments' | 'entries' | 'indices'
 *   | 'bit pack header' | 'packed bytes' | 'values'} Section
 */

/**
 * How the values of a stream of integers are shown.
 * @typedef {object} Form
 * @property {Kind} kind
 * @property {(place: Place, value: number) => string} label
 * @property {(value: number) => string} text
 */

/**
 * Reads an item of its own form, at a place.
 * @typedef {(s: State, place: () => Place, out: Field[] | null) => void} Item
 */

export const RAW = 0, VARINT = 1, DELTA = 2, RLE = 3, DELTA_RLE = 4;
const MAX_ELEMENTS = 0x7fffffff;

/** Entries whose texts are kept, so that what refers to them can show them. */
export const KEPT_ENTRIES = 1 << 16;

/**
 * @param {number} at
 * @returns {State}
 */
export function stateAt(at) {
    return { at, i: 0, v: 0, total: 0, left: 0, size: 0, text: '' };
}

/**
 * A single item, such as a count: `read` gives its value.
 * @param {Section} section
 * @param {Kind} kind
 * @param {string} label
 * @param {(s: State) => number | bigint} read
 * @param {(value: any) => string} [text]
 * @returns {Part}
 */
export function single(section, kind, label, read, text = String) {
    return {
        section, count: 1,
        step(s, out) {
            const start = s.at;
            const value = read(s);
            out?.push({ start, end: s.at, kind, label, value: text(value) });
            s.v = Number(value);
            s.i = 1;
        },
    };
}

/**
 * Integers under VARINT, DELTA, RLE or DELTA_RLE.
 * @param {Reader} reader
 * @param {Section} section
 * @param {number} encoding
 * @param {number} count
 * @param {Subject} subject
 * @param {Form} form of a value
 * @param {{ most?: number, code?: string, last?: boolean }} [options] values lie between 0 and `most`:
 *   `code` is the error of those that do not
 * @returns {Part}
 */
export function integers(reader, section, encoding, count, subject, form, { most, code = '', last } = {}) {
    const inDifferences = encoding === DELTA || encoding === DELTA_RLE;
    const inRuns = encoding === RLE || encoding === DELTA_RLE;

    /** @type {Part['step']} */
    function step(s, out) {
        const isDifference = inDifferences && s.i > 0;
        let run = 1;
        if (inRuns && (isDifference || !inDifferences)) run = readRun(s, isDifference, out);
        const start = s.at;
        const read = reader.counter(s);
        const value = isDifference ? Math.imul(read, run) + s.v | 0 : read;
        // Unwrapped: if any value of the run leaves the range, so does the last.
        const reached = isDifference ? s.v + read * run : read;
        if (most !== undefined && (reached < 0 || reached > most)) {
            const expected = most < 0 ? 'none, as there are no entries' : `0 to ${most}`;
            fail(code, subject(s.i, run).name, start, expected, isDifference ? s.v + read : read);
        }
        if (section === 'lengths') addLengths(s, value, run, start);
        if (out) {
            const place = subject(s.i, run);
            const text = form.text(value);
            const { kind } = form;
            out.push(isDifference ? differenceField(start, s.at, place, read, text)
                : { start, end: s.at, kind, label: form.label(place, value), value: text, ...placed(place) });
        }
        s.v = value;
        s.i += run;
    }

    /**
     * @param {State} s
     * @param {boolean} ofDifferences
     * @param {Field[] | null} out
     */
    function readRun(s, ofDifferences, out) {
        const start = s.at;
        const run = reader.counter(s);
        if (run < 1 || run > count - s.i) fail('RUN', 'a run length', start, `1 to ${count - s.i}`, run);
        if (out) {
            const place = subject(s.i, run);
            const what = !ofDifferences ? '' : run === 1 ? ' difference' : ' equal differences';
            const label = `run of ${run}${what}: ${place.name}`;
            out.push({ start, end: s.at, kind: 'run', label, value: String(run), ...placed(place) });
        }
        return run;
    }

    return { section, count, last, step };
}

/**
 * @param {number} start
 * @param {number} end
 * @param {Place} place
 * @param {number} difference
 * @param {string} reached the value at the end of the run
 * @returns {Field}
 */
function differenceField(start, end, place, difference, reached) {
    return {
        start, end, kind: 'difference', label: `difference to ${place.count === 1 ? '' : 'each of '}${place.name}`,
        value: `${difference < 0 ? '' : '+'}${difference} -> ${reached}`, ...placed(place),
    };
}

/** @param {Place} place */
function placed({ unit, first, count }) {
    return { unit, first, count };
}

/**
 * @param {State} s
 * @param {number} length
 * @param {number} rows
 * @param {number} start
 */
function addLengths(s, length, rows, start) {
    s.total += length * rows;
    if (s.total > MAX_ELEMENTS) {
        fail('LIMIT_BYTES', 'elements of all rows', start, `at most ${MAX_ELEMENTS}`, s.total);
    }
}

/**
 * Items one after another.
 * @param {Section} section
 * @param {number} count
 * @param {Subject} subject
 * @param {Item} item
 * @param {{ width?: number, last?: boolean }} [options]
 * @returns {Part}
 */
export function items(section, count, subject, item, { width, last } = {}) {
    return {
        section, count, width, last,
        step(s, out) {
            item(s, () => subject(s.i, 1), out);
            s.i++;
        },
    };
}

/**
 * The width of an element in raw form, or undefined where it is not always the same.
 * @param {number} element
 */
export function rawWidth(element) {
    if (element === VARINT_ELEMENT || element === STRING) return undefined;
    if (element === BOOL) return 1;
    if (element === UUID) return 16;
    return element === I64 || element === F64 ? 8 : 4;
}

/**
 * An element in raw form.
 * @param {Reader} reader
 * @param {number} element
 * @param {Kind} [kind]
 * @param {string[]} [texts] where the first strings' bytes are kept
 * @returns {Item}
 */
export function rawItem(reader, element, kind = 'value', texts) {
    if (element === STRING) return stringItem(reader, texts);
    const width = rawWidth(element);
    return (s, place, out) => {
        const start = s.at;
        const value = width === undefined ? reader.counter(s) : reader.take(s, width);
        if (!out) return;
        const at = place();
        out.push({
            start, end: s.at, kind, label: at.name,
            value: width === undefined ? String(value) : rawText(element, reader.view, start), ...placed(at),
        });
    };
}

/**
 * @param {Reader} reader
 * @param {string[]} [texts]
 * @returns {Item}
 */
function stringItem(reader, texts) {
    return (s, place, out) => {
        const size = readSize(reader, s, place, '', out);
        const start = reader.take(s, size);
        if (texts && s.i < KEPT_ENTRIES) texts[s.i] = keptBytes(reader.bytes, start, size);
        if (out && size) pushText(out, start, s.at, place(), keptBytes(reader.bytes, start, size));
    };
}

/**
 * @param {Field[]} out
 * @param {number} start
 * @param {number} end
 * @param {Place} place
 * @param {string} kept
 */
function pushText(out, start, end, place, kept) {
    out.push({ start, end, kind: 'text', label: `text of ${place.name}`, value: quoted(kept), ...placed(place) });
}

/**
 * The byte length of a text, which must fit.
 * @param {Reader} reader
 * @param {State} s
 * @param {() => Place} place
 * @param {string} rest what the text is, if not all of it
 * @param {Field[] | null} out
 */
function readSize(reader, s, place, rest, out) {
    const start = s.at;
    const size = reader.count(s, 'a byte length');
    if (size > reader.end - s.at) {
        fail('STRING_LENGTH', `the bytes of ${place().name}`, start, `at most ${reader.end - s.at}`, size);
    }
    if (out) {
        const at = place();
        const label = `byte length of ${rest}${at.name}`;
        out.push({ start, end: s.at, kind: 'length', label, value: String(size), ...placed(at) });
    }
    return size;
}

/**
 * Front-coded texts.
 * @param {Reader} reader
 * @param {Section} section
 * @param {number} count
 * @param {Subject} subject
 * @param {string[]} texts
 * @returns {Part}
 */
export function frontCoded(reader, section, count, subject, texts) {
    return {
        section, count,
        step(s, out) {
            const place = () => subject(s.i, 1);
            const begin = s.at;
            const shared = reader.count(s, 'a shared length');
            if (shared > s.size) fail('SHARED', 'a shared length', begin, `0 to ${s.size}`, shared);
            if (out) {
                const label = `bytes that ${place().name} shares with the one before`;
                out.push({
                    start: begin, end: s.at, kind: 'shared', label, value: String(shared), ...placed(place()),
                });
            }
            const size = readSize(reader, s, place, 'the rest of ', out);
            const start = reader.take(s, size);
            s.text = (s.text.slice(0, shared) + keptBytes(reader.bytes, start, size)).slice(0, KEPT_BYTES);
            s.size = shared + size;
            if (s.i < KEPT_ENTRIES) texts[s.i] = s.text;
            if (out && size) pushText(out, start, s.at, place(), s.text);
            s.i++;
        },
    };
}

/**
 * Entries as lists of segments.
 * @param {Reader} reader
 * @param {number} count
 * @param {Subject} subject
 * @param {{ count: number, texts: string[] }} segments
 * @param {string[]} texts
 * @returns {Part}
 */
export function segmented(reader, count, subject, segments, texts) {
    /** @type {Part['step']} */
    function beginEntry(s, out) {
        const start = s.at;
        s.left = s.size = reader.count(s, 'a piece count');
        s.text = '';
        if (!out) return;
        const place = subject(s.i, 1);
        const label = `pieces of ${place.name}`;
        out.push({ start, end: s.at, kind: 'count', label, value: String(s.size), ...placed(place) });
    }

    /** @type {Part['step']} */
    function readPiece(s, out) {
        const start = s.at;
        const number = reader.counter(s);
        if (number < 0 || number >= segments.count) {
            fail('INDEX', 'a segment number', start, `less than ${segments.count}`, number);
        }
        const text = segments.texts[number];
        if (text !== undefined) s.text = (s.text + text).slice(0, KEPT_BYTES);
        s.left--;
        if (!out) return;
        const place = subject(s.i, 1);
        out.push({
            start, end: s.at, kind: 'index',
            label: `piece ${s.size - s.left - 1} of ${place.name} -> segment ${number}`,
            value: text === undefined ? String(number) : quoted(text), ...placed(place),
        });
    }

    const isKnown = segments.count <= KEPT_ENTRIES;
    return {
        section: 'entries', count,
        step(s, out) {
            if (s.left) readPiece(s, out);
            else beginEntry(s, out);
            if (s.left) return;
            if (isKnown && s.i < KEPT_ENTRIES) texts[s.i] = s.text;
            s.i++;
        },
    };
}

/**
 * Arrays in raw form: a length a row, then its elements.
 * @param {Reader} reader
 * @param {number} count rows
 * @param {Item} item
 * @returns {Part}
 */
export function rawArrays(reader, count, item) {
    /** @type {Part['step']} */
    function beginRow(s, out) {
        const start = s.at;
        s.left = s.size = reader.count(s, 'the length of an array');
        addLengths(s, s.size, 1, start);
        out?.push({
            start, end: s.at, kind: 'length', label: `length of row ${s.i}`, value: String(s.size),
            unit: 'row', first: s.i, count: 1,
        });
    }

    return {
        section: 'values', count, last: true,
        step(s, out) {
            if (s.left) {
                item(s, () => elementOfRow(s.total - s.left, s.size - s.left, s.i), out);
                s.left--;
            } else {
                beginRow(s, out);
            }
            if (!s.left) s.i++;
        },
    };
}

/**
 * @param {number} element over all rows
 * @param {number} k in its row
 * @param {number} row
 * @returns {Place}
 */
export function elementOfRow(element, k, row) {
    return { unit: 'element', first: element, count: 1, name: `element ${k} of row ${row}` };
}
