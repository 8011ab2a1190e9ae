/**
 * What a block is made of: its parts in order. How many items a part has is told by those before it, so
 * the parts are given one by one, each once the one before has been read to its end.
 */

import { encodingName } from '../schema/encodings.js';
import { I64, UUID } from '../schema/types.js';
import { bitsSubject, bitsText, integerText, quoted, rawText, subjectOf } from './labels.js';
import {
    DELTA, DELTA_RLE, RAW, RLE, VARINT, frontCoded, integers, items, rawArrays, rawItem, rawWidth, segmented,
    single,
} from './parts.js';
import { fail } from './reader.js';

/**
 * @import { Subject, Unit } from './labels.js'
 * @import { Form, Part, Section, State } from './parts.js'
 * @import { Reader } from './reader.js'
 */

/** @typedef {Generator<Part, void, State>} Parts takes the state at the end of each part */

/**
 * An encoding with those inside it, as far as a block tells them.
 * @typedef {object} Encoding
 * @property {string} name
 * @property {string} [lengths] of arrays: how the rows' lengths are laid out
 * @property {Encoding} [elements] of arrays
 * @property {string} [inner] of WHOLE and BITPACK
 * @property {number} [width] of BITPACK: bits a value
 * @property {bigint} [base] of BITPACK: what is added to every value
 * @property {number} [entries] of a dictionary
 * @property {number} [segments] that the entries are made of
 */

/**
 * @typedef {object} ColumnFacts
 * @property {Encoding} encoding
 * @property {string} [rowBitmap] its encoding
 * @property {string} [elementBitmap] its encoding
 * @property {number} [elementCount] as the element bitmap has it
 */

/**
 * @typedef {object} Block
 * @property {Reader} reader up to the block's end
 * @property {number} offset
 * @property {number} rowCount
 * @property {number} wire
 * @property {number} encoding
 * @property {number} wireOffset where errors of the wire byte and the encoding are
 * @property {Subject} elements the elements of arrays, once their lengths are known
 * @property {ColumnFacts} facts filled in while reading
 * @property {boolean} hasFacts all of them
 */

const DICT = 5, DICT_RLE = 6, DICT_FRONT = 7, DICT_FRONT_RLE = 8, ARRAY = 9, WHOLE = 10;
const DICT_SEG = 11, DICT_SEG_RLE = 12, BITPACK = 13;
const KIND = 0x30, IS_ARRAY = 0x10, OPTIONAL = 0x40, OPTIONAL_ELEMENTS = 0x80;

const FLOAT = [RAW, DICT, DICT_RLE, WHOLE];

/**
 * The encodings that a stream of an element may have.
 * @type {readonly number[][]}
 */
const ALLOWED = [
    [RAW, RLE, BITPACK],
    [RAW, RLE, BITPACK],
    [RAW, VARINT, DELTA, RLE, DELTA_RLE, BITPACK],
    [RAW, DICT, DICT_RLE, BITPACK],
    FLOAT,
    FLOAT,
    [RAW, DICT, DICT_RLE, DICT_FRONT, DICT_FRONT_RLE, DICT_SEG, DICT_SEG_RLE],
    [RAW],
];

const WHOLE_INTEGERS = [VARINT, DELTA, RLE, DELTA_RLE];
const BYTE_ENCODINGS = [RAW, ...WHOLE_INTEGERS];

/** @type {Form} */
const BITMAP = { kind: 'bitmap', label: ({ name }) => name, text: (value) => bitsText(value, 8) };
/** @type {Form} */
const LENGTH = { kind: 'length', label: ({ name }) => `length of ${name}`, text: String };

/**
 * @param {Block} block
 * @returns {Parts}
 */
export function* partsOf(block) {
    const { reader, offset, rowCount, wire, encoding, facts } = block;
    const element = wire & 15;
    const isArray = (wire & KIND) === IS_ARRAY;
    checkWire(block, element);
    if (wire & OPTIONAL) {
        yield* bitmapParts(block, 'row bitmap', 'row', rowCount, (name) => { facts.rowBitmap = name; });
    }
    let claimed = -1, claimedAt = offset;
    if (wire & OPTIONAL_ELEMENTS) {
        const { v } = yield single('element bitmap', 'count', 'number of elements', (s) => {
            claimedAt = s.at;
            return reader.count(s, 'the number of elements');
        });
        facts.elementCount = claimed = v;
        yield* bitmapParts(block, 'element bitmap', 'element', claimed, (name) => { facts.elementBitmap = name; });
    }
    if (!isArray) {
        yield* valueParts(block, encoding, facts.encoding, rowCount, subjectOf('row'));
        return;
    }
    const total = encoding === RAW ? yield* rawArrayParts(block, element) : yield* arrayParts(block, element);
    if (claimed >= 0 && claimed !== total) {
        fail('ELEMENT_COUNT', 'the number of elements in the element bitmap', claimedAt, total, claimed);
    }
}

/**
 * @param {Block} block
 * @param {number} element
 */
function checkWire({ wire, encoding, wireOffset }, element) {
    const isArray = (wire & KIND) === IS_ARRAY;
    if (element > UUID) fail('ELEMENT', 'the element type', wireOffset, `0 to ${UUID}`, element);
    if ((wire & KIND) > IS_ARRAY) fail('KIND', 'the kind of the column', wireOffset, '0 or 1', (wire & KIND) >> 4);
    if (wire & OPTIONAL_ELEMENTS && !isArray) {
        fail('KIND', 'the kind of the column', wireOffset, 'an array, as it has optional elements', 'a scalar');
    }
    const allowed = !isArray ? ALLOWED[element] : element === UUID ? [RAW] : [RAW, ARRAY];
    checkEncoding('ENCODING', 'the encoding of the column', wireOffset + 1, allowed, encoding);
}

/**
 * @param {string} code
 * @param {string} what
 * @param {number} offset
 * @param {readonly number[]} allowed
 * @param {number} encoding
 */
function checkEncoding(code, what, offset, allowed, encoding) {
    if (!allowed.includes(encoding)) {
        fail(code, what, offset, allowed.map(encodingName).join(' or '), encodingName(encoding));
    }
}

/**
 * A byte that names an encoding.
 * @param {Block} block
 * @param {Section} section
 * @param {string} label
 * @param {readonly number[]} allowed
 * @param {string} [code]
 */
function encodingByte({ reader }, section, label, allowed, code = 'INNER_ENCODING') {
    return single(section, 'encoding', label, (s) => {
        const encoding = reader.byte(s);
        checkEncoding(code, label, s.at - 1, allowed, encoding);
        return encoding;
    }, encodingName);
}

/**
 * @param {Block} block
 * @param {Section} section
 * @param {Unit} unit
 * @param {number} count of bits
 * @param {(name: string) => void} note
 * @returns {Parts}
 */
function* bitmapParts(block, section, unit, count, note) {
    const { reader } = block;
    const { v: encoding } = yield encodingByte(block, section, `encoding of the ${section}`, BYTE_ENCODINGS);
    note(encodingName(encoding));
    const subject = bitsSubject(subjectOf(unit), count, 1, 'presence');
    const size = Math.ceil(count / 8);
    if (encoding !== RAW) {
        yield integers(reader, section, encoding, size, subject, BITMAP, { most: 255, code: 'BYTE_RANGE' });
        return;
    }
    yield items(section, size, subject, (s, place, out) => {
        const start = reader.take(s, 1);
        if (!out) return;
        const { name, ...at } = place();
        out.push({
            start, end: s.at, kind: 'bitmap', label: name, value: bitsText(reader.bytes[start], at.count), ...at,
        });
    }, { width: 1 });
}

/**
 * @param {Block} block
 * @param {number} element
 * @returns {Generator<Part, number, State>} the number of elements
 */
function* rawArrayParts(block, element) {
    const { reader, rowCount } = block;
    block.hasFacts = true;
    return (yield rawArrays(reader, rowCount, rawItem(reader, element))).total;
}

/**
 * @param {Block} block
 * @param {number} element
 * @returns {Generator<Part, number, State>} the number of elements
 */
function* arrayParts(block, element) {
    const { reader, rowCount, facts, elements } = block;
    const { v: encoding } =
        yield encodingByte(block, 'array header', 'encoding of the elements', ALLOWED[element], 'ENCODING');
    facts.encoding.elements = { name: encodingName(encoding) };
    const { v: lengths } = yield encodingByte(block, 'array header', 'encoding of the lengths', [RAW, RLE]);
    facts.encoding.lengths = encodingName(lengths);
    const { total } = yield integers(reader, 'lengths', lengths || VARINT, rowCount, subjectOf('row'), LENGTH,
        { most: 0x7fffffff, code: 'COUNT' });
    yield* valueParts(block, encoding, facts.encoding.elements, total, elements);
    return total;
}

/**
 * @param {Block} block
 * @param {number} encoding
 * @param {Encoding} facts
 * @param {number} count
 * @param {Subject} subject
 * @returns {Parts}
 */
function* valueParts(block, encoding, facts, count, subject) {
    const { reader, wire } = block;
    const element = wire & 15;
    if (encoding === BITPACK) {
        yield* bitpackParts(block, facts, count, subject);
    } else if (encoding === RAW) {
        block.hasFacts = true;
        yield items('values', count, subject, rawItem(reader, element), { width: rawWidth(element), last: true });
    } else if (encoding > DELTA_RLE && encoding !== WHOLE) {
        yield* dictionaryParts(block, encoding, facts, count, subject);
    } else {
        let inner = encoding;
        if (encoding === WHOLE) {
            inner = (yield encodingByte(block, 'values', 'encoding of the whole numbers', WHOLE_INTEGERS)).v;
            facts.inner = encodingName(inner);
        }
        block.hasFacts = true;
        yield integers(reader, 'values', inner, count, subject, valueForm(element), { last: true });
    }
}

/**
 * @param {number} element
 * @returns {Form}
 */
function valueForm(element) {
    return { kind: 'value', label: ({ name }) => name, text: integerText(element) };
}

/**
 * @param {Block} block
 * @param {Encoding} facts
 * @param {number} count
 * @param {Subject} values
 * @returns {Parts}
 */
function* bitpackParts(block, facts, count, values) {
    const { reader, wire } = block;
    const section = 'bit pack header';
    const { v: width } = yield single(section, 'width', 'bits of a value', (s) => {
        const bits = reader.byte(s);
        if (bits < 1 || bits > 64) fail('WIDTH', 'the bits of a value', s.at - 1, '1 to 64', bits);
        return bits;
    });
    facts.width = width;
    let base = 0n;
    yield single(section, 'base', 'base, which is added to every value', (s) => base = reader.counter64(s));
    facts.base = base;
    const { v: inner, at } = yield encodingByte(block, section, 'encoding of the packed bytes', BYTE_ENCODINGS);
    facts.inner = encodingName(inner);
    block.hasFacts = true;

    const size = Math.ceil(count * width / 8);
    const subject = bitsSubject(values, count, width, 'bits');
    if (inner !== RAW) {
        yield integers(reader, 'packed bytes', inner, size, subject, PACKED,
            { most: 255, code: 'BYTE_RANGE', last: true });
        return;
    }
    const text = integerText(wire & 15);
    const bits = (wire & 15) === I64 ? 64 : 32;
    yield items('packed bytes', size, subject, (s, place, out) => {
        const start = reader.take(s, 1);
        if (!out) return;
        const { name, ...range } = place();
        const shown = [];
        for (let i = range.first; i < range.first + range.count; i++) {
            const packed = unpack(reader, at, i * width, width);
            shown.push(packed === null ? '?' : text(BigInt.asIntN(bits, base + packed)));
        }
        out.push({ start, end: s.at, kind: 'packed', label: name, value: shown.join(', '), ...range });
    }, { width: 1, last: true });
}

/** @type {Form} */
const PACKED = { kind: 'packed', label: ({ name }) => name, text: String };

/**
 * @param {Reader} reader
 * @param {number} at where the bits begin
 * @param {number} bit
 * @param {number} width
 */
function unpack({ bytes, end }, at, bit, width) {
    const from = at + Math.floor(bit / 8), to = at + Math.ceil((bit + width) / 8);
    if (to > end) return null;
    let all = 0n;
    for (let k = to - 1; k >= from; k--) all = all << 8n | BigInt(bytes[k]);
    return BigInt.asUintN(width, all >> BigInt(bit % 8));
}

/**
 * @param {Block} block
 * @param {number} encoding
 * @param {Encoding} facts
 * @param {number} count
 * @param {Subject} subject
 * @returns {Parts}
 */
function* dictionaryParts(block, encoding, facts, count, subject) {
    const { reader, wire } = block;
    const element = wire & 15;
    const width = rawWidth(element);
    const entries = subjectOf('entry');
    /** @type {string[]} */
    const texts = [];
    /** @type {{ count: number, texts: string[] } | null} */
    let segments = null;
    if (encoding === DICT_SEG || encoding === DICT_SEG_RLE) {
        segments = { count: (yield countOf(reader, 'segments')).v, texts: [] };
        facts.segments = segments.count;
        yield frontCoded(reader, 'segments', segments.count, subjectOf('segment'), segments.texts);
    }
    const { v: entryCount, at: entriesAt } = yield countOf(reader, 'entries');
    facts.entries = entryCount;
    block.hasFacts = true;
    if (segments) {
        yield segmented(reader, entryCount, entries, segments, texts);
    } else if (encoding === DICT_FRONT || encoding === DICT_FRONT_RLE) {
        yield frontCoded(reader, 'entries', entryCount, entries, texts);
    } else {
        yield items('entries', entryCount, entries, rawItem(reader, element, 'entry', texts), { width });
    }

    /** @param {number} index */
    const entryText = (index) => width !== undefined ? rawText(element, reader.view, entriesAt + index * width)
        : texts[index] === undefined ? String(index) : quoted(texts[index]);
    const inRuns = [DICT_RLE, DICT_FRONT_RLE, DICT_SEG_RLE].includes(encoding);
    yield integers(reader, 'indices', inRuns ? RLE : VARINT, count, subject, {
        kind: 'index', label: ({ name }, index) => `index of ${name} -> entry ${index}`, text: entryText,
    }, { most: entryCount - 1, code: 'INDEX', last: true });
}

/**
 * @param {Reader} reader
 * @param {'segments' | 'entries'} section
 */
function countOf(reader, section) {
    return single(section, 'count', `number of ${section}`, (s) => reader.count(s, `the number of ${section}`));
}
