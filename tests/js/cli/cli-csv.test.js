/** What separates the values of a CSV file. */
import assert from 'node:assert/strict';
import test from 'node:test';

import { folderOf, tcb } from './cli-run.js';

/** @param {string} text @param {string[]} [options] */
function encoded(text, options = []) {
    const folder = folderOf({ 'T.csv': text });
    const { status, stderr } = tcb(folder, ['encode', 'T.csv', '--write-schema', 'T.schema.json', ...options]);
    assert.equal(status, 0, stderr);
    return { rows: JSON.parse(tcb(folder, ['decode', 'T.tcb', '--schema', 'T.schema.json']).stdout), stderr };
}

const ROWS = [{ id: 1, name: 'a, b' }, { id: 2, name: 'c|d' }];

test('finds what separates the values, and says it where that is no comma', () => {
    for (const [text, said] of [
        ['id;name\n1;a, b\n2;c|d\n', /^tcb: note: T\.csv: values are separated by semicolons; --delimiter , reads/m],
        ['id\tname\n1\ta, b\n2\tc|d\n', /separated by tabs;/],
        ['id|name\n1|"a, b"\n2|"c|d"\n', /separated by bars;/],
        ['\ufeffid;name\r\n1;a, b\r\n2;c|d\r\n', /separated by semicolons;/],
    ]) {
        const { rows, stderr } = encoded(/** @type {string} */ (text));
        assert.deepEqual(rows, ROWS);
        assert.match(stderr, /** @type {RegExp} */ (said));
        assert.equal(stderr.match(/note: /g)?.length, 1);
        assert.doesNotMatch(encoded(/** @type {string} */ (text), ['--quiet']).stderr, /separated/);
    }
});

test('commas stay commas, and one column stays one', () => {
    for (const [text, rows] of /** @type {[string, object[]][]} */ ([
        ['id,name\n1,"a, b"\n2,c|d\n', ROWS],
        ['id,tags\n1,a;b;c\n2,d;e\n', [{ id: 1, tags: 'a;b;c' }, { id: 2, tags: 'd;e' }]],
        ['name\nx\ny\n', [{ name: 'x' }, { name: 'y' }]],
        ['name\na;b\nc\n', [{ name: 'a;b' }, { name: 'c' }]],
        ['name\na;b;c\nd;e;f\n', [{ name: 'a;b;c' }, { name: 'd;e;f' }]],
        ['"a;b"\nx;y\nz;w\n', [{ 'a;b': 'x;y' }, { 'a;b': 'z;w' }]],
    ])) {
        const { rows: found, stderr } = encoded(text);
        assert.deepEqual(found, rows);
        assert.doesNotMatch(stderr, /separated/);
    }
});

test('takes the delimiter that is given, and refuses what is none', () => {
    assert.deepEqual(encoded('id;name\n1;x\n', ['--delimiter', ',']).rows, [{ 'id;name': '1;x' }]);
    assert.deepEqual(encoded('id:name\n1:x\n', ['--delimiter', ':']).rows, [{ id: 1, name: 'x' }]);
    assert.deepEqual(encoded('id\tname\n1\tx\n', ['--delimiter', 'tab']).rows, [{ id: 1, name: 'x' }]);
    for (const wrong of ['', ';;', '"', '\n']) {
        const { status, stderr } = tcb(folderOf({ 'T.csv': 'id\n1\n' }), ['encode', 'T.csv', '--delimiter', wrong]);
        assert.equal(status, 2);
        assert.match(stderr, /^tcb: --delimiter: expected one character, or tab, found /);
    }
});
