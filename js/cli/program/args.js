/**
 * Arguments of the project's own scripts, parsed by `parseArgs` of node:util. Those of `tcb` are in
 * program.js.
 */

import { parseArgs } from 'node:util';

import { UsageError } from '../terminal/failure.js';

/** @import { ParseArgsOptionsConfig } from 'node:util' */

/** @typedef {Record<string, any>} OptionValues */

/**
 * @param {readonly string[]} args
 * @param {ParseArgsOptionsConfig} options
 * @param {string} command as its user calls it, for messages
 * @returns {{ values: OptionValues, positionals: string[] }}
 */
export function parseArguments(args, options, command) {
    const all = { ...options, help: { type: /** @type {const} */ ('boolean'), short: 'h' } };
    try {
        return parseArgs({ args: [...args], options: all, allowPositionals: true });
    } catch (error) {
        const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (error);
        if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
        throw new UsageError(`${explain(code, message, Object.keys(all))}; see ${command} --help`);
    }
}

/**
 * @param {string} code
 * @param {string} message
 * @param {readonly string[]} names
 */
function explain(code, message, names) {
    const [, option = ''] = /'(-[^']*)'/.exec(message) ?? [];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
        const close = option.startsWith('--') ? closest(option.slice(2), names) : undefined;
        return `unknown option ${option}` + (close ? `, did you mean --${close}?` : '');
    }
    const [, name = option] = /'(?:-\w, )?(--[\w-]+)/.exec(message) ?? [];
    return /argument missing|is ambiguous/.test(message) ? `${name} needs a value` : message.split('\n')[0];
}

/**
 * The name that a mistyped word most likely stands for.
 * @param {string} word
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function closest(word, names) {
    const near = names.map((name) => ({ name, distance: editDistance(word, name) }))
        .filter(({ name, distance }) => distance <= Math.max(1, name.length / 3));
    return near.sort((a, b) => a.distance - b.distance)[0]?.name;
}

/**
 * How many characters must be added, removed or changed to turn one word into the other.
 * @param {string} a
 * @param {string} b
 */
function editDistance(a, b) {
    let row = Array.from({ length: b.length + 1 }, (_, j) => j);
    for (let i = 1; i <= a.length; i++) {
        const next = [i];
        for (let j = 1; j <= b.length; j++) {
            next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
        }
        row = next;
    }
    return row[b.length];
}
