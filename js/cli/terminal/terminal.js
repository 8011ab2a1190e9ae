/**
 * Colours and progress, where somebody sees them.
 */

import { createColors } from 'picocolors';

import { bar } from './layout.js';

/**
 * The colours for a stream: functions that give a text back as it is where it goes to a file or a
 * pipe, or where the environment asks for none.
 * @param {{ isTTY?: boolean }} [stream]
 */
export function colours(stream = process.stdout) {
    const { NO_COLOR, TERM } = process.env;
    return createColors(Boolean(stream.isTTY) && !NO_COLOR && TERM !== 'dumb');
}

/**
 * A remark for whoever runs the command, apart from its output.
 * @param {string} text
 * @param {boolean} [quiet]
 */
export function remark(text, quiet = false) {
    if (!quiet) process.stderr.write(`${text}\n`);
}

/** Work that is done sooner needs no progress bar. */
const PATIENCE_MS = 400;
const BAR_WIDTH = 24;

/**
 * @typedef {object} Progress
 * @property {(what: string, share?: number) => void} show `share` of the work, 0 to 1
 * @property {() => void} stop
 */

/**
 * A progress bar on a terminal; elsewhere nothing.
 * @param {boolean} quiet
 * @returns {Promise<Progress>}
 */
export async function progress(quiet) {
    const { stderr } = process;
    // Of a terminal without a width, such as some scripts make, no line can be taken back.
    if (quiet || !stderr.isTTY || !stderr.columns || process.env.TERM === 'dumb') return { show() {}, stop() {} };
    const { default: ora } = await import('ora');
    const spinner = ora({ stream: stderr, color: process.env.NO_COLOR ? false : 'cyan', discardStdin: false });
    const begin = performance.now();
    return {
        show(what, share) {
            const part = share === undefined ? '' : ` ${bar(share, 1, BAR_WIDTH).padEnd(BAR_WIDTH)} ${Math.floor(share * 100)}%`;
            spinner.text = what + part;
            if (!spinner.isSpinning && performance.now() - begin > PATIENCE_MS) spinner.start();
        },
        stop: () => void spinner.stop(),
    };
}
