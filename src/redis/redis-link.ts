import { hash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { SecretValue } from '../kernel/secret';

/** In milliseconds: how long a request waits for an answer of Redis. */
const WAIT_MS = 100;
const CONNECT_MS = 1_000;
/** In milliseconds: how long until Redis is tried again; longer and longer where it is lost soon after it came back. */
const LEAST_PAUSE_MS = 500;
const MOST_PAUSE_MS = 8_000;
const STABLE_MS = 10_000;

/** A text in Lua, and the name under which Redis remembers it. */
export class RedisScript {
  readonly digest: string;

  constructor(readonly text: string) {
    this.digest = hash('sha1', text, 'hex');
  }
}

/** What only a server gives that runs scripts and takes writes: a full one or a replica is of no use. */
const PROBE = new RedisScript("return redis.call('SET', KEYS[1], '1', 'PX', 1000)");

type State = 'off' | 'up' | 'down';

/**
 * A connection to Redis that nobody has to wait for: while Redis does not answer, there is none, and it is tried again
 * in the background. Its loss and its return are logged once each.
 */
export class RedisLink {
  private readonly logger = new Logger('redis');
  private client: Redis | undefined;
  private retry: NodeJS.Timeout | undefined;
  private pause = LEAST_PAUSE_MS;
  private upSince = 0;
  private isToldDown = false;
  private isClosed = false;

  /** @param url without one, the link is off for good */
  constructor(
    private readonly url: SecretValue | undefined,
    private readonly prefix: string,
  ) {}

  get state(): State {
    if (!this.url) return 'off';
    return this.client ? 'up' : 'down';
  }

  /** Resolves when Redis answered, or when it is clear that it does not. */
  async open(): Promise<void> {
    if (this.url) await this.connect(this.url);
  }

  /**
   * Runs a script on one key.
   * @returns what it returns; undefined where Redis does not answer within 100 ms, and at once while it is known not to
   */
  async run(script: RedisScript, key: string, ...parameters: readonly number[]): Promise<unknown> {
    const { client } = this;
    if (!client) return undefined;
    try {
      return await inTime(WAIT_MS, evaluate(client, script, this.prefix + key, parameters));
    } catch (error) {
      this.lose(client, error);
      return undefined;
    }
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retry);
    this.client?.disconnect();
    this.client = undefined;
  }

  private async connect(url: SecretValue): Promise<void> {
    const client = new Redis(url.reveal(), {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      disconnectTimeout: WAIT_MS,
      enableOfflineQueue: false,
      enableReadyCheck: false,
      disableClientInfo: true,
      maxRetriesPerRequest: 0,
      // The link itself tries again: with a new connection each time, which needs no end of the old one.
      retryStrategy: () => null,
    });
    let reason: unknown;
    client.on('error', (error: unknown) => (reason = error));
    try {
      await inTime(CONNECT_MS, client.connect());
      await inTime(WAIT_MS, evaluate(client, PROBE, `${this.prefix}probe`, []));
    } catch (error) {
      client.disconnect();
      this.missed(reason ?? error);
      return;
    }
    if (this.isClosed) {
      client.disconnect();
      return;
    }
    client.once('close', () => this.lose(client, reason ?? new Error('the connection was closed')));
    this.client = client;
    this.upSince = performance.now();
    if (this.isToldDown) this.logger.warn('Redis answers again: rate limits are shared with other instances');
    this.isToldDown = false;
  }

  private lose(client: Redis, reason: unknown): void {
    if (this.client !== client) return;
    this.client = undefined;
    client.disconnect();
    const wasStable = performance.now() - this.upSince > STABLE_MS;
    this.pause = wasStable ? LEAST_PAUSE_MS : Math.min(2 * this.pause, MOST_PAUSE_MS);
    this.missed(reason);
  }

  private missed(reason: unknown): void {
    if (this.isClosed || !this.url) return;
    const { url } = this;
    this.retry = setTimeout(() => void this.connect(url), this.pause).unref();
    if (this.isToldDown) return;
    this.isToldDown = true;
    // Not the error itself: it may have the command that failed, and that the password.
    this.logger.warn(
      { reason: String(reason) },
      'Redis does not answer: each process counts its rate limits by itself',
    );
  }
}

/** A script by its digest, which spares its text; a server that was restarted has forgotten it. */
async function evaluate(
  client: Redis,
  { text, digest }: RedisScript,
  key: string,
  parameters: readonly number[],
): Promise<unknown> {
  try {
    return await client.evalsha(digest, 1, key, ...parameters);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(text, 1, key, ...parameters);
  }
}

async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const give = (): void => reject(new Error(`no answer within ${String(ms)} ms`));
    // A busy process may find the time to be over before it has read the answer, which it does next.
    timer = setTimeout(() => setImmediate(give), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
