import { AsyncLocalStorage } from 'node:async_hooks';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { Transactions } from '../kernel/transactions';
import { Journal } from './domain/journal';

const WRITE_EVERY_MS = 60_000;

/**
 * Counts the tokens that were refused, and records how many at most once a minute and at the shutdown: guessing tokens
 * must not fill the journal.
 */
@Injectable()
export class FailedSignIns implements BeforeApplicationShutdown {
  private readonly logger = new Logger('events');
  /** What is counted in a request is recorded by the service, not on behalf of that request. */
  private readonly outside = AsyncLocalStorage.snapshot();
  private counted = 0;
  private since = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly journal: Journal,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  count(): void {
    if (this.counted === 0) this.since = this.clock.now().toISOString();
    this.counted++;
    this.timer ??= this.writeLater();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.outside(() => this.write());
  }

  private writeLater(): NodeJS.Timeout {
    return setTimeout(() => void this.outside(() => this.write()), WRITE_EVERY_MS).unref();
  }

  private async write(): Promise<void> {
    this.timer = undefined;
    if (this.counted === 0) return;
    const { counted, since } = this;
    this.counted = 0;
    const after = JSON.stringify({ count: counted, since, until: this.clock.now().toISOString() });
    try {
      await this.transactions.run(async () => {
        this.journal.record({ resource: 'sign_in', id: 'api', action: 'sign_in.failed', after });
      });
    } catch (error) {
      this.logger.error({ err: error }, 'Failed sign-ins could not be recorded; they are kept for the next time');
      this.counted += counted;
      this.since = since;
      this.timer ??= this.writeLater();
    }
  }
}
