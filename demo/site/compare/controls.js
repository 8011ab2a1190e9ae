/**
 * The choices above the figures.
 */

import { checkbox, segments } from '../ui/controls.js';
import { h } from '../ui/dom.js';
import { fileDrop } from '../ui/drop.js';
import { integer } from '../ui/format.js';
import { ROW_COUNTS, SETS } from './set-ids.js';
import { NETWORKS, REPEATS, SENT, TARGETS } from './settings.js';

/** @import { Settings } from './settings.js' */

/**
 * @param {object} options
 * @param {Settings} options.settings
 * @param {(change: Partial<Settings>) => void} options.onChange
 * @param {(file: File) => void} options.onFile
 * @param {() => void} options.onMeasure
 * @param {() => void} options.onCancel
 */
export function controls({ settings, onChange, onFile, onMeasure, onCancel }) {
    const drop = fileDrop({
        label: 'Choose a file…',
        hint: 'or drop one here: JSON (an array of objects) or CSV. It is encoded in this page; nothing is uploaded. ' +
            'A .tcb file opens in the explorer.',
        accept: '.json,.csv,.tsv,.txt,.tcb',
        onFiles: ([file]) => onFile(file),
    });
    const rows = segments({
        legend: 'Rows', choices: ROW_COUNTS.map((count) => /** @type {const} */ ([count, integer(count)])),
        value: settings.rows, onChange: (value) => onChange({ rows: value }),
    });
    const data = segments({
        legend: 'Data',
        choices: [...Object.entries(SETS).map(([id, { title }]) => /** @type {const} */ ([id, title])),
            /** @type {const} */ (['own', 'Your own file'])],
        value: settings.set, onChange: (value) => onChange({ set: value }),
    });
    const measure = h('button', { type: 'button', class: 'primary', onclick: onMeasure }, 'Measure');
    const cancel = h('button', { type: 'button', onclick: onCancel, disabled: true }, 'Cancel');
    const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the measurement' });
    const doing = h('span', { class: 'small muted doing' });
    const place = h('div', { class: 'progress' }, bar, doing);
    const status = h('p', { class: 'small status', role: 'status' });
    const problem = h('p', { class: 'note error', role: 'alert', hidden: true });

    const element = h('section', { class: 'card controls', 'aria-label': 'Settings' },
        h('div', { class: 'row' }, data, rows),
        drop,
        h('div', { class: 'row' },
            segments({
                legend: 'Network, Mbit/s', choices: NETWORKS.map((net) => /** @type {const} */ ([net, integer(net)])),
                value: settings.net, onChange: (net) => onChange({ net }),
            }),
            segments({
                legend: 'Sent', choices: SENT.map((sent) => /** @type {const} */ ([sent, sent])),
                value: settings.sent, onChange: (sent) => onChange({ sent }),
            }),
            segments({
                legend: 'Loaded to', choices: TARGETS.map((to) => /** @type {const} */ ([to, to])),
                value: settings.to, onChange: (to) => onChange({ to }),
            }),
            segments({
                legend: 'Repeats', choices: REPEATS.map((count) => /** @type {const} */ ([count, integer(count)])),
                value: settings.repeats, onChange: (repeats) => onChange({ repeats }),
            }),
            checkbox('Column JSON', settings.column, (column) => onChange({ column }))),
        h('div', { class: 'row run' }, measure, cancel, place),
        status, problem);

    return {
        element,
        /** @param {Settings} now */
        show(now) {
            rows.hidden = now.set !== 'growth';
            drop.hidden = now.set !== 'own';
            const own = /** @type {HTMLInputElement} */ (data.querySelector('input[value=own]'));
            own.checked = now.set === 'own';
        },
        /** @param {{ fraction: number, text: string } | null} progress null when nothing runs */
        progress(progress) {
            bar.value = progress?.fraction ?? 0;
            doing.textContent = progress?.text ?? '';
            cancel.disabled = progress === null;
            place.toggleAttribute('data-busy', progress !== null);
        },
        /** @param {string} text */
        say(text) {
            status.textContent = text;
        },
        /** @param {string} text empty: there is no problem */
        complain(text) {
            problem.hidden = text === '';
            problem.textContent = text;
        },
    };
}
