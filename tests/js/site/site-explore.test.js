import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { decode, encode, init } from 'tcb-wasm';

import { readCells } from '../../../demo/site/explore/engine/cells.js';
import { conditionTest, findTest } from '../../../demo/site/explore/engine/conditions.js';
import { exportText } from '../../../demo/site/explore/engine/export.js';
import { KINDS } from '../../../demo/site/explore/engine/kinds.js';
import { allRows, sortRows } from '../../../demo/site/explore/engine/sort.js';
import { columnStats } from '../../../demo/site/explore/engine/stats.js';
import { TableFile } from '../../../demo/site/explore/engine/tablefile.js';
import { unpack } from '../../../demo/site/explore/engine/unpack.js';
import { ownNames } from '../../../demo/site/explore/names.js';
import { faultsOf } from '../../../demo/site/explore/views/words.js';
import { integer } from '../../../demo/site/ui/format.js';
import { squarify } from '../../../demo/site/explore/views/treemap.js';
import { BROWSER_NAMES, launchBrowser } from '../browsers.js';
import { ENCRYPTION_KEY, MAC_KEY, PAIR, ROW_COUNT, SCHEMA, longFile, makeFiles, pairOfFiles, rows } from './explore-files.js';
import { openExplorer } from './explore-page.js';
import { accessibilityFaults, openSite } from './site.js';

await init();
const files = await makeFiles();
const pause = async () => {};

/** @param {Uint8Array} bytes */
const fresh = (bytes) => new TableFile('Good.tcb', new Uint8Array(bytes));

test('a column of one file is decoded alone, to the same values', () => {
    const file = fresh(files.good), table = decode(files.good);
    for (const { tag } of SCHEMA.columns) {
        assert.deepEqual([...file.column(tag)], [...table.column(tag)], `tag ${tag}`);
    }
});

test('columns beside a damaged one can be read, and its error tells the byte of the file', () => {
    const file = fresh(files.damaged);
    const { offset } = file.descriptor(2);
    assert.throws(() => file.column(2), (/** @type {any} */ error) => {
        assert.ok(error.offset >= offset && error.offset < offset + 10, String(error.offset));
        assert.match(error.message, new RegExp(`at byte ${error.offset}`));
        return error.tag === 2;
    });
    assert.equal(file.column(1).get(5), 6);
    assert.equal(file.fault(2)?.code, file.columnFacts()[1].fault?.code);
});

test('columns before the end of a file that is cut short can be read', () => {
    const file = fresh(files.cut);
    assert.equal(file.layout.columns.length, SCHEMA.columns.length);
    assert.equal(file.column(7).get(8), 1);
    assert.throws(() => file.column(8), /^TcbError: column of tag 8: the file ends within its block: expected \d+ bytes, found 2$/);
    assert.deepEqual(file.columnFacts().map(({ state, fault }) => [state, fault?.code]).slice(-2), [['whole', undefined], ['partial', 'TRUNCATED']]);
    file.useNames(new Map());
    assert.equal(file.fault(8)?.code, 'TRUNCATED', 'which names do not change');
});

test('what is wrong with a file is told once, with columns by the names that are shown', () => {
    /** @param {Uint8Array<ArrayBuffer>} bytes */
    const told = (bytes) => {
        const file = fresh(bytes);
        for (const { tag } of file.layout.columns) {
            try {
                file.column(tag);
            } catch {
                // noted
            }
        }
        const columns = file.columnFacts().map((column) => ({ ...column, name: `n${column.tag}` }));
        return faultsOf(/** @type {any} */ ({ ...file.layout, size: bytes.length, columns }));
    };
    const { cut, damaged, good } = files;
    assert.deepEqual(told(cut), [{
        message: `This file is cut off: ${integer(cut.length)} of ${integer(good.length)} bytes; n8 is there in part.`, offset: cut.length - 1,
    }]);
    const [{ message, offset, tag }, ...others] = told(damaged);
    assert.deepEqual([others.length, tag], [0, 2]);
    assert.match(message, new RegExp(`^column n2: .* at byte ${offset}$`));
    assert.deepEqual(told(good), []);
});

test('sorting follows the values of every type, with absent ones last', async () => {
    const table = decode(encode([
        { i: -5, f: -0.5, s: 'b', g: 1n, o: 4, a: [1, 2] }, { i: 7, f: 2.25, s: 'a', g: -(2n ** 40n), o: null, a: [] },
        { i: -2147483648, f: -100, s: '', g: 2n ** 62n, o: 1, a: [9] }, { i: 0, f: 0, s: 'é', g: 0n, o: 9, a: [1, 2, 3] },
    ], {
        schema: [
            { name: 'i', type: 'i32' }, { name: 'f', type: 'f64' }, { name: 's', type: 'string' }, { name: 'g', type: 'i64' },
            { name: 'o', type: 'i32', optional: true }, { name: 'a', type: 'i32', array: true },
        ],
    }));
    /** @param {number} tag @param {boolean} descending */
    const order = async (tag, descending) => [...await sortRows(allRows(4), [{ column: table.column(tag), descending }], pause)];
    assert.deepEqual(await order(1, false), [2, 0, 3, 1]);
    assert.deepEqual(await order(2, false), [2, 0, 3, 1]);
    assert.deepEqual(await order(2, true), [1, 3, 0, 2]);
    assert.deepEqual(await order(3, false), [2, 1, 0, 3]);
    assert.deepEqual(await order(4, false), [1, 3, 0, 2]);
    assert.deepEqual(await order(5, false), [2, 0, 3, 1]);
    assert.deepEqual(await order(5, true), [3, 0, 2, 1]);
    assert.deepEqual(await order(6, false), [1, 2, 0, 3]);
});

test('sorting thousands of random numbers agrees with sorting by comparison', async () => {
    let seed = 99;
    const values = Array.from({ length: 5000 }, () => (seed = Math.imul(seed, 1664525) + 1013904223 | 0));
    for (const type of ['i32', 'f32', 'f64']) {
        const table = decode(encode(values.map((value) => ({ value: type === 'f32' ? Math.fround(value) : value })), { schema: [{ name: 'value', type }] }));
        const column = table.column(1);
        const order = await sortRows(allRows(5000), [{ column, descending: false }], pause);
        const expected = [...column].sort((a, b) => a - b);
        assert.deepEqual([...order].map((k) => column.get(k)), expected, type);
    }
});

test('conditions hold for the rows whose values fulfil them', async () => {
    const table = decode(files.good, { schema: SCHEMA });
    /** @param {string} name @param {string} op @param {string} value */
    const count = async (name, op, value) => {
        const holds = await conditionTest(table.column(name), { tag: 0, op, value }, pause);
        return rows.filter((_, k) => holds(k)).length;
    };
    /** @param {(row: any) => boolean} holds */
    const expected = (holds) => rows.filter(holds).length;
    assert.equal(await count('id', 'less', '100'), 99);
    assert.equal(await count('id', 'contains', '59'), expected(({ id }) => String(id).includes('59')));
    assert.equal(await count('id', 'contains', '00'), expected(({ id }) => String(id).includes('00')));
    assert.equal(await count('cost', 'contains', '0'), expected(({ cost }) => cost !== null && String(cost).includes('0')));
    assert.equal(await count('cost', 'absent', ''), expected(({ cost }) => cost === null));
    assert.equal(await count('cost', 'equals', '0'), expected(({ cost }) => cost === 0));
    assert.equal(await count('big', 'atLeast', '9007199254741000'), expected(({ big }) => big >= 9007199254741000n));
    assert.equal(await count('label', 'contains', 'QUOTE'), expected(({ label }) => label.includes('quote')));
    assert.equal(await count('tags', 'equals', 't2'), expected(({ tags }) => tags.includes('t2')));
    assert.equal(await count('when', 'less', '2024-01-01T01:00'), 60);
    assert.equal(await count('loot.item', 'greater', '598'), expected(({ loot }) => loot.some((/** @type {any} */ one) => one.item > 598)));
    await assert.rejects(count('id', 'less', 'x'), /expected a number, found "x"/);
    assert.equal(await findTest(table.column('id'), 'anchor', pause), null);
});

test('cells tell absent, empty and big values apart', () => {
    const table = decode(files.good, { schema: SCHEMA });
    const kinds = (/** @type {string} */ name, /** @type {number[]} */ at) => {
        const { texts, kinds: found } = readCells(table.column(name), at, false);
        return texts.map((text, i) => `${KINDS[found[i]]} ${text}`);
    };
    assert.deepEqual(kinds('cost', [0, 1]), ['number 0', 'absent ']);
    assert.deepEqual(kinds('big', [1]), ['number 9007199254740994']);
    assert.deepEqual(kinds('when', [61]), ['date 2024-01-01 01:01:00']);
    assert.deepEqual(kinds('tags', [0, 2]), ['array []', 'array ["t2", "u"]']);
});

test('statistics count what is there', async () => {
    const table = decode(files.good, { schema: SCHEMA });
    const cost = await columnStats(table.column('cost'), pause);
    assert.equal(cost.presentRows, rows.filter((row) => row.cost !== null).length);
    assert.equal(cost.distinct, new Set(rows.flatMap((row) => row.cost ?? [])).size);
    assert.equal(cost.min, '0');
    const tags = await columnStats(table.column('tags'), pause);
    assert.deepEqual([tags.distinct, tags.lengths, tags.min], [3, { min: 0, max: 2 }, '"t1"']);
});

test('what is exported comes out as the package writes it', async () => {
    const table = decode(files.good, { schema: SCHEMA });
    const order = Uint32Array.of(5, 1, 599);
    /** @param {'json' | 'compact' | 'csv'} format */
    const written = async (format) => (await exportText(table.columns, order, format, () => {}, pause)).text();
    const all = table.toJSON(), compact = table.toJSON({ compact: true });
    assert.deepEqual(JSON.parse(await written('json')), [...order].map((k) => all[k]));
    assert.equal(await written('compact'), JSON.stringify([...order].map((k) => compact[k])));
    const lines = (await written('csv')).split('\r\n');
    assert.equal(lines[0], 'id,label,cost,big,when,tags,spot.x,loot.item');
    assert.equal(lines[2], '2,bucket,,9007199254740994,2024-01-01T00:01:00,"[""t1""]",0.125,[1]');
});

test('names are a file\'s own only where the table, or its schema, is called as the file', () => {
    /** @param {string} name @param {string[] | null} tables @param {string} file */
    const tableOf = (name, tables, file) => ownNames({ name, json: {}, tables }, file)?.table;
    assert.equal(tableOf('Quest.schema.json', null, 'Quest.tcb'), null);
    assert.equal(tableOf('Quest.json', null, 'Quest.TCB'), null);
    assert.equal(tableOf('Shop.schema.json', null, 'Quest.tcb'), undefined);
    assert.equal(tableOf('schema.json', null, 'Quest.tcb'), undefined);
    assert.equal(tableOf('schema.json', ['Shop', 'Quest'], 'Quest.tcb'), 'Quest');
    assert.equal(tableOf('Quest.json', ['Shop'], 'Quest.tcb'), undefined, 'the only table of another name');
});

test('what is compressed is unpacked up to a size', async () => {
    const packed = new Uint8Array(gzipSync(new Uint8Array(100_000)));
    assert.equal((await unpack(packed)).length, 100_000);
    await assert.rejects(unpack(packed, 99_999), /expected at most 99999 bytes/);
    await assert.rejects(unpack(packed.slice(0, 40)), /cut off/);
});

test('the boxes of the picture fill their room in proportion', () => {
    const boxes = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
    const areas = boxes.map(({ width, height }) => Math.round(width * height * 1000) / 1000);
    assert.deepEqual(areas, [6, 6, 4, 3, 2, 2, 1]);
    for (const { x, y, width, height } of boxes) assert.ok(x > -1e-9 && y > -1e-9 && x + width < 6.001 && y + height < 4.001);
});

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
    site = await openSite('explore');
    writeFileSync(join(site.folder, 'Good.tcb'), files.good);
});
after(() => site?.close());

for (const name of BROWSER_NAMES) {
    test(`the explorer in ${name}`, { timeout: 120_000 }, async (t) => {
        const browser = await launchBrowser(name);
        try {
            const { page, errors, hand } = await openExplorer(browser, `${site.url}?file=Good.tcb`);
            /** @param {string} when */
            const isClean = async (when) => assert.deepEqual(await accessibilityFaults(page), [], when);

            await t.test('opens the file that the address names, and tells its structure', async () => {
                await hand.opened('Good.tcb');
                assert.match(await hand.text('.x-file-facts'), /600 rows8 columns/);
                const distinct = await hand.until(() => {
                    const cells = [...document.querySelectorAll('.x-columns [data-cell=distinct]')].map((cell) => cell.textContent ?? '');
                    return cells.every((cell) => cell !== '·') && cells;
                });
                assert.deepEqual(distinct.slice(0, 2), ['600', '5']);
                assert.ok((await page.$$('.x-box')).length > 5);
                await isClean('structure');
            });

            await t.test('takes names from a schema, from its declarations, and from a baseline', async () => {
                await hand.drop({ 'schema.json': files.schemaText });
                await hand.until(() => document.querySelector('.x-columns tbody')?.textContent?.includes('spot.x'));
                await hand.press('Drop the names');
                await hand.until(() => document.querySelector('.x-columns tbody')?.textContent?.includes('c7'));
                await hand.drop({ 'baseline.json': files.baselineText });
                await hand.until(() => document.querySelector('.x-columns tbody')?.textContent?.includes('words'));
                await hand.drop({ 'schema.json': files.schemaText });
                await hand.until(() => document.querySelector('.x-columns tbody')?.textContent?.includes('spot.x'));
                await hand.press('Drop the names');
                await hand.until(() => document.querySelector('.x-columns tbody')?.textContent?.includes('c7'));
                await hand.drop({ 'tables.d.ts': files.typesText });
                await hand.until(() => document.querySelector('.x-columns tbody')?.textContent?.includes('spot.x'));
                await hand.drop({ 'bad.d.ts': 'interface Good { a: number; }' });
                await hand.alert(/bad.d.ts: types: expected interfaces as generateTypes makes them/);
                await hand.press('Dismiss');
                await hand.drop({ 'bad.json': 'no' });
                await hand.alert(/bad.json: expected JSON/);
                await hand.press('Dismiss');
                await hand.drop({ 'schema.json': files.schemaText });
                await hand.until(() => document.querySelector('.x-file-facts')?.textContent?.includes('names from schema.json'));
            });

            await t.test('tells all about a column, and what each encoding would cost', async () => {
                await hand.click('.x-columns .x-link', 'label');
                await hand.until(() => document.querySelector('.x-column-card .x-weights')?.textContent?.includes('DICT_FRONT'));
                const sections = await hand.until(() => document.querySelector('.x-column-card .x-sections')?.textContent);
                assert.match(sections, /entries.*indices/);
                await hand.press('Weigh all columns');
                const matrix = await hand.until(() => document.querySelector('.x-matrix')?.textContent);
                assert.match(matrix, /RAW.*BITPACK/);
                await isClean('column');
            });

            await t.test('names every byte, by keyboard too, and leads back to its column', async () => {
                // A pointer that rests where the bytes come up does not take the place of the byte asked for.
                await hand.tab('bytes');
                const resting = await hand.until(() => document.querySelector('.x-line:not([hidden]) .x-byte:nth-child(5)')
                    ?.getBoundingClientRect().toJSON());
                await hand.tab('structure');
                await page.mouse.move(resting.x + 5, resting.y + 5);
                await hand.press('Show its bytes');
                await setTimeout(300);
                await hand.told('column', /label/);
                assert.equal(await page.$('.x-hover'), null);
                await hand.type('.x-bytes-view form input', '0');
                await page.keyboard.press('Enter');
                await hand.told('field', /signature/);
                await hand.until(() => document.activeElement?.textContent === '54');
                await page.keyboard.press('ArrowDown');
                await page.keyboard.press('ArrowUp');
                for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
                await hand.told('field', /version/);
                assert.match(await hand.told('says', /./), /^107$/);
                await page.keyboard.down('Control');
                await page.keyboard.press('End');
                await page.keyboard.up('Control');
                await hand.told('column', /loot.item/);
                await hand.press('Previous field');
                await hand.type('.x-bytes-view form input', '999999999');
                await page.keyboard.press('Enter');
                await hand.alert(/expected a byte from 0 to \d+, found 999999999/);
                await hand.click('.x-tools button', 'Go');
                await page.select('.x-bytes-view select', '1');
                await hand.told('column', /^id$/);
                await page.hover('.x-line:not([hidden]) .x-byte:nth-child(3)');
                await hand.until(() => document.querySelector('.x-hover'));
                await isClean('bytes');
                await page.mouse.move(2, 2);
                await hand.press('Show the column');
                await hand.until(() => document.activeElement?.textContent === 'Column id');
            });

            await t.test('shows rows, sorts, filters and finds', async () => {
                await hand.tab('rows');
                assert.deepEqual((await hand.cells(0)).slice(0, 3), ['1', '2', '3']);
                assert.equal((await hand.cells(1))[2], 'مرساة');
                const grid = await page.$eval('.x-grid', (one) => [one.getAttribute('aria-rowcount'), one.getAttribute('aria-colcount')]);
                assert.deepEqual(grid, ['601', '9']);
                await hand.click('.x-head [aria-colindex="4"]');
                await hand.until(() => document.querySelector('.x-head [aria-colindex="4"]')?.getAttribute('aria-sort') === 'ascending');
                const costs = rows.flatMap(({ cost }) => cost ?? []).sort((a, b) => a - b).map(String);
                assert.deepEqual((await hand.cells(2)).slice(0, 5), costs.slice(0, 5));
                await hand.click('.x-head [aria-colindex="4"]');
                await hand.until(() => document.querySelector('.x-head [aria-colindex="4"]')?.getAttribute('aria-sort') === 'descending');
                assert.equal((await hand.cells(2))[0], costs.at(-1));
                await page.select('.x-filter-form select:nth-of-type(1)', '2');
                await page.select('.x-filter-form select:nth-of-type(2)', 'equals');
                await hand.type('.x-filter-form input', 'drum');
                await page.keyboard.press('Enter');
                await hand.status(/^120 of 600 rows/);
                assert.ok((await hand.cells(1)).every((cell) => cell === 'drum'));
                await page.select('.x-filter-form select:nth-of-type(1)', '1');
                await page.select('.x-filter-form select:nth-of-type(2)', 'less');
                await hand.type('.x-filter-form input', 'much');
                await page.keyboard.press('Enter');
                await hand.alert(/expected a number, found "much"/);
                await hand.click('.x-chip button');
                await hand.status(/^600 rows/);
                await hand.click('.x-head [aria-colindex="4"]');
                await hand.until(() => document.querySelector('.x-head [aria-colindex="4"]')?.getAttribute('aria-sort') === 'none');
                await hand.type('.x-search input', '9007199254741500');
                await page.keyboard.press('Enter');
                await hand.status(/found in row 507, column big/);
                await hand.type('.x-search input', 'nowhere');
                await page.keyboard.press('Enter');
                await hand.status(/was not found/);
                await isClean('rows');
            });

            await t.test('moves the focus from cell to cell, opens a row, hides columns and copies', async () => {
                await page.evaluate(() => {
                    Object.assign(globalThis, { copied: '' });
                    Object.defineProperty(navigator, 'clipboard', {
                        configurable: true,
                        value: { writeText: async (/** @type {string} */ text) => Object.assign(globalThis, { copied: text }) },
                    });
                });
                await page.focus('.x-grid [tabindex="0"]');
                await page.keyboard.down('Control');
                await page.keyboard.press('Home');
                await page.keyboard.up('Control');
                await hand.until(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex') === '2');
                await page.keyboard.press('ArrowDown');
                await page.keyboard.down('Shift');
                await page.keyboard.press('ArrowDown');
                await page.keyboard.press('ArrowRight');
                await page.keyboard.up('Shift');
                await hand.status(/4 cells selected/);
                await page.keyboard.down('Control');
                await page.keyboard.press('c');
                await page.keyboard.up('Control');
                assert.equal(await hand.until(() => /** @type {any} */ (globalThis).copied), 'id\tlabel\n2\tbucket\n3\tمرساة');
                await page.keyboard.press('Enter');
                const json = await hand.until(() => document.querySelector('dialog[open] pre')?.textContent);
                assert.deepEqual(JSON.parse(json).loot, [{ item: 2 }, { item: 3 }]);
                await page.keyboard.press('Escape');
                await hand.until(() => !document.querySelector('dialog[open]'));
                await page.keyboard.press('PageDown');
                await page.keyboard.down('Control');
                await page.keyboard.press('End');
                await page.keyboard.up('Control');
                await hand.until(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex') === '601');
                await page.keyboard.down('Control');
                await page.keyboard.press('ArrowUp');
                await page.keyboard.up('Control');
                await page.keyboard.press('ArrowUp');
                await hand.until(() => document.activeElement?.getAttribute('role') === 'columnheader');
                await page.keyboard.down('Alt');
                await page.keyboard.press('ArrowDown');
                await page.keyboard.up('Alt');
                await hand.until(() => document.activeElement?.getAttribute('role') === 'menuitem');
                await isClean('menu');
                await hand.click('[role=menuitem]', 'Hide');
                await hand.until(() => document.querySelector('.x-grid')?.getAttribute('aria-colcount') === '8');
                await page.click('.x-head [aria-colindex="2"] .x-menu-mark');
                await hand.until(() => document.activeElement?.textContent === 'Sort ascending');
                await page.keyboard.press('Escape');
                await hand.until(() => document.activeElement?.getAttribute('aria-colindex') === '2');
                await hand.click('.x-menu-box summary');
                await hand.press('Show all');
                await hand.until(() => document.querySelector('.x-grid')?.getAttribute('aria-colcount') === '9');
                await hand.click('.x-menu-list [data-tag="8"]');
                await hand.until(() => document.querySelector('.x-grid')?.getAttribute('aria-colcount') === '8');
                await isClean('columns');
                await page.keyboard.press('Escape');
                await hand.click('.x-tools > label.check');
                await hand.until(() => [...document.querySelectorAll('.x-row [aria-colindex="5"]')].some((cell) => /9.007.199.254/.test(cell.textContent ?? '')));
            });

            await t.test('exports what is seen, and encodes the file again', async () => {
                await hand.tab('export');
                assert.match(await hand.text('.x-panel[data-view=export]'), /600 of 600 rows and 7 of 8 columns/);
                await page.select('.x-panel[data-view=export] select', 'csv');
                const csv = (await hand.saved(() => hand.press('Download'))).toString();
                assert.equal(csv.split('\r\n')[4], '4,"comma, ""quote""",757,9007199254740996,2024-01-01T00:03:00,[],0.375');
                await page.select('.x-panel[data-view=export] select', 'tcb');
                const part = await hand.saved(() => hand.press('Download'));
                const seen = decode(files.good, { columns: [1, 2, 3, 4, 5, 6, 7] });
                assert.ok(part.equals(encode(seen)), 'the seen columns as a file');
                const again = hand.press('Encode again and compare');
                assert.match(await hand.until(() => document.querySelector('.x-panel[data-view=export] strong')?.textContent), /the same size/);
                await again;
                assert.ok((await hand.saved(() => hand.press('Download the new .tcb'))).equals(files.good));
                await isClean('export');
            });

            await t.test('opens a damaged file as far as it is good', async () => {
                await hand.drop({ 'damaged.tcb': files.damaged });
                await hand.opened('damaged.tcb');
                await hand.alert(/column c2: .*at byte \d+/);
                await hand.press('Show the column');
                await hand.until(() => document.querySelector('.x-columns tr[data-fault]')?.textContent?.includes('tag 2'));
                await isClean('damaged');
                await hand.click('.x-file > .stack [role=alert] button');
                await hand.told('error', /column c2/);
                assert.ok(await page.$('.x-faulty'));
                await hand.tab('rows');
                assert.equal((await hand.cells(0))[1], '2');
                assert.equal((await hand.cells(1))[1], 'damaged');
            });

            await t.test('opens a file that is cut short as far as it goes', async () => {
                await hand.drop({ 'cut.tcb': files.cut });
                await hand.opened('cut.tcb');
                await hand.alert(/This file is cut off: [\d,]+ of [\d,]+ bytes; c8 is there in part/);
                const line = await hand.until(() => {
                    const found = document.querySelector('.x-columns tr[data-tag="8"]')?.textContent ?? '';
                    return found.includes('there in part') && found;
                });
                assert.match(line, /2 of \d+/);
                const shares = await page.$$eval('.x-share', (cells) => cells.map((cell) => parseFloat(cell.textContent ?? '')));
                assert.ok(Math.max(...shares) < 100 && shares.reduce((sum, one) => sum + one) <= 100.5, String(shares));
                assert.ok(await page.$('.x-box[data-family="missing"]'));
                assert.equal((await page.$$('.x-file [role=alert]')).length, 1, 'one fault is told once');
                await isClean('cut');
                await page.setViewport({ width: 1280, height: 420 });
                await hand.press(`Show byte ${integer(files.cut.length - 1)}`);
                await hand.told('error', /cut off/);
                await hand.until(() => {
                    const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
                    return document.activeElement?.matches('.x-faulty') && top >= 0 && bottom <= innerHeight;
                });
                await page.setViewport({ width: 1280, height: 900 });
                await hand.tab('rows');
                assert.equal((await hand.cells(0))[0], '1');
                assert.equal((await hand.cells(7))[0], 'missing');
            });

            await t.test('shows the bytes of a file of another kind', async () => {
                await hand.drop({ 'foreign.tcb': files.foreign, 'empty.tcb': '' });
                await hand.opened('empty.tcb');
                await hand.alert(/^This file is empty: export it, or fetch it, again\.$/);
                await hand.click('.x-files button', 'foreign.tcb');
                await hand.opened('foreign.tcb');
                await hand.alert(/This is not a .tcb file: it looks like JSON\. A .tcb file .* tcb encode/);
                await hand.told('holds', /^7b/);
                await isClean('foreign');
            });

            await t.test('unpacks what is compressed with gzip', async () => {
                await hand.drop({ 'Packed.tcb.gz': files.packed, 'Packed.schema.json.gz': gzipSync(JSON.stringify(SCHEMA)) });
                await hand.opened('Packed.tcb');
                await hand.until(() => document.querySelector('.x-file-facts')?.textContent?.includes('names from Packed.schema.json.gz'));
                assert.match(await hand.text('.x-file-facts'), /600 rows8 columns.* of gzip/);
                await hand.tab('rows');
                assert.equal((await hand.cells(0))[1], '2');
                await hand.press('Close');
                await hand.drop({ 'half.tcb.gz': files.packed.subarray(0, 200) });
                await hand.alert(/half.tcb.gz: it is compressed with gzip, and is damaged or cut off/);
                await hand.press('Dismiss');
            });

            await t.test('asks for the keys of a sealed file', async () => {
                await hand.drop({ 'sealed.tcb': files.sealed });
                await hand.opened('sealed.tcb');
                await hand.type('.x-keys input', 'ab');
                await page.keyboard.press('Enter');
                await hand.alert(/encryption key has another length/);
                await hand.type('.x-keys input', MAC_KEY);
                await page.keyboard.press('Enter');
                await hand.alert(/not the one that the file was written with/);
                await isClean('keys');
                await hand.type('.x-keys input', ENCRYPTION_KEY);
                await hand.type('.x-keys label:nth-of-type(2) input', MAC_KEY);
                await page.keyboard.press('Enter');
                await hand.until(() => document.querySelector('.x-badge[data-badge="signature verified"]'));
                await hand.tab('rows');
                assert.equal((await hand.cells(0))[0], '1');
                await hand.drop({ 'signed.tcb': files.signed });
                await hand.opened('signed.tcb');
                await hand.until(() => document.querySelector('.x-badge')?.textContent === 'signed, not verified');
                await hand.press('Verify…');
                await hand.type('.x-keys input', MAC_KEY);
                await page.keyboard.press('Enter');
                await hand.until(() => document.querySelector('.x-badge[data-badge="signature verified"]'));
            });

            await t.test('gives each table its own names, and asks where nothing tells whose they are', async () => {
                /** @param {string} file @param {RegExp} pattern */
                const named = async (file, pattern) => {
                    await hand.click('.x-files button', file);
                    await hand.opened(file);
                    return hand.until((source) => {
                        const words = [...document.querySelectorAll('.x-columns .x-link, .x-file-facts')].map((one) => one.textContent).join(' ');
                        return new RegExp(source).test(words) && words;
                    }, pattern.source);
                };
                const { quest, shop } = pairOfFiles();
                const questNames = JSON.stringify(PAIR.quest), shopNames = JSON.stringify(PAIR.shop);
                await hand.drop({ 'Quest.tcb': quest, 'Shop.tcb': shop, 'Quest.schema.json': questNames, 'Shop.schema.json': shopNames });
                await named('Shop.tcb', /names from Shop.schema.json shopId keeper/);
                await named('Quest.tcb', /names from Quest.schema.json questId title/);

                await hand.press('Drop the names');
                await named('Quest.tcb', /c1 c2/);
                await hand.drop({ 'other.json': questNames });
                assert.match(await hand.until(() => document.querySelector('dialog[open]')?.textContent), /other.json does not say which of the opened files/);
                await isClean('whose names');
                const asked = await page.$$eval('dialog[open] label', (labels) => labels.map((label) => label.querySelector('bdi')?.textContent));
                await page.select(`dialog[open] label:nth-of-type(${asked.indexOf('Quest.tcb') + 1}) select`, '0');
                await hand.press('Use these names');
                await named('Quest.tcb', /names from other.json questId title/);
                await named('Shop.tcb', /names from Shop.schema.json shopId keeper/);
                await hand.drop({ 'tables.json': JSON.stringify({ tables: { Elsewhere: PAIR.quest } }) });
                await hand.press('Use none');
                await hand.until(() => !document.querySelector('dialog[open]'));
                await named('Shop.tcb', /names from Shop.schema.json shopId keeper/);
                await hand.drop({ 'rows.json': JSON.stringify([{ shopId: 1, keeper: 'b' }]) });
                await hand.alert(/rows.json: expected a schema or a baseline, found an array of other things/);
                await hand.press('Dismiss');

                await hand.press('Close');
                await hand.until(() => document.querySelector('.x-file')?.getAttribute('aria-label') !== 'Shop.tcb');
                await hand.drop({ 'Shop.tcb': shop });
                await named('Shop.tcb', /names from Shop.schema.json shopId keeper/);
                await hand.press('Close');
                await named('Quest.tcb', /questId/);
                await hand.press('Close');
            });

            await t.test('scrolls through ten million rows to the last', async () => {
                await hand.drop({ 'long.tcb': longFile() });
                await hand.opened('long.tcb');
                await hand.tab('rows');
                assert.deepEqual((await hand.cells(0)).slice(0, 2), ['1', '2']);
                await page.focus('.x-grid [tabindex="0"]');
                await page.keyboard.down('Control');
                await page.keyboard.press('End');
                await page.keyboard.up('Control');
                await hand.until(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex') === '10000001');
                assert.equal((await hand.cells(0)).at(-1), '10000000');
                await page.keyboard.press('ArrowUp');
                // A bar put in the middle shows the middle; a small step from there moves by its pixels.
                await page.$eval('.x-grid', (grid) => {
                    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
                });
                const first = () => hand.until(() => {
                    const labels = [...document.querySelectorAll('.x-row:not([hidden])')].map((line) => Number(line.getAttribute('aria-rowindex')) - 2);
                    const least = Math.min(...labels);
                    return least > 4_900_000 && least < 5_100_000 && least;
                });
                const middle = await first();
                await page.$eval('.x-grid', (grid) => grid.scrollBy(0, 10 * parseFloat(getComputedStyle(grid).getPropertyValue('--row'))));
                await hand.until((row) => {
                    const labels = [...document.querySelectorAll('.x-row:not([hidden])')].map((line) => Number(line.getAttribute('aria-rowindex')) - 2);
                    return Math.abs(Math.min(...labels) - row) <= 1;
                }, middle + 10);
                const shown = await hand.cells(0);
                assert.ok(Math.abs(Number(shown[0]) - middle - 11) <= 1, shown[0]);
                await hand.press('Close');
            });

            await t.test('goes from file to file, and closes them', async () => {
                const count = (await page.$$('.x-files button')).length;
                assert.equal(count, 7);
                await hand.click('.x-files button', 'Good.tcb');
                await hand.opened('Good.tcb');
                for (let left = count; left > 0; left--) {
                    await hand.press('Close');
                    await hand.until((wanted) => document.querySelectorAll('.x-files button').length === wanted || wanted < 1, left - 1);
                }
                await hand.until(() => !document.querySelector('.x-file'));
                await hand.press('Open a sample');
                await hand.opened('Wares.tcb');
                await hand.until(() => document.querySelector('.x-columns tbody')?.textContent?.includes('shelf.place'));
            });

            await t.test('fits a narrow screen, in light and dark', async () => {
                await page.setViewport({ width: 360, height: 740 });
                for (const theme of ['light', 'dark']) {
                    await page.evaluate((value) => {
                        document.documentElement.dataset.theme = value;
                    }, theme);
                    for (const view of ['structure', 'bytes', 'rows', 'export']) {
                        await hand.tab(view);
                        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
                        assert.ok(wide <= 0, `${view} is ${wide} px too wide`);
                        await isClean(`${view}, ${theme}`);
                    }
                }
            });

            assert.deepEqual(errors, []);
            assert.equal(ROW_COUNT, rows.length);
        } finally {
            await browser.close();
        }
    });
}
