/**
 * The report as Markdown.
 */

import {
    RULES, encodingTable, factTable, growthTableOf, machineLines, measuredLine, runtimeTable, setTable, toMarkdown,
} from './tables.js';
import { verdict } from './words.js';

/** @import { Model, SetReport } from './model.js' */

/** @param {SetReport} set @param {boolean} claims */
function setSection(set, claims) {
    const head = `## ${set.title}\n\n${set.about[0].toUpperCase()}${set.about.slice(1)}.`;
    if (!set.summaries.length) {
        return `${head}\n\nNot measured: ${set.skipped ?? 'no system could hold it'}.`;
    }
    const { loses, wins } = claims ? verdict(set) : { loses: [], wins: [] };
    const list = (/** @type {string[]} */ sentences) => sentences.map((sentence) => `- ${sentence}`).join('\n');
    return [
        head, measuredLine(set), toMarkdown(setTable(set)), set.facts.length ? toMarkdown(factTable(set)) : '',
        loses.length ? `Where .tcb loses:\n\n${list(loses)}` : '', wins.length ? `Where it wins:\n\n${list(wins)}` : '',
    ].filter(Boolean).join('\n\n');
}

/** @param {Model} model */
export function markdownReport(model) {
    const { environment, sets, encodings, growth, runtimes } = model;
    return [
        '# Benchmark', machineLines(environment).join('\n\n'), `## Rules\n\n${RULES.map((rule) => `- ${rule}`).join('\n')}`,
        ...sets.map((set) => setSection(set, !environment.quick)),
        ...runtimes.length ? ['## Browsers and Deno', ...runtimes.map((runtime) => toMarkdown(runtimeTable(runtime)))] : [],
        ...encodings.length || growth ? ['## Inside the files'] : [],
        ...encodings.map((one) => toMarkdown(encodingTable(one))),
        ...growth ? [toMarkdown(growthTableOf(growth))] : [],
    ].join('\n\n') + '\n';
}
