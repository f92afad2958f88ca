import { openDatabase } from '../persistence/open-database';
import { CallContext } from '../kernel/call-context';
import { rows } from '../tables';
import { readSettings } from '../settings/read-settings';
import { tellUnknownSettings } from './start-up-warnings';

/** Brings the schema of the database up to date, as `serve` does when it starts. */
export async function migrate(): Promise<void> {
  const settings = readSettings(process.env);
  tellUnknownSettings();
  const database = await openDatabase(settings.database, new CallContext(), rows);
  console.log(`${database.description}: the schema is up to date`);
  await database.close();
}
