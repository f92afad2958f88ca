import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { CallContext } from '../kernel/call-context';
import { Clock } from '../kernel/clock';
import { RelayerCounter, type RelayerCounts } from '../relayers/domain/relayer-counter';

/** They are counted once in this time, however often somebody reads. */
const COUNT_EVERY_MS = 60_000;
/** In milliseconds: who reads meanwhile is told what was counted before, as metrics are wanted most when the database is slow. */
const MAX_WAIT_MS = 1_000;
/** Names of networks are free texts: those that come after so many share a label. */
const MOST_NETWORKS = 100;
const OTHER = 'other';

/** How many relayers there are, by network, and how many of them are out of service. */
@Injectable()
export class RelayerMetrics {
  private latest: RelayerCounts | undefined;
  private counting: Promise<void> = Promise.resolve();
  private countedAt = -Infinity;

  constructor(
    registry: Registry,
    private readonly counter: RelayerCounter,
    private readonly clock: Clock,
    private readonly calls: CallContext,
  ) {
    const counts = (): Promise<RelayerCounts | undefined> => this.counts();
    new Gauge({
      name: 'relayers_by_network',
      help: 'Relayers by network, in the database; counted once a minute at most.',
      labelNames: ['network_type', 'network'],
      registers: [registry],
      async collect() {
        const counted = await counts();
        this.reset();
        for (const [labels, relayers] of byNetwork(counted)) this.set(labels, relayers);
      },
    });
    for (const [name, field, state] of [
      ['relayers_paused', 'paused', 'that their operator paused'],
      ['relayers_system_disabled', 'systemDisabled', 'that a runtime took out of service'],
    ] as const) {
      new Gauge({
        name,
        help: `Relayers ${state}, in the database; counted once a minute at most.`,
        registers: [registry],
        async collect() {
          const counted = await counts();
          if (counted) this.set(counted[field]);
          else this.remove();
        },
      });
    }
  }

  /** Undefined where they could not be counted yet. */
  private async counts(): Promise<RelayerCounts | undefined> {
    const now = this.clock.now().getTime();
    if (Math.abs(now - this.countedAt) >= COUNT_EVERY_MS) {
      this.countedAt = now;
      this.counting = this.calls.runDetached(() => this.count());
    }
    const timer = new AbortController();
    const late = wait(MAX_WAIT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([this.counting, late]);
    timer.abort();
    return this.latest;
  }

  /** A database that is away is told of by other metrics. */
  private async count(): Promise<void> {
    this.latest = await this.counter.count(MOST_NETWORKS).catch(() => this.latest);
  }
}

type Labels = Readonly<Record<'network_type' | 'network', string>>;

function byNetwork(counts: RelayerCounts | undefined): readonly (readonly [Labels, number])[] {
  if (!counts) return [];
  const named = counts.networks.map(
    ({ networkType, network, relayers }) => [{ network_type: networkType, network }, relayers] as const,
  );
  const rest = counts.all - named.reduce((sum, [, relayers]) => sum + relayers, 0);
  if (counts.networks.length < MOST_NETWORKS || rest <= 0) return named;
  return [...named, [{ network_type: OTHER, network: OTHER }, rest]];
}
