import { UrlRules } from '../../src/kernel/url-rules';
import { KeyOverlap } from '../../src/notifications/domain/key-overlap';
import { NotificationsService } from '../../src/notifications/notifications.service';
import { readSettings } from '../../src/settings/read-settings';
import { Deliverer } from '../../src/webhooks/deliverer';
import type { NewDelivery } from '../../src/webhooks/domain/delivery';
import { type SendOutcome, type WebhookMessage, WebhookSender } from '../../src/webhooks/domain/webhook-sender';
import type { FixedClock } from './fixed-clock';
import type { Ports } from './open-database';

export const SUCCESS: SendOutcome = { status: 200, latencyMs: 1, answer: 'ok' };
export const FAILURE: SendOutcome = { status: 500, failure: 'answered 500', latencyMs: 1, answer: 'no' };

/** Sends nothing: a test says what comes of each message, in any order. */
export class GivenSender extends WebhookSender {
  /** What was to be sent, in its order. */
  readonly messages: WebhookMessage[] = [];
  /** Where it is there, all is answered at once. */
  always: SendOutcome | undefined;
  private readonly waiting = new Map<string, (outcome: SendOutcome) => void>();

  /** The bodies of what was to be sent. */
  get sent(): readonly string[] {
    return this.messages.map(({ body }) => body);
  }

  override async send(message: WebhookMessage): Promise<SendOutcome> {
    this.messages.push(message);
    return this.always ?? new Promise((resolve) => this.waiting.set(message.body, resolve));
  }

  answer(body: string, outcome: SendOutcome): void {
    this.waiting.get(body)!(outcome);
  }

  override async close(): Promise<void> {
    return undefined;
  }
}

/** What makes the attempts of a service, over the ports of a test. */
export function delivererOver(ports: Ports, sender: WebhookSender, clock: FixedClock): Deliverer {
  const settings = readSettings({});
  const { database, notifications, notificationUsage, changes, queue } = ports;
  const urls = new UrlRules(settings.urls);
  const overlap = new KeyOverlap(60_000);
  const service = new NotificationsService(notifications, notificationUsage, urls, database, changes, clock, overlap);
  return new Deliverer(queue, notifications, service, sender, clock, settings);
}

/** Stores deliveries for a notification, whose bodies begin with the names of the relayers that they are about. */
export async function addDeliveries(
  { database, queue }: Ports,
  notificationId: string,
  clock: FixedClock,
  ...bodies: readonly string[]
): Promise<void> {
  const deliveries = bodies.map((body): NewDelivery => ({
    id: body,
    notificationId,
    event: 'relayer_update',
    payloadType: 'relayer_updated',
    resource: 'relayer',
    resourceId: body.split(' ')[0] ?? '',
    version: 1,
    createdAt: clock.now().getTime(),
    dueAt: 0,
    tries: 0,
    state: 'pending',
    finishedAt: null,
    body,
  }));
  await database.run(() => queue.add(...deliveries));
}
