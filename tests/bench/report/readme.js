/**
 * The figures of the README, out of a run's JSON lines: `node tests/bench/report/readme.js [path]`.
 */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { figure, readModel } from './model.js';
import { machineLines, short, whole } from './tables.js';
import { lossesByMeasure } from './words.js';

/** @import { SetReport } from './model.js' */

const FULL = fileURLToPath(new URL('../../../build/bench/full.jsonl', import.meta.url));
/** The last run whose figures the README tells. */
export const KEPT = fileURLToPath(new URL('../results.jsonl', import.meta.url));

const SHOWN = ['growth', 'sprout', 'canopy', 'dictionary', 'mixed', 'strings', 'longs', 'person', 'order-bytes', 'real'];

/** @param {SetReport} set */
function setLines({ title, summaries }) {
    const own = summaries.find(({ system }) => system === 'tcb');
    if (!own) return [];
    const cells = ['plain', 'brotli', 'columns', 'rows', 'retained'].map((id) => {
        const mine = figure(own, id)?.median;
        const rivals = summaries.filter(({ system }) => !system.startsWith('tcb'))
            .flatMap((summary) => {
                const found = figure(summary, id);
                return found ? [{ title: summary.title, value: found.median }] : [];
            }).sort((a, b) => a.value - b.value);
        const number = (/** @type {number} */ n) => id === 'columns' || id === 'rows' ? `${short(n)} ms` : whole(n);
        const json = summaries.find(({ system }) => system === 'json-named');
        const named = json && figure(json, id)?.median;
        const code = id === 'rows' && summaries.find(({ system }) => system === 'tcb-compiled');
        const compiled = code && figure(code, id)?.median;
        return mine === undefined ? '–' : `${number(mine)}${compiled ? ` (compiled ${number(compiled)})` : ''}; ${named ? number(named) : '–'}; ` +
            (rivals.length ? `${number(rivals[0].value)} ${rivals[0].title}` : '–');
    });
    return [`| ${[title, ...cells].join(' | ')} |`];
}

/**
 * When the sets were measured, which may have been in several runs: what the first run says of itself does not tell it.
 * @param {readonly SetReport[]} sets
 */
function timesOfSets(sets) {
    const lines = sets.flatMap(({ title, measured }) => measured
        ? [`${title} ${measured.date.slice(0, 16).replace('T', ' ')}, ${measured.load[0].toFixed(1)}` +
            (measured.budgetMs ? `, ${short(measured.budgetMs)} ms` : '')] : []);
    return lines.length ? [`Each set's begin (UTC), load, time for runs: ${lines.join('; ')}.`] : [];
}

/**
 * A table of the main figures, each as `.tcb; named JSON; the best other system`, and where `.tcb` loses to
 * whom: the best of its rivals on each set.
 * @param {string} [path] of JSON lines
 */
export function readmePart(path = existsSync(KEPT) ? KEPT : FULL) {
    const model = readModel(readFileSync(path, 'utf8'));
    const sets = model.sets.filter(({ name, summaries }) => SHOWN.includes(name) && summaries.length);
    return [
        ...machineLines(model.environment).slice(0, 2), ...timesOfSets(sets), '',
        'Each cell: .tcb (to rows also by `rowCompiler()`); named JSON; the best of the other systems in the run.', '',
        '| set | bytes | after brotli | to its form, CPU | to rows, CPU | bytes held by the form |',
        '| --- | --- | --- | --- | --- | --- |', ...sets.flatMap(setLines), '',
        'Where .tcb loses, and to the best of whom by how much:', '',
        ...lossesByMeasure(sets).map((sentence) => `- ${sentence}`),
    ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(readmePart(process.argv[2]));
