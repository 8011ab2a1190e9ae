/** What the encodings not chosen would have cost. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ENCODINGS } from '../../../js/schema/encodings.js';
import { decode, encode, init, weigh } from '../../../js/index.js';
import { candidatesOf } from '../../oracle/encode.js';
import { columnArbitrary } from '../arbitrary.js';
import { toRaw } from '../bridge.js';

await init();

/** @param {Record<string, number>} candidates the first of the smallest */
const smallest = (candidates) => Object.entries(candidates).reduce((best, entry) => (entry[1] < best[1] ? entry : best));

test('the smallest candidate is what encode chooses, to the byte', () => {
    fc.assert(fc.property(columnArbitrary, ({ rowCount, columns }) => {
        const raw = columns.map(toRaw);
        const table = decode(encode({ rowCount, columns: raw }));
        weigh({ rowCount, columns: raw }).forEach(({ tag, candidates }, i) => {
            const [name, size] = smallest(candidates);
            assert.equal(tag, raw[i].tag);
            assert.equal(name, ENCODINGS[table.columns[i].encoding]);
            assert.equal(size, table.columns[i].byteLength);
        });
    }), { numRuns: 300 });
});

test('every candidate has the size that the oracle writes', () => {
    fc.assert(fc.property(columnArbitrary, ({ rowCount, columns }) => {
        weigh({ rowCount, columns: columns.map(toRaw) }).forEach(({ candidates, elements }, i) => {
            const plain = { ...columns[i], optional: false, optionalElements: false, validity: null, elementValidity: null };
            const bitmaps = candidates.RAW - sizes(plain).RAW;
            assert.deepEqual(candidates, Object.fromEntries(
                Object.entries(sizes(plain)).map(([name, size]) => [name, size + bitmaps])));
            if (!plain.array) assert.equal(elements, null);
            else assert.deepEqual(elements, sizes({ ...plain, array: false, rows: plain.rows.flat() }));
        });
    }), { numRuns: 300 });
});

/** @param {import('../../oracle/format.js').OracleColumn} column */
function sizes(column) {
    return Object.fromEntries(candidatesOf(column).map(({ encoding, bytes }) => [ENCODINGS[encoding], bytes.length]));
}

test('rows weigh as they would be encoded, and what cannot be encoded cannot be weighed', () => {
    const rows = Array.from({ length: 50 }, (_, i) => ({ path: `Art/Item/${i % 5}` }));
    const [{ candidates }] = weigh(rows);
    assert.deepEqual(Object.keys(candidates),
        ['RAW', 'DICT', 'DICT_RLE', 'DICT_FRONT', 'DICT_FRONT_RLE', 'DICT_SEG', 'DICT_SEG_RLE']);
    assert.throws(() => weigh([{ a: 1 }, { a: 'x' }]), { code: 'MIXED_TYPES' });
});
