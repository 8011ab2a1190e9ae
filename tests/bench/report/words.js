/**
 * Where `.tcb` loses, and where it wins, in sentences out of the figures.
 */

import { MEASURES, figure, roundTrips } from './model.js';

/**
 * @import { Summary } from '../load/run.js'
 * @import { SetReport } from './model.js'
 */

const OWN = 'tcb';
/** What is less than this apart is called the same. */
const SAME = 1.05;
/** Milliseconds that a clock of microseconds cannot judge. */
const TOO_SHORT = 0.1;

/** @param {Summary} summary */
const isRival = ({ system }) => !system.startsWith(OWN);

/**
 * Rivals that are better by more than the spread of either, the best first.
 * @param {readonly Summary[]} summaries
 * @param {string} measure
 * @returns {{ summary: Summary, times: number }[]}
 */
export function betterThanOwn(summaries, measure) {
    const own = summaries.find(({ system }) => system === OWN);
    const mine = own && figure(own, measure);
    if (!mine) return [];
    return summaries.filter(isRival).flatMap((summary) => {
        const theirs = figure(summary, measure);
        if (!theirs || theirs.high >= mine.low || theirs.median * SAME >= mine.median) return [];
        return [{ summary, times: mine.median / theirs.median }];
    }).sort((a, b) => b.times - a.times);
}

/** @param {number} n */
const times = (n) => `${n >= 10 ? Math.round(n).toLocaleString('en') : n.toPrecision(2)} times`;

/** @param {{ summary: Summary, times: number }} rival */
const nameRival = ({ summary, times: ahead }) =>
    `${summary.title} (${ahead === Infinity ? 'needs none' : times(ahead)})`;

/** Named before the rest is only counted. */
const NAMED = 3;

/** @param {string[]} list one or more */
function enumerate(list) {
    if (list.length === 1) return list[0];
    const rest = list.length - NAMED;
    return rest > 0 ? `${list.slice(0, NAMED).join(', ')} and ${rest} more`
        : `${list.slice(0, -1).join(', ')} and ${list[list.length - 1]}`;
}

/**
 * @param {SetReport} set
 * @returns {{ loses: string[], wins: string[] }} a sentence a measure
 */
export function verdict({ title, summaries, messages }) {
    /** @type {{ loses: string[], wins: string[] }} */
    const found = { loses: [], wins: [] };
    const own = summaries.find(({ system }) => system === OWN);
    if (!own || !summaries.some(isRival)) return found;
    if (messages) found.loses.push(...aboutMessages(own, summaries));
    for (const { id, better, what } of MEASURES) {
        if (!canJudge(own, id, better)) continue;
        const ahead = betterThanOwn(summaries, id);
        if (ahead.length) {
            const verb = ahead.length > 1 ? 'are' : 'is';
            found.loses.push(`On ${title}, ${what}: ${enumerate(ahead.map(nameRival))} ${verb} ${better} than .tcb.`);
        } else if (summaries.filter(isRival).every((summary) => isWorse(summary, own, id))) {
            found.wins.push(`On ${title}, ${what}: nothing is ${better} than .tcb.`);
        }
    }
    return found;
}

/** @param {Summary} own @param {string} id @param {string} better */
function canJudge(own, id, better) {
    const mine = figure(own, id);
    return mine !== null && !(better === 'faster' && mine.median < TOO_SHORT);
}

/**
 * Where `.tcb` loses, a line a measure: each set with the best of its rivals.
 * @param {readonly SetReport[]} sets
 */
export function lossesByMeasure(sets) {
    const own = (/** @type {SetReport} */ { summaries }) => summaries.find(({ system }) => system === OWN);
    const lines = MEASURES.flatMap(({ id, better, what }) => {
        const lost = sets.flatMap((set) => {
            const mine = own(set);
            const [best] = mine && canJudge(mine, id, better) ? betterThanOwn(set.summaries, id) : [];
            const how = best?.times === Infinity ? 'needs none' : best && times(best.times);
            return best ? [`${set.title} (${best.summary.title}: ${how})`] : [];
        });
        return lost.length ? [`${what[0].toUpperCase()}${what.slice(1)}: ${lost.join(', ')}.`] : [];
    });
    return [...lines, ...sets.flatMap((set) => {
        const mine = own(set);
        return set.messages && mine ? aboutMessages(mine, set.summaries) : [];
    })];
}

/** @param {Summary} rival @param {Summary} own @param {string} id */
function isWorse(rival, own, id) {
    const [theirs, mine] = [figure(rival, id), figure(own, id)];
    return !theirs || !mine || theirs.median > mine.median * SAME;
}

/**
 * A table format is made for tables.
 * @param {Summary} own
 * @param {readonly Summary[]} summaries
 */
function aboutMessages(own, summaries) {
    const mine = roundTrips(own);
    const theirs = summaries.filter(isRival).flatMap((summary) => {
        const rate = roundTrips(summary);
        return rate ? [{ title: summary.title, rate }] : [];
    }).sort((a, b) => b.rate - a.rate);
    if (!mine || !theirs.length || theirs[0].rate <= mine) return [];
    const [{ title, rate }] = theirs;
    return ['A table format is the wrong tool for one record at a time: a file of one row is mostly header. ' +
        `${title} makes ${Math.round(rate).toLocaleString('en')} round trips a second, ` +
        `.tcb ${Math.round(mine).toLocaleString('en')} (${times(rate / mine)} fewer).`];
}
