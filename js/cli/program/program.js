/**
 * The commands as commander knows them. Help, completion and the reference all come from the one
 * description that each command has.
 */

import { Command, Option } from 'commander';

import { Failure, UsageError, oneLine } from '../terminal/failure.js';

/**
 * @typedef {object} OptionSpec
 * @property {string} flags as in `-o, --output <file>`; the word in brackets tells completion what to offer
 * @property {string} about
 * @property {string} [fallback] what holds without the option, in words
 * @property {readonly string[]} [choices]
 * @property {boolean} [many] it may be given several times, and its value is an array
 */

/**
 * @typedef {object} OperandSpec
 * @property {string} name in capitals
 * @property {string} about
 * @property {boolean} [optional]
 * @property {boolean} [many]
 * @property {readonly string[]} [choices]
 */

/**
 * @typedef {object} Example
 * @property {string} run a line for a shell
 * @property {string} [about] what it does
 * @property {RegExp} [until] what it prints when it is ready, where it runs until it is stopped
 */

/**
 * What a command's file exports as `spec`.
 * @typedef {object} CommandSpec
 * @property {readonly OperandSpec[]} operands
 * @property {readonly OptionSpec[]} options
 * @property {readonly string[]} [notes] paragraphs
 * @property {readonly Example[]} examples
 * @property {readonly [number, string][]} [statuses] exit statuses that mean something of their own
 * @property {number} [failureStatus] the exit status of a failure, where it is not 1
 */

/** @typedef {Record<string, any>} OptionValues by camelCase names; `quiet` is always among them */

/**
 * A command's file.
 * @typedef {object} CommandModule
 * @property {CommandSpec} spec
 * @property {(values: OptionValues, operands: string[], commands: readonly CommandEntry[]) => Promise<number>} run
 *   gives the exit status; `commands` are all that there are
 */

/**
 * A command before its file is loaded.
 * @typedef {{ name: string, summary: string, load: () => Promise<CommandModule> }} CommandEntry
 */

/** Every command has these. @type {readonly OptionSpec[]} */
export const COMMON_OPTIONS = Object.freeze([
    { flags: '-q, --quiet', about: 'print no progress and no remarks, only errors' },
]);

/** What `tcb --help` shows. @type {readonly Example[]} */
export const FIRST_STEPS = Object.freeze([
    { run: 'tcb encode Item.json --write-schema Item.schema.json' },
    { run: 'tcb inspect Item.tcb --schema Item.schema.json' },
]);

/** @type {readonly [number, string][]} */
export const EXIT_STATUSES = Object.freeze([
    [0, 'done, and nothing is wrong'],
    [1, 'the input is not as it should be, or a file cannot be read or written; nothing half-written is left'],
    [2, 'the command was called wrongly'],
]);

const WIDTH = 96;

/**
 * The program, with the options of those commands that are among the words: to load the others would
 * only take time.
 * @param {readonly string[]} words
 * @param {{ commands: readonly CommandEntry[], version: string, done: (status: number) => void }} how
 */
export async function makeProgram(words, { commands, version, done }) {
    const program = command('tcb').description('look into, write and read .tcb game tables')
        .usage('COMMAND [options]')
        .version(version, '-v, --version', 'print the version of tcb-wasm')
        .helpCommand('help [command]', 'print the help of a command')
        .addHelpText('after', helpEnd({ examples: FIRST_STEPS, statuses: EXIT_STATUSES }));
    for (const { name, summary, load } of commands) {
        const sub = command(name).summary(summary).description(summary);
        program.addCommand(sub);
        if (!words.includes(name)) continue;
        const { spec, run } = await loadModule(load);
        describeCommand(sub, spec);
        sub.action(async () => done(await attempt(spec, () => run(sub.opts(), sub.args, commands))));
    }
    return program;
}

/** @param {string} name */
function command(name) {
    return new Command(name).exitOverride().helpOption('-h, --help', 'print this help')
        .configureOutput({ outputError: () => {}, getOutHelpWidth: () => WIDTH, getErrHelpWidth: () => WIDTH })
        .configureHelp({ subcommandTerm: (sub) => sub.name() });
}

/**
 * @param {Command} sub
 * @param {CommandSpec} spec
 */
function describeCommand(sub, spec) {
    for (const { name, about, optional, many, choices } of spec.operands) {
        const word = name + (many ? '...' : '');
        sub.argument(optional ? `[${word}]` : `<${word}>`, about + (choices ? `: ${choices.join(', ')}` : ''));
    }
    sub.usage([...spec.operands.map(operandText), '[options]'].join(' '));
    for (const option of [...spec.options, ...COMMON_OPTIONS]) sub.addOption(commanderOption(option));
    sub.addHelpText('after', helpEnd(spec));
}

/** @param {OptionSpec} spec */
function commanderOption({ flags, about, fallback, choices, many }) {
    const option = new Option(flags, about + (fallback ? ` (default: ${fallback})` : ''));
    if (choices) option.choices([...choices]);
    if (many) option.argParser((value, /** @type {string[] | undefined} */ others) => [...others ?? [], value]);
    return option;
}

/** @param {OperandSpec} operand */
export function operandText({ name, optional, many }) {
    const text = name + (many ? '...' : '');
    return optional ? `[${text}]` : text;
}

/**
 * @param {Pick<CommandSpec, 'notes' | 'examples' | 'statuses'>} spec
 */
function helpEnd({ notes = [], examples, statuses }) {
    const parts = notes.map((note) => wrap(note, WIDTH));
    if (statuses) {
        parts.push(['Exit status:', ...statuses.map(([status, about]) => `  ${status}  ${about}`)].join('\n'));
    }
    parts.push([examples.length > 1 ? 'Examples:' : 'Example:', ...examples.map(exampleText)].join('\n'));
    return '\n' + parts.join('\n\n') + '\n'.slice(1);
}

/** @param {Example} example */
function exampleText({ run, about }) {
    return `  ${run}${about ? `\n      ${about}` : ''}`;
}

/**
 * @param {string} text
 * @param {number} width
 */
function wrap(text, width) {
    const lines = [''];
    for (const word of text.split(' ')) {
        const last = lines.length - 1;
        if (lines[last] && lines[last].length + 1 + word.length > width) lines.push(word);
        else lines[last] += (lines[last] && ' ') + word;
    }
    return lines.join('\n');
}

/**
 * @param {CommandSpec} spec
 * @param {() => Promise<number>} work
 */
async function attempt({ failureStatus }, work) {
    try {
        return await work();
    } catch (error) {
        if (failureStatus === undefined || error instanceof UsageError) throw error;
        throw Object.assign(new Failure(oneLine(error), { cause: error }), { status: failureStatus });
    }
}

/**
 * An error of commander's in one line.
 * @param {Error} error
 * @param {string} place the command, as its user calls it
 */
export function usageError({ message }, place) {
    const [text, guess] = oneLine(message).replace(/^error: /, '').split(/ ?\(Did you mean (.+)\?\)$/);
    return new UsageError(text.replace(/\.$/, '') + (guess ? `, did you mean ${guess}?` : '') + `; see ${place} --help`);
}

/** @param {() => Promise<CommandModule>} load */
async function loadModule(load) {
    try {
        return await load();
    } catch (cause) {
        if (!isUnbuilt(cause)) throw cause;
        throw new Failure('the WebAssembly modules are not built: run npm run build', { cause });
    }
}

/**
 * Whether an import failed for want of the built modules.
 * @param {unknown} error
 */
export function isUnbuilt(error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    return code === 'ERR_MODULE_NOT_FOUND' && /[\\/]build[\\/]js[\\/][\w-]+\.js/.test(message);
}
