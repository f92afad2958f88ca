import type { INestApplicationContext } from '@nestjs/common';
import { DeliveriesService } from '../webhooks/deliveries.service';
import type { DeliveryHistory, DeliveryState } from '../webhooks/domain/delivery';
import { viewDelivery, viewWholeDelivery } from '../webhooks/http/delivery.view';
import { type PageRequest, pagesOf } from '../kernel/page';
import { printableJson } from '../kernel/printable';
import { withServices } from './application-context';
import { REFUSED } from './exit-codes';
import { fieldsOf, tableOf } from './table';

export interface Output {
  readonly json?: true;
}

export interface ListOptions extends Output {
  readonly state?: DeliveryState;
}

/** Lists the deliveries for a notification, oldest first. */
export const listDeliveries = (notification: string, { json, state }: ListOptions): Promise<void> =>
  withServices(async (services) => {
    const deliveries = await allDeliveries(services, notification, state);
    if (json) {
      console.log(printableJson(deliveries.map(viewDelivery)));
      return;
    }
    const heading = ['ID', 'CREATED', 'EVENT', 'ABOUT', 'VERSION', 'STATE', 'ATTEMPTS', 'LAST RESULT'];
    console.log(tableOf(heading, deliveries.map(rowOf)));
  });

/** Has the service that runs make another attempt. */
export const replayDelivery = (id: string, { json }: Output): Promise<void> =>
  withServices(async (services) => {
    const delivery = await services.get(DeliveriesService).replay(id);
    console.log(json ? printableJson(viewWholeDelivery(delivery)) : `Delivery ${id} waits for another attempt`);
  });

/** Sends a test event, and shows how the receiver answered. */
export const testNotification = (id: string, { json }: Output): Promise<void> =>
  withServices(async (services) => {
    const delivery = await services.get(DeliveriesService).test(id);
    console.log(json ? printableJson(viewWholeDelivery(delivery)) : outcomeOf(delivery));
    if (delivery.state !== 'delivered') process.exitCode = REFUSED;
  });

async function allDeliveries(
  services: INestApplicationContext,
  notification: string,
  state: DeliveryState | undefined,
): Promise<DeliveryHistory[]> {
  const list = (request: PageRequest) => services.get(DeliveriesService).list(notification, request, state);
  const deliveries: DeliveryHistory[] = [];
  for await (const { items } of pagesOf(list)) for await (const one of items) deliveries.push(one);
  return deliveries;
}

const rowOf = (delivery: DeliveryHistory): string[] => [
  delivery.id,
  new Date(delivery.createdAt).toISOString(),
  delivery.payloadType,
  `${delivery.resource} ${delivery.resourceId}`,
  delivery.version === null ? '' : String(delivery.version),
  delivery.state,
  String(delivery.attempts.length),
  resultOf(delivery),
];

const resultOf = ({ attempts }: DeliveryHistory): string => {
  const last = attempts.at(-1);
  return last ? (last.failure ?? `answered ${String(last.status)}`) : '';
};

const outcomeOf = (delivery: DeliveryHistory): string =>
  fieldsOf({
    id: delivery.id,
    state: delivery.state,
    result: resultOf(delivery),
    latency: `${String(delivery.attempts.at(-1)?.latencyMs ?? 0)} ms`,
    answer: delivery.attempts.at(-1)?.answer ?? '',
  });
