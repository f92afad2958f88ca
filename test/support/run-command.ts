import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { builtEntryPoint } from './built-service';
import type { TestDatabase } from './databases';

/** What a command printed, and how it ended. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const KEY = randomBytes(32).toString('base64');

/** The URL of a test's database, as the setting `DATABASE_URL` has it. */
export const databaseUrl = ({ settings }: TestDatabase): string =>
  settings.kind === 'sqlite' ? `sqlite:${settings.path}` : settings.url.reveal();

/** Runs `relayctl`, as it is shipped, on a database. */
export const runCommand = (
  database: TestDatabase,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Outcome => runWith({ DATABASE_URL: databaseUrl(database), STORAGE_ENCRYPTION_KEY: KEY, ...environment }, parameters);

/** Runs `relayctl`, as it is shipped, with no other settings than these. */
export function runWith(environment: Readonly<Record<string, string>>, parameters: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [builtEntryPoint(), ...parameters], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}
