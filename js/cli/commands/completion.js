/**
 * `tcb completion`: scripts for shells.
 */

import { completionScript, SHELLS } from '../program/completion.js';
import { loadSpecs } from '../program/describe.js';
import { STDIO, writeOutput } from '../files/files.js';

/** @import { CommandEntry, CommandSpec, OptionValues } from '../program/program.js' */

/** @type {CommandSpec} */
export const spec = {
    operands: [{ name: 'SHELL', about: 'the shell', choices: SHELLS }],
    options: [],
    notes: [
        'For bash, add to ~/.bashrc: source <(tcb completion bash). For zsh, write it into a folder of $fpath: ' +
        'tcb completion zsh > "${fpath[1]}/_tcb". For fish: tcb completion fish > ~/.config/fish/completions/tcb.fish. ' +
        'For PowerShell, add to $PROFILE: tcb completion powershell | Out-String | Invoke-Expression.',
    ],
    examples: [{ run: 'tcb completion bash' }],
};

/**
 * @param {OptionValues} _
 * @param {string[]} operands
 * @param {readonly CommandEntry[]} commands
 */
export async function run(_, [shell], commands) {
    await writeOutput(STDIO, completionScript(shell, await loadSpecs(commands)), false);
    return 0;
}
