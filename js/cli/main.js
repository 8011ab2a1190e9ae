/**
 * What the `tcb` command does with its arguments.
 */

import { readFileSync } from 'node:fs';

import { closest, parseArguments } from './args.js';
import { COMMANDS } from './commands/index.js';
import { Failure, UsageError, oneLine } from './failure.js';

const HELP = `tcb: look into, write and read .tcb game tables

Usage: tcb COMMAND [options]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`).join('\n')}

  -h, --help      this help; tcb COMMAND --help tells more
  -v, --version   the version of tcb-wasm

Example:
  tcb encode Item.json --write-schema Item.schema.json
  tcb inspect Item.tcb --schema Item.schema.json
`;

/**
 * Runs a command to its end.
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit status: 0, 1 for bad input, 2 for wrong usage
 */
export async function main(args) {
    // A reader that has seen enough, such as `head`, is no error.
    process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
        if (error.code === 'EPIPE') process.exit();
        throw error;
    });
    try {
        return await dispatch(args);
    } catch (error) {
        process.stderr.write(`tcb: ${oneLine(error)}\n`);
        return error instanceof UsageError ? 2 : 1;
    }
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
async function dispatch([first, ...rest]) {
    if (first === '--help' || first === '-h' || first === 'help' && !rest.length) {
        process.stdout.write(HELP);
        return 0;
    }
    if (first === '--version' || first === '-v') {
        const file = new URL('../../package.json', import.meta.url);
        process.stdout.write(`${JSON.parse(readFileSync(file, 'utf8')).version}\n`);
        return 0;
    }
    if (first === 'help') return dispatch([...rest, '--help']);
    if (first === undefined) {
        process.stderr.write(HELP);
        return 2;
    }
    const { name, load } = findCommand(first);
    const command = await loadCommand(load);
    const { values, positionals } = parseArguments(rest, command.options, `tcb ${name}`);
    if (values.help) {
        process.stdout.write(command.help);
        return 0;
    }
    return command.run(values, positionals);
}

/** @param {string} word */
function findCommand(word) {
    const found = COMMANDS.find(({ name }) => name === word);
    if (found) return found;
    if (word.startsWith('-')) {
        throw new UsageError(`unknown option ${word}; options come after the command, see tcb --help`);
    }
    const close = closest(word, COMMANDS.map(({ name }) => name));
    throw new UsageError(`unknown command ${JSON.stringify(word)}` +
        (close ? `, did you mean ${close}?` : `; there are ${commandNames()}`) + '; see tcb --help');
}

function commandNames() {
    return COMMANDS.map(({ name }) => name).join(', ');
}

/** @param {() => Promise<import('./commands/index.js').Command>} load */
async function loadCommand(load) {
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
    return code === 'ERR_MODULE_NOT_FOUND' && /[\\/]wasm[\\/]tcb(?:-decode)?\.js/.test(message);
}
