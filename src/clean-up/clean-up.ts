import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { TokensService } from '../auth/tokens.service';
import { AnsweredRequests, REMEMBERED_MS } from '../kernel/answered-requests';
import { CallContext } from '../kernel/call-context';
import { Clock } from '../kernel/clock';
import { DAY, HOUR, MINUTE } from '../settings/conversions';
import { DeliveryQueue } from '../webhooks/domain/delivery-queue';
import { AuditRetention } from './audit-retention';

const FIRST_AFTER_MS = MINUTE;
const EVERY_MS = HOUR;
/** In milliseconds: how long a token that was revoked or has expired can be looked up. */
const ENDED_TOKENS_MS = 90 * DAY;

/**
 * Removes what nobody needs any more, every hour, on behalf of the service. Where there is nothing to remove, nothing is
 * committed: on PostgreSQL any commit empties the answer cache.
 */
@Injectable()
export class CleanUp implements BeforeApplicationShutdown {
  private readonly logger = new Logger('clean-up');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isOver = false;

  constructor(
    private readonly retention: AuditRetention,
    private readonly tokens: TokensService,
    private readonly answered: AnsweredRequests,
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
    private readonly calls: CallContext,
  ) {}

  start(): void {
    this.timer ??= setTimeout(() => void this.run().finally(() => this.again()), FIRST_AFTER_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** One after the other: what fails is tried again the next time, and keeps no other from being done. */
  run(): Promise<void> {
    return (this.running ??= this.calls.runDetached(() => this.all()).finally(() => (this.running = undefined)));
  }

  private again(): void {
    if (!this.isOver) this.timer = setTimeout(() => void this.run().finally(() => this.again()), EVERY_MS).unref();
  }

  private async all(): Promise<void> {
    const isWanted = (): boolean => !this.isOver;
    const before = (ms: number): Date => new Date(this.clock.now().getTime() - ms);
    await this.attempt('the audit log', () => this.retention.run(isWanted));
    await this.attempt('tokens', async () => {
      while (isWanted() && (await this.tokens.removeEnded(before(ENDED_TOKENS_MS))));
    });
    await this.attempt('answers', async () => {
      while (isWanted() && (await this.answered.forget(before(REMEMBERED_MS))));
    });
    await this.attempt('queues', async () => {
      while (isWanted() && (await this.queue.forgetGone()));
    });
  }

  private async attempt(what: string, work: () => Promise<void>): Promise<void> {
    if (this.isOver) return;
    try {
      await work();
    } catch (error) {
      this.logger.warn({ what, err: error }, 'What is to be cleaned up waits for the next time');
    }
  }
}
