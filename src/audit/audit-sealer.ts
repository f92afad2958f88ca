import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CallContext } from '../kernel/call-context';
import { AuditLog } from './domain/audit-log';

/** So late after a commit that those of many writers are sealed together. */
const SEAL_AFTER_MS = 25;
/** How often to look for what a process that was killed left pending. */
const LOOK_EVERY_MS = 1_000;

/** Seals audit entries soon after their commit, apart from the transactions of those who change something. */
@Injectable()
export class AuditSealer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('audit');
  private soon: NodeJS.Timeout | undefined;
  private interval: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isFailing = false;

  constructor(
    private readonly log: AuditLog,
    private readonly calls: CallContext,
  ) {}

  onApplicationBootstrap(): void {
    this.interval = setInterval(() => this.run(), LOOK_EVERY_MS).unref();
    this.run();
  }

  /** Before the connections are closed, which is done in the shutdown of a module that was imported earlier. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.interval);
    clearTimeout(this.soon);
    this.interval = undefined;
    await this.running;
    await this.attempt();
  }

  /** To be called after a commit that appended something. */
  readonly wake = (): void => {
    if (this.interval === undefined) return;
    this.soon ??= setTimeout(() => this.run(), SEAL_AFTER_MS).unref();
  };

  /** Resolves once everything is sealed that was committed before the call. Commits nothing where nothing is pending. */
  async seal(): Promise<void> {
    if (!(await this.log.hasPending())) return;
    while (await this.log.seal());
  }

  private run(): void {
    this.soon = undefined;
    // What is committed meanwhile may be too late for the run that is under way.
    if (this.running) this.wake();
    this.running ??= this.calls.runDetached(() => this.attempt()).finally(() => (this.running = undefined));
  }

  /** Where the database is away the entries stay pending: the next attempt comes in a second. */
  private async attempt(): Promise<void> {
    try {
      await this.seal();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ err: error }, 'Audit entries wait to be sealed');
      this.isFailing = true;
    }
  }
}
