import { Command } from 'commander';
import { exitCodes } from './exit-codes';

/** What options were given, by the names of their values; arguments are not among them. */
export type Given = Readonly<Record<string, unknown>>;

/** Finds what no option says by itself to be wrong. */
export type Judge = (given: Given) => Promise<readonly string[]>;

/** A command line to copy, and what it is for. */
export type Example = readonly [line: string, meaning: string];

const INDENT = '  ';

/** A command of `relayctl`: its help ends with examples and with all exit codes. */
export class RelayctlCommand extends Command {
  judge: Judge = () => Promise.resolve([]);
  shown: readonly Example[] = [];
  ends: ReadonlyMap<number, string> = exitCodes();

  constructor(name?: string) {
    super(name);
    this.addHelpText('after', () => this.appendix());
  }

  override createCommand(name?: string): RelayctlCommand {
    return new RelayctlCommand(name);
  }

  examples(...examples: readonly Example[]): this {
    this.shown = examples;
    return this;
  }

  endsWith(ends: ReadonlyMap<number, string>): this {
    this.ends = ends;
    return this;
  }

  /** Has options judged by rules that are loaded when the command is called. */
  judgedBy(judge: Judge): this {
    this.judge = judge;
    return this;
  }

  /** Those that were added: commander has no type of its own for them. */
  get subcommands(): readonly RelayctlCommand[] {
    return this.commands as unknown as readonly RelayctlCommand[];
  }

  /** `relayctl token create`. */
  get fullName(): string {
    return this.parent ? `${(this.parent as RelayctlCommand).fullName} ${this.name()}` : this.name();
  }

  private appendix(): string {
    const ends = [...this.ends].map(([code, meaning]) => [String(code), meaning] as const);
    return [...section('Examples', this.shown), ...section('Exit codes', ends)].join('\n');
  }
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([first]) => first.length));
  return ['', `${title}:`, ...rows.map(([first, second]) => `${INDENT}${first.padEnd(width)}${INDENT}${second}`)];
}
