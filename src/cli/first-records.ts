import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { AuditLog } from '../audit/domain/audit-log';
import { TokenRepository } from '../auth/domain/token.repository';
import { ConfigurationService } from '../configuration/configuration.service';
import { withFile } from '../configuration/configuration-files';
import { type Finding, hasErrors } from '../configuration/domain/finding';
import { UnusableConfiguration } from '../configuration/unusable-configuration';
import { rulesAlone, validate } from '../configuration/validate';
import { DeliveryQueue } from '../webhooks/domain/delivery-queue';
import { Clock } from '../kernel/clock';
import { printableLines } from '../kernel/printable';
import { Transactions } from '../kernel/transactions';
import type { Settings } from '../settings/settings';
import { SettingsError } from '../settings/settings-error';
import { linesOfFindings } from './finding-lines';

/** Seen from the built file. Its keys are known to everybody, and its secrets are words that say so. */
const EXAMPLE = join(__dirname, '../../../docs/examples/config.json');

/**
 * What a database in which nothing was ever changed begins with: the configuration that the settings name, else, in the
 * embedded default, something to look at.
 * @returns what the configuration of the settings is warned of
 * @throws SettingsError where it has faults, which are printed
 */
export async function loadFirstRecords(
  app: INestApplicationContext,
  { configuration: { file }, database }: Settings,
): Promise<readonly Finding[]> {
  if (file !== undefined) return loadConfiguration(app, file);
  if (database.kind !== 'sqlite' || !database.isDefault) return [];
  await load(app, EXAMPLE, async () => {
    // Its webhooks are nobody's.
    await app.get(DeliveryQueue).cancelAll(app.get(Clock).now().getTime());
  });
  return [];
}

/**
 * Judges the configuration of the settings where the file of the database is still to be made: a start that ends for its
 * faults leaves nothing behind.
 * @throws SettingsError
 */
export async function requireFirstConfiguration(settings: Settings): Promise<void> {
  const { configuration, database } = settings;
  const { file } = configuration;
  if (file === undefined || database.kind !== 'sqlite' || existsSync(database.path)) return;
  const findings = await withFile(file, (source) => validate(source, rulesAlone(settings), { secrets: 'needed' }));
  if (hasErrors(findings)) throw unusable(file, findings);
}

async function loadConfiguration(app: INestApplicationContext, file: string): Promise<readonly Finding[]> {
  try {
    return await load(app, file);
  } catch (error) {
    if (!(error instanceof UnusableConfiguration)) throw error;
    throw unusable(file, error.findings);
  }
}

/** Prints what is wrong with the configuration of the settings. */
function unusable(file: string, findings: readonly Finding[]): SettingsError {
  console.error(printableLines(linesOfFindings(file, findings).join('\n')));
  const expected = `a configuration that can be used, which ${file} is not`;
  const example = 'one that relayctl validate calls valid';
  return new SettingsError([{ name: 'CONFIG_DIR, CONFIG_FILE_NAME', expected, example }]);
}

/**
 * Each change leaves an audit entry in its own transaction, and so does this one, whose process may be killed at any
 * moment.
 */
async function load(
  app: INestApplicationContext,
  file: string,
  afterwards: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly Finding[]> {
  const log = app.get(AuditLog);
  const isUntouched = async (): Promise<boolean> => (await log.head()).sequence === 0 && !(await log.hasPending());
  // Every start comes here: only a first one waits for others.
  if (!(await isUntouched())) return [];
  return withFile(file, (source) =>
    app.get(Transactions).run(async () => {
      // Instances that start at once wait here for the first of them.
      if (!(await app.get(TokenRepository).lockEmpty()) || !(await isUntouched())) return [];
      const { warnings } = await app.get(ConfigurationService).apply(source, { onConflict: 'fail', prune: false });
      await afterwards();
      return warnings;
    }),
  );
}
