import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readJsonDocument } from '../configuration/domain/json-document';
import { type Finding, sorted } from '../configuration/domain/finding';
import { sealKeystore } from '../configuration/domain/keystore-writer';
import { openZeppelinFindings } from '../configuration/domain/openzeppelin-findings';
import type { Keystore } from '../configuration/domain/openzeppelin-form';
import type { Export } from '../configuration/export.service';
import { LocalResolver } from '../configuration/local-resolver';
import { stringifyExact } from '../kernel/exact-json';
import { isPlainObject } from '../kernel/merge-patch';
import { makePrivateFolder, replacePrivateFile } from '../persistence/private-files';
import { environmentVariable } from '../settings/environment';
import { printable } from '../kernel/printable';
import { REFUSED } from './exit-codes';
import { linesOfFindings } from './finding-lines';
import { UsageError } from './usage-error';

/** An export for the OpenZeppelin Relayer: what it cannot hold, and the keys that go into files of their own. */
export interface OpenZeppelinExport extends Export {
  readonly warnings: readonly Finding[];
  readonly keystores: readonly Keystore[];
}

/** How the files are written. */
export interface FolderOptions {
  /** Whether what cannot be held is a reason to write nothing. */
  readonly strict?: true | undefined;
  /** Whether files that are there are replaced. */
  readonly force?: true | undefined;
}

const CONFIGURATION = 'config.json';
const ENVIRONMENT = '.env.example';

const WITHOUT_URL = 'relayctl export --for openzeppelin writes keystores where the database is, without --url.';

/**
 * Writes what the OpenZeppelin Relayer starts on, for its owner alone: URLs often carry credentials.
 * @throws UsageError where a passphrase is missing, or a file is there already
 */
export async function writeOpenZeppelinFolder(
  folder: string,
  exported: OpenZeppelinExport,
  { strict, force }: FolderOptions,
): Promise<void> {
  const { configuration, keystores, variables } = exported;
  const text = `${stringifyExact(configuration, 2)}\n`;
  const findings = await findingsIn(text, folder, exported.warnings);
  const told = strict ? findings.map((finding) => ({ ...finding, severity: 'error' as const })) : findings;
  if (told.length > 0) console.error(linesOfFindings(join(folder, CONFIGURATION), told).slice(0, -1).join('\n'));
  if (strict && told.length > 0) {
    console.error('Nothing was written: there is something that it cannot hold.');
    process.exitCode = REFUSED;
    return;
  }
  const files = new Map([
    [CONFIGURATION, text],
    [ENVIRONMENT, environmentOf(variables, keystores)],
    ...(await keystoreFiles(keystores)),
  ]);
  const taken = [...files.keys()].filter((name) => existsSync(join(folder, name)));
  if (taken.length > 0 && !force) {
    throw new UsageError(
      `${taken.map((name) => join(folder, name)).join(', ')} would be replaced`,
      '--force replaces it',
    );
  }
  makePrivateFolder(keystores.length > 0 ? join(folder, 'keys') : folder);
  for (const [name, content] of files) replacePrivateFile(join(folder, name), content);
  console.log(`${String(files.size)} files were written to ${printable(folder)}`);
  console.error(whereItIsRead(folder, keystores.length > 0));
  const missing = keystoresIn(configuration).filter((name) => !existsSync(join(folder, name)));
  if (missing.length === 0) return;
  console.error(`It is not whole: ${missing.map(printable).join(', ')} must be there, too. ${WITHOUT_URL}`);
  process.exitCode = REFUSED;
}

/** Keystores are found from the folder that it is started in, whatever CONFIG_DIR says. */
function whereItIsRead(folder: string, hasKeystores: boolean): string {
  const path = resolve(folder);
  if (basename(path) === 'config') {
    return `Start the OpenZeppelin Relayer in ${printable(dirname(path))}: it reads ./config/config.json`;
  }
  const otherwise = hasKeystores ? '' : ', or set CONFIG_DIR to it';
  return `Start the OpenZeppelin Relayer where it reads ./config/config.json: mount or copy ${printable(path)} there as config${otherwise}`;
}

/** The files that signers refer to, from the folder of the configuration. */
const keystoresIn = ({ signers }: Export['configuration']): readonly string[] =>
  signers.flatMap(({ config }) =>
    isPlainObject(config) && typeof config.path === 'string' ? [config.path.replace(/^config\//, '')] : [],
  );

/** What it cannot hold, and what it would not start on. */
async function findingsIn(text: string, folder: string, known: readonly Finding[]): Promise<readonly Finding[]> {
  const { document } = await readJsonDocument(Buffer.from(text));
  if (!document) return known;
  const resolver = new LocalResolver(join(folder, CONFIGURATION));
  const said = new Set(known.map(({ path }) => path));
  const others = (await openZeppelinFindings(document, resolver)).filter(({ path }) => !said.has(path));
  return sorted([...known, ...others.map((finding) => ({ ...finding, severity: 'warning' as const }))]);
}

/** @throws UsageError where a passphrase is missing */
async function keystoreFiles(keystores: readonly Keystore[]): Promise<readonly (readonly [string, string])[]> {
  const missing = new Set(keystores.map(({ variable }) => variable).filter((name) => !environmentVariable(name)));
  if (missing.size > 0) {
    const isEmpty = (name: string): boolean => environmentVariable(name) !== undefined;
    const names = [...missing].map((name) => (isEmpty(name) ? `${name}, which is set and empty,` : name)).join(', ');
    throw new UsageError(
      `${names} must be set to the passphrase of the keystores that the keys are written to`,
      'the OpenZeppelin Relayer reads it from there, too: openssl rand -hex 32 makes one',
    );
  }
  return Promise.all(
    keystores.map(async ({ file, key, variable }) => {
      const keystore = await sealKeystore(key, environmentVariable(variable) ?? '');
      return [file, `${stringifyExact(keystore, 2)}\n`] as const;
    }),
  );
}

function environmentOf(variables: readonly string[], keystores: readonly Keystore[]): string {
  const passphrases = new Set(keystores.map(({ variable }) => variable));
  const assignments = (names: readonly string[]): string[] => names.map((name) => `${name}=`);
  return [
    '# The secrets that config.json refers to.',
    ...assignments(variables.filter((name) => !passphrases.has(name))),
    '',
    '# What opens the files in keys.',
    ...assignments([...passphrases].sort()),
    '',
    '# What the OpenZeppelin Relayer needs beside that: a token of at least 32 characters, and its store.',
    'API_KEY=',
    'REDIS_URL=',
    '',
  ].join('\n');
}
