import type { Option } from 'commander';
import type { RelayctlCommand } from './relayctl-command';
import type { Shell } from './shells';

/** A word that may follow, and what it is. */
interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** What may follow the name of a command. */
interface Place {
  /** The names of the commands, `token create`; empty for `relayctl` itself. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly takesFile: boolean;
  /** The values of the options that have a choice of them. */
  readonly values: readonly { readonly flag: string; readonly choices: readonly string[] }[];
  /** The options that any value may follow. */
  readonly open: readonly string[];
}

/** The script for a shell, made of the commands themselves. It runs nothing when it completes. */
export const completionFor = (shell: Shell, program: RelayctlCommand): string =>
  `${{ bash, zsh, fish }[shell](placesOf(program)).join('\n')}\n`;

function placesOf(command: RelayctlCommand, path = ''): readonly Place[] {
  const help: Word = { word: '--help', meaning: 'display help for command' };
  const commands = command.subcommands;
  const valued = command.options.filter(({ required }) => required);
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [
    {
      path,
      words: [
        ...commands.map((one) => ({ word: one.name(), meaning: one.description() })),
        ...choices.map((word) => ({ word, meaning: '' })),
        ...command.options.map(({ long = '', description }) => ({ word: long, meaning: description })),
        help,
      ],
      takesFile: command.registeredArguments.some(({ argChoices }) => !argChoices),
      values: valued.flatMap(({ long = '', argChoices }) => (argChoices ? [{ flag: long, choices: argChoices }] : [])),
      open: valued.filter((option) => !option.argChoices).map(flagOf),
    },
    ...commands.flatMap((one) => placesOf(one, path === '' ? one.name() : `${path} ${one.name()}`)),
  ];
}

const flagOf = ({ long = '' }: Option): string => long;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const inner = (places: readonly Place[]): string =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join(' | ');

/** Where nothing is known that could follow, bash completes the names of files. */
const bash = (places: readonly Place[]): string[] => [
  '_relayctl() {',
  '  local at= given word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= flags=',
  '  for given in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
  `    case "\${at:+$at }$given" in ${inner(places)}) at="\${at:+$at }$given" ;; esac`,
  '  done',
  '  case "$at $before" in',
  ...places.flatMap(({ path, values, open }) => [
    ...values.map(({ flag, choices }) => `    ${quoted(`${path} ${flag}`)}) words=${quoted(choices.join(' '))} ;;`),
    ...open.map((flag) => `    ${quoted(`${path} ${flag}`)}) return ;;`),
  ]),
  '    *) case "$at" in',
  ...places.map((place) => {
    const { flags, names } = bashWords(place);
    return `      ${quoted(place.path)}) flags=${quoted(flags.join(' '))} words=${quoted(names.join(' '))} ;;`;
  }),
  '    esac ;;',
  '  esac',
  '  [[ $word != -* ]] || words=$flags',
  '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
  '}',
  'complete -o bashdefault -o default -F _relayctl relayctl',
];

/** Options are offered where a name or a file is not expected, and where what is typed begins as they do. */
function bashWords({ words, takesFile }: Place) {
  const all = words.map(({ word }) => word);
  const flags = all.filter((word) => word.startsWith('-'));
  const names = all.filter((word) => !word.startsWith('-'));
  return { flags, names: names.length > 0 || takesFile ? names : flags };
}

const zsh = (places: readonly Place[]): string[] => [
  '#compdef relayctl',
  '_relayctl() {',
  "  local at='' given",
  '  local -a choices',
  '  for given in "${(@)words[2,CURRENT-1]}"; do',
  `    case "\${at:+$at }$given" in (${inner(places)}) at="\${at:+$at }$given" ;; esac`,
  '  done',
  '  case "$at ${words[CURRENT-1]}" in',
  ...places.flatMap(({ path, values, open }) => [
    ...values.map(
      ({ flag, choices }) => `    (${quoted(`${path} ${flag}`)}) choices=(${choices.map(quoted).join(' ')}) ;;`,
    ),
    ...open.map((flag) => `    (${quoted(`${path} ${flag}`)}) _files; return ;;`),
  ]),
  '    (*) case "$at" in',
  ...places.map(({ path, words }) => `      (${quoted(path)}) choices=(${words.map(described).join(' ')}) ;;`),
  '    esac ;;',
  '  esac',
  '  _describe relayctl choices',
  '  _files',
  '}',
  'compdef _relayctl relayctl',
];

const described = ({ word, meaning }: Word): string => quoted(`${word}:${meaning.replaceAll(':', '\\:')}`);

const fish = (places: readonly Place[]): string[] => [
  'function __relayctl_at',
  "    set -l at ''",
  '    for given in (commandline -opc)[2..]',
  '        set -l further (string trim "$at $given")',
  `        contains -- "$further" ${places.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join(' ')}; and set at $further`,
  '    end',
  '    test "$at" = "$argv[1]"',
  'end',
  ...places.flatMap((place) => place.words.map((word) => fishLine(place, word))),
];

function fishLine({ path, values, open }: Place, { word, meaning }: Word): string {
  const choices = values.find(({ flag }) => flag === word)?.choices;
  const value = choices ? ` -x -a ${quoted(choices.join(' '))}` : open.includes(word) ? ' -r' : '';
  const what = word.startsWith('--') ? `-l ${word.slice(2)}${value}` : `-a ${word}`;
  return `complete -c relayctl -n ${quoted(`__relayctl_at ${quoted(path)}`)} ${what} -d ${quoted(meaning)}`;
}
