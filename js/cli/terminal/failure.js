/**
 * How a command ends early: with one sentence for its user, never a stack trace.
 */

/** Something about the input is wrong: exit status 1, where the command has no other. */
export class Failure extends Error {
    status = 1;
}

/** A file that may well stand among tables, but is none. */
export class NotRows extends Failure {}

/** The command was called wrongly: exit status 2. */
export class UsageError extends Error {}

/**
 * An error as one sentence on one line.
 * @param {unknown} error
 */
export function oneLine(error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/\s*\n\s*/g, ' ');
}
