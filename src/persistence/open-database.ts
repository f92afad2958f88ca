import type { CallContext } from '../kernel/call-context';
import type { DatabaseSettings } from '../settings/settings';
import type { Database } from './database';
import type { Entities } from './entities';
import { PostgresDatabase } from './postgres-database';
import { SqliteDatabase } from './sqlite-database';

/**
 * Opens the database that the settings name, its schema up to date.
 * @param entities the rows of all tables
 */
export const openDatabase = (settings: DatabaseSettings, calls: CallContext, entities: Entities): Promise<Database> =>
  settings.kind === 'sqlite'
    ? SqliteDatabase.open(settings.path, calls, entities)
    : PostgresDatabase.open(settings, calls, entities);
