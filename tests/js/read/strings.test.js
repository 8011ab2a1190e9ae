import assert from 'node:assert/strict';
import test from 'node:test';

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

test('slices ASCII texts out of one decoded blob', () => {
    const texts = ['alpha', '', 'beta', 'gamma'];
    const { dictionary } = internStrings(texts);
    assert.equal(dictionary.ascii, true);
    const table = new StringTable(dictionary);
    assert.equal(table.get(2), 'beta');
    dictionary.bytes.fill(0x78);
    assert.deepEqual([...table], texts);
});

test('decodes a text that is not ASCII once, when first asked for', () => {
    const { dictionary } = internStrings(['가', '나']);
    const table = new StringTable(dictionary);
    assert.equal(table.get(0), '가');
    dictionary.bytes.fill(0x78);
    assert.equal(table.get(0), '가');
    assert.equal(table.get(1), 'xxx');
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
