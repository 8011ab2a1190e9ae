/**
 * Completion of commands and options in shells.
 */

import { UsageError } from '../terminal/failure.js';
import { flagParts } from './describe.js';

/**
 * @import { DescribedCommand } from './describe.js'
 * @import { OptionSpec } from './program.js'
 */

export const SHELLS = Object.freeze(['bash', 'zsh', 'fish', 'powershell']);

/** What a value in brackets is completed to: files for these, nothing for others. */
const FILES = new Set(['file', 'folder']);

/**
 * @param {string} shell
 * @param {readonly DescribedCommand[]} commands
 */
export function completionScript(shell, commands) {
    if (shell === 'bash') return bashScript(commands);
    if (shell === 'zsh') return zshScript(commands);
    if (shell === 'fish') return fishScript(commands);
    if (shell === 'powershell') return powershellScript(commands);
    throw new UsageError(`expected ${SHELLS.join(', ')}, found ${JSON.stringify(shell)}; see tcb completion --help`);
}

/** @param {DescribedCommand} command */
function operandWords({ operands }) {
    return operands.flatMap(({ choices }) => choices ?? []);
}

/** @param {OptionSpec} option */
function names(option) {
    const { short, long } = flagParts(option);
    return short ? [short, long] : [long];
}

/** @param {readonly DescribedCommand[]} commands */
function bashScript(commands) {
    const choices = commands.flatMap((command) => command.all.flatMap((option) => (option.choices
        ? [`        ${names(option).map((name) => `${command.name}:${name}`).join(' | ')}) words="${option.choices.join(' ')}" ;;`] : [])));
    const plain = commands.flatMap((command) => command.all.flatMap((option) => {
        const { value } = flagParts(option);
        return value && !option.choices && !FILES.has(value) ? names(option).map((name) => `${command.name}:${name}`) : [];
    }));
    return `# Completion of tcb for bash: source <(tcb completion bash)
_tcb() {
    local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} words=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} help --help --version" -- "$current"))
        return
    fi
    case "$command:$previous" in
${choices.join('\n')}
        ${[...plain, 'help:-'].join(' | ')}) return ;;
    esac
    if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        return
    fi
    case "$command" in
${commands.map((command) => `        ${command.name}) words="${[...operandWords(command), ...command.all.flatMap(names)].join(' ')}" ;;`).join('\n')}
        help) words="${commands.map(({ name }) => name).join(' ')}" ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    case "$command:$current" in
        *:-* | ${[...commands.filter(({ operands }) => !operands.length || operands[0].choices).map(({ name }) => `${name}:*`), 'help:*'].join(' | ')}) ;;
        *) COMPREPLY+=($(compgen -f -- "$current")) ;;
    esac
}
complete -o filenames -F _tcb tcb
`;
}

/** @param {readonly DescribedCommand[]} commands */
function zshScript(commands) {
    const quote = (/** @type {string} */ text) => text.replace(/[\\[\]:]/g, '\\$&').replaceAll('\'', '\'\\\'\'');
    const optionLine = (/** @type {OptionSpec} */ option) => {
        const { short, long, value } = flagParts(option);
        const what = option.choices ? `(${option.choices.join(' ')})` : FILES.has(value ?? '') ? '_files' : ' ';
        const rest = `[${quote(option.about)}]${value ? `:${quote(value)}:${what}` : ''}`;
        return short ? [`'(${short} ${long})'{${short},${long}}'${rest}'`] : [`'${option.many ? '*' : ''}${long}${rest}'`];
    };
    return `#compdef tcb
# Completion of tcb for zsh: a file _tcb in a folder of $fpath
_tcb() {
    local -a commands
    commands=(
${commands.map(({ name, summary }) => `        '${name}:${quote(summary)}'`).join('\n')}
        'help:print the help of a command'
    )
    if (( CURRENT == 2 )); then
        _describe -t commands command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
${commands.map((command) => `        ${command.name})
            _arguments \\
                ${[...command.all.flatMap(optionLine),
        `'*:${command.operands[0]?.name ?? 'nothing'}:${operandWords(command).length ? `(${operandWords(command).join(' ')})` : command.operands.length ? '_files' : ' '}'`].join(' \\\n                ')}
            ;;`).join('\n')}
        help) _describe -t commands command commands ;;
    esac
}
# Loaded from $fpath, the function is this file; sourced, it has to be made known.
if [ "$funcstack[1]" = _tcb ]; then _tcb "$@"; else compdef _tcb tcb; fi
`;
}

/** @param {readonly DescribedCommand[]} commands */
function fishScript(commands) {
    const quote = (/** @type {string} */ text) => `'${text.replace(/[\\']/g, '\\$&')}'`;
    const all = commands.map(({ name }) => name).join(' ');
    const lines = [
        '# Completion of tcb for fish: ~/.config/fish/completions/tcb.fish',
        ...commands.map(({ name, summary }) => `complete -c tcb -n __fish_use_subcommand -f -a ${name} -d ${quote(summary)}`),
        `complete -c tcb -n __fish_use_subcommand -f -a help -d 'print the help of a command'`,
        `complete -c tcb -n '__fish_seen_subcommand_from help' -f -a '${all}'`,
    ];
    for (const command of commands) {
        const when = `complete -c tcb -n '__fish_seen_subcommand_from ${command.name}'`;
        const words = operandWords(command);
        if (words.length) lines.push(`${when} -f -a '${words.join(' ')}'`);
        for (const option of command.all) {
            const { short, long, value } = flagParts(option);
            const what = !value ? '' : option.choices ? ` -x -a '${option.choices.join(' ')}'` : FILES.has(value) ? ' -r' : ' -x';
            lines.push(`${when}${short ? ` -s ${short.slice(1)}` : ''} -l ${long.slice(2)}${what} -d ${quote(option.about)}`);
        }
    }
    return lines.join('\n') + '\n';
}

/** @param {readonly DescribedCommand[]} commands */
function powershellScript(commands) {
    const quote = (/** @type {string} */ text) => `'${text.replaceAll("'", "''")}'`;
    const list = (/** @type {readonly string[]} */ words) => `@(${words.map(quote).join(', ')})`;
    const entries = commands.map((command) => {
        const words = [...operandWords(command), ...command.all.flatMap(names)];
        const choices = command.all.flatMap((option) => names(option)
            .flatMap((name) => (option.choices ? [`        ${quote(`${command.name}:${name}`)} = ${list(option.choices)}`] : [])));
        return { words: `        ${quote(command.name)} = ${list(words)}`, choices };
    });
    return `# Completion of tcb for PowerShell: tcb completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName tcb -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $commands = ${list(commands.map(({ name }) => name))}
    $words = @{
        'help' = $commands
${entries.map(({ words }) => words).join('\n')}
    }
    $choices = @{
${entries.flatMap(({ choices }) => choices).join('\n')}
    }
    $given = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    if ($given.Count -lt 2) {
        $found = $commands + @('help', '--help', '--version')
    } else {
        $found = $choices["$($given[1]):$($given[-1])"]
        if (-not $found) { $found = $words[$given[1]] }
    }
    # Without a result, PowerShell offers files.
    $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
`;
}
