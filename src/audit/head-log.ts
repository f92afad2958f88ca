import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CallContext } from '../kernel/call-context';
import { AuditSealer } from './audit-sealer';
import { AuditLog } from './domain/audit-log';

const EVERY_MS = 3_600_000;

/**
 * Writes the head of the audit log to the log of the process, which is stored where those who write to the database
 * cannot change it: an end that was cut off later is found by that.
 */
@Injectable()
export class HeadLog implements OnApplicationShutdown {
  private readonly logger = new Logger('audit');
  private interval: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: AuditLog,
    private readonly sealer: AuditSealer,
    private readonly calls: CallContext,
  ) {}

  /** Now, and every hour from now on. */
  start(write: (head: string) => void): Promise<void> {
    this.interval ??= setInterval(() => void this.look(write), EVERY_MS).unref();
    return this.look(write);
  }

  onApplicationShutdown(): void {
    clearInterval(this.interval);
  }

  private async look(write: (head: string) => void): Promise<void> {
    try {
      await this.calls.runDetached(() => this.sealer.seal());
      const { sequence, hash } = await this.log.head();
      write(`${String(sequence)}:${hash}`);
    } catch (error) {
      this.logger.warn({ err: error }, 'The head of the audit log could not be read');
    }
  }
}
