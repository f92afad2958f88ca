import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { SecretValue } from '../kernel/secret';
import { CallContext } from '../kernel/call-context';
import { TAKE_TOKEN, type TakenToken } from './take-token';

/** In milliseconds: how long a request waits for an answer of Redis; a process that is busy reads it late. */
const COMMAND_MS = 250;
const CONNECT_MS = 1_000;
/** In milliseconds: what a connection that is given up goes on sending fills the memory meanwhile. */
const DISCONNECT_MS = 10;
/** In milliseconds: how long until Redis is tried again. */
const LEAST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;

/**
 * A connection to Redis that nobody has to wait for: while Redis does not answer, commands are answered with undefined,
 * and ioredis reconnects in the background. Its loss and its return are logged once each.
 */
export class RedisClient {
  private readonly logger = new Logger('redis');
  private readonly redis: Redis | undefined;
  private isUp = false;
  private isClosed = false;
  private isLossLogged = false;
  private reason: unknown;
  private probed: Promise<void> | undefined;

  /** @param url without one, the client is off for good */
  constructor(
    url: SecretValue | undefined,
    keyPrefix: string,
    private readonly calls = new CallContext(),
  ) {
    if (!url) return;
    this.redis = new Redis(url.reveal(), {
      keyPrefix,
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      commandTimeout: COMMAND_MS,
      disconnectTimeout: DISCONNECT_MS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      // The probe asks for more: a server that runs scripts and takes writes.
      enableReadyCheck: false,
      disableClientInfo: true,
      retryStrategy: (attempt) => Math.min(LEAST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS),
    });
    this.redis.defineCommand('takeToken', { lua: TAKE_TOKEN, numberOfKeys: 1 });
    this.redis.on('error', (error: unknown) => (this.reason = error));
    this.redis.on('ready', () => void (this.probed = this.probe()));
    this.redis.on('close', () => this.lose(this.reason ?? new Error('the connection was closed')));
  }

  get state(): 'off' | 'up' | 'down' {
    if (!this.redis) return 'off';
    return this.isUp ? 'up' : 'down';
  }

  /** Resolves when Redis answered, or when it is clear that it does not. */
  async open(): Promise<void> {
    // The parser of ioredis overflows the stack on lists within lists: such a fault ends this connection alone.
    const abort = (): void => this.reconnect(new Error('what it answered cannot be read'));
    const connected = this.calls.runDetached(() => this.calls.run({ abort }, () => this.redis?.connect()));
    await connected?.catch((error: unknown) => this.lose(this.reason ?? error));
    await this.probed;
  }

  /** Takes a token of the bucket of a key; undefined where Redis does not answer in time, at once while it is lost. */
  async takeToken(key: string, ttl: number, limit: number): Promise<TakenToken | undefined> {
    if (!this.redis || !this.isUp) return undefined;
    try {
      return checked(await this.redis.takeToken(key, ttl, limit));
    } catch (error) {
      // Of many commands that fail together the first one ends the connection.
      if (this.state === 'up') this.reconnect(error);
      return undefined;
    }
  }

  close(): void {
    this.isClosed = true;
    this.isUp = false;
    this.redis?.disconnect();
  }

  /** A full server or a replica connects as well, and is of no use. */
  private async probe(): Promise<void> {
    this.reason = undefined;
    try {
      checked(await this.redis?.takeToken('probe', 1000, 1));
      if (this.isClosed) return;
      this.isUp = true;
      if (this.isLossLogged) this.logger.warn('Redis answers again: rate limits are shared with other instances');
      this.isLossLogged = false;
    } catch (error) {
      this.reconnect(this.reason ?? error);
    }
  }

  private reconnect(reason: unknown): void {
    this.lose(reason);
    if (!this.isClosed) this.redis?.disconnect(true);
  }

  private lose(reason: unknown): void {
    this.isUp = false;
    if (this.isClosed || this.isLossLogged) return;
    this.isLossLogged = true;
    // Not the error itself: it may have the command that failed, and that the password.
    const fields = { reason: String(reason) };
    this.logger.warn(fields, 'Redis does not answer: each process counts its rate limits by itself');
  }
}

/** What a server answers that is none of ours, or that means harm, is of no use, and not to be counted with. */
function checked(answer: unknown): TakenToken {
  const [isBlocked, used, ...others] = Array.isArray(answer) ? (answer as unknown[]) : [];
  const isSound = (isBlocked === 0 || isBlocked === 1) && typeof used === 'string' && /^\d[\d.e+-]{0,30}$/.test(used);
  if (isSound && others.length === 0 && Number.isFinite(Number(used))) return [isBlocked, used];
  throw new Error('it answered something else than it was asked for');
}
