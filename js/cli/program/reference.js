/**
 * The reference of the command line, made from the descriptions that the help is made from.
 */

import { EXIT_STATUSES, FIRST_STEPS, operandText } from './program.js';

/** @import { DescribedCommand } from './describe.js' */

/**
 * @param {readonly DescribedCommand[]} commands
 * @returns {string} Markdown
 */
export function referenceText(commands) {
    return `# tcb(1)

<!-- Made by js/cli/makereference.mjs from what the help is made from: change that instead. -->

## Name

tcb - look into, write and read \`.tcb\` game tables

## Synopsis

\`tcb COMMAND [options]\`, \`tcb help COMMAND\`, \`tcb --version\`

| command | |
|---|---|
${commands.map(({ name, summary }) => `| [\`${name}\`](#tcb-${name}) | ${cell(summary)} |`).join('\n')}

## First steps

${shell(FIRST_STEPS.map(({ run }) => run))}

## Common to all commands

- \`-\` in place of a file is standard input or standard output.
- Output is written under a temporary name and renamed: a run that fails or is stopped leaves no half file. A file that
  exists is overwritten with \`--force\` only.
- Progress is shown on a terminal only, and \`--quiet\` keeps it and every remark away. Colours are shown on a terminal
  only, and not where the environment has \`NO_COLOR\`.
- What goes wrong is said in one line on standard error.

## Exit status

| status | |
|---:|---|
${EXIT_STATUSES.map(([status, about]) => `| ${status} | ${cell(about)} |`).join('\n')}

Commands that have statuses of their own name them. A run that a signal stops ends by that signal.

## Environment

| variable | |
|---|---|
| \`TCB_ENCRYPT_KEY\`, \`TCB_MAC_KEY\` | keys as 64 hexadecimal digits, where no option names a key file |
| \`NO_COLOR\` | no colours, whatever it holds |

## Commands

${commands.map(commandText).join('\n')}`;
}

/** @param {DescribedCommand} command */
function commandText({ name, summary, operands, all, notes = [], statuses, examples }) {
    const parts = [
        `### tcb ${name}`,
        sentence(summary),
        `\`tcb ${[name, ...operands.map(operandText), '[options]'].join(' ')}\``,
        table('operand', operands.map((operand) => [
            operand.name, operand.about + (operand.choices ? `: ${operand.choices.join(', ')}` : ''),
        ])),
        table('option', all.map((option) => [
            option.flags,
            option.about + (option.choices ? `; one of ${option.choices.join(', ')}` : '') +
            (option.many ? '; may be given several times' : '') + (option.fallback ? ` (default: ${option.fallback})` : ''),
        ])),
        ...notes,
        statuses ? `| exit status | |\n|---:|---|\n${statuses.map(([status, about]) => `| ${status} | ${cell(about)} |`).join('\n')}` : '',
        shell(examples.flatMap(({ run, about }) => (about ? [`# ${about}`, run] : [run]))),
    ];
    return parts.filter(Boolean).join('\n\n') + '\n';
}

/**
 * @param {string} title
 * @param {readonly (readonly [string, string])[]} rows
 */
function table(title, rows) {
    if (!rows.length) return '';
    return `| ${title} | |\n|---|---|\n${rows.map(([term, about]) => `| \`${term.replaceAll('|', '\\|')}\` | ${cell(about)} |`).join('\n')}`;
}

/** @param {string} text */
function cell(text) {
    return text.replaceAll('|', '\\|').replaceAll('<', '\\<');
}

/** @param {string} text */
function sentence(text) {
    return text.replace(/^./, (first) => first.toUpperCase()) + '.';
}

/** @param {readonly string[]} lines */
function shell(lines) {
    return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}

