/**
 * The plots of a report, as configurations of Chart.js.
 */

import { figure } from './model.js';

/**
 * @import { Summary } from '../load/run.js'
 * @import { Model, SetReport } from './model.js'
 */

/** @typedef {{ title: string, bars: number, config: object }} Chart */

const OWN_COLOURS = ['#b3400f', '#d9763f', '#f0b48c'];
const RIVAL_COLOURS = ['#2f5d8a', '#6d97bf', '#b4cbe0'];
const LINE_COLOURS = ['#2f5d8a', '#4c9a6b', '#8a6fb0', '#7a7a7a', '#c2a43a', '#3fa3b5', '#a85a7a', '#5b6b2f'];

/** @param {Summary} summary */
const isOwn = ({ system }) => system.startsWith('tcb');

/**
 * Horizontal bars, a system each; `.tcb` in a colour of its own.
 * @param {string} title
 * @param {readonly Summary[]} summaries
 * @param {{ id: string, label: string }[]} series
 * @param {string} unit
 * @returns {Chart | null}
 */
function bars(title, summaries, series, unit) {
    const shown = summaries.filter((summary) => series.some(({ id }) => figure(summary, id)));
    if (!shown.length) return null;
    return {
        title, bars: shown.length,
        config: {
            type: 'bar',
            data: {
                labels: shown.map((summary) => summary.title),
                datasets: series.map(({ id, label }, s) => ({
                    label, data: shown.map((summary) => figure(summary, id)?.median || null),
                    backgroundColor: shown.map((summary) =>
                        (isOwn(summary) ? OWN_COLOURS : RIVAL_COLOURS)[s]),
                })),
            },
            options: {
                indexAxis: 'y', animation: false, maintainAspectRatio: false,
                plugins: { legend: { display: series.length > 1 } },
                scales: {
                    x: {
                        type: 'logarithmic',
                        title: { display: true, text: `${unit}, logarithmic: shorter is better` },
                    },
                },
            },
        },
    };
}

/**
 * @param {SetReport} set
 * @returns {Chart[]}
 */
export function setCharts({ title, summaries }) {
    return [
        bars(`${title}: bytes`, summaries, [
            { id: 'plain', label: 'plain' },
            { id: 'gzip', label: 'gzip -9' },
            { id: 'brotli', label: 'brotli -11' },
        ], 'bytes'),
        bars(`${title}: time to load`, summaries, [
            { id: 'columns', label: 'to the library\'s form' },
            { id: 'rows', label: 'to rows' },
        ], 'CPU ms'),
        bars(`${title}: time to encode`, summaries, [{ id: 'encode', label: 'encode' }], 'CPU ms'),
        bars(`${title}: memory held`, summaries, [
            { id: 'retained', label: 'the library\'s form' },
            { id: 'retainedRows', label: 'rows' },
        ], 'bytes'),
    ].filter((chart) => chart !== null);
}

/**
 * How cost grows with the rows of the growth table: a line for each system.
 * @param {Model} model
 * @returns {Chart[]}
 */
export function scaleCharts({ sets }) {
    const scales = sets.filter(({ name, summaries }) => /^growth/.test(name) && summaries.length);
    if (scales.length < 2) return [];
    const systems = new Map(scales.flatMap(({ summaries }) => summaries).map(({ system, title }) => [system, title]));
    return [
        { id: 'rows', title: 'growth at scale: time to rows', unit: 'CPU ms' },
        { id: 'columns', title: 'growth at scale: time to the library\'s form', unit: 'CPU ms' },
        { id: 'plain', title: 'growth at scale: bytes', unit: 'bytes' },
    ].map(({ id, title, unit }) => ({
        title, bars: 16,
        config: {
            type: 'line',
            data: {
                datasets: [...systems].map(([system, label], i) => ({
                    label, ...line(system, i),
                    data: scales.flatMap(({ summaries }) => summaries.filter((one) => one.system === system))
                        .map((summary) => ({ x: summary.rows, y: figure(summary, id)?.median }))
                        .filter(({ y }) => y).sort((a, b) => a.x - b.x),
                })),
            },
            options: {
                animation: false, maintainAspectRatio: false,
                scales: {
                    x: { type: 'logarithmic', title: { display: true, text: 'rows' } },
                    y: { type: 'logarithmic', title: { display: true, text: unit } },
                },
            },
        },
    }));
}

/** @param {string} system @param {number} i */
function line(system, i) {
    const colour = system.startsWith('tcb') ? OWN_COLOURS[0] : LINE_COLOURS[i % LINE_COLOURS.length];
    return { borderColor: colour, backgroundColor: colour, borderWidth: system === 'tcb' ? 4 : 1.5, pointRadius: 2 };
}
