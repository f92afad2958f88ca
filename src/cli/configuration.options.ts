import { InvalidArgumentError, Option } from 'commander';
import type { ApplyFileOptions } from './apply.command';
import type { DiffOptions, ImportOptions } from './configuration.commands';
import { DIFFERENT, exitCodes, OF_SERVICE } from './exit-codes';
import type { ExportOptions } from './export.command';
import { RelayctlCommand } from './relayctl-command';
import type { ValidateFileOptions } from './validate.command';

/** What a file may be. */
const FILE = 'in JSON, YAML or NDJSON, or a folder with a config.json';
const REFUSED_FILE = 'the file has faults, or it contradicts what is stored';

/** `relayctl validate`: validates a configuration file; needs neither a database nor the secrets that it refers to. */
export const validateCommand = (): RelayctlCommand =>
  new RelayctlCommand('validate')
    .description('validate a configuration file: all errors and warnings at once; exit code 1 where there is an error')
    .argument('<file>', FILE)
    .option('--json', 'for programs')
    .addOption(forOption('tell what the OpenZeppelin Relayer refuses, too'))
    .option('--without-secrets', 'look for neither variables nor keystores')
    .addOption(urlOption())
    .examples(
      [
        'relayctl validate config.json',
        'by itself: beside it, it knows the networks of a first start, and no database',
      ],
      ['relayctl validate config.json --for openzeppelin --without-secrets', 'as that system would read it'],
      ['relayctl validate config.yaml --url https://relayers.example.com', 'beside what is stored there'],
    )
    .endsWith(exitCodes(OF_SERVICE, { 0: 'it can be used', 1: 'it has faults' }))
    .action(async (file: string, options: ValidateFileOptions) =>
      (await import('./validate.command.js')).validateFile(file, options),
    );

/** `relayctl import`: adds what a file has. */
export const importCommand = (): RelayctlCommand =>
  new RelayctlCommand('import')
    .description('import a file, all of it or nothing; ids stay as they are')
    .argument('<file>', FILE)
    .option('--json', 'for programs')
    .addOption(urlOption())
    .addOption(
      new Option('--on-conflict <what>', 'what becomes of records that are stored already')
        .choices(['fail', 'skip', 'replace'])
        .default('fail'),
    )
    .examples(
      ['relayctl import config.json', 'into an empty database'],
      ['relayctl import more.ndjson --on-conflict skip', 'what is stored already stays as it is'],
    )
    .endsWith(exitCodes(OF_SERVICE, { 1: REFUSED_FILE }))
    .action(async (file: string, options: ImportOptions) =>
      (await import('./configuration.commands.js')).importFile(file, options),
    );

/** `relayctl export`: prints the whole configuration, without secrets; where they go is told beside it. */
export const exportCommand = (): RelayctlCommand =>
  new RelayctlCommand('export')
    .description('export the whole configuration; secrets become references to variables, listed on the error output')
    .argument('[folder]', 'for --for: where the files go')
    .addOption(new Option('--format <format>', 'of the file').choices(['json', 'yaml', 'ndjson']).default('json'))
    .addOption(
      forOption(
        'write what the OpenZeppelin Relayer starts on into a folder, best named config, as it reads ./config/config.json: config.json, keys, .env.example',
      ),
    )
    .option('--strict', 'with --for: write nothing where something cannot be held there')
    .option('--force', 'with --for: replace files that are there')
    .addOption(urlOption())
    .examples(
      ['KEYSTORE_PASSPHRASE=… relayctl export --for openzeppelin config', 'for the way back'],
      ['relayctl export --format yaml > relayers.yaml', 'of the database of the settings'],
      ['relayctl export --url https://relayers.example.com', 'of a running service'],
    )
    .endsWith(exitCodes(OF_SERVICE))
    .action(async (folder: string | undefined, options: ExportOptions) =>
      (await import('./export.command.js')).exportConfiguration(folder, options),
    );

/** `relayctl diff`: what would change; the exit code tells whether anything would. */
export const diffCommand = (): RelayctlCommand =>
  new RelayctlCommand('diff')
    .description('show what apply would change; exit code 0: nothing, 2: something, else an error')
    .argument('<file>', FILE)
    .option('--json', 'for programs')
    .addOption(urlOption())
    .option('--prune', 'count deletions of what is not in the file')
    .examples(
      ['relayctl diff config.json', 'beside the database of the settings'],
      ['relayctl diff config.json --prune --url https://relayers.example.com', 'beside a running service'],
    )
    .endsWith(
      exitCodes(OF_SERVICE, { 0: 'nothing would change', 1: REFUSED_FILE, [DIFFERENT]: 'something would change' }),
    )
    .action(async (file: string, options: DiffOptions) =>
      (await import('./configuration.commands.js')).diffFile(file, options),
    );

/** `relayctl apply`: makes the store equal to a file. */
export const applyCommand = (): RelayctlCommand =>
  new RelayctlCommand('apply')
    .description('make the stored configuration equal to a file, all of it or nothing')
    .argument('<file>', FILE)
    .option('--json', 'for programs')
    .addOption(urlOption())
    .option('--prune', 'delete what is not in the file, in the sections that it has')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask on a terminal')
    .examples(
      ['relayctl apply config.json', 'on a terminal it shows the plan and asks'],
      ['relayctl apply config.json --prune --yes --url https://relayers.example.com', 'in a pipeline'],
    )
    .endsWith(exitCodes(OF_SERVICE, { 1: `${REFUSED_FILE}, or you did not agree` }))
    .action(async (file: string, options: ApplyFileOptions) =>
      (await import('./apply.command.js')).applyFile(file, options),
    );

/** The option that names the system which reads a file. */
const forOption = (meaning: string): Option => new Option('--for <system>', meaning).choices(['openzeppelin']);

/** The option that names a running service. */
function urlOption(): Option {
  const meaning = 'of a running service, which is asked with the token in RELAYCTL_TOKEN';
  return new Option('--url <url>', meaning).argParser(readServiceUrl);
}

/**
 * The URL of a service, without a slash at its end.
 * @throws InvalidArgumentError
 */
function readServiceUrl(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const { protocol = '', username, password, search, hash } = parsed ?? {};
  if (!parsed || !/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== '')) {
    throw new InvalidArgumentError('must be an http or https URL without credentials and query');
  }
  return parsed.href.replace(/\/+$/, '');
}
