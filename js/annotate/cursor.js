/**
 * Reading a column's block at any place: what has been passed once is not read again, as copies of the
 * state are left on the way.
 */

import { encodingName } from '../schema/encodings.js';
import { TcbError } from '../values/errors.js';
import { elementOfRow, stateAt } from './parts.js';
import { rangeText } from './labels.js';
import { partsOf } from './plan.js';
import { Reader } from './reader.js';

/**
 * @import { Place } from './labels.js'
 * @import { Field, Part, Section, State } from './parts.js'
 * @import { Block, ColumnFacts, Parts } from './plan.js'
 */

/**
 * Where a block is and what it holds: as descriptors are, here and in the decoder.
 * @typedef {object} BlockPlace
 * @property {number} tag
 * @property {number} wire
 * @property {number} encoding
 * @property {number} offset
 * @property {number} byteLength
 * @property {Field[]} [fields] of the descriptor, which errors in it then point to
 */

/**
 * A part of a block that has been come to.
 * @typedef {object} Passage
 * @property {Part} part
 * @property {State[]} stops to go on from, in order; the first is its beginning
 */

/**
 * @typedef {object} SectionPlace
 * @property {Section} name
 * @property {number} start
 * @property {number} [end] where it is known yet
 */

/**
 * Rows of one length.
 * @typedef {object} RowRange
 * @property {number} row the first
 * @property {number} element its first
 * @property {State} end of the lengths that say so
 */

/** Bytes between two states to go on from: what is read in vain for a window, at most. */
const STRIDE = 16384;

export class ColumnCursor {
    /** Where the block starts in the file, and where it ends: at most at the end of the bytes. */
    start;
    end;
    /** @type {TcbError | undefined} why reading stopped, once it has come to that */
    error;
    /** @type {Passage[]} */
    #passages = [];
    /** @type {Block} */
    #block;
    /** @type {Parts} */
    #plan;
    /** @type {State} how far the block has been read */
    #reached;
    #isOver = false;
    #tag;
    /** @type {RowRange | null} the rows that the last element was looked for in */
    #rows = null;

    /**
     * @param {Uint8Array} bytes of the file
     * @param {number} rowCount
     * @param {BlockPlace} descriptor
     */
    constructor(bytes, rowCount, { tag, wire, encoding, offset, byteLength, fields }) {
        this.start = Math.min(offset, bytes.length);
        this.end = Math.min(offset + byteLength, bytes.length);
        this.#tag = tag;
        this.#reached = stateAt(this.start);
        this.#block = {
            reader: new Reader(bytes, this.end), offset: this.start, rowCount, wire, encoding,
            wireOffset: fields?.find(({ kind }) => kind === 'wire')?.start ?? this.start,
            elements: (first, count) => this.#elements(first, count),
            facts: { encoding: { name: encodingName(encoding) } }, hasFacts: false,
        };
        this.#plan = partsOf(this.#block);
        this.#guard(() => this.#nextPart());
    }

    /**
     * The coarse parts of the block, as far as it has been read. Those that take no byte are left out.
     * @returns {SectionPlace[]}
     */
    get sections() {
        /** @type {SectionPlace[]} */
        const sections = [];
        this.#passages.forEach(({ part, stops: [{ at: start }] }, i) => {
            const end = this.#passages[i + 1]?.stops[0].at ?? this.#endOf(part, start);
            const last = sections[sections.length - 1];
            if (last?.name === part.section) last.end = end;
            else sections.push({ name: part.section, start, end });
        });
        return sections.filter(({ start, end }) => start !== end);
    }

    /**
     * What the block tells of its encodings. Reads little further than to the last of them.
     * @returns {ColumnFacts}
     */
    get facts() {
        while (!this.#isOver && !this.#block.hasFacts) this.#advance(this.#reached.at + STRIDE);
        return this.#block.facts;
    }

    /**
     * Reads on until a byte of the file, without telling of fields: to the end of the block, which
     * checks it all, unless told otherwise.
     * @param {number} [to]
     */
    scan(to = this.end) {
        while (!this.#isOver && (this.#reached.at < to || to >= this.end)) this.#advance(to);
    }

    /**
     * The fields that hold bytes from `start` to `end`.
     * @param {number} [start]
     * @param {number} [end]
     * @returns {Field[]}
     */
    fields(start, end) {
        return [...this.walk(start, end)];
    }

    /**
     * The same one by one: as many as are taken are read.
     * @param {number} [start]
     * @param {number} [end]
     * @returns {Generator<Field, void, void>}
     */
    *walk(start = this.start, end = this.end) {
        this.scan(Math.min(start + 1, this.end));
        if (!this.#passages.length) return;
        let k = lastWhere(this.#passages, ({ stops }) => stops[0].at <= start);
        let s = resume(this.#passages[k], start);
        while (s.at < end) {
            const { part } = this.#passages[k];
            if (s.i >= part.count) {
                if (k + 1 === this.#passages.length) this.scan(Math.min(s.at + 1, this.end));
                if (++k === this.#passages.length) return;
                s = { ...this.#passages[k].stops[0] };
                continue;
            }
            if (s.at >= this.#reached.at) this.scan(Math.min(s.at + STRIDE, this.end));
            /** @type {Field[]} */
            const fields = [];
            const isWhole = isDone(() => part.step(s, fields));
            for (const field of fields) if (field.end > start && field.start < end) yield field;
            if (!isWhole) return;
        }
    }

    /**
     * Reads on in the part that is reached, to `to` at most, or begins the next.
     * @param {number} to
     */
    #advance(to) {
        this.#guard(() => {
            const { part, stops } = this.#passages[this.#passages.length - 1];
            const s = this.#reached;
            if (s.i >= part.count) {
                this.#nextPart();
            } else if (part.width !== undefined) {
                const fit = Math.min(part.count - s.i, Math.floor((this.end - s.at) / part.width));
                s.i += fit;
                s.at += fit * part.width;
                if (s.i < part.count) part.step(s, null);
            } else {
                const limit = Math.min(to, stops[stops.length - 1].at + STRIDE);
                do part.step(s, null); while (s.i < part.count && s.at < limit);
                if (s.at >= stops[stops.length - 1].at + STRIDE) stops.push({ ...s });
            }
        });
    }

    #nextPart() {
        const s = this.#reached;
        const { value, done } = this.#plan.next(s);
        if (!done) {
            this.#reached = stateAt(s.at);
            this.#passages.push({ part: value, stops: [stateAt(s.at)] });
            return;
        }
        this.#isOver = true;
        if (s.at !== this.end) {
            throw new TcbError('BLOCK_END', `the block goes on after its values: expected its end at byte ` +
                `${this.end}, found it at byte ${s.at}`, { offset: s.at, expected: this.end, found: s.at });
        }
    }

    /**
     * Bad data ends the reading.
     * @param {() => void} read
     */
    #guard(read) {
        try {
            read();
        } catch (error) {
            if (!(error instanceof TcbError)) throw error;
            error.tag = this.#tag;
            this.error = error.in(undefined);
            this.#isOver = true;
            this.#reached = this.#lastWhole() ?? this.#reached;
        }
    }

    /** Where the item began that could not be read. */
    #lastWhole() {
        const passage = this.#passages.at(-1);
        if (!passage) return null;
        const s = resume(passage, this.end);
        for (;;) {
            const before = { ...s };
            if (s.i >= passage.part.count || !isDone(() => passage.part.step(s, null))) return before;
        }
    }

    /**
     * @param {Part} part the last one reached
     * @param {number} start
     */
    #endOf({ width, count, last }, start) {
        if (last) return this.end;
        return width === undefined ? undefined : Math.min(start + width * count, this.end);
    }

    /**
     * @param {number} first over all rows
     * @param {number} count
     * @returns {Place}
     */
    #elements(first, count) {
        const from = this.#rows = this.#rowsOf(first, this.#rows);
        const row = rowIn(from, first);
        if (count === 1) return elementOfRow(first, row.k, row.number);
        const { number: last } = rowIn(this.#rowsOf(first + count - 1, from), first + count - 1);
        const rows = rangeText('row', row.number, last - row.number + 1);
        const name = last === row.number ? `${rangeText('element', row.k, count)} of ${rows}`
            : `${rangeText('element', first, count)} of all, in ${rows}`;
        return { unit: 'element', first, count, name };
    }

    /**
     * The rows of one length that hold an element, from the lengths.
     * @param {number} element
     * @param {RowRange | null} from where to go on from, if the element is not before
     * @returns {RowRange}
     */
    #rowsOf(element, from) {
        const { part, stops } =
            /** @type {Passage} */ (this.#passages.find((passage) => passage.part.section === 'lengths'));
        const stop = stops[lastWhere(stops, ({ total }) => total <= element)];
        let range = from && element >= from.element && stop.at <= from.end.at ? from
            : { row: stop.i, element: stop.total, end: stop };
        if (range.end.total > element) return range;
        const end = { ...range.end };
        do {
            range = { row: end.i, element: end.total, end };
            part.step(end, null);
        } while (end.total <= element);
        return range;
    }
}

/**
 * @param {RowRange} range
 * @param {number} element
 */
function rowIn({ row, element: first, end }, element) {
    return { number: row + Math.floor((element - first) / end.v), k: (element - first) % end.v };
}

/**
 * The state to go on from for a byte.
 * @param {Passage} passage
 * @param {number} byte
 * @returns {State}
 */
function resume({ part: { width, count }, stops }, byte) {
    if (width === undefined) return { ...stops[lastWhere(stops, ({ at }) => at <= byte)] };
    const i = Math.min(count, Math.floor((byte - stops[0].at) / width));
    return { ...stops[0], i, at: stops[0].at + i * width };
}

/**
 * The last of some things in order that a test holds for: of the first it is taken to hold.
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => boolean} test
 */
function lastWhere(things, test) {
    let low = 0;
    for (let high = things.length; high - low > 1;) {
        const middle = (low + high) >> 1;
        if (test(things[middle])) low = middle;
        else high = middle;
    }
    return low;
}

/** @param {() => void} read */
function isDone(read) {
    try {
        read();
        return true;
    } catch (error) {
        if (error instanceof TcbError) return false;
        throw error;
    }
}
