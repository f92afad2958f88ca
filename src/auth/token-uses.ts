import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { CallContext } from '../kernel/call-context';
import { Transactions } from '../kernel/transactions';
import type { Stored } from '../kernel/record';
import type { ApiToken } from './domain/api-token';
import { TokenRepository } from './domain/token.repository';

/** In milliseconds: a token that is in constant use is written once in this time. */
const INTERVAL_MS = 60_000;
/** How many tokens are remembered to have been written; forgetting one costs a needless attempt. */
const MAX_REMEMBERED = 10_000;

/** Notes when tokens were last used: durably, but no request waits for it, and the shutdown waits for all of it. */
@Injectable()
export class TokenUses implements BeforeApplicationShutdown {
  private readonly logger = new Logger('auth');
  private readonly attempts = new Map<string, number>();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly tokens: TokenRepository,
    private readonly transactions: Transactions,
    private readonly calls: CallContext,
  ) {}

  note(token: Stored<ApiToken>, now: Date): void {
    const attempted = this.attempts.get(token.entity.id);
    const { last_used_at } = token.entity.document;
    const written = last_used_at === null ? undefined : Date.parse(last_used_at);
    if (!isDue(attempted, now) || !isDue(written, now)) return;
    if (this.attempts.size >= MAX_REMEMBERED) this.attempts.clear();
    this.attempts.set(token.entity.id, now.getTime());
    // The service notes it: it is no part of the request, whose token may have ended meanwhile.
    const write = this.calls.runDetached(() => this.write(token, now)).finally(() => this.writing.delete(write));
    this.writing.add(write);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.writing);
  }

  private async write(token: Stored<ApiToken>, now: Date): Promise<void> {
    try {
      await this.transactions.run(() => this.tokens.noteUse(token, now));
    } catch (error) {
      this.logger.warn({ token: token.entity.id, err: error }, 'The use of a token could not be noted');
    }
  }
}

/** A clock that was set back must not silence a token until it catches up. */
const isDue = (since: number | undefined, now: Date): boolean =>
  since === undefined || Math.abs(now.getTime() - since) >= INTERVAL_MS;
