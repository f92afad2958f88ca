import type { SecretValue } from '../kernel/secret';
import type { UrlPolicy } from '../kernel/url-rules';

/** A key of AES-256-GCM, and the name that sealed values give to it. */
export interface EncryptionKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

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

export type DatabaseSettings =
  | {
      readonly kind: 'sqlite';
      readonly path: string;
      /** True where nobody named a database: the one that may be filled with sample data. */
      readonly isDefault: boolean;
    }
  | (PostgresServer & {
      readonly kind: 'postgres';
      /** The schema that has the tables; the first of the server's search path where none is named. */
      readonly schema?: string | undefined;
      /** How many connections a process opens at most to a server; 10 where nothing is said. */
      readonly poolSize?: number | undefined;
      /** A server that follows this one, and may serve reads. */
      readonly replica?: PostgresServer | undefined;
    });

/** How webhooks are delivered. */
export interface WebhookSettings {
  /** How long one attempt may take, from the name of the receiver to the end of its answer. */
  readonly timeoutMs: number;
  /** How long to wait after the first attempt, the second one and so on; after as many retries a delivery has failed. */
  readonly retryDelaysMs: readonly number[];
  /** How many deliveries a process sends at once, to all receivers and to one of them. */
  readonly concurrency: number;
  readonly concurrencyPerNotification: number;
  /** How many deliveries for one notification may wait; of more than that, the oldest are given up. */
  readonly backlog: number;
  /** How long a signing key that was replaced signs beside the new one. */
  readonly keyOverlapMs: number;
  /** How long what came of a delivery is kept. */
  readonly retentionMs: number;
  /** The HTTP proxy that reaches the receivers; it may hold a password. */
  readonly proxyUrl: SecretValue | undefined;
}

/** Everything that the environment decides. A token for Nest, too: inject it by this class. */
export abstract class Settings {
  abstract readonly host: string;
  abstract readonly port: number;
  /** How many processes serve; they share the port. */
  abstract readonly workers: number;
  abstract readonly database: DatabaseSettings;
  /** A full-access token that the operator chose; at least 32 characters. */
  abstract readonly apiKey: SecretValue | undefined;
  abstract readonly rateLimit: {
    /** Requests a second and token that are served for ever; 0 switches limiting off. */
    readonly perSecond: number;
    /** Requests that may come at once. */
    readonly burst: number;
  };
  /** Where several instances count their rate limits together. */
  abstract readonly redis: {
    readonly url: SecretValue | undefined;
    /** What the names of all keys begin with, so that several deployments can share a server. */
    readonly keyPrefix: string;
  };
  /** The first seals, all open; none where the embedded default makes its own. */
  abstract readonly encryptionKeys: readonly EncryptionKey[];
  /** Where the URLs of records may point to. */
  abstract readonly urls: UrlPolicy;
  abstract readonly webhooks: WebhookSettings;
  abstract readonly metrics: {
    /** Whether figures are kept, and served at `/metrics`. */
    readonly isEnabled: boolean;
    /** Whether they need no token. */
    readonly isPublic: boolean;
  };
  abstract readonly logLevel: string;
}

/** One setting that cannot be used: what was expected, and an example. Never its value, which may be a secret. */
export interface SettingFault {
  readonly name: string;
  readonly expected: string;
  readonly example: string;
}

/** Thrown once, with every wrong setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly faults: readonly SettingFault[]) {
    super(
      faults.map(({ name, expected, example }) => `${name}: expected ${expected}, for example ${example}`).join('\n'),
    );
  }
}
