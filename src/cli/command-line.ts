import { Command, CommanderError } from 'commander';
import { EX_USAGE } from './exit-codes';

interface Entry {
  readonly name: string;
  /** What follows the name in the overview. */
  readonly usage: string;
  readonly description: string;
  readonly load: () => Promise<Command>;
}

const SERVE: Entry = {
  name: 'serve',
  usage: '',
  description: 'serve the API (default)',
  load: async () => (await import('./serve.command.js')).serveCommand(),
};

/** A command is loaded when it is called: an overview of all needs none of what they work with. */
const COMMANDS: readonly Entry[] = [
  SERVE,
  {
    name: 'migrate',
    usage: '',
    description: 'bring the schema of the database up to date',
    load: async () => (await import('./migrate.command.js')).migrateCommand(),
  },
  {
    name: 'database',
    usage: '',
    description: 'compact the file of an SQLite database',
    load: async () => (await import('./database.command.js')).databaseCommand(),
  },
  {
    name: 'openapi',
    usage: '',
    description: 'print the API description (OpenAPI 3.1)',
    load: async () => (await import('./openapi.command.js')).openapiCommand(),
  },
  {
    name: 'token',
    usage: '',
    description: 'create, list, rotate and revoke API tokens',
    load: async () => (await import('./token.command.js')).tokenCommand(),
  },
  {
    name: 'audit',
    usage: '',
    description: 'verify the audit log',
    load: async () => (await import('./audit.command.js')).auditCommand(),
  },
  {
    name: 'keys',
    usage: '',
    description: 'generate and rotate the keys that encrypt stored secrets',
    load: async () => (await import('./keys.command.js')).keysCommand(),
  },
  {
    name: 'notifications',
    usage: '',
    description: 'send a test event to a webhook',
    load: async () => (await import('./deliveries.command.js')).notificationsCommand(),
  },
  {
    name: 'deliveries',
    usage: '',
    description: 'list and redeliver what is sent to webhooks',
    load: async () => (await import('./deliveries.command.js')).deliveriesCommand(),
  },
  {
    name: 'validate',
    usage: '[options] <file>',
    description: 'validate a configuration file: all errors and warnings at once; exit code 1 where there is an error',
    load: async () => (await import('./validate.command.js')).validateCommand(),
  },
  {
    name: 'import',
    usage: '[options] <file>',
    description: 'import a file, all of it or nothing; ids stay as they are',
    load: async () => (await import('./configuration.commands.js')).importCommand(),
  },
  {
    name: 'export',
    usage: '[options]',
    description: 'export the whole configuration; secrets become references to variables, listed on the error output',
    load: async () => (await import('./export.command.js')).exportCommand(),
  },
  {
    name: 'diff',
    usage: '[options] <file>',
    description: 'show what apply would change; exit code 0: nothing, 2: something, else an error',
    load: async () => (await import('./configuration.commands.js')).diffCommand(),
  },
  {
    name: 'apply',
    usage: '[options] <file>',
    description: 'make the stored configuration equal to a file, all of it or nothing',
    load: async () => (await import('./apply.command.js')).applyCommand(),
  },
];

/** Runs the command that the arguments name; sets the exit code, which is 0 only where all of it worked. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  try {
    const program = await programFor(argv.slice(2));
    throwInsteadOfExit(program);
    await program.parseAsync(argv);
  } catch (error) {
    process.exitCode = await exitCodeOf(error);
  }
}

async function programFor(parameters: readonly string[]): Promise<Command> {
  const program = new Command('relayctl').description('Manages the configuration of transaction relayers.');
  const called = calledBy(parameters);
  for (const entry of COMMANDS) {
    const { name, usage, description } = entry;
    const command = entry === called ? await entry.load() : overviewOf(usage);
    program.addCommand(command.name(name).description(description), { isDefault: entry === SERVE });
  }
  return program;
}

const overviewOf = (usage: string): Command => (usage === '' ? new Command() : new Command().arguments(usage));

/** The command that runs, or whose help is asked for; none for the overview. */
function calledBy([first = SERVE.name, second]: readonly string[]): Entry | undefined {
  const name = first === 'help' ? second : first;
  if (name === undefined || name === '--help' || name === '-h') return undefined;
  return COMMANDS.find((entry) => entry.name === name) ?? SERVE;
}

async function exitCodeOf(error: unknown): Promise<number> {
  // Commander has said what is wrong; it also throws where it printed its help, as it was asked to.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EX_USAGE;
  return (await import('./report-failure.js')).reportFailure(error);
}

/** Commander would end the process itself where the arguments are wrong, with an exit code of its own. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(throwInsteadOfExit);
}
