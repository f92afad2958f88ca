import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import { AggregatorRegistry, Registry } from 'prom-client';

/** prom-client aggregates in the process that started the workers; a worker that was asked has to ask it. */
interface Message {
  readonly metrics: 'wanted' | 'collected';
  readonly id: number;
  /** Absent where a worker did not answer in time. */
  readonly text?: string | undefined;
}

/** In milliseconds: longer than prom-client waits for the workers. */
const WAIT_MS = 6_000;

/** Answers the workers of this process with the metrics of all of them. */
export function answerWorkers(): void {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    const { id } = message;
    void aggregator
      .clusterMetrics()
      .catch(() => undefined)
      .then((text) => {
        // It may have ended a moment ago.
        if (worker.isConnected()) worker.send({ metrics: 'collected', id, text } satisfies Message, () => undefined);
      });
  });
}

/** A worker's way to the metrics of all. */
@Injectable()
export class ClusterMetrics {
  private readonly waiting = new Map<number, (text: string | undefined) => void>();
  private latest = 0;

  constructor(registry: Registry) {
    if (!cluster.worker) return;
    AggregatorRegistry.setRegistries([registry]);
    // It listens for the request that the aggregating process sends to each worker.
    new AggregatorRegistry();
    process.on('message', (message) => {
      if (isMessage(message)) this.waiting.get(message.id)?.(message.text);
    });
  }

  /** Undefined where no process started this one, or where one of the workers does not answer. */
  async text(): Promise<string | undefined> {
    const { worker } = cluster;
    if (!worker?.isConnected()) return undefined;
    const id = ++this.latest;
    const collected = new Promise<string | undefined>((resolve) => {
      this.waiting.set(id, resolve);
      setTimeout(() => resolve(undefined), WAIT_MS).unref();
    });
    worker.send({ metrics: 'wanted', id } satisfies Message);
    return collected.finally(() => this.waiting.delete(id));
  }
}

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message && 'id' in message;
