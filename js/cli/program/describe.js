/**
 * All commands with their descriptions.
 */

import { COMMON_OPTIONS } from './program.js';

/** @import { CommandEntry, CommandSpec, OptionSpec } from './program.js' */

/** @typedef {CommandSpec & { name: string, summary: string, all: readonly OptionSpec[] }} DescribedCommand */

/** @type {OptionSpec} */
export const HELP_OPTION = Object.freeze({ flags: '-h, --help', about: 'print the help of the command' });

/**
 * @param {readonly CommandEntry[]} commands
 * @returns {Promise<DescribedCommand[]>}
 */
export async function loadSpecs(commands) {
    return Promise.all(commands.map(async ({ name, summary, load }) => {
        const { spec } = await load();
        return { name, summary, ...spec, all: [...spec.options, ...COMMON_OPTIONS, HELP_OPTION] };
    }));
}

/**
 * The parts of an option's flags: `-o`, `--output`, and the word in brackets.
 * @param {OptionSpec} option
 */
export function flagParts({ flags }) {
    const found = /^(?:(-\w), )?(--[\w-]+)(?: [<[]([^>\]]+)[>\]])?$/.exec(flags);
    if (!found) throw new Error(`flags: expected "-s, --long <value>", found ${JSON.stringify(flags)}`);
    const [, short, long, value] = found;
    return { short, long, value };
}
