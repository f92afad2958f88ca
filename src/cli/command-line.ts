import { CommanderError } from 'commander';
import { VERSION } from '../kernel/version';
import { auditCommand } from './audit.options';
import { outliveReaders } from './closed-output';
import { calledBy } from './command-line-faults';
import { completionCommand } from './completion.options';
import { applyCommand, diffCommand, exportCommand, importCommand, validateCommand } from './configuration.options';
import { deliveriesCommand, notificationsCommand } from './deliveries.options';
import { EX_USAGE, exitCodes, EXIT_CODES } from './exit-codes';
import type { ExitCode } from './exit-codes';
import { keysCommand } from './keys.options';
import { RelayctlCommand } from './relayctl-command';
import { databaseCommand, migrateCommand, openapiCommand, serveCommand } from './service.options';
import { tokenCommand } from './token.options';
import { UsageError } from './usage-error';

/**
 * All of `relayctl`. `*.options.ts` say how commands are called; what they do is in `*.command.ts`, which are loaded when
 * a command is called, so that nobody waits for what is not used.
 */
export function relayctl(): RelayctlCommand {
  const program = new RelayctlCommand('relayctl')
    .description('Manages the configuration of transaction relayers. Without a command it serves the API.')
    .version(`relayctl ${VERSION}`, '-V, --version', 'print the version')
    .examples(
      ['relayctl', 'serve the API'],
      ['relayctl token create --help', 'how a command is called'],
      ['relayctl diff config.json --url https://relayers.example.com', 'ask a running service'],
    )
    .endsWith(exitCodes(Object.keys(EXIT_CODES).map(Number) as ExitCode[]));
  for (const command of [
    serveCommand(),
    migrateCommand(),
    databaseCommand(),
    openapiCommand(),
    tokenCommand(),
    auditCommand(),
    keysCommand(),
    notificationsCommand(),
    deliveriesCommand(),
    validateCommand(),
    importCommand(),
    exportCommand(),
    diffCommand(),
    applyCommand(),
    completionCommand(),
    versionCommand(),
  ])
    program.addCommand(command);
  return program;
}

const versionCommand = (): RelayctlCommand =>
  new RelayctlCommand('version')
    .description('print the version')
    .examples(['relayctl version', 'as relayctl --version'])
    .action(() => {
      console.log(`relayctl ${VERSION}`);
    });

/** Runs the command that the arguments name; sets the exit code, which is 0 only where all of it worked. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  outliveReaders();
  try {
    const program = relayctl();
    throwInsteadOfExit(program);
    const parameters = inFull(argv.slice(2));
    const { command, faults } = await calledBy(program, parameters);
    if (faults.length > 0) throw new UsageError(faults.join('\n'), `See ${command.fullName} --help`);
    await program.parseAsync(parameters, { from: 'user' });
  } catch (error) {
    process.exitCode = await exitCodeOf(error);
  }
}

/** `serve` is the command where none is named; `help token create` is `token create --help`. */
function inFull(parameters: readonly string[]): readonly string[] {
  if (parameters.length === 0) return ['serve'];
  const [first, ...rest] = parameters;
  return first === 'help' ? [...rest, '--help'] : parameters;
}

async function exitCodeOf(error: unknown): Promise<number> {
  // Commander printed the help: as it was asked to, or because a command is missing.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EX_USAGE;
  return (await import('./report-failure.js')).reportFailure(error);
}

/** Commander would end the process itself, with an exit code of its own. */
function throwInsteadOfExit(command: RelayctlCommand): void {
  command.exitOverride();
  for (const one of command.subcommands) throwInsteadOfExit(one);
}
