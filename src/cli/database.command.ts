import { Command } from 'commander';
import { printable } from '../kernel/printable';
import { compactSqlite } from '../persistence/compact-sqlite';
import { readSettings } from '../settings/read-settings';

const MIB = 1024 * 1024;

/** `relayctl database …`: the database itself. */
export const databaseCommand = (): Command => new Command().addCommand(compactCommand());

const compactCommand = (): Command =>
  new Command('compact')
    .description('give what an SQLite file has no use for any more back to the file system; changes wait meanwhile')
    .action(() => {
      const { database } = readSettings(process.env);
      if (database.kind !== 'sqlite') {
        console.error(
          'error: PostgreSQL does this by itself (autovacuum); VACUUM FULL, run there, gives space back to the disk',
        );
        process.exitCode = 1;
        return;
      }
      const { before, after } = compactSqlite(database.path);
      console.log(printable(`SQLite ${database.path}: ${mib(before)} MiB before, ${mib(after)} MiB now`));
    });

const mib = (bytes: number): string => (bytes / MIB).toFixed(1);
