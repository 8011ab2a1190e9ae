/**
 * The comparison of forms: what is known, what is chosen, and what happens when.
 */

import './compare.css';

import { h, replace } from '../ui/dom.js';
import { integer } from '../ui/format.js';
import { JobError, isAbort } from '../ui/jobs.js';
import { controls } from './controls.js';
import { whyNoMemory } from './memory.js';
import { TITLES, shownForms } from './model.js';
import { figuresTable, headline, plots } from './results.js';
import { Runner, precomputed } from './runner.js';
import { SETS } from './set-ids.js';
import { readSettings, writeSettings } from './settings.js';

/**
 * @import { ViewOptions } from '../main.js'
 * @import { FormId } from './form-ids.js'
 * @import { Known, Sizes } from './model.js'
 * @import { Settings } from './settings.js'
 */

/** Sets that are measured without being asked to: they take seconds, and little memory. */
const LIGHT_ROWS = 100_000;
const LIGHT_FILE_BYTES = 20_000_000;

/**
 * @param {HTMLElement} container
 * @param {ViewOptions} options
 * @returns {{ destroy(): void }}
 */
export function mountCompare(container, { params, remember, explore }) {
    const settings = readSettings(params);
    const runner = new Runner();
    /** @type {File | null} */
    let own = null;
    /** @type {ReturnType<typeof plots> | null} */
    let figures = null;
    let isGone = false;
    /** @type {Known} */
    const known = {
        settings, title: '', facts: null, sizes: {}, sizesFrom: 'build', verified: null, samples: {}, memory: null,
    };

    const head = headline();
    const about = h('p', { class: 'muted about-data' });
    const panel = controls({ settings, onChange: change, onFile: takeFile, onMeasure: () => measure(), onCancel: cancel });
    const table = figuresTable(() => known, panel.say);
    const weighButton = h('button', { type: 'button', onclick: () => weighAll() }, 'Weigh memory');
    const why = whyNoMemory();
    const memoryTool = h('div', { class: 'row' }, why ? null : weighButton, h('p', { class: 'muted small' }, why ||
        'Each form is loaded in a worker of its own and kept; then the browser counts. That takes up to half a minute.'));
    const plotPlace = h('div', { class: 'stack' });
    replace(container, h('div', { class: 'compare stack' },
        h('div', { class: 'hero' },
            h('h1', null, 'Game tables in a fraction of the bytes'),
            h('p', null, h('code', null, '.tcb'), ' is a binary form of game tables. Here the same tables stand as ',
                h('code', null, '.tcb'), ' and as JSON: how large they are, and how long each takes to load, ',
                'measured in your browser now.')),
        head.element, about, panel.element, plotPlace, table.element));

    /** Shows all that is known. */
    function show() {
        if (isGone) return;
        head.update(known, runner.isRunning);
        figures?.update(known);
        table.update();
        const { facts } = known;
        about.textContent = [known.title, facts && `${integer(facts.rows)} rows in ${integer(facts.tables)} ` +
            `${facts.tables === 1 ? 'table' : 'tables'}`].filter(Boolean).join(': ');
    }

    /** Forgets what was found out about other data. */
    function newData() {
        runner.cancel();
        const { set, rows } = settings;
        const isOwn = set === 'own';
        const before = isOwn ? null : precomputed({ set, rows, own: null });
        known.title = isOwn ? own?.name ?? 'Your own file: choose or drop one' : `${SETS[set].title}, ${SETS[set].about}`;
        known.facts = before;
        known.sizes = before ? before.forms : {};
        known.sizesFrom = isOwn ? 'browser' : 'build';
        known.verified = null;
        known.samples = {};
        known.memory = null;
        panel.show(settings);
        panel.complain('');
        panel.progress(null);
        show();
        const isLight = isOwn ? own && own.size <= LIGHT_FILE_BYTES : set !== 'growth' || rows <= LIGHT_ROWS;
        if (isLight) measure();
        else panel.say(isOwn && !own ? '' : 'This is a lot of data, and takes about a gigabyte of memory: press Measure to begin.');
    }

    /** @param {Partial<Settings>} changed */
    function change(changed) {
        Object.assign(settings, changed);
        remember(writeSettings(settings));
        if ('set' in changed || 'rows' in changed) newData();
        else show();
    }

    /** @param {File} file */
    function takeFile(file) {
        if (/\.tcb$/i.test(file.name)) {
            explore([file]);
            return;
        }
        own = file;
        change({ set: 'own' });
    }

    /**
     * @param {string} what
     * @param {(signal: AbortSignal) => Promise<string>} work gives what to say at the end
     */
    async function perform(what, work) {
        panel.complain('');
        panel.say(`${what} started.`);
        panel.progress({ fraction: 0, text: '' });
        try {
            panel.say(await runner.run((signal) => {
                show();
                return work(signal);
            }));
        } catch (error) {
            // A new run has begun where the old one was ended by it.
            if (isAbort(error)) {
                if (!runner.isRunning) panel.say(`${what} cancelled.`);
            } else {
                panel.say('');
                panel.complain(sentence(error));
            }
        }
        if (runner.isRunning || isGone) return;
        panel.progress(null);
        show();
    }

    /** @param {AbortSignal} signal */
    async function prepare(signal) {
        const { set, rows } = settings;
        const prepared = await runner.prepare({ set, rows, own: set === 'own' ? own : null }, signal,
            (text) => panel.progress({ fraction: 0, text }));
        const { forms, tables, rows: rowCount, columns } = prepared;
        known.facts = { tables, rows: rowCount, columns };
        const before = known.sizesFrom === 'build' ? precomputed({ set, rows, own: null }) : null;
        known.verified = before ? isSame(before.forms, forms) : false;
        if (!known.verified) {
            known.sizesFrom = 'browser';
            for (const [form, { plain }] of Object.entries(forms)) {
                known.sizes = { ...known.sizes, [form]: { plain, gzip: null, brotli: null } };
            }
            show();
            await runner.compress(signal, (form, sizes) => {
                panel.progress({ fraction: 0, text: `compressing ${TITLES[form]}` });
                known.sizes = { ...known.sizes, [form]: { plain: forms[form].plain, ...sizes } };
                show();
            });
        }
        show();
    }

    function measure() {
        if (settings.set === 'own' && !own) {
            panel.complain('Choose a file of yours first, or drop one on the page.');
            return;
        }
        perform('Measurement', async (signal) => {
            known.samples = {};
            await prepare(signal);
            const forms = shownForms(settings);
            const samples = await runner.measure({ forms, rounds: settings.repeats }, signal, (progress) => {
                const { key, ms, round, rounds, step, steps } = progress;
                const text = round ? `round ${integer(round)} of ${integer(rounds)}` : `warming up ${nameOf(key)}`;
                panel.progress({ fraction: step / steps, text });
                if (ms === null) return;
                (known.samples[key] ??= []).push(ms);
                if (key.startsWith(`${forms[forms.length - 1]}/`)) show();
            });
            known.samples = samples;
            const rounds = Object.values(samples)[0].length;
            return `Measured: ${integer(rounds)} rounds${rounds < settings.repeats ? ', fewer than chosen because they take long' : ''}.`;
        });
    }

    function weighAll() {
        perform('Weighing', async (signal) => {
            await prepare(signal);
            known.memory = await runner.weigh(shownForms(settings), signal, ({ step, steps, text }) =>
                panel.progress({ fraction: step / steps, text }));
            return 'Weighed.';
        });
    }

    function cancel() {
        runner.cancel();
    }

    /** Files may be dropped anywhere. @param {DragEvent} event */
    function dropAnywhere(event) {
        const [file] = event.dataTransfer?.files ?? [];
        if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        if (event.type === 'drop' && file) takeFile(file);
    }
    document.addEventListener('dragover', dropAnywhere);
    document.addEventListener('drop', dropAnywhere);

    newData();
    // The plots come when the rest of the page stands.
    import('./figure.js').then(({ barFigure }) => {
        if (isGone) return;
        figures = plots(barFigure, memoryTool);
        replace(plotPlace, figures.elements);
        show();
    });
    return {
        destroy() {
            isGone = true;
            runner.dispose();
            figures?.destroy();
            document.removeEventListener('dragover', dropAnywhere);
            document.removeEventListener('drop', dropAnywhere);
        },
    };
}

/** @param {string} key `form/operation` */
function nameOf(key) {
    const [form, operation] = key.split('/');
    return `${TITLES[/** @type {FormId} */ (form)]} to ${operation}`;
}

/**
 * Whether the files made here are those that the build compressed. Where they cannot be digested,
 * their lengths tell.
 * @param {Record<string, Sizes & { sha256: string }>} before
 * @param {Record<string, { plain: number, sha256: string | null }>} made
 */
function isSame(before, made) {
    return Object.entries(made).every(([form, { plain, sha256 }]) =>
        before[form].plain === plain && (sha256 === null || before[form].sha256 === sha256));
}

/** @param {unknown} error */
function sentence(error) {
    if (error instanceof JobError && error.name === 'SyntaxError') return `This file is not JSON: ${error.message}`;
    const text = error instanceof Error ? error.message : String(error);
    return `This did not work: ${text}`;
}
