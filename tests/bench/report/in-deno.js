/**
 * What runs under Deno: times of loading the files of a folder, printed as JSON.
 */

import { readFileSync } from 'node:fs';

import { spread } from '../load/stats.js';
import { openSystem } from '../load/systems.js';
import { rowToucher, touchRows } from '../load/touch.js';

/** @type {any} */
const { Deno, gc } = globalThis;
const [folder] = Deno.args;
const { plan, systems: names, rounds } = JSON.parse(readFileSync(`${folder}/plan.json`, 'utf8'));
const touchRow = rowToucher(plan.schema);
const systems = await Promise.all(names.map(async (/** @type {string} */ name) => ({
    system: await openSystem(name, plan.schema),
    bytes: new Uint8Array(readFileSync(`${folder}/${name}.bin`)),
    columns: /** @type {number[]} */ ([]), rows: /** @type {number[]} */ ([]),
})));

/**
 * @param {() => any} work
 * @param {(result: any) => boolean} isRight
 */
function time(work, isRight) {
    gc();
    const start = performance.now();
    const result = work();
    const spent = performance.now() - start;
    if (!isRight(result)) throw new Error('a system gave a wrong answer');
    return spent;
}

for (let round = -1; round < rounds; round++) {
    for (const { system, bytes, columns, rows } of systems) {
        const toColumns = time(() => system.load(bytes), (form) => system.sum(form, plan.sumColumn) === plan.sum);
        const toRows = time(() => touchRows(touchRow, system.rows(system.load(bytes))),
            (count) => count === plan.valueCount);
        // The first round warms up.
        if (round < 0) continue;
        columns.push(toColumns);
        rows.push(toRows);
    }
}

console.log(JSON.stringify({
    version: Deno.version.deno,
    forms: systems.map(({ system, bytes, columns, rows }) => ({
        title: system.title, bytes: bytes.length, columns: spread(columns), rows: spread(rows),
    })),
}));
