import type { DatabaseSettings } from '../settings/settings';
import type { Database } from './database';
import { PostgresDatabase } from './postgres-database';
import { SqliteDatabase } from './sqlite-database';

/** Opens the database that the settings name, its schema up to date. */
export const openDatabase = (settings: DatabaseSettings): Promise<Database> =>
  settings.kind === 'sqlite' ? SqliteDatabase.open(settings.path) : PostgresDatabase.open(settings);
