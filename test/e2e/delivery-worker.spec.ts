import type { ServerResponse } from 'node:http';
import { DeliveryWorker } from '../../src/webhooks/delivery-worker';
import { DomainError } from '../../src/kernel/domain-error';
import { Database } from '../../src/persistence/database';
import { DeliveryQueue, LEASE_MS } from '../../src/webhooks/domain/delivery-queue';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { addTold, createToldService, toldEventually, type ToldService } from '../support/told-service';
import { reactions, type WebhookReceiver } from '../support/webhook-receiver';

onEachDatabase('The worker on deliveries', (create) => {
  let database: TestDatabase;
  let told: ToldService & { close(): Promise<void> };
  let receiver: WebhookReceiver;
  let waiting: ServerResponse[];
  let notification: string;

  beforeEach(async () => {
    database = await create();
    told = await createToldService(database, { concurrencyPerNotification: 3, timeoutMs: 600_000 });
    waiting = [];
    receiver = await told.receiver((response) => void waiting.push(response));
    ({ notification } = await addTold(told, receiver.url));
    await toldEventually(receiver, 1);
  }, 30_000);
  afterEach(async () => {
    await told.close();
    await database.drop();
  });

  const inFlight = (): number => told.service.app.get(DeliveryWorker).inFlight;
  const add = async (): Promise<string> =>
    (await addTold(told, receiver.url, { notification_id: notification })).relayer;
  /** Answers one of the requests, which all wait for that. */
  const answer = (index: number, status: number): void => void waiting[index]!.writeHead(status).end();
  const toldOf = async (count: number): Promise<(readonly [unknown, unknown])[]> =>
    (await toldEventually(receiver, count)).map(({ payload }) => [payload.relayer?.id, payload.version]);
  const attemptsAt = async (index: number): Promise<(number | null)[]> =>
    (await told.deliveries(notification))[index]!.attempts.map(({ status }) => status);

  const leaseOf = async (id: string): Promise<unknown> => {
    const sql = 'SELECT holder, leased_until FROM delivery_queues WHERE notification_id = ?';
    return (await told.service.app.get(Database).query(sql, [id]))[0];
  };
  /** The second renewal begins after the first one is over. */
  const renewedTwice = async (id: string): Promise<void> => {
    for (let renewal = 0; renewal < 2; renewal++) {
      const before = await leaseOf(id);
      told.clock.advance(1);
      await eventually(async () => expect(await leaseOf(id)).not.toEqual(before));
    }
  };

  it('sends what is about one relayer one by one, and meanwhile what is about others', async () => {
    const one = await add();
    await told.patch(`relayers/${one}`, { name: 'renamed' });
    const two = await add();
    expect((await toldOf(3)).slice(1)).toEqual(
      expect.arrayContaining([
        [one, 1],
        [two, 1],
      ]),
    );
    const first = (await toldOf(3)).findIndex(([id]) => id === one);
    answer(first, 200);
    expect((await toldOf(4)).at(-1)).toEqual([one, 2]);
  });

  it('sends what comes in while a receiver takes long for what came before', async () => {
    const other = await add();
    expect((await toldOf(2)).at(-1)).toEqual([other, 1]);
    expect(inFlight()).toBe(2);
  });

  it('has no more under way for a notification than the settings say', async () => {
    for (let index = 0; index < 5; index++) await add();
    answer(0, 200);
    await toldOf(4);
    expect(inFlight()).toBe(3);
    answer(1, 200);
    await toldOf(5);
    expect(inFlight()).toBe(3);
  });

  it('asks a receiver that fails for one thing at a time, until it succeeds', async () => {
    for (let index = 0; index < 5; index++) await add();
    await toldOf(3);
    for (let index = 0; index < 3; index++) answer(index, 500);
    await toldOf(4);
    expect(inFlight()).toBe(1);
    answer(3, 200);
    await toldOf(6);
    expect(inFlight()).toBe(2);
  });

  it('leaves a queue alone whose lease it lost, and keeps no failure from then on', async () => {
    const other = await told.receiver(reactions.hang());
    const mine = (await addTold(told, other.url)).notification;
    await toldEventually(other, 1);
    const rows = told.service.app.get(Database);
    const taken = "UPDATE delivery_queues SET holder = 'another' WHERE notification_id = ?";
    await rows.run(() => rows.query(taken, [notification]));
    const lost = await leaseOf(notification);
    await renewedTwice(mine);
    await add();
    answer(0, 500);
    await eventually(() => expect(inFlight()).toBe(1));
    expect(await attemptsAt(0)).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
    expect(await leaseOf(notification)).toEqual(lost);
  });

  it('lets the lease end of a queue that it could not give back, while it has others', async () => {
    const other = await told.receiver(reactions.hang());
    const mine = (await addTold(told, other.url)).notification;
    await toldEventually(other, 1);
    const queue = told.service.app.get(DeliveryQueue);
    const isLeft = jest.spyOn(queue, 'release').mockRejectedValueOnce(DomainError.unavailable('a test', undefined));
    answer(0, 200);
    await eventually(() => expect(isLeft).toHaveBeenCalledTimes(1));
    const left = await leaseOf(notification);
    await renewedTwice(mine);
    expect(await leaseOf(notification)).toEqual(left);
    await add();
    told.after(LEASE_MS + 1);
    await toldEventually(receiver, 2);
  });

  it('sends nothing twice where it could not read what came in meanwhile', async () => {
    const queue = told.service.app.get(DeliveryQueue);
    const unread = jest.spyOn(queue, 'fresh').mockRejectedValueOnce(DomainError.unavailable('a test', undefined));
    const late = await add();
    await eventually(() => expect(unread).toHaveBeenCalledTimes(1));
    told.after(LEASE_MS + 1);
    const other = await told.receiver();
    await addTold(told, other.url);
    await toldEventually(other, 1);
    expect(receiver.requests).toHaveLength(1);
    answer(0, 200);
    await eventually(async () => expect(await attemptsAt(0)).toEqual([200]));
    told.after(LEASE_MS + 1);
    expect((await toldOf(2)).at(-1)).toEqual([late, 1]);
  });

  it('leaves what is under way at its end to the next one, as if no attempt had been made', async () => {
    await told.service.close();
    const next = await createToldService(database);
    try {
      const [again] = (await toldEventually(receiver, 2)).slice(1);
      answer(1, 200);
      await eventually(async () => {
        const [delivery] = await next.deliveries(notification);
        expect(delivery).toMatchObject({ id: again!.id, state: 'delivered', attempts: [{ status: 200 }] });
        expect(delivery!.attempts).toHaveLength(1);
      });
    } finally {
      await next.service.close();
    }
  });

  it('makes deliveries on behalf of nobody who called, also while others call', async () => {
    await told.post('notifications', { id: 'tested', url: receiver.url });
    const test = told.post('notifications/tested/test', undefined);
    await toldEventually(receiver, 2);
    const { notification: gone } = await addTold(told, receiver.url);
    await toldEventually(receiver, 3);
    answer(2, 410);
    await eventually(async () => {
      const { json } = await told.service.call('GET', `/api/v1/audit-events?resource=notification&id=${gone}`);
      expect((json.data as object[]).at(-1)).toMatchObject({
        action: 'notification.disabled',
        actor: { id: 'service' },
        request_id: null,
      });
    });
    answer(1, 200);
    await test;
  });
});
