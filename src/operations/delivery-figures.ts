import { Injectable } from '@nestjs/common';
import { DeliveryDesk } from '../deliveries/delivery-desk';
import { DeliveryWorker } from '../deliveries/delivery-worker';
import { Clock } from '../kernel/clock';
import { counterOf, Figures, gaugeOf } from './figures';

/** What this process delivered to webhooks, and how much waits for all processes together. */
@Injectable()
export class DeliveryFigures {
  constructor({ registry }: Figures, desk: DeliveryDesk, worker: DeliveryWorker, clock: Clock) {
    counterOf(
      registry,
      'webhook_deliveries_total',
      'Attempts to deliver to webhooks, by what came of them; `cancelled` counts those that were not made.',
      ['outcome'],
      () => Object.entries(desk.counts).map(([outcome, count]) => [{ outcome }, count] as const),
    );
    gaugeOf(registry, 'webhook_deliveries_in_flight', 'Attempts that are under way.', () => worker.inFlight);
    gaugeOf(registry, 'webhook_backlog_deliveries', BACKLOG, () => worker.backlog.waiting);
    gaugeOf(registry, 'webhook_backlog_oldest_seconds', OLDEST, () => {
      const { since } = worker.backlog;
      return since === null ? 0 : (clock.now().getTime() - since) / 1000;
    });
  }
}

const BACKLOG = 'Deliveries that wait for their first attempt or for a retry, in the database; counted every 10 s.';
const OLDEST = 'For how long the oldest delivery that waits has been waiting; 0 where none does.';
