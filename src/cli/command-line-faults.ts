import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { InvalidArgumentError, type Option } from 'commander';
import { nearestName } from '../kernel/nearest-name';
import type { RelayctlCommand } from './relayctl-command';

/** What a command line calls, and everything that is wrong with it. */
export interface Called {
  readonly command: RelayctlCommand;
  readonly faults: readonly string[];
}

/** Judges a command line as a whole, where commander would name its first fault. What asks for help has none. */
export async function calledBy(program: RelayctlCommand, parameters: readonly string[]): Promise<Called> {
  let command = program;
  let rest = parameters;
  while (command.commands.length > 0) {
    const next = command.subcommands.find((one) => one.name() === rest[0]);
    if (!next) return { command, faults: faultsOfName(command, rest) };
    [command, rest] = [next, rest.slice(1)];
  }
  return { command, faults: await new CommandLine(command, rest).faults() };
}

const HELP = ['-h', '--help'];

const flagsOf = (options: readonly Option[]): string[] => [
  ...options.flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined)),
  ...HELP,
];

/** Where a word stands that names no command. */
function faultsOfName(command: RelayctlCommand, [word]: readonly string[]): readonly string[] {
  const flags = flagsOf(command.options);
  if (word === undefined || flags.includes(word)) return [];
  if (word.startsWith('-')) return [`unknown option '${word}'${didYouMean(word, flags)}`];
  return [
    `unknown command '${word}'${didYouMean(
      word,
      command.subcommands.map((one) => one.name()),
    )}`,
  ];
}

const didYouMean = (given: string, names: readonly string[]): string => {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
};

/** What follows the name of a command. */
class CommandLine {
  private readonly found: string[] = [];
  private readonly given: Record<string, unknown> = {};
  /** The options that others were probably meant to be. */
  private readonly meant = new Set<string>();
  private readonly tokens;

  constructor(
    private readonly command: RelayctlCommand,
    parameters: readonly string[],
  ) {
    const options = command.options.map(({ long = '', required }) => [
      long.slice(2),
      { type: required ? 'string' : 'boolean' } as const,
    ]);
    this.tokens = parseArgs({
      args: [...parameters],
      options: Object.fromEntries(options) as Record<string, { type: 'string' | 'boolean' }>,
      strict: false,
      allowPositionals: true,
      tokens: true,
    }).tokens;
  }

  async faults(): Promise<readonly string[]> {
    const words = this.tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
    if (this.tokens.some((token) => token.kind === 'option' && HELP.includes(token.rawName))) return [];
    for (const token of this.tokens) {
      if (token.kind === 'option') this.judge(token.rawName, token.value);
    }
    this.judgeAbsence();
    this.judgeWords(words);
    return [...this.found, ...(await this.command.judge(this.given))];
  }

  private judge(flag: string, value: string | undefined): void {
    const { options } = this.command;
    const option = options.find(({ long }) => long === flag);
    if (!option) this.judgeUnknown(flag, options);
    else if (!option.required) {
      if (value !== undefined) this.found.push(`option '${option.flags}' takes no value`);
    } else if (value === undefined) {
      this.meant.add(flag);
      this.found.push(`option '${option.flags}' needs a value`);
    } else this.take(option, value);
  }

  private judgeUnknown(flag: string, options: readonly Option[]): void {
    const flags = flagsOf(options);
    this.meant.add(nearestName(flag, flags) ?? flag);
    this.found.push(`unknown option '${flag}'${didYouMean(flag, flags)}`);
  }

  private take(option: Option, value: string): void {
    const name = option.attributeName();
    const { argChoices, parseArg, long = '' } = option;
    this.given[name] = value;
    if (argChoices && !argChoices.includes(value)) {
      this.found.push(`${long} ${oneOf(argChoices, value)}`);
      return;
    }
    try {
      if (parseArg) this.given[name] = parseArg<unknown>(value, undefined);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      this.found.push(`${long} ${error.message}`);
    }
  }

  private judgeAbsence(): void {
    for (const { mandatory, flags, long = '' } of this.command.options) {
      const isGiven = this.tokens.some((token) => token.kind === 'option' && token.rawName === long);
      if (mandatory && !isGiven && !this.meant.has(long)) this.found.push(`required option '${flags}' not specified`);
    }
  }

  /** A word behind an option that there is not may be its value. */
  private judgeWords(words: readonly string[]): void {
    const { registeredArguments } = this.command;
    for (const [index, argument] of registeredArguments.entries()) {
      const word = words[index];
      const { argChoices, required } = argument;
      if (word === undefined && required) this.found.push(`missing required argument '${argument.name()}'`);
      else if (word !== undefined && argChoices && !argChoices.includes(word))
        this.found.push(`argument '${argument.name()}' ${oneOf(argChoices, word)}`);
    }
    const expected = registeredArguments.length;
    if (words.length > expected && this.meant.size === 0)
      this.found.push(
        `too many arguments: ${String(expected)} expected, ${String(words.length)} given${expandedIn(words)}`,
      );
  }
}

/** A shell puts the names of files in place of a bare `*`. */
const expandedIn = (words: readonly string[]): string =>
  words.every((word) => existsSync(word)) ? ", which are files: a * has to be quoted, as in --permissions '*'" : '';

const oneOf = (choices: readonly string[], given: string): string =>
  `must be one of ${choices.join(', ')}${didYouMean(given, choices)}`;
