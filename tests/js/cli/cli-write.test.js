/** The commands that write files: encode, seal, open, keygen, types, manifest; and decode, which reads them back. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
    existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';

import { losslessNumber, parseJson } from '../../../js/cli/input/json.js';
import { rowSource } from '../../../js/cli/input/source.js';
import { readTable } from '../../../js/cli/input/table.js';
import { WRITERS, rowRange } from '../../../js/cli/output/rows.js';
import { decode, encode, init, schemaOf } from '../../../js/index.js';
import { ROOT, assertFails, folderOf, output, tcb, thereAndBack, writtenTypes } from './cli-run.js';

/** @import { BigIntegers } from '../../../js/cli/input/integers.js' */

const REAL = join(ROOT, '../shared/data');
await init();

const ROWS = [
    { id: 1, name: 'Sword', weight: 1.5, tags: ['iron', 'sharp'], rare: true },
    { id: 2, name: 'żmija, "quoted"\nand more', weight: null, tags: [], rare: false },
    { id: 3, name: ' padded ', weight: -0.25, tags: [''], rare: false },
];
const SCHEMA = {
    columns: [
        { tag: 1, name: 'id', type: 'i32' }, { tag: 2, name: 'name', type: 'string' },
        { tag: 3, name: 'weight', type: 'f64', optional: true }, { tag: 4, name: 'tags', type: 'string', array: true },
        { tag: 5, name: 'rare', type: 'bool' },
    ],
};

test('the same rows make the same file, whatever they are written in', () => {
    const folder = folderOf({ 'rows.json': ROWS, 'S.json': SCHEMA });
    output(folder, ['encode', 'rows.json', '--schema', 'S.json', '-o', 'first.tcb']);
    const file = readFileSync(join(folder, 'first.tcb'));
    for (const [form, name] of [['json', 'a.json'], ['compact', 'b.json'], ['columns', 'c.json'], ['ndjson', 'd.ndjson'], ['csv', 'e.csv'], ['tsv', 'f.tsv']]) {
        output(folder, ['decode', 'first.tcb', '--schema', 'S.json', '--to', form, '-o', name]);
        output(folder, ['encode', name, '--schema', 'S.json', '-o', 'again.tcb', '--force']);
        assert.deepEqual(readFileSync(join(folder, 'again.tcb')), file, form);
        writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name))));
        output(folder, ['encode', `${name}.gz`, '--schema', 'S.json', '-o', 'again.tcb', '--force']);
        assert.deepEqual(readFileSync(join(folder, 'again.tcb')), file, `${form}, packed`);
    }
});

test('decode writes each form as the exporter spells values', () => {
    const rows = [{ id: 1, big: '9007199254740993', at: '2024-03-01T12:30:00.5', list: [1, null], pos: { x: 1 }, note: null }];
    const folder = folderOf({
        'T.json': rows,
        'S.json': {
            columns: [
                { name: 'id', type: 'i32' }, { name: 'big', type: 'i64' }, { name: 'at', type: 'datetime' },
                { name: 'list', type: 'i32', array: true, optionalElements: true },
                { name: 'pos.x', type: 'f32', path: ['pos', 'x'] }, { name: 'note', type: 'string', optional: true },
            ],
        },
    });
    output(folder, ['encode', 'T.json', '--schema', 'S.json']);
    /** @param {string} form */
    const decoded = (form) => output(folder, ['decode', 'T.tcb', '--schema', 'S.json', '--to', form]);
    assert.equal(decoded('json'), `${JSON.stringify(rows)}\n`);
    assert.equal(decoded('ndjson'), `${JSON.stringify(rows[0])}\n`);
    assert.equal(decoded('compact'), '[[1,"9007199254740993","2024-03-01T12:30:00.5",[1,null],1,null]]\n');
    assert.equal(decoded('columns'), '{"id":[1],"big":["9007199254740993"],"at":["2024-03-01T12:30:00.5"],"list":[[1,null]],"pos.x":[1],"note":[null]}\n');
    assert.equal(decoded('csv'), 'id,big,at,list,pos.x,note\n1,9007199254740993,2024-03-01T12:30:00.5,"[1,null]",1,\n');
    assertFails(tcb(folder, ['decode', 'T.tcb', '--compact', '--to', 'csv']), /--compact does not go with --to csv/, 2);
});

test('decode takes its form from the output\'s name, and rows by number', () => {
    const folder = folderOf({ 'T.json': [0, 1, 2, 3, 4].map((id) => ({ id })) });
    output(folder, ['encode', 'T.json', '--write-schema', 'S.json']);
    output(folder, ['decode', 'T.tcb', '--schema', 'S.json', '-o', 'T.csv', '--rows', '1:3']);
    assert.equal(readFileSync(join(folder, 'T.csv'), 'utf8'), 'id\n1\n2\n');
    output(folder, ['decode', 'T.tcb', '--schema', 'S.json', '-o', 'T.ndjson', '--rows=-1:']);
    assert.equal(readFileSync(join(folder, 'T.ndjson'), 'utf8'), '{"id":4}\n');
    assert.deepEqual(rowRange(':', 5), { start: 0, end: 5 });
    assert.deepEqual(rowRange('2:', 5), { start: 2, end: 5 });
    assert.deepEqual(rowRange(':-2', 5), { start: 0, end: 3 });
    assert.deepEqual(rowRange('-9:99', 5), { start: 0, end: 5 });
    assert.deepEqual(rowRange('4:2', 5), { start: 4, end: 4 });
    for (const wrong of ['', '3', 'a:b', '1:2:3', '1.5:2', ' 1:2']) assert.equal(rowRange(wrong, 5), null, wrong);
});

test('CSV keeps every text, and tells where it cannot', () => {
    const texts = ['', ' ', 'a,b', 'a\tb', '"', '""', 'a\nb', 'a\r\nb', '\r', ' a', 'a ', '\u00a0', '1', 'true', 'null', '😀', '\'', '#', '\\n'];
    const folder = folderOf({ 'T.json': texts.map((s, id) => ({ id, s })), 'O.json': [{ s: '' }, { s: null }, { s: 'x' }] });
    const schema = { columns: [{ name: 'id', type: 'i32' }, { name: 's', type: 'string' }] };
    writeFileSync(join(folder, 'S.json'), JSON.stringify(schema));
    for (const form of ['csv', 'tsv']) {
        output(folder, ['encode', 'T.json', '--schema', 'S.json', '--force']);
        output(folder, ['decode', 'T.tcb', '--schema', 'S.json', '-o', `T.${form}`]);
        output(folder, ['encode', `T.${form}`, '--schema', 'S.json', '--force']);
        assert.deepEqual(JSON.parse(output(folder, ['decode', 'T.tcb', '--schema', 'S.json'])), texts.map((s, id) => ({ id, s })), form);
    }
    output(folder, ['encode', 'O.json', '--write-schema', 'OS.json']);
    const { stdout, stderr } = tcb(folder, ['decode', 'O.tcb', '--schema', 'OS.json', '--to', 'csv']);
    assert.equal(stdout, 's\n""\n""\nx\n');
    assert.equal(stderr, 'tcb: note: "s": empty texts stand as empty cells, as what is absent does\n');
    assert.equal(tcb(folder, ['decode', 'O.tcb', '--schema', 'OS.json', '--to', 'csv', '-q']).stderr, '');
});

test('types of CSV columns are those of all their filled cells', () => {
    const folder = folderOf({
        'T.csv': 'i,big,half,text,flag,none,code,date\r\n1,3000000000,0.5,a,TRUE,,007,2024-01-01\r\n-2,-1,2,,false,,12,\r\n',
    });
    assert.deepEqual(thereAndBack(folder, 'T.csv'), [
        { i: 1, big: '3000000000', half: 0.5, text: 'a', flag: true, none: null, code: '007', date: '2024-01-01' },
        { i: -2, big: '-1', half: 2, text: null, flag: false, none: null, code: '12', date: null },
    ]);
    assert.deepEqual(writtenTypes(folder), ['i i32', 'big i64', 'half f64', 'text string?', 'flag bool', 'none string?', 'code string', 'date string?']);
    writeFileSync(join(folder, 'T.csv'), 'n\n1e400\n1\n');
    assert.deepEqual(thereAndBack(folder, 'T.csv'), [{ n: '1e400' }, { n: '1' }]);
    writeFileSync(join(folder, 'T.csv'), 'n\n-0\n1\n');
    assert.match(output(folder, ['encode', 'T.csv', '-o', 'Z.tcb']), /^$/);
    assert.equal(output(folder, ['decode', 'Z.tcb']), '[{"c1":-0},{"c1":1}]\n');
});

test('cells of CSV become values of the schema\'s types, or are refused by row and column', () => {
    const types = ['i32', 'i64', 'f32', 'f64', 'bool', 'string', 'uuid', 'datetime', 'timespan', 'json', 'enum'];
    const cells = ['-5', '9223372036854775807', '0.1', 'NaN', '1', 'x', '00112233-4455-6677-8899-aabbccddeeff',
        '2024-03-01T12:30:00', '1.02:03:04', '"{""a"":[1,null]}"', '7'];
    const folder = folderOf({
        'T.csv': `${types.join()}\n${cells.join()}\n`,
        'S.json': { columns: types.map((type) => ({ name: type, type })) },
    });
    output(folder, ['encode', 'T.csv', '--schema', 'S.json']);
    assert.deepEqual(JSON.parse(output(folder, ['decode', 'T.tcb', '--schema', 'S.json'])), [{
        i32: -5, i64: '9223372036854775807', f32: 0.1, f64: 'NaN', bool: true, string: 'x',
        uuid: '00112233-4455-6677-8899-aabbccddeeff', datetime: '2024-03-01T12:30:00', timespan: '1.02:03:04',
        json: { a: [1, null] }, enum: 7,
    }]);
    /** @type {[string, string, RegExp][]} */
    const wrong = [
        ['i32', 'x', /column "i32", row 0: expected i32, found "x"$/m], ['i32', '2147483648', /expected i32, found 2147483648$/m],
        ['i32', '', /expected i32, found null$/m], ['i64', '9223372036854775808', /expected i64, found "9223372036854775808"$/m],
        ['bool', 'yes', /expected bool, found "yes"$/m], ['json', '{', /column "json", row 0: expected JSON, found "\{"$/m],
        ['f32', '1e39', /expected f32, found 1e\+39$/m],
    ];
    for (const [type, cell, message] of wrong) {
        const row = cells.map((text, i) => (types[i] === type ? cell : text));
        writeFileSync(join(folder, 'T.csv'), `${types.join()}\n${row.join()}\n`);
        assertFails(tcb(folder, ['encode', 'T.csv', '--schema', 'S.json', '-o', 'W.tcb']), message);
    }
    writeFileSync(join(folder, 'T.csv'), 'i32,other\n1,2\n');
    assertFails(tcb(folder, ['encode', 'T.csv', '--schema', 'S.json', '-o', 'W.tcb']), /column "other" is not in the schema, which has "i32", /);
    writeFileSync(join(folder, 'T.csv'), 'i32\n1\n');
    assertFails(tcb(folder, ['encode', 'T.csv', '--schema', 'S.json', '-o', 'W.tcb']), /expected column "i64", as the schema has, found "i32"$/m);
    assert.ok(!existsSync(join(folder, 'W.tcb')));
});

test('columns of a schema may stand in any order in CSV and in an object of columns, and optional ones be left out', () => {
    const folder = folderOf({
        'T.csv': 'name,id\nx,1\n', 'C.json': { name: ['x'], id: [1] },
        'S.json': { columns: [{ name: 'id', type: 'i32' }, { name: 'name', type: 'string' }, { name: 'note', type: 'i32', optional: true }] },
    });
    for (const file of ['T.csv', 'C.json']) {
        output(folder, ['encode', file, '--schema', 'S.json', '-o', 'T.tcb', '--force']);
        assert.equal(output(folder, ['decode', 'T.tcb', '--schema', 'S.json', '--compact']), '[[1,"x",null]]\n');
    }
    writeFileSync(join(folder, 'C.json'), '{"a":[1,2],"b":[1]}');
    assertFails(tcb(folder, ['encode', 'C.json']), 'C.json: column "b": expected 2 values, as column "a" has, found 1');
    writeFileSync(join(folder, 'C.json'), '{"at":[{"x":1},{"x":2}]}');
    assert.deepEqual(thereAndBack(folder, 'C.json'), [{ at: { x: 1 } }, { at: { x: 2 } }]);
});

test('whole numbers lose no digit', () => {
    const folder = folderOf({ 'T.json': '[{"a":9007199254740993,"b":1},{"a":-9223372036854775808,"b":2147483648}]' });
    assert.deepEqual(thereAndBack(folder, 'T.json'), [{ a: '9007199254740993', b: '1' }, { a: '-9223372036854775808', b: '2147483648' }]);
    writeFileSync(join(folder, 'D.json'), '[{"a":100000000000000000000,"b":9007199254740994},{"a":0.5,"b":1e300}]');
    assert.equal(JSON.stringify(thereAndBack(folder, 'D.json')), '[{"a":100000000000000000000,"b":9007199254740994},{"a":0.5,"b":1e+300}]');
    assert.deepEqual(writtenTypes(folder), ['a f64', 'b f64'], 'doubles hold these');
    assert.equal(losslessNumber('9007199254740993'), 9007199254740993n);
    assert.equal(losslessNumber('9007199254740991'), 9007199254740991);
    assert.ok(Object.is(losslessNumber('-0'), -0));
    assert.equal(losslessNumber('1e20'), 1e20);
});

test('a whole number that no column type holds is refused, or kept as asked', () => {
    const most = '18446744073709551615';
    /** @type {Record<string, string>} */
    const files = {
        'T.json': `[{"id":1,"n":7},{"id":2,"n":${most}}]`, 'T.ndjson': `{"id":1,"n":7}\n{"id":2,"n":${most}}\n`,
        'T.csv': `id,n\n1,7\n2,${most}\n`, 'C.json': `{"id":[1,2],"n":[7,${most}]}`,
    };
    const folder = folderOf(files);
    for (const file of Object.keys(files)) {
        assertFails(tcb(folder, ['encode', file, '-o', 'no.tcb']),
            new RegExp(`^tcb: ${file}: column "n", row 1: expected .*, found ${most}; --big-integers string or double keeps it$`, 'm'));
        assert.deepEqual(thereAndBack(folder, file, ['--big-integers', 'string']), [{ id: 1, n: '7' }, { id: 2, n: most }], file);
        assert.deepEqual(thereAndBack(folder, file, ['--big-integers', 'double']), [{ id: 1, n: 7 }, { id: 2, n: 18446744073709552000 }], file);
    }
    writeFileSync(join(folder, 'S.json'), JSON.stringify({ columns: [{ name: 'id', type: 'i32' }, { name: 'n', type: 'i64' }] }));
    assertFails(tcb(folder, ['encode', 'T.json', '--schema', 'S.json', '-o', 'no.tcb']), /column "n", row 1: .*i64.*18446744073709551615/);
    writeFileSync(join(folder, 'N.json'), `[{"list":[1,${most}],"any":{"x":[9007199254740993]}},{"list":[],"any":"text"}]`);
    assertFails(tcb(folder, ['encode', 'N.json', '-o', 'no.tcb', '--mixed', 'json']), /column "list", row 0: /);
    assert.deepEqual(thereAndBack(folder, 'N.json', ['--mixed', 'json', '--big-integers', 'string']),
        [{ list: ['1', most], any: { x: ['9007199254740993'] } }, { list: [], any: 'text' }]);
});

test('bad JSON is refused with the place of the mistake', () => {
    const folder = folderOf({});
    /** @type {[string, string, string][]} file, text, message */
    const cases = [
        ['T.json', '[{"a":1},\n {"a":}]', 'line 2, column 7: expected a value, found "}"'],
        ['T.json', '[{"a":NaN}]', 'line 1, column 7: expected a value, found "NaN"; JSON has no NaN: write null or, under a schema with a column of type f32 or f64, "NaN" in quotes'],
        ['T.json', '[{"a":-Infinity}]', 'line 1, column 7: expected a value, found "-Infinity"; JSON has no -Infinity: write null or, under a schema with a column of type f32 or f64, "-Infinity" in quotes'],
        ['T.json', '[\n{"a":1,"b":2,"a":3}]', 'line 2, column 14: the key "a" stands twice in an object, with different values'],
        ['T.json', '[{"a":1e400}]', 'line 1, column 7: 1e400 is beyond the numbers that f64 holds'],
        ['T.json', '[{"a":1}', 'line 1, column 9: expected "," or "]", found the end of the file'],
        ['T.json', '', 'expected an array of rows, found an empty file'],
        ['T.json', ' \n', 'expected an array of rows, found an empty file'],
        ['T.ndjson', '\n \n', 'expected a row a line, found an empty file'],
        ['T.ndjson', '{"a":1}\n\n{"a":}\n', 'line 3, column 6: expected a value, found "}"'],
        ['T.ndjson', '{"a":1}\n{"a":[1}', 'line 2, column 8: expected "," or "]", found "}"'],
        ['T.ndjson', '{"a":1}\n{"a":', 'line 2, column 6: expected a value, found the end of the line'],
        ['T.ndjson', '{"a":1}\n{"b":2,"b":1}\n', 'line 2, column 8: the key "b" stands twice in an object, with different values'],
        ['T.ndjson', '{"a":1}\n[2]\n', 'row 1: expected an object, found an array of 1'],
        ['T.json', '[{"a":1},{"a":"x"}]', 'column "a", row 1: expected number, as in row 0, found string; --mixed json keeps such a column as JSON values'],
        ['T.json', '[{"a":1},{"a":9007199254740993},{"a":"x"}]', 'column "a", row 1: expected number, as in row 0, found bigint; --mixed json keeps such a column as JSON values'],
        ['T.json', '[{"a":{"b":1}},{"a":[1]}]', 'column "a", row 1: expected record, as in row 0, found array; --mixed json keeps such a column as JSON values'],
        ['T.json', '[{"a":1},null]', 'row 1: expected an object, found null'],
        ['T.json', '"rows"', 'expected an array of rows or an object of columns, found "rows"'],
        ['T.json', '[{"a":"\\ud800"}]', 'column "a", row 0: expected well-formed string, found a lone surrogate in "\\ud800"'],
    ];
    for (const [file, text, message] of cases) {
        writeFileSync(join(folder, file), text);
        assertFails(tcb(folder, ['encode', file]), `${file}: ${message}`);
    }
    assert.deepEqual(readdirSync(folder).sort(), ['T.json', 'T.ndjson'], 'nothing is written');
});

test('values past their column\'s type are refused by row and column', () => {
    const folder = folderOf({ 'S.json': { columns: [{ name: 'a', type: 'i32' }] }, 'L.json': { columns: [{ name: 'a', type: 'i64' }] } });
    /** @type {[string, string, string][]} */
    const cases = [
        ['S.json', '2147483648', 'expected i32, found 2147483648'], ['S.json', '-2147483649', 'expected i32, found -2147483649'],
        ['S.json', '1.5', 'expected i32, found 1.5'], ['S.json', '"1"', 'expected i32, found "1"'], ['S.json', 'null', 'expected i32, found null'],
        ['L.json', '9223372036854775808', 'expected a number that i64 holds, found 9223372036854775808; --big-integers string or double keeps it'],
        ['L.json', '0.5', 'expected i64, found 0.5'],
    ];
    for (const [schema, value, message] of cases) {
        writeFileSync(join(folder, 'T.json'), `[{"a":1},{"a":${value}}]`);
        assertFails(tcb(folder, ['encode', 'T.json', '--schema', schema]), `T.json: column "a", row 1: ${message}`);
    }
});

test('bad CSV is refused by row', () => {
    const folder = folderOf({});
    /** @type {[string, RegExp | string][]} */
    const cases = [
        ['a,b\n1,"2\n3,4\n', 'row 0: expected a cell\'s closing quote, found none up to the end of the file'],
        ['a,b\n1,2\n1,"2"x\n', 'row 1: expected the end of the cell after its closing quote: a quote inside a quoted cell is written twice'],
        ['a,b\n1,2\n3\n', 'row 1: expected 2 cells, as the first line has, found 1'],
        ['a,b\n1,2,3\n', 'row 0: expected 2 cells, as the first line has, found 3'],
        ['a,b,a\n1,2,3\n', 'the first line: the name "a" stands in cells 1 and 3'],
        ['a,,c\n1,2,3\n', 'the first line: expected a column\'s name in cell 2, found an empty one'],
        ['', 'expected a first line that names the columns, found an empty file'],
    ];
    for (const [text, message] of cases) {
        writeFileSync(join(folder, 'T.csv'), text);
        assertFails(tcb(folder, ['encode', 'T.csv']), `T.csv: ${message}`);
    }
    writeFileSync(join(folder, 'T.csv'), `a,b\n1,"${'x,y\n'.repeat(5e6)}`);
    assertFails(tcb(folder, ['encode', 'T.csv']), 'T.csv: row 0: expected a cell\'s closing quote, found none up to the end of the file');
});

test('byte order marks and line ends of other systems change nothing', () => {
    const folder = folderOf({
        'A.json': '\ufeff[{"a":1},\r\n{"a":2}]\r\n', 'B.ndjson': '\ufeff{"a":1}\r\n{"a":2}\r\n', 'C.csv': '\ufeffa\r\n1\r\n2\r\n',
        'D.csv': 'a\n1\n2', 'E.csv': 'a\r1\r2\r', 'F.ndjson': '{"a":1}\n\n{"a":2}',
    });
    for (const file of readdirSync(folder)) assert.deepEqual(thereAndBack(folder, file), [{ a: 1 }, { a: 2 }], file);
});

test('text that is not UTF-8 is refused, and told for what it is', () => {
    const utf16 = Buffer.from('\ufeff[{"a":1}]', 'utf16le');
    const folder = folderOf({});
    /** @type {[string, Uint8Array, string][]} */
    const cases = [
        ['T.json', utf16, 'expected text in UTF-8, found UTF-16: save it as UTF-8'],
        ['T.json', Buffer.from(utf16).swap16(), 'expected text in UTF-8, found UTF-16: save it as UTF-8'],
        ['T.csv', Buffer.from('a,b\n1,2\n', 'utf16le'), 'expected text in UTF-8, found UTF-16: save it as UTF-8'],
        ['T.csv', Buffer.from('näme\n1\n', 'latin1'), 'expected text in UTF-8, found bytes that are not UTF-8, at byte 1'],
        ['T.ndjson', Buffer.concat([Buffer.from(`{"a":"${'é'.repeat(2e5)}`), Buffer.of(0xff), Buffer.from('"}')]),
            'expected text in UTF-8, found bytes that are not UTF-8, at byte 400006'],
        ['T.json', Buffer.from('[{"a":"\xe2\x82', 'latin1'), 'expected text in UTF-8, found bytes that are not UTF-8, at byte 7'],
        ['T.json', encode([{ a: 1 }]), 'expected text in UTF-8, found a .tcb file'],
        ['T.csv', zipSync({ x: strToU8('x') }), 'expected text in UTF-8, found a zip file, such as .xlsx is: name it so'],
    ];
    for (const [file, data, message] of cases) {
        writeFileSync(join(folder, file), data);
        assertFails(tcb(folder, ['encode', file, '-o', 'no.tcb']), `${file}: ${message}`);
    }
    writeFileSync(join(folder, 'T.json.gz'), gzipSync(JSON.stringify(ROWS)).subarray(0, 60));
    assertFails(tcb(folder, ['encode', 'T.json.gz', '-o', 'no.tcb']), /^tcb: T\.json\.gz: cannot be unpacked: /);
});

test('characters survive wherever pieces of the file end', () => {
    const folder = folderOf({});
    const text = 'aé€😀'.repeat(60000);
    for (let shift = 0; shift < 4; shift++) {
        writeFileSync(join(folder, 'T.ndjson'), `${' '.repeat(shift)}{"t":${JSON.stringify(text)}}\n`);
        assert.equal(thereAndBack(folder, 'T.ndjson')[0].t, text);
    }
});

test('a table of no rows has the columns of its schema', () => {
    const folder = folderOf({
        'A.json': '[]', 'B.ndjson': '', 'C.csv': 'id\n', 'D.json': '{"id":[]}', 'S.json': { columns: [{ name: 'id', type: 'i32' }] },
    });
    for (const file of ['A.json', 'B.ndjson', 'C.csv', 'D.json']) {
        output(folder, ['encode', file, '--schema', 'S.json', '-o', 'T.tcb', '--force']);
        assert.equal(output(folder, ['decode', 'T.tcb', '--schema', 'S.json', '--to', 'columns']), '{"id":[]}\n', file);
    }
});

test('rows may be longer than the pieces in which a file is read', () => {
    const folder = folderOf({ 'S.json': { columns: [{ name: 'a', type: 'string' }, { name: 'n', type: 'i32' }] } });
    const long = 'x'.repeat(700000);
    writeFileSync(join(folder, 'T.ndjson'), `["${long}",1]\n["y",2]\n`);
    output(folder, ['encode', 'T.ndjson', '--schema', 'S.json']);
    assert.deepEqual(JSON.parse(output(folder, ['decode', 'T.tcb', '--compact'])), [[long, 1], ['y', 2]]);
});

test('what is no file of rows is refused', () => {
    const folder = folderOf({ 'sub.json/x.txt': '', 'T.json': [{ a: 1 }] });
    assertFails(tcb(folder, ['encode', 'nosuch.json']), 'nosuch.json: no such file or folder');
    assertFails(tcb(folder, ['encode', 'sub.json']), /^tcb: sub\.json: no files of rows are in this folder/);
    assertFails(tcb(folder, ['decode', 'sub.json']), 'sub.json: this is a folder, expected a file');
    assertFails(tcb(folder, ['encode', 'T.json', '--schema', 'sub.json']), 'sub.json: this is a folder, expected a file');
    const file = Buffer.from(encode([{ a: 1 }]));
    file[4] = 106;
    writeFileSync(join(folder, 'old.tcb'), file);
    assertFails(tcb(folder, ['decode', 'old.tcb']), /^tcb: old\.tcb: .*this is version 106, and version 107 is read; export it again$/m);
});

test('keys that objects have on their own are columns like others', () => {
    const text = '[{"__proto__":1,"constructor":{"toString":2,"__proto__":3},"a\\":":4}]';
    const folder = folderOf({ 'T.json': text });
    output(folder, ['encode', 'T.json', '--write-schema', 'S.json']);
    assert.equal(output(folder, ['decode', 'T.tcb', '--schema', 'S.json']), `${text}\n`);
    assert.throws(() => parseJson('{"__proto__":1,"__proto__":2}'), /stands twice/);
    assert.throws(() => parseJson('{"a" :1,"a" :2}'), /stands twice/);
    assert.throws(() => parseJson('[{"x":"\\":"},{"a":1,"a":2}]'), /stands twice/);
    assert.deepEqual(parseJson('{"a":1,"a":1}'), { a: 1 }, 'the same value twice says nothing else');
    assert.deepEqual(parseJson('{"x":"\\":"}'), { x: '":' });
});

test('encodes a folder, with the schemas in it, a manifest and one file for all schemas', () => {
    const folder = folderOf({
        'in/Item.json': [{ id: 1 }], 'in/Loot.csv': 'id\n5\n', 'in/Hero.ndjson': '{"id":2}\n',
        'in/Item.schema.json': { columns: [{ tag: 7, name: 'id', type: 'i64' }] }, 'in/package.json': { name: 'x' },
        'in/schema.json': { tables: { Loot: { columns: [{ name: 'id', type: 'f64' }] } } }, 'in/notes.txt': 'x',
    });
    const bad = tcb(folder, ['encode', 'in', '-o', 'out', '--write-schema', 'all.json', '--manifest']);
    assert.equal(bad.status, 1, 'schema.json has no table Hero');
    assert.match(bad.stderr, /^tcb: in\/schema\.json: no table "Hero"; there are Loot$/m);
    assert.match(bad.stderr, /^out\/Item\.tcb: 1 row, 1 column, \d+ bytes$/m);
    assert.ok(!existsSync(join(folder, 'out/manifest-binary.json')), 'no manifest of half a folder');
    rmSync(join(folder, 'in/schema.json'));
    const { status, stderr } = tcb(folder, ['encode', 'in', '-o', 'out', '--write-schema', 'all.json', '--manifest', '--force']);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^skipped in\/package\.json: expected an array of rows/m);
    assert.deepEqual(readdirSync(join(folder, 'out')).sort(), ['Hero.tcb', 'Item.tcb', 'Loot.tcb', 'manifest-binary.json']);
    const { tables } = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8'));
    assert.deepEqual(tables.Item, { columns: [{ tag: 7, name: 'id', type: 'i64' }] });
    assert.deepEqual(Object.keys(tables), ['Hero', 'Item', 'Loot']);
    assert.equal(output(folder, ['decode', 'out/Loot.tcb', '--schema', 'all.json']), '[{"id":5}]\n');
    assertFails(tcb(folder, ['encode', 'in/Item.json', 'in/Item.json']), /both in\/Item\.json and in\/Item\.json would be written there/);
    assertFails(tcb(folder, ['encode', 'in', '-o', '-']), /several tables do not fit into standard output/, 2);
    assertFails(tcb(folder, ['encode', '-', '--manifest']), /--manifest needs one folder/, 2);
});

test('a manifest tells names, sizes and hashes, keeps the dates of what did not change, and is verified', () => {
    const folder = folderOf({ 'A.tcb': encode([{ a: 1 }]), 'B.tcb': encode([{ b: 1 }]), 'other.txt': 'x' });
    output(folder, ['manifest', '.']);
    const path = join(folder, 'manifest-binary.json');
    const first = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual(Object.keys(first), ['LastUpdatedDate', 'MasterHash', 'TotalSize', 'Items']);
    const bytes = readFileSync(join(folder, 'A.tcb'));
    assert.deepEqual({ ...first.Items[0], LastUpdatedDate: '' },
        { Name: 'A.tcb', Size: bytes.length, Hash: createHash('md5').update(bytes).digest('hex'), LastUpdatedDate: '' });
    assert.equal(first.TotalSize, bytes.length + statSync(join(folder, 'B.tcb')).size);
    assert.match(output(folder, ['manifest', '.', '--verify']), /2 files as manifest-binary\.json says/);
    assertFails(tcb(folder, ['manifest', '.']), /exists already; --force overwrites it/);

    writeFileSync(join(folder, 'B.tcb'), encode([{ b: 2 }]));
    writeFileSync(join(folder, 'C.tcb'), encode([{ c: 1 }]));
    rmSync(join(folder, 'A.tcb'));
    const { status, stdout } = tcb(folder, ['manifest', '.', '--verify']);
    assert.equal(status, 1);
    assert.match(stdout, /^A\.tcb: in the manifest, but not in the folder\nB\.tcb: expected the hash \w+, found \w+\nC\.tcb: in the folder, but not in the manifest\n$/);

    writeFileSync(join(folder, 'A.tcb'), bytes);
    utimesSync(join(folder, 'A.tcb'), 1, 1);
    output(folder, ['manifest', '.', '--force']);
    const second = JSON.parse(readFileSync(path, 'utf8'));
    assert.equal(second.Items[0].LastUpdatedDate, first.Items[0].LastUpdatedDate);
    assert.notEqual(second.Items[1].LastUpdatedDate, first.Items[1].LastUpdatedDate);
    assert.notEqual(second.MasterHash, first.MasterHash);
    assertFails(tcb(folder, ['manifest', 'A.tcb']), 'A.tcb: expected a folder of .tcb files');
    writeFileSync(path, '{"Items":[{"Name":"../x","Size":1,"Hash":""}]}');
    assertFails(tcb(folder, ['manifest', '.', '--verify']), /expected a manifest with "Items"/);
});

test('seals and opens, with keys of files or of the environment', () => {
    const plain = encode(ROWS);
    const folder = folderOf({ 'T.tcb': plain, 'T.json': ROWS });
    output(folder, ['keygen', '-o', 'e.key']);
    output(folder, ['keygen', '-o', 'm.key', '-q']);
    const [e, m] = ['e.key', 'm.key'].map((name) => readFileSync(join(folder, name), 'utf8').trim());
    assert.match(e, /^[0-9a-f]{64}$/);
    assert.notEqual(e, m);
    if (process.platform !== 'win32') assert.equal(statSync(join(folder, 'e.key')).mode & 0o777, 0o600);
    assert.match(output(folder, ['keygen']), /^[0-9a-f]{64}\n$/);
    assertFails(tcb(folder, ['keygen', '-o', 'e.key']), /exists already/);

    const files = ['--encrypt-key-file', 'e.key', '--mac-key-file', 'm.key'];
    const env = { TCB_ENCRYPT_KEY: e, TCB_MAC_KEY: m };
    output(folder, ['seal', 'T.tcb', '-o', 'S.tcb', ...files]);
    const sealed = readFileSync(join(folder, 'S.tcb'));
    assert.notDeepEqual(sealed, Buffer.from(plain));
    output(folder, ['seal', 'T.tcb', '-o', 'S2.tcb'], { env });
    assert.deepEqual(readFileSync(join(folder, 'S2.tcb')), sealed);
    output(folder, ['encode', 'T.json', '-o', 'S3.tcb', ...files]);
    assert.deepEqual(readFileSync(join(folder, 'S3.tcb')), sealed, 'encode seals too');
    writeFileSync(join(folder, 'raw.key'), Buffer.from(e, 'hex'));
    output(folder, ['open', 'S.tcb', '-o', 'O.tcb', '--encrypt-key-file', 'raw.key']);
    assert.deepEqual(readFileSync(join(folder, 'O.tcb')), Buffer.from(plain));
    assert.equal(output(folder, ['decode', 'S.tcb'], { env }), output(folder, ['decode', 'T.tcb']));
    const piped = tcb(folder, ['seal', '-'], { env, input: plain });
    assert.deepEqual(piped.bytes, sealed);
    assert.equal(piped.stderr, '');

    mkdirSync(join(folder, 'many'));
    output(folder, ['seal', 'T.tcb', 'O.tcb', '-o', 'many', ...files]);
    assert.deepEqual(readFileSync(join(folder, 'many/O.tcb')), sealed);
    assertFails(tcb(folder, ['open', 'S2.tcb', ...files]), 'S2.tcb: this file exists already; --force overwrites it');
    output(folder, ['open', 'S2.tcb', '--force', ...files]);
    assert.deepEqual(readFileSync(join(folder, 'S2.tcb')), Buffer.from(plain));

    assertFails(tcb(folder, ['decode', 'S.tcb']), /^tcb: S\.tcb: the file is encrypted, and no encryption key was given$/m);
    assertFails(tcb(folder, ['decode', 'S.tcb', '--encrypt-key-file', 'm.key']), /^tcb: S\.tcb: the encryption key is not the one/);
    assertFails(tcb(folder, ['decode', 'T.tcb', '--mac-key-file', 'm.key']), /^tcb: T\.tcb: the file carries no MAC/);
    assertFails(tcb(folder, ['seal', 'T.tcb', '-o', 'X.tcb', '--encrypt-key-file', 'e.key', '--mac-key-file', 'e.key']), /they must differ/);
    assertFails(tcb(folder, ['seal', 'S.tcb', '-o', 'X.tcb', ...files]), /expected a plain file, found one that is encrypted/);
    assertFails(tcb(folder, ['seal', 'T.tcb', '-o', 'X.tcb', '--mac-key-file', 'T.json']),
        /^tcb: T\.json: expected a key: 64 hexadecimal digits or 32 bytes, found \d+ bytes that are neither; tcb keygen makes one$/m);
    const wrong = tcb(folder, ['seal', 'T.tcb', '-o', 'X.tcb'], { env: { TCB_MAC_KEY: 'secret' } });
    assertFails(wrong, /^tcb: TCB_MAC_KEY: expected a key of 64 hexadecimal digits, found 6 characters/, 2);
    assert.ok(!wrong.stderr.includes('secret'), 'no error tells a key');
    assert.ok(!existsSync(join(folder, 'X.tcb')));
});

test('writes TypeScript declarations of a schema', () => {
    const folder = folderOf({ 'Item.schema.json': SCHEMA, 'all.json': { tables: { A: SCHEMA, B: SCHEMA } }, 'bad.json': [{ type: 1 }] });
    assert.match(output(folder, ['types', 'Item.schema.json']), /^export interface Item \{$/m);
    assert.match(output(folder, ['types', 'Item.schema.json', '--name', 'Sword']), /^export interface Sword \{$/m);
    assert.equal(tcb(folder, ['types', 'Item.schema.json', '-o', 'one.d.ts']).stderr, 'one.d.ts: 1 interface\n');
    output(folder, ['types', 'all.json', '-o', 'all.d.ts']);
    assert.deepEqual(readFileSync(join(folder, 'all.d.ts'), 'utf8').match(/^export interface \w+/gm), ['export interface A', 'export interface B']);
    assertFails(tcb(folder, ['types', 'all.json', '-o', 'all.d.ts']), /exists already/);
    assertFails(tcb(folder, ['types', 'bad.json']), /^tcb: bad\.json: schema: /);
});

test('takes the declarations that it wrote for a schema', () => {
    const folder = folderOf({ 'Item.json': [{ id: 1, name: 'rope' }], 'all.json': { tables: {
        Item: { columns: [{ tag: 4, name: 'id', type: 'i64' }, { tag: 9, name: 'name', type: 'string' }] },
        Other: { columns: [{ name: 'x', type: 'i32' }] },
    } } });
    output(folder, ['types', 'all.json', '-o', 'all.d.ts']);
    output(folder, ['encode', 'Item.json', '--schema', 'all.d.ts']);
    assert.equal(output(folder, ['decode', 'Item.tcb', '--schema', 'all.d.ts', '-o', '-']), '[{"id":"1","name":"rope"}]\n');
    writeFileSync(join(folder, 'own.d.ts'), 'export interface Item { id: number; }');
    assertFails(tcb(folder, ['decode', 'Item.tcb', '--schema', 'own.d.ts', '-o', '-']), /^tcb: own\.d\.ts: types: expected interfaces as generateTypes makes them/);
});

test('what comes through a pipe is encoded as a file is, with a schema and without', () => {
    const folder = folderOf({ 'T.csv': 'id,name\n1,a\n2,b\n', 'S.json': { columns: [{ name: 'id', type: 'i32' }, { name: 'name', type: 'string' }] } });
    output(folder, ['encode', 'T.csv']);
    const input = readFileSync(join(folder, 'T.csv'));
    const file = readFileSync(join(folder, 'T.tcb'));
    for (const args of [[], ['--schema', 'S.json']]) {
        for (const data of [input, gzipSync(input)]) {
            const { status, bytes, stderr } = tcb(folder, ['encode', '-', '--format', 'csv', ...args], { input: data });
            assert.equal(status, 0, stderr);
            assert.deepEqual(bytes, file);
        }
    }
});

test('memory is bounded by the columns: rows of any number are read in little', () => {
    const folder = folderOf({});
    const line = (/** @type {number} */ i) => `{"id":${i % 50000},"name":"name ${i % 100} of a thing that has a rather long name","list":[${i % 7},1]}\n`;
    const bunch = Array.from({ length: 50000 }, (_, i) => line(i)).join('');
    writeFileSync(join(folder, 'T.ndjson'), bunch.repeat(8));
    writeFileSync(join(folder, 'T.csv'), 'id,name\n' + Array.from({ length: 50000 }, (_, i) => `${i},a name of a thing that is rather long ${i % 100}\n`).join('').repeat(12));
    for (const file of ['T.ndjson', 'T.csv']) {
        const { size } = statSync(join(folder, file));
        assert.ok(size > 25e6);
        const { status, stderr } = tcb(folder, ['encode', file, '--force'], { node: ['--max-old-space-size=28'] });
        assert.equal(status, 0, stderr);
        assert.match(stderr, /^T\.tcb: [46]00,000 rows, /);
    }
});

const hasReal = existsSync(REAL);
/** What a table needs beyond the defaults. @type {Record<string, { mixed?: 'json', bigIntegers?: BigIntegers }>} */
const WISHES = { dota_abilities: { mixed: 'json' }, swarm_units: { bigIntegers: 'string' } };

/**
 * @param {unknown} value
 * @returns {string} what is not told apart: absent and null, and how a number is spelled
 */
function spelled(value) {
    if (typeof value === 'number' || typeof value === 'bigint') return String(value);
    if (Array.isArray(value)) return `[${value.map(spelled).join()}]`;
    if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : String(value ?? null);
    return `{${Object.entries(value).filter(([, member]) => member !== null).sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, member]) => `${key}:${spelled(member)}`).join()}}`;
}

/** @param {unknown} a @param {unknown} b */
function sameKinds(a, b) {
    // Numbers of 64 bits come back as texts of digits, as the exporter writes them.
    return typeof a === typeof b || (typeof a === 'number' || typeof a === 'bigint') && typeof b === 'string' || (a ?? null) === (b ?? null);
}

for (const file of hasReal ? readdirSync(REAL).filter((name) => /\.json(\.gz)?$/.test(name)) : ['the real tables']) {
    test(`${file}: encoded with an inferred schema and decoded, the values are the same`, { skip: !hasReal && '../shared is not here' }, async () => {
        const path = join(REAL, file);
        const wishes = WISHES[file.replace(/\..*/, '')] ?? {};
        const source = await rowSource(path, { again: true });
        const table = await readTable(source, { mixed: 'error', bigIntegers: 'error', ...wishes });
        const decoded = decode(encode(table), { schema: schemaOf({ columns: table.schema }) });
        const text = [...WRITERS.json(decoded, { start: 0, end: decoded.rowCount })].join('');
        const raw = readFileSync(path);
        const rows = /** @type {any[]} */ (parseJson(String(file.endsWith('.gz') ? gunzipSync(raw) : raw)));
        const found = /** @type {any[]} */ (parseJson(text));
        assert.equal(found.length, rows.length);
        rows.forEach((row, i) => {
            for (const key of new Set([...Object.keys(row), ...Object.keys(found[i])])) {
                const expected = row[key], actual = found[i][key];
                if (expected === actual) continue;
                assert.equal(spelled(actual), spelled(expected), `row ${i}, ${key}`);
                assert.ok(sameKinds(expected, actual), `row ${i}, ${key}`);
            }
        });
    });
}

test('the real table with integers that no type holds says so, or rounds them when asked', { skip: !hasReal && '../shared is not here' }, () => {
    const folder = folderOf({});
    const path = join(REAL, 'swarm_units.json');
    assertFails(tcb(folder, ['encode', path, '-o', 'T.tcb']), /column "cost\.val", row \d+: expected a number that f64 holds, as the others of the column, found \d{19,}; --big-integers string or double keeps it$/m);
    assertFails(tcb(folder, ['encode', join(REAL, 'dota_abilities.json.gz'), '-o', 'T.tcb']), /column "behavior", row 6: expected array, as in row 3, found string; --mixed json keeps such a column as JSON values$/m);
    const rows = JSON.parse(readFileSync(path, 'utf8'));
    thereAndBack(folder, path, ['--big-integers', 'double']).forEach((/** @type {any} */ row, /** @type {number} */ i) => {
        for (const [key, value] of Object.entries(rows[i])) assert.deepEqual(row[key], value, `row ${i}, ${key}`);
    });
});
