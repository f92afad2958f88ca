import type { INestApplicationContext } from '@nestjs/common';
import { Command, Option } from 'commander';
import { DeliveriesService } from '../webhooks/deliveries.service';
import { DELIVERY_STATES, type DeliveryHistory, type DeliveryState } from '../webhooks/domain/delivery';
import { viewDelivery, viewWholeDelivery } from '../webhooks/http/delivery.view';
import { type PageRequest, pagesOf } from '../kernel/page';
import { printableJson } from '../kernel/printable';
import { withServices } from './application-context';
import { fieldsOf, tableOf } from './table';

interface Output {
  readonly json?: true;
}

interface ListOptions extends Output {
  readonly state?: DeliveryState;
}

/** `relayctl deliveries …`: what is sent to webhooks. */
export const deliveriesCommand = (): Command => new Command().addCommand(listCommand()).addCommand(replayCommand());

/** `relayctl notifications …`: the webhooks themselves. */
export const notificationsCommand = (): Command => new Command().addCommand(testCommand());

const listCommand = (): Command =>
  new Command('list')
    .description('list the deliveries for a notification, oldest first')
    .argument('<notification>', 'the id of the notification')
    .addOption(new Option('--state <state>', 'only those in this state').choices([...DELIVERY_STATES]))
    .option('--json', 'for programs')
    .action((notification: string, { json, state }: ListOptions) =>
      withServices(async (services) => {
        const deliveries = await allDeliveries(services, notification, state);
        if (json) {
          console.log(printableJson(deliveries.map(viewDelivery)));
          return;
        }
        const heading = ['ID', 'CREATED', 'EVENT', 'ABOUT', 'VERSION', 'STATE', 'ATTEMPTS', 'LAST RESULT'];
        console.log(tableOf(heading, deliveries.map(rowOf)));
      }),
    );

const replayCommand = (): Command =>
  new Command('replay')
    .description('redeliver: the service that runs makes another attempt')
    .argument('<id>', 'of the delivery')
    .option('--json', 'for programs')
    .action((id: string, { json }: Output) =>
      withServices(async (services) => {
        const delivery = await services.get(DeliveriesService).replay(id);
        console.log(json ? printableJson(viewWholeDelivery(delivery)) : `Delivery ${id} waits for another attempt`);
      }),
    );

const testCommand = (): Command =>
  new Command('test')
    .description('send a test event and show the result; exit code 1 where it was not accepted')
    .argument('<id>', 'of the notification')
    .option('--json', 'for programs')
    .action((id: string, { json }: Output) =>
      withServices(async (services) => {
        const delivery = await services.get(DeliveriesService).test(id);
        console.log(json ? printableJson(viewWholeDelivery(delivery)) : outcomeOf(delivery));
        if (delivery.state !== 'delivered') process.exitCode = 1;
      }),
    );

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
