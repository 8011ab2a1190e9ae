/**
 * What the `tcb` command does with its arguments.
 */

import { readFileSync } from 'node:fs';

import { CommanderError } from 'commander';

import { COMMANDS } from './commands/index.js';
import { Failure, UsageError, oneLine } from './terminal/failure.js';
import { fileFailure } from './files/files.js';
import { makeProgram, usageError } from './program/program.js';

export { isUnbuilt } from './program/program.js';

/**
 * Runs a command to its end.
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit status: 0, 1 for bad input, 2 for wrong usage
 */
export async function main(args) {
    process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
        // A reader that has seen enough, such as `head`, is no error.
        if (error.code === 'EPIPE') process.exit();
        complain(fileFailure('standard output', error));
        process.exit(1);
    });
    let status = 0;
    try {
        const program = await makeProgram(args, { commands: COMMANDS, version: version(), done: (result) => (status = result) });
        await program.parseAsync(asksForUnknown(args) ? [args[1]] : [...args], { from: 'user' });
        return status;
    } catch (error) {
        if (error instanceof CommanderError) {
            if (error.exitCode === 0) return 0;
            if (error.code === 'commander.help') return 2;
            const known = args[0] && !args[0].startsWith('-') && error.code !== 'commander.unknownCommand';
            return complain(usageError(error, known ? `tcb ${args[0]}` : 'tcb'));
        }
        return complain(error);
    }
}

/**
 * Whether help is asked for about a command that is not there: commander would print its general help,
 * as a command it is refused by its name.
 * @param {readonly string[]} args
 */
function asksForUnknown([help, name]) {
    return help === 'help' && name !== undefined && name !== 'help' && !name.startsWith('-') &&
        !COMMANDS.some((command) => command.name === name);
}

/**
 * Says what went wrong.
 * @param {unknown} error
 * @returns {number} the exit status
 */
function complain(error) {
    process.stderr.write(`tcb: ${oneLine(error)}\n`);
    if (error instanceof UsageError) return 2;
    return error instanceof Failure ? error.status : 1;
}

function version() {
    const file = new URL('../../package.json', import.meta.url);
    return String(JSON.parse(readFileSync(file, 'utf8')).version);
}
