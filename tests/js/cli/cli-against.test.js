/** `tcb verify --against`: the rows that a file was made of are its rows. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

import { folderOf, tcb } from './cli-run.js';

const BIG = '[{"id":1,"big":12345678901234567890,"any":[98765432109876543210,1]},{"id":2,"big":5,"any":{"a":"x"}},{"id":3,"big":-7,"any":null}]';

test('whole numbers that were kept as texts are the numbers of the rows', () => {
    const folder = folderOf({ 'Big.json': BIG, 'Other.json': BIG.replace('"big":5', '"big":6').replace('43210', '43211') });
    const made = tcb(folder, ['encode', 'Big.json', '--big-integers', 'string', '--mixed', 'json', '--write-schema', 's.json']);
    assert.equal(made.status, 0, made.stderr);
    const same = tcb(folder, ['verify', 'Big.tcb', '--against', 'Big.json', '--schema', 's.json']);
    assert.equal(same.status, 0, same.stdout);
    assert.match(same.stdout, /9 values as in Big\.json/);
    const other = tcb(folder, ['verify', 'Big.tcb', '--against', 'Other.json', '--schema', 's.json']);
    assert.equal(other.status, 1);
    assert.match(other.stdout, /^Big\.tcb: 2 of 9 values differ from Other\.json$/m);
    assert.match(other.stdout, /row 1, column "big": expected 6, found "5"/);
});

test('a text is no number, and a number no other text', () => {
    const schema = { columns: [{ name: 'a', type: 'string' }] };
    const folder = folderOf({ 'T.json': [{ a: '5' }, { a: '05' }], 'N.json': '[{"a":5},{"a":5}]', 's.json': schema });
    tcb(folder, ['encode', 'T.json', '--schema', 's.json']);
    const { stdout } = tcb(folder, ['verify', 'T.tcb', '--against', 'N.json', '--schema', 's.json']);
    assert.match(stdout, /1 of 2 values differ[^]*row 1, column "a": expected 5, found "05"/);
});

test('a folder may hold rows in any form, also compressed', () => {
    const rows = [{ id: 1, name: 'a' }];
    const folder = folderOf({
        'A.json': rows, 'B.ndjson': '{"id":1,"name":"a"}\n', 'C.csv': 'id,name\n1,a\n', 'rows/A.json.gz': gzipSync(JSON.stringify(rows)),
        'rows/B.ndjson': '{"id":1,"name":"a"}\n', 'rows/C.csv': 'id;name\n1;a\n',
    });
    tcb(folder, ['encode', 'A.json', 'B.ndjson', 'C.csv', '--write-schema', 's.json', '-o', '.']);
    const { status, stdout, stderr } = tcb(folder, ['verify', 'A.tcb', 'B.tcb', 'C.tcb', '--against', 'rows', '--schema', 's.json']);
    assert.equal(status, 0, stdout + stderr);
    assert.equal(stdout.match(/2 values as in/g)?.length, 3);
});

test('what keeps rows from telling a schema is told with their file', () => {
    const folder = folderOf({ 'T.json': [{ a: '1' }], 'Big.json': BIG, 'T.csv': 'a\n1\n' });
    tcb(folder, ['encode', 'T.json']);
    for (const file of ['Big.json', 'T.csv']) {
        const { status, stderr } = tcb(folder, ['verify', 'T.tcb', '--against', file]);
        assert.equal(status, 1);
        assert.match(stderr, new RegExp(`^tcb: ${file}: .*--schema is needed$`, 'm'));
    }
});
