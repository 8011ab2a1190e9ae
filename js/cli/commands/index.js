/**
 * The commands of `tcb`: each is a file of its own, which is loaded when it is called.
 */

/**
 * @typedef {object} Command
 * @property {string} help what `--help` prints
 * @property {import('node:util').ParseArgsOptionsConfig} options
 * @property {(values: import('../args.js').OptionValues, positionals: string[]) => Promise<number>} run
 *   gives the exit status
 */

/**
 * @type {readonly { name: string, summary: string, load: () => Promise<Command> }[]}
 */
export const COMMANDS = Object.freeze([
    {
        name: 'inspect',
        summary: 'show how a .tcb file is made up: its columns, their encodings and sizes',
        load: () => import('./inspect.js'),
    },
    {
        name: 'encode',
        summary: 'write JSON rows as a .tcb file',
        load: () => import('./encode.js'),
    },
    {
        name: 'decode',
        summary: 'print a .tcb file as JSON rows',
        load: () => import('./decode.js'),
    },
]);
