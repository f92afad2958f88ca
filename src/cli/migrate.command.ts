import { Command } from 'commander';
import { openDatabase } from '../persistence/open-database';
import { readSettings } from '../settings/read-settings';

/** `relayctl migrate`: brings the schema of the database up to date, as `serve` does when it starts. */
export const migrateCommand = (): Command =>
  new Command('migrate').description('bring the schema of the database up to date').action(async () => {
    const database = await openDatabase(readSettings().database);
    console.log(`${database.description}: the schema is up to date`);
    await database.close();
  });
