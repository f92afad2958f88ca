import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock';
import { DomainError } from '../kernel/domain-error';
import { VERSION } from '../kernel/version';
import { Database } from '../persistence/database';
import { RedisClient } from '../redis/redis-client';

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
    /** Where settings name it; it is not needed. */
    readonly redis?: Component;
  };
  /** That of the program that answers. */
  readonly version: string;
  /** When it was asked, in ISO 8601. */
  readonly timestamp: string;
}

export const REASONS = {
  starting: 'the process is starting',
  closing: 'the process is shutting down',
  database: 'the database does not answer',
  changes: 'the database takes no changes',
  migrations: 'the database lacks migrations of this version',
  redis: 'Redis does not answer: rate limits are counted by each process',
} as const;

type Lack = keyof typeof REASONS;

const CAN_BE_MISSED: ReadonlySet<Lack> = new Set(['redis']);

/** Tells whether requests can be served now. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private closing = false;

  constructor(
    private readonly database: Database,
    private readonly redis: RedisClient,
    private readonly clock: Clock,
  ) {}

  /** From now on, nobody is to be sent here. */
  announceClosing(): void {
    this.closing = true;
  }

  beforeApplicationShutdown(): void {
    this.announceClosing();
  }

  async report(): Promise<ReadinessReport> {
    const lacks: Lack[] = [
      ...(this.closing ? (['closing'] as const) : []),
      ...(await this.lacksOfDatabase()),
      ...(this.redis.state === 'down' ? (['redis'] as const) : []),
    ];
    const isThere = (...parts: readonly Lack[]): Component => ({
      status: parts.some((part) => lacks.includes(part)) ? 'unhealthy' : 'healthy',
    });
    const ready = lacks.every((lack) => CAN_BE_MISSED.has(lack));
    return {
      ready,
      status: ready ? (lacks.length === 0 ? 'healthy' : 'degraded') : 'unhealthy',
      ...(lacks.length > 0 && { reason: reasonOf(lacks) }),
      components: {
        database: isThere('database', 'changes'),
        migrations: isThere('migrations'),
        ...(this.redis.state !== 'off' && { redis: isThere('redis') }),
      },
      version: VERSION,
      timestamp: this.clock.now().toISOString(),
    };
  }

  private async lacksOfDatabase(): Promise<readonly Lack[]> {
    try {
      const missing = await this.database.missingMigrations();
      return [...(missing.length > 0 ? (['migrations'] as const) : []), ...(await this.lackOfChanges())];
    } catch (error) {
      const isGone = error instanceof DomainError && error.kind === 'unavailable';
      return isGone ? ['database', 'migrations'] : ['migrations'];
    }
  }

  private async lackOfChanges(): Promise<readonly Lack[]> {
    return this.database.requireChanges().then(
      () => [],
      () => ['changes'],
    );
  }
}

/** What is said before there is a service that could look. */
export const startingReport = (now: Date): ReadinessReport => ({
  ready: false,
  status: 'unhealthy',
  reason: REASONS.starting,
  components: { database: { status: 'unhealthy' }, migrations: { status: 'unhealthy' } },
  version: VERSION,
  timestamp: now.toISOString(),
});

/** Of a database that does not answer, nobody knows what migrations it lacks. */
const reasonOf = (lacks: readonly Lack[]): string =>
  lacks
    .filter((lack) => lack !== 'migrations' || !lacks.includes('database'))
    .map((lack) => REASONS[lack])
    .join('; ');
