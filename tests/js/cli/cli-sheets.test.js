/** `tcb encode` with spreadsheets. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { strToU8, zipSync } from 'fflate';

import { assertFails, folderOf, tcb, thereAndBack } from './cli-run.js';

/**
 * A spreadsheet as spreadsheet programs pack them: texts inline, numbers and flags as they are.
 * @param {Record<string, (string | number | boolean | null)[][]>} sheets
 */
function xlsx(sheets) {
    const names = Object.keys(sheets);
    const escape = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const cellXml = (/** @type {string | number | boolean | null} */ cell, /** @type {string} */ place) => {
        if (cell === null) return '';
        if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
        if (typeof cell === 'number' || /^#\d+$/.test(cell)) return `<c r="${place}"><v>${String(cell).replace('#', '')}</v></c>`;
        return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
    };
    /** @type {Record<string, Uint8Array>} */
    const files = {
        '[Content_Types].xml': strToU8(`${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`),
        'xl/workbook.xml': strToU8(`${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`),
        'xl/_rels/workbook.xml.rels': strToU8(`${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`),
    };
    names.forEach((name, i) => {
        const rows = sheets[name].map((row, r) => `<row r="${r + 1}">${row.map((cell, c) => cellXml(cell, 'ABCDEFGHIJKL'[c] + (r + 1))).join('')}</row>`);
        files[`xl/worksheets/sheet${i + 1}.xml`] = strToU8(`${head}<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`);
    });
    return zipSync(files);
}

test('reads a plain spreadsheet: names in the first row', () => {
    const folder = folderOf({
        'T.xlsx': xlsx({
            First: [['id', 'name', 'ok', 'half'], [1, 'Sword', true, 0.5], [null], [2, null, false, '#9007199254740993']],
            Other: [[null], ['a'], ['x']],
        }),
    });
    assertFails(tcb(folder, ['encode', 'T.xlsx']), /column "half", row 1: .*found 9007199254740993; --big-integers/);
    assert.deepEqual(thereAndBack(folder, 'T.xlsx', ['--big-integers', 'string']),
        [{ id: 1, name: 'Sword', ok: true, half: '0.5' }, { id: 2, name: null, ok: false, half: '9007199254740993' }]);
    assert.deepEqual(thereAndBack(folder, 'T.xlsx', ['--sheet', 'Other']), [{ a: 'x' }]);
    assertFails(tcb(folder, ['encode', 'T.xlsx', '-o', 'no.tcb', '--sheet', 'None']), 'T.xlsx: no sheet "None"; there are First, Other');
    /** @type {[(string | number | null)[][], RegExp][]} */
    const cases = [
        [[['a', null, 'b'], [1, 2, 3]], /sheet "S": row 1: expected a column's name in cell 2, found an empty one$/m],
        [[['a', 'a'], [1, 2]], /sheet "S": row 1: the name "a" stands in cells 1 and 2$/m],
        [[['a'], [1, 2]], /sheet "S": cell B2: expected no value beyond the named columns, found 2$/m],
        [[], /sheet "S": expected a first row that names the columns, found an empty sheet$/m],
    ];
    for (const [rows, message] of cases) {
        writeFileSync(join(folder, 'B.xlsx'), xlsx({ S: rows }));
        assertFails(tcb(folder, ['encode', 'B.xlsx']), message);
    }
    for (const data of [Buffer.from('a,b'), Buffer.of()]) {
        writeFileSync(join(folder, 'B.xlsx'), data);
        assertFails(tcb(folder, ['encode', 'B.xlsx']), /^tcb: B\.xlsx: /);
    }
});

test('reads the exporter\'s sheet layout as far as a plain table goes', () => {
    const folder = folderOf({
        'T.xlsx': xlsx({
            S: [
                [':table Item', 'things'],
                [':desc', 'the key', null, 'a memo'],
                [':field', '*Index@1', 'Name@2', '#', 'pos.X@5', 'Costs@4', 'Bonus@6', 'Mask@7', 'Ok@8', 'When@9', 'Opts@10'],
                [':type', 'int', 'string (text)', null, 'float', 'int[]', 'int? (min=0)', 'bitset', 'bool', 'datetime', 'int?[]?'],
                [null, 1, ' Sword ', 'memo', 1.5, '10; 20', 5, '0xFFFFFFFFFFFFFFFF', 'Y', '2022-01-24 10:30:00', '1;-;3'],
                ['#', 9, 'left out'],
                [null, '1,000', '\\-', null, 2, null, '-', '0b101', null, '2022-01-24T10:30:00', '-'],
                [null],
                [null, 'a note below'],
            ],
        }),
    });
    assert.deepEqual(thereAndBack(folder, 'T.xlsx'), [
        { index: 1, name: 'Sword', pos: { x: 1.5 }, costs: [10, 20], bonus: 5, mask: '-1', ok: true, when: '2022-01-24T10:30:00', opts: [1, null, 3] },
        { index: 1000, name: '-', pos: { x: 2 }, costs: [], bonus: null, mask: '5', ok: false, when: '2022-01-24T10:30:00', opts: null },
    ]);
    const { columns } = JSON.parse(readFileSync(join(folder, 'T.schema.json'), 'utf8'));
    assert.deepEqual(columns.map((/** @type {any} */ { tag }) => tag), [1, 2, 5, 4, 6, 7, 8, 9, 10]);
    const head = [[':table T'], [':field', 'id', 'v'], [':type', 'int', 'int']];
    /** @type {[(string | number | null)[][], RegExp][]} */
    const cases = [
        [[...head, [null, 1, null]], /sheet "S": cell C4: expected i32, found an empty cell$/m],
        [[...head, [null, 1, 'x']], /cell C4: expected i32, found "x"$/m],
        [[...head, [null, 1, '-']], /cell C4: expected i32, found -, which only a type with \? at its end may have$/m],
        [[...head, [':feild', 1, 2]], /cell A4: expected :field, :type, :desc, :target or nothing, found ":feild"$/m],
        [[...head, [':table U']], /cell A4: a second table; one is read of a sheet$/m],
        [[[':table T'], [':field', 'id'], [null, 1]], /expected a row of :type below the cell A1$/m],
        [[[':table T'], [':field', 'id', 'g'], [':type', 'int', 'Grade'], [null, 1, 'A']], /column "g": expected a type that is one of string, .*found "Grade": enums, references and records as a type are not read$/m],
        [[[':table T'], [':field', 'id', 'slot[0].id'], [':type', 'int', 'int'], [null, 1, 1]], /column "slot\[0\]\.id": arrays over several columns or rows are not read/],
        [[[':table T'], [':field', 'id@1', 'v'], [':type', 'int', 'int'], [null, 1, 1]], /column "v": expected a tag such as @3, as other columns have$/m],
    ];
    for (const [rows, message] of cases) {
        writeFileSync(join(folder, 'B.xlsx'), xlsx({ S: rows }));
        assertFails(tcb(folder, ['encode', 'B.xlsx']), message);
    }
});
