import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { Database } from '../persistence/database';

type Status = 'healthy' | 'unhealthy';

/** What the service needs to serve, and whether it is there. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly status: Status;
  readonly components: Readonly<Record<string, { readonly status: Status }>>;
  /** When it was asked, in ISO 8601. */
  readonly timestamp: string;
}

/** Tells whether requests can be served now. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private closing = false;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  beforeApplicationShutdown(): void {
    this.closing = true;
  }

  async report(): Promise<ReadinessReport> {
    const database = await this.answers();
    const ready = database && !this.closing;
    return {
      ready,
      status: ready ? 'healthy' : 'unhealthy',
      components: { database: { status: database ? 'healthy' : 'unhealthy' } },
      timestamp: this.clock.now().toISOString(),
    };
  }

  private async answers(): Promise<boolean> {
    try {
      await this.database.query('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}
