import { DeliveryWorker } from '../../src/webhooks/delivery-worker';
import { readAddressRange } from '../../src/kernel/address-rules';
import type { Settings } from '../../src/settings/settings';
import type { TestDatabase } from './databases';
import { eventually } from './eventually';
import { FixedClock, FixedClockModule } from './fixed-clock';
import { openApp, type OpenApp, testSettings } from './open-app';
import { type Reaction, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver';

const LOOPBACK = ['127.0.0.0/8', '::1/128'].map(readAddressRange).filter((range) => range !== undefined);

/** What a receiver was told. */
export interface Told {
  readonly id: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>> & {
    readonly payload_type: string;
    readonly version?: number;
    readonly relayer?: Readonly<Record<string, unknown>>;
  };
  readonly timestamp: string;
}

export interface ShownDelivery {
  readonly id: string;
  readonly state: string;
  readonly payload_type: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly {
    readonly status: number | null;
    readonly failure: string | null;
    readonly answer: string;
    readonly latency_ms: number;
  }[];
}

/** A service that delivers, on a clock that stands still, with receivers to deliver to. */
export interface ToldService {
  readonly service: OpenApp;
  readonly clock: FixedClock;
  /** A receiver that is gone after the test. */
  receiver(reaction?: Reaction): Promise<WebhookReceiver>;
  post(path: string, body: unknown): Promise<Record<string, unknown>>;
  patch(path: string, body: unknown): Promise<Record<string, unknown>>;
  deliveries(notification: string, query?: string): Promise<readonly ShownDelivery[]>;
  /** Moves the clock, and has the worker look. */
  after(milliseconds: number): void;
}

/** What a receiver was told so far. */
export const toldTo = ({ requests }: WebhookReceiver): Told[] => requests.map(({ body }) => JSON.parse(body) as Told);

/** Resolves with what a receiver was told, once that is as much as expected. */
export const toldEventually = (receiver: WebhookReceiver, count: number): Promise<Told[]> =>
  eventually(() => {
    expect(receiver.requests).toHaveLength(count);
    return toldTo(receiver);
  });

export async function createToldService(
  database: TestDatabase,
  webhooks: Partial<Settings['webhooks']> = {},
  settings: Partial<Settings> = {},
): Promise<ToldService & { close(): Promise<void> }> {
  const clock = new FixedClock();
  const receivers: WebhookReceiver[] = [];
  const service = await openApp({
    database,
    settings: {
      ...settings,
      urls: { webhookAllowedRanges: LOOPBACK, rpcAllowedHosts: [], rpcBlockPrivateIps: false },
      webhooks: Object.assign(testSettings(database).webhooks, webhooks),
    },
    extensions: [FixedClockModule.with(clock)],
  });
  const worker = service.app.get(DeliveryWorker);
  worker.start();
  const done = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const { status, text, json } = await service.call(method, `/api/v1/${path}`, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${String(status)}: ${text}`);
    return json.data;
  };
  return {
    service,
    clock,
    receiver: async (reaction) => {
      const receiver = await startWebhookReceiver(reaction ? { reaction } : {});
      receivers.push(receiver);
      return receiver;
    },
    post: (path, body) => done('POST', path, body),
    patch: (path, body) => done('PATCH', path, body),
    deliveries: async (notification, query = '') => {
      const { json } = await service.call(
        'GET',
        `/api/v1/notifications/${notification}/deliveries?per_page=100${query}`,
      );
      return json.data;
    },
    after: (milliseconds) => {
      clock.advance(milliseconds);
      worker.look();
    },
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()));
      await service.close();
    },
  };
}

/** Gives each test of a describe block a service that delivers, on a database of its own. */
export function toldService(create: () => Promise<TestDatabase>): ToldService & { readonly database: TestDatabase } {
  let database: TestDatabase;
  let told: ToldService & { close(): Promise<void> };
  beforeEach(async () => {
    database = await create();
    told = await createToldService(database);
  }, 30_000);
  afterEach(async () => {
    await told.close();
    await database.drop();
  });
  return {
    get database() {
      return database;
    },
    get service() {
      return told.service;
    },
    get clock() {
      return told.clock;
    },
    receiver: (reaction) => told.receiver(reaction),
    post: (path, body) => told.post(path, body),
    patch: (path, body) => told.patch(path, body),
    deliveries: (notification, query) => told.deliveries(notification, query),
    after: (milliseconds) => told.after(milliseconds),
  };
}

let made = 0;

/** A relayer with a signer of its own, which tells a notification with a URL. */
export async function addTold(
  { post }: Pick<ToldService, 'post'>,
  url: string,
  relayer: Readonly<Record<string, unknown>> = {},
  notification: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly relayer: string; readonly notification: string }> {
  const name = `told-${String(++made)}`;
  const key = made.toString(16).padStart(64, '0');
  await post('notifications', { id: name, url, ...notification });
  await post('signers', { id: name, type: 'local', config: { key } });
  await post('relayers', {
    id: name,
    name,
    network: 'sepolia',
    network_type: 'evm',
    signer_id: name,
    paused: false,
    notification_id: name,
    ...relayer,
  });
  return { relayer: name, notification: name };
}
