import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ClusterMetrics } from './cluster-metrics';

const NAME = /^# HELP (\S+) /;

/** The metrics in the text format of Prometheus. */
@Injectable()
export class MetricsText {
  constructor(
    private readonly registry: Registry,
    private readonly cluster: ClusterMetrics,
  ) {}

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Those of all processes that share the port, distinguished by the label `worker`; of this one where it is alone. */
  async all(): Promise<string> {
    return (await this.cluster.text()) ?? (await this.registry.metrics());
  }

  /** The text of each metric by its name. */
  async byName(): Promise<ReadonlyMap<string, string>> {
    const text = await this.all();
    const metrics = text.split(/^(?=# HELP )/m).map((metric) => [NAME.exec(metric)?.[1], metric] as const);
    return new Map(metrics.flatMap(([name, metric]) => (name === undefined ? [] : [[name, metric] as const])));
  }
}
