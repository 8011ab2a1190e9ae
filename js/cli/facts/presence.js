/**
 * How many rows and elements are there, from the bitmaps at the head of a block.
 */

import { Reader, fail } from '../../annotate/reader.js';

/**
 * @import { Descriptor } from '../../module/codec.js'
 */

const RAW = 0,
    VARINT = 1,
    RLE = 3,
    DELTA_RLE = 4;
const OPTIONAL = 0x40,
    OPTIONAL_ELEMENTS = 0x80;

/** How many bits of a byte are set. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/**
 * @param {Uint8Array} bytes of the file
 * @param {Descriptor} descriptor
 * @param {number} rowCount
 * @returns {{ present?: number, presentElements?: number }}
 */
export function presenceOf(bytes, { offset, byteLength, wire }, rowCount) {
    const reader = new Reader(bytes, offset + byteLength);
    const place = { at: offset };
    /** @type {{ present?: number, presentElements?: number }} */
    const found = {};
    if (wire & OPTIONAL) found.present = countBits(reader, place, rowCount);
    if (wire & OPTIONAL_ELEMENTS) {
        found.presentElements = countBits(reader, place, reader.count(place, 'the number of elements'));
    }
    return found;
}

/**
 * The bits that are set in the bitmap at a place, which is moved behind it.
 * @param {Reader} reader
 * @param {{ at: number }} place
 * @param {number} bits
 */
function countBits(reader, place, bits) {
    const encoding = reader.byte(place);
    const size = Math.ceil(bits / 8);
    const padding = 0xff >> (size * 8 - bits); // bits behind the last one may be anything
    const inRuns = encoding === RLE || encoding === DELTA_RLE;
    const isSum = encoding !== RAW && encoding !== VARINT && encoding !== RLE;
    let present = 0,
        byte = 0;
    for (let i = 0; i < size;) {
        const isFirst = encoding === DELTA_RLE && i === 0;
        const run = inRuns && !isFirst ? reader.counter(place) : 1;
        if (run < 1 || run > size - i) fail('RUN', 'a run', place.at, `1 to ${size - i}`, run);
        const read = encoding === RAW ? reader.byte(place) : reader.counter(place);
        for (const end = i + run; i < end; i++) {
            byte = (isSum ? byte + read : read) & 0xff;
            present += ONES[i === size - 1 ? byte & padding : byte];
        }
    }
    return present;
}
