import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Clock } from '../kernel/clock';
import { Deliverer } from '../webhooks/deliverer';
import { DeliveryWorker } from '../webhooks/delivery-worker';

/** What this process delivered to webhooks, and how much waits for all processes together. */
@Injectable()
export class DeliveryMetrics {
  constructor(registry: Registry, deliverer: Deliverer, worker: DeliveryWorker, clock: Clock) {
    new Counter({
      name: 'webhook_deliveries_total',
      help: 'Attempts to deliver to webhooks, by what came of them; `cancelled` counts those that were not made.',
      labelNames: ['outcome'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [outcome, count] of Object.entries(deliverer.counts)) this.inc({ outcome }, count);
      },
    });
    new Gauge({
      name: 'webhook_deliveries_in_flight',
      help: 'Attempts that are under way.',
      registers: [registry],
      collect() {
        this.set(worker.inFlight);
      },
    });
    new Gauge({
      name: 'webhook_backlog_deliveries',
      help: 'Deliveries that wait for their first attempt or for a retry, in the database; counted every 10 s.',
      registers: [registry],
      collect() {
        this.set(worker.backlog.waiting);
      },
    });
    new Gauge({
      name: 'webhook_backlog_oldest_seconds',
      help: 'For how long the oldest delivery that waits has been waiting; 0 where none does.',
      registers: [registry],
      collect() {
        const { since } = worker.backlog;
        this.set(since === null ? 0 : (clock.now().getTime() - since) / 1000);
      },
    });
    new Gauge({
      name: 'webhook_notifications_failing',
      help: 'Notifications for which deliveries wait and whose last attempt failed, in the database; counted every 10 s.',
      registers: [registry],
      collect() {
        this.set(worker.backlog.failing);
      },
    });
  }
}
