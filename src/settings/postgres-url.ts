import { readFileSync } from 'node:fs';
import { SecretValue } from '../kernel/secret';

/** How a connection to PostgreSQL is encrypted. */
export interface TlsSettings {
  /** What of the server's certificate is checked: that an authority signed it, and that it is for the host. */
  readonly verifies: 'nothing' | 'certificate' | 'host';
  /** The certificates of the authorities, instead of those that Node.js knows, as PEM. */
  readonly ca?: string;
  /** The certificate and the key by which the server knows this client, as PEM. */
  readonly cert?: string;
  readonly key?: SecretValue;
}

export interface PostgresServer {
  readonly url: SecretValue;
  readonly tls?: TlsSettings;
}

const MODES: Readonly<Record<string, TlsSettings['verifies'] | undefined>> = {
  require: 'nothing',
  'verify-ca': 'certificate',
  'verify-full': 'host',
};
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/**
 * A `postgres://` URL whose parameters `sslmode`, `sslrootcert`, `sslcert` and `sslkey` mean what they mean to the programs
 * of PostgreSQL; undefined where it is none, or names a file that cannot be read.
 */
export function readPostgresUrl(text: string): PostgresServer | undefined {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  const verifies = MODES[mode];
  if (!verifies && mode !== 'disable') return undefined;
  try {
    const [ca, cert, key] = FILES.map((name) => textOf(url.searchParams.get(name)));
    for (const name of ['sslmode', ...FILES]) url.searchParams.delete(name);
    const server = new SecretValue(url.toString());
    if (!verifies) return { url: server };
    const tls = {
      // As in libpq: who names an authority wants it asked.
      verifies: verifies === 'nothing' && ca !== undefined ? 'certificate' : verifies,
      ...(ca !== undefined && { ca }),
      ...(cert !== undefined && { cert }),
      ...(key !== undefined && { key: new SecretValue(key) }),
    } as const;
    return { url: server, tls };
  } catch {
    return undefined;
  }
}

const textOf = (path: string | null): string | undefined => (path === null ? undefined : readFileSync(path, 'utf8'));
