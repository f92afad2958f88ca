import { EX_OSERR, exitCodes, OF_DATABASE } from './exit-codes';
import { RelayctlCommand } from './relayctl-command';

/** `relayctl serve`, which is what `relayctl` alone does. */
export const serveCommand = (): RelayctlCommand =>
  new RelayctlCommand('serve')
    .description('serve the API (default)')
    .examples(
      ['relayctl', 'on http://127.0.0.1:8080 and SQLite below ./data'],
      ['PORT=9000 DATABASE_URL=postgres://… relayctl serve', 'settings are variables of the environment'],
    )
    .endsWith(
      exitCodes([...OF_DATABASE, EX_OSERR], { 0: 'it was told to stop, and did', 1: 'it could not stop cleanly' }),
    )
    .action(async () => (await import('./serve.command.js')).serve());

/** `relayctl migrate`: brings the schema of the database up to date, as `serve` does when it starts. */
export const migrateCommand = (): RelayctlCommand =>
  new RelayctlCommand('migrate')
    .description('bring the schema of the database up to date')
    .examples(['DATABASE_URL=sqlite:relayers.db relayctl migrate', 'before a new version is started'])
    .endsWith(exitCodes(OF_DATABASE))
    .action(async () => (await import('./migrate.command.js')).migrate());

/** `relayctl database …`: the database itself. */
export const databaseCommand = (): RelayctlCommand =>
  new RelayctlCommand('database').description('compact the file of an SQLite database').addCommand(
    new RelayctlCommand('compact')
      .description('give what an SQLite file has no use for any more back to the file system; changes wait meanwhile')
      .examples(['relayctl database compact', 'the database of the settings'])
      .endsWith(exitCodes(OF_DATABASE, { 1: 'it is on PostgreSQL, which does this by itself' }))
      .action(async () => (await import('./database.command.js')).compact()),
  );

/** `relayctl openapi`: prints the description of the API. It needs no settings and no database. */
export const openapiCommand = (): RelayctlCommand =>
  new RelayctlCommand('openapi')
    .description('print the API description (OpenAPI 3.1)')
    .examples(['relayctl openapi > openapi.json', 'needs neither settings nor a database'])
    .action(async () => (await import('./openapi.command.js')).printApiDescription());
