/** What files look like that are none of the format. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

import { lookOf } from '../../../js/values/looks.js';

/** @param {string | Uint8Array} file */
const whatOf = (file) => lookOf(typeof file === 'string' ? new TextEncoder().encode(file) : file)?.what;

test('what is often taken for a table by mistake is known by its first bytes', () => {
    for (const [file, what] of /** @type {const} */ ([
        ['', 'an empty file'],
        ['version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n', 'a Git LFS pointer'],
        ['\n<!DOCTYPE html>\n<html>', 'a web page (HTML)'],
        ['<?xml version="1.0"?>\n<!-- x -->\n<html xmlns="">', 'a web page (HTML)'],
        ['<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', 'XML'],
        ['\ufeff [{"id": 1}]', 'JSON'],
        ['id,name\n1,lantern\n', 'text'],
        ['a line of text\0with a zero', undefined],
        ['PK\x03\x04\x14\0\0\0\x08\0 Item.tcb', 'a zip archive'],
        ['PK\x03\x04\x14\0\0\0\x08\0 [Content_Types].xml', 'an Excel workbook or another Office document'],
        [gzipSync('x'), 'a file compressed with gzip'],
        [Uint8Array.of(0xff, 0xfe, 0x5b, 0, 0x31, 0, 0x5d, 0), 'JSON'],
        [Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0), undefined],
    ])) {
        assert.equal(whatOf(file), what, JSON.stringify(file));
    }
});

test('a long text is known by its beginning, wherever that is cut', () => {
    for (let shift = 0; shift < 3; shift++) assert.equal(whatOf(' '.repeat(shift) + '가'.repeat(5000)), 'text');
    assert.equal(whatOf(' '.repeat(100_000)), 'text');
});
