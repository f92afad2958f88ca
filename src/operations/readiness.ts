import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import { Database } from '../persistence/database';
import { RedisLink } from '../redis/redis-link';

export const STATUSES = ['healthy', 'degraded', 'unhealthy'] as const;

type Status = (typeof STATUSES)[number];

interface Component {
  readonly status: Status;
}

/** What the service needs to serve, and whether it is there. */
export interface ReadinessReport {
  readonly ready: boolean;
  /** `degraded`: ready, though something is missing that can be done without. */
  readonly status: Status;
  /** What is missing, where something is. */
  readonly reason?: string;
  readonly components: {
    readonly database: Component;
    /** Whether the database has the schema of this version, or that of a later one. */
    readonly migrations: Component;
    /** Where settings name them; neither is needed. */
    readonly replica?: Component;
    readonly redis?: Component;
  };
  /** When it was asked, in ISO 8601. */
  readonly timestamp: string;
}

export const REASONS = {
  closing: 'the process is shutting down',
  database: 'the database does not answer',
  migrations: 'the database lacks migrations of this version',
  replica: 'the replica of the database is not used: reads go to the primary',
  redis: 'Redis does not answer: rate limits are counted by each process',
} as const;

type Lack = keyof typeof REASONS;

const CAN_BE_MISSED: ReadonlySet<Lack> = new Set(['replica', 'redis']);

/** Tells whether requests can be served now. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private closing = false;

  constructor(
    private readonly database: Database,
    private readonly redis: RedisLink,
    private readonly clock: Clock,
  ) {}

  beforeApplicationShutdown(): void {
    this.closing = true;
  }

  async report(): Promise<ReadinessReport> {
    const { replica } = this.database;
    const lacks: Lack[] = [
      ...(this.closing ? (['closing'] as const) : []),
      ...(await this.lacksOfDatabase()),
      ...(replica?.isUp === false ? (['replica'] as const) : []),
      ...(this.redis.state === 'down' ? (['redis'] as const) : []),
    ];
    const isThere = (part: Lack): Component => ({ status: lacks.includes(part) ? 'unhealthy' : 'healthy' });
    const ready = lacks.every((lack) => CAN_BE_MISSED.has(lack));
    return {
      ready,
      status: ready ? (lacks.length === 0 ? 'healthy' : 'degraded') : 'unhealthy',
      ...(lacks.length > 0 && { reason: reasonOf(lacks) }),
      components: {
        database: isThere('database'),
        migrations: isThere('migrations'),
        ...(replica && { replica: isThere('replica') }),
        ...(this.redis.state !== 'off' && { redis: isThere('redis') }),
      },
      timestamp: this.clock.now().toISOString(),
    };
  }

  private async lacksOfDatabase(): Promise<readonly Lack[]> {
    try {
      return (await this.database.missingMigrations()).length === 0 ? [] : ['migrations'];
    } catch (error) {
      const isGone = error instanceof DomainError && error.kind === 'unavailable';
      return isGone ? ['database', 'migrations'] : ['migrations'];
    }
  }
}

/** Of a database that does not answer, nobody knows what migrations it lacks. */
const reasonOf = (lacks: readonly Lack[]): string =>
  lacks
    .filter((lack) => lack !== 'migrations' || !lacks.includes('database'))
    .map((lack) => REASONS[lack])
    .join('; ');
