import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import type { PostgresServer, TlsSettings } from '../settings/postgres-url';

type Tls = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'rejectUnauthorized' | 'checkServerIdentity'>;

/** In milliseconds. */
export const CONNECT_TIMEOUT_MS = 3_000;

export type PostgresOptions = ReturnType<typeof postgresOptions>;

/**
 * What `pg` and TypeORM need to reach a server; the schema is the first and only one that statements look into. The
 * level of isolation is that of the session, whatever the server's own: TypeORM would ask for it in a statement of its
 * own after each beginning of a transaction.
 */
export function postgresOptions({ url, tls }: PostgresServer, schema: string | undefined) {
  const server = new URL(url.reveal());
  const options = [
    server.searchParams.get('options'),
    String.raw`-c default_transaction_isolation=read\ committed`,
    schema !== undefined && `-c search_path=${schema}`,
  ];
  server.searchParams.set('options', options.filter(Boolean).join(' '));
  // URLSearchParams writes blanks as plus signs, which `pg` does not read as blanks.
  server.search = server.search.replaceAll('+', '%20');
  return { url: server.toString(), ...(tls && { ssl: tlsOptions(tls, server.hostname) }) };
}

function tlsOptions({ verifies, ca, cert, key }: TlsSettings, host: string): Tls {
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key && { key: key.reveal() }),
    rejectUnauthorized: verifies !== 'nothing',
    // For a host that is an address, `pg` names none to be compared with the certificate.
    checkServerIdentity: (_, certificate) =>
      verifies === 'host' ? checkServerIdentity(host.replace(/^\[|\]$/g, ''), certificate) : undefined,
  };
}
