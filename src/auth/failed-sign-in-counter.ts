import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { CallContext } from '../kernel/call-context';
import { Clock } from '../kernel/clock';
import { Transactions } from '../kernel/transactions';
import { ChangeLog } from '../kernel/change-log';

const WRITE_EVERY_MS = 60_000;

/**
 * Counts the tokens that were refused, and records how many at most once a minute and at the shutdown: guessing tokens
 * must not fill the audit log.
 */
@Injectable()
export class FailedSignInCounter implements BeforeApplicationShutdown {
  private readonly logger = new Logger('events');
  private counted = 0;
  private since = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly calls: CallContext,
  ) {}

  count(): void {
    if (this.counted === 0) this.since = this.clock.now().toISOString();
    this.counted++;
    this.timer ??= this.writeLater();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  private writeLater(): NodeJS.Timeout {
    return setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  /** What is counted in a request is recorded by the service, not on behalf of that request. */
  private write(): Promise<void> {
    return this.calls.runDetached(() => this.record());
  }

  private async record(): Promise<void> {
    this.timer = undefined;
    if (this.counted === 0) return;
    const { counted, since } = this;
    this.counted = 0;
    const after = JSON.stringify({ count: counted, since, until: this.clock.now().toISOString() });
    try {
      const entry = { resource: 'sign_in', id: 'api', action: 'sign_in.failed', after };
      await this.transactions.run(() => this.changes.record({ entry }));
    } catch (error) {
      this.logger.error({ err: error }, 'Failed sign-ins could not be recorded; they are counted for the next time');
      this.counted += counted;
      this.since = since;
      this.timer ??= this.writeLater();
    }
  }
}
