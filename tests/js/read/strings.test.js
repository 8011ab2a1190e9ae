import assert from 'node:assert/strict';
import test from 'node:test';

import fc from 'fast-check';

import { StringInterner, internStrings } from '../../../js/write/columnbuilder.js';
import { StringTable } from '../../../js/read/strings.js';

const TEXTS = ['', 'plain', '안녕하세요', '\ufeffmark', '𝆑𝆑 flat', 'é'];

test('gives every text back, with a byte order mark at its start, Korean and astral characters', () => {
    const { dictionary, indices } = internStrings(TEXTS);
    const table = new StringTable(dictionary);
    assert.equal(dictionary.ascii, false);
    assert.equal(table.length, TEXTS.length);
    assert.deepEqual([...table], TEXTS);
    assert.deepEqual([...indices], [0, 1, 2, 3, 4, 5]);
});

test('decodes the texts of a part once, when one of them is first asked for', () => {
    for (const texts of [['alpha', '', 'beta', 'gamma'], ['가', '', '나', '𝆑a']]) {
        const { dictionary } = internStrings(texts);
        assert.equal(dictionary.ascii, texts[0] === 'alpha');
        const table = new StringTable(dictionary);
        assert.equal(table.get(0), texts[0]);
        dictionary.bytes.fill(0x78);
        assert.deepEqual([...table], texts);
    }
});

test('gives the same texts whatever their lengths and the order in which they are asked for', () => {
    const text = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.tuple(fc.constantFrom('x', '가', '𝆑'), fc.integer({ min: 4000, max: 20_000 }))
            .map(([unit, count]) => unit.repeat(count)));
    fc.assert(fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 30 }), fc.infiniteStream(fc.nat()),
        (texts, order) => {
            const table = new StringTable(internStrings(texts).dictionary);
            for (const n of order.take(10)) assert.equal(table.get(n % texts.length), texts[n % texts.length]);
            assert.deepEqual([...table], texts);
        }), { numRuns: 60 });
});

test('reads a table of more bytes than a string can have', () => {
    const size = 2 ** 29, step = 2 ** 20;
    const bytes = new Uint8Array(size).fill(0x61);
    const offsets = Uint32Array.from({ length: size / step + 1 }, (_, i) => i * step);
    const table = new StringTable({ offsets, bytes, ascii: true });
    assert.equal(table.get(511), 'a'.repeat(step));
    assert.equal(table.get(0).length, step);
});

test('says which column holds a text that is longer than a string can be', () => {
    const size = 2 ** 29;
    const table = new StringTable({ offsets: Uint32Array.of(0, 1, size), bytes: new Uint8Array(size), ascii: true }, 'Lore');
    assert.equal(table.get(0), '\0');
    assert.throws(() => table.get(1), {
        code: 'STRING_LENGTH', column: 'Lore', found: size - 1,
        message: 'column "Lore": expected a text that this engine can hold, found 536870911 bytes',
    });
});

test('reads a blob that does not start at its buffer', () => {
    const bytes = new TextEncoder().encode('??abcd').subarray(2);
    const table = new StringTable({ offsets: Uint32Array.of(0, 1, 4), bytes, ascii: true });
    assert.deepEqual([...table], ['a', 'bcd']);
});

test('refuses bytes that are not UTF-8', () => {
    const table = new StringTable({
        offsets: Uint32Array.of(0, 1), bytes: Uint8Array.of(0xff), ascii: false,
    });
    assert.throws(() => table.get(0), TypeError);
});

test('refuses an entry that is not there', () => {
    const table = new StringTable(internStrings(['a']).dictionary);
    assert.throws(() => table.get(1), { name: 'RangeError', message: /expected a string from 0 to 0, found 1/ });
    assert.throws(() => table.get(-1), RangeError);
    assert.throws(() => table.get(0.5), RangeError);
});

test('finds the first entry that is a text', () => {
    const bytes = new TextEncoder().encode('abab');
    const table = new StringTable({ offsets: Uint32Array.of(0, 2, 2, 4), bytes, ascii: true });
    assert.equal(table.indexOf('ab'), 0);
    assert.equal(table.indexOf(''), 1);
    assert.equal(table.indexOf('b'), -1);
    assert.equal(table.indexOf('toString'), -1);
});

test('interns equal texts as one entry, in order of first appearance', () => {
    const { dictionary, indices } = internStrings(['b', 'a', 'b', 'constructor', 'a']);
    assert.deepEqual([...new StringTable(dictionary)], ['b', 'a', 'constructor']);
    assert.deepEqual([...indices], [0, 1, 0, 2, 1]);
});

test('takes the narrowest array that holds the indices', () => {
    const indicesOf = (/** @type {number} */ count) =>
        internStrings(Array.from({ length: count }, (_, i) => `t${i}`)).indices;
    assert.ok(indicesOf(256) instanceof Uint8Array);
    assert.ok(indicesOf(257) instanceof Uint16Array);
    assert.ok(indicesOf(65536) instanceof Uint16Array);
    assert.ok(indicesOf(65537) instanceof Uint32Array);
    assert.equal(indicesOf(65537)[65536], 65536);
});

test('makes an empty dictionary of no texts', () => {
    const { dictionary, indices } = internStrings([]);
    assert.deepEqual([...dictionary.offsets], [0]);
    assert.equal(indices.length, 0);
    assert.deepEqual([...new StringTable(dictionary)], []);
});

test('refuses half a surrogate pair, which UTF-8 cannot hold', () => {
    assert.equal(new StringInterner().add('x\ud800'), -1);
    assert.throws(() => internStrings(['fine', '\udc00']), {
        code: 'VALUE', row: 1, message: /text 1: .* lone surrogate/,
    });
});
