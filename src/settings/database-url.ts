import { type PostgresServer, readPostgresUrl } from './postgres-url';

export interface SqliteFile {
  readonly kind: 'sqlite';
  readonly path: string;
  /** True where nobody named a database: the one that may be filled with sample data. */
  readonly isDefault: boolean;
}

export type DatabaseServer = SqliteFile | (PostgresServer & { readonly kind: 'postgres' });

/** A file or a server; undefined where the text names neither, or files for TLS that cannot be read. */
export function readDatabaseUrl(text: string): DatabaseServer | undefined {
  const server = readPostgresUrl(text);
  if (server) return { kind: 'postgres', ...server };
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  // In memory, each connection would have a database of its own.
  return path === undefined || path === ':memory:' ? undefined : { kind: 'sqlite', path, isDefault: false };
}
