import { Logger } from '@nestjs/common';
import { notificationEntity } from '../../test/builders/entities';
import { databases, type TestDatabase } from '../../test/support/databases';
import { eventually } from '../../test/support/eventually';
import { FixedClock } from '../../test/support/fixed-clock';
import { addDeliveries, delivererOver, FAILURE, GivenSender, SUCCESS } from '../../test/support/given-sender';
import { openPorts, type Ports } from '../../test/support/open-database';
import { DomainError } from '../kernel/domain-error';
import type { DeliveryState } from '../notifications/domain/notification';
import { SigningKey } from '../notifications/domain/signing-key';
import type { Deliverer, ReceiverHealth } from './deliverer';
import type { SendOutcome } from './domain/webhook-sender';

const ID = 'hook';
const DAY_MS = 24 * 3_600_000;

describe('Deliverer', () => {
  let test: TestDatabase;
  let ports: Ports;
  let clock: FixedClock;
  let sender: GivenSender;
  let deliverer: Deliverer;
  let health: ReceiverHealth;
  let logged: string[];

  beforeEach(async () => {
    logged = [];
    const note = (_: unknown, message: string) => void logged.push(message);
    Logger.overrideLogger({ log: note, warn: note, error: note });
    test = await databases[0]!.create();
    ports = await openPorts(test);
    clock = new FixedClock();
    sender = new GivenSender();
    deliverer = delivererOver(ports, sender, clock);
    health = { failingSince: null };
    await ports.database.run(() => ports.notifications.add(notificationEntity(ID, { signing_key: 'first' })));
    await ports.queue.lease(ID, 'me', now());
    await addDeliveries(ports, ID, clock, 'a 1');
  });

  afterEach(async () => {
    Logger.overrideLogger(['log', 'warn', 'error']);
    await ports.database.close();
    await test.drop();
  });

  const now = (): number => clock.now().getTime();
  const execute = async <Row>(sql: string): Promise<Row[]> => ports.database.run(() => ports.database.query<Row>(sql));
  /** The only delivery, as it is stored. */
  const stored = async () => {
    const [row] = await execute<Record<string, unknown>>(
      'SELECT state, tries, due_at, finished_at, (SELECT COUNT(*) FROM delivery_attempts) AS attempts FROM deliveries',
    );
    return row;
  };
  const failingSince = async (): Promise<unknown> =>
    (await execute<{ failing_since: unknown }>('SELECT failing_since FROM delivery_queues'))[0]!.failing_since;
  const standing = async (): Promise<unknown> => (await ports.notifications.find(ID))?.entity.delivery_state ?? null;
  const noted = (state: DeliveryState | undefined): Promise<void> =>
    ports.database.run(async () => ports.notifications.noteDeliveryState((await ports.notifications.lock(ID))!, state));
  const deliver = async (outcome: SendOutcome, isWanted = true): Promise<void> => {
    sender.always = outcome;
    const time = { now: now() + 30 * DAY_MS, latest: now() + 60 * DAY_MS };
    const [delivery] = [...(await ports.queue.fresh(ID, 1)), ...(await ports.queue.retries(ID, time, 1))];
    await deliverer.deliver(delivery!, health, () => isWanted);
  };

  it('ends a delivery that succeeds, and says nothing', async () => {
    await deliver(SUCCESS);
    expect(await stored()).toEqual({ state: 'delivered', tries: 1, due_at: 0, finished_at: now(), attempts: 1 });
    expect(sender.messages).toMatchObject([{ id: 'a 1', body: 'a 1', url: 'https://hooks.example.com/hook' }]);
    expect(sender.messages[0]!.keys.map((key) => key.reveal())).toEqual(['first']);
    expect(deliverer.counts).toEqual({ delivered: 1, failed: 0, cancelled: 0 });
    expect([logged, health.failingSince, await failingSince(), await standing()]).toEqual([[], null, null, null]);
  });

  it.each([
    ['by the keys that it had, too, behind its own', { signing_key: 'own' }, ['own', 'old']],
    ['by no key where it has none, whatever it had', {}, []],
  ])('signs for a notification %s', async (_, given, keys) => {
    sender.always = SUCCESS;
    const target = { notification: notificationEntity('other', given), retiredKeys: [new SigningKey('old')] };
    await deliverer.attempt(target, { id: 'a 1', body: 'a 1' });
    expect(sender.messages[0]!.keys.map((key) => key.reveal())).toEqual(keys);
  });

  it('tries what fails again later, says so once, and knows since when', async () => {
    const since = now();
    await deliver(FAILURE);
    const first = await stored();
    expect(first).toMatchObject({ state: 'pending', tries: 1, finished_at: null, attempts: 1 });
    expect(Number(first!.due_at) - since).toBeGreaterThanOrEqual(4_500);
    expect(Number(first!.due_at) - since).toBeLessThanOrEqual(5_500);
    clock.advance(10_000);
    await deliver(FAILURE);
    const second = await stored();
    expect(Number(second!.due_at) - now()).toBeGreaterThanOrEqual(270_000);
    expect([health.failingSince, await failingSince(), await standing()]).toEqual([since, since, null]);
    expect(logged).toEqual(['A webhook fails']);
    expect(deliverer.counts).toEqual({ delivered: 0, failed: 2, cancelled: 0 });
  });

  it('gives up after the last attempt that is planned', async () => {
    for (let attempt = 1; attempt <= 7; attempt++) await deliver(FAILURE);
    expect(await stored()).toMatchObject({ state: 'pending', tries: 7 });
    await deliver(FAILURE);
    expect(await stored()).toMatchObject({ state: 'failed', tries: 8, finished_at: now(), attempts: 8 });
  });

  it('leaves a receiver alone for as long as it asks', async () => {
    await deliver({ ...FAILURE, status: 429, retryAfterMs: 3_600_000 });
    expect(await stored()).toMatchObject({ state: 'pending', due_at: now() + 3_600_000 });
  });

  it('says that a receiver succeeds again, and forgets that it failed', async () => {
    await deliver(FAILURE);
    clock.advance(5 * DAY_MS);
    await deliver(FAILURE);
    expect(await standing()).toBe('failing');
    await deliver(SUCCESS);
    expect([health.failingSince, await failingSince(), await standing()]).toEqual([null, null, null]);
    expect(logged).toEqual(['A webhook fails', 'A webhook succeeds again']);
  });

  it('marks a notification as failing five days after its first failure, and no earlier', async () => {
    await deliver(FAILURE);
    clock.advance(5 * DAY_MS - 1);
    await deliver(FAILURE);
    expect(await standing()).toBeNull();
    clock.advance(1);
    await deliver(FAILURE);
    expect(await standing()).toBe('failing');
  });

  it('disables a notification whose receiver is gone, and makes no other attempt', async () => {
    clock.advance(6 * DAY_MS);
    health.failingSince = now() - 6 * DAY_MS;
    await deliver({ ...FAILURE, status: 410, retryAfterMs: 1_000 });
    expect(await stored()).toMatchObject({ state: 'failed', finished_at: now(), attempts: 1 });
    expect(await standing()).toBe('disabled');
    await addDeliveries(ports, ID, clock, 'b 1');
    await execute("DELETE FROM deliveries WHERE id = 'a 1'");
    await deliver(SUCCESS);
    expect(await stored()).toMatchObject({ state: 'cancelled', finished_at: now(), tries: 0 });
    expect(sender.sent).toEqual(['a 1']);
    expect(deliverer.counts).toEqual({ delivered: 0, failed: 1, cancelled: 1 });
  });

  it('cancels what was for a notification that there is no more', async () => {
    await execute("DELETE FROM notifications WHERE id = 'hook'");
    await deliver(SUCCESS);
    expect(await stored()).toMatchObject({ state: 'cancelled', finished_at: now(), attempts: 0 });
    expect([sender.sent, deliverer.counts.cancelled]).toEqual([[], 1]);
  });

  it('sends nothing of a delivery that has gone', async () => {
    const [delivery] = await ports.queue.fresh(ID, 1);
    await execute('DELETE FROM deliveries');
    await deliverer.deliver(delivery!, health, () => true);
    expect([sender.sent, await execute('SELECT seq FROM delivery_attempts')]).toEqual([[], []]);
  });

  it('leaves what succeeded delivered where another attempt at it fails later', async () => {
    const [delivery] = await ports.queue.fresh(ID, 1);
    const late = deliverer.deliver(delivery!, health, () => true);
    await eventually(() => expect(sender.sent).toHaveLength(1));
    await deliver(SUCCESS);
    sender.answer('a 1', FAILURE);
    await late;
    expect(await stored()).toEqual({ state: 'delivered', tries: 1, due_at: 0, finished_at: now(), attempts: 2 });
  });

  it.each<[string, DeliveryState | undefined, SendOutcome]>([
    ['is gone', undefined, { ...FAILURE, status: 410 }],
    ['fails since days', undefined, FAILURE],
    ['succeeds again', 'failing', SUCCESS],
  ])('takes it for nothing about a new URL that the one before %s', async (_, before, outcome) => {
    await noted(before);
    health.failingSince = now() - 6 * DAY_MS;
    const [delivery] = await ports.queue.fresh(ID, 1);
    const late = deliverer.deliver(delivery!, health, () => true);
    await eventually(() => expect(sender.sent).toHaveLength(1));
    await ports.database.run(async () => {
      const locked = (await ports.notifications.lock(ID))!;
      await ports.notifications.replace(locked, locked.entity.changed({ url: 'https://hooks.example.com/new' }));
    });
    await noted(before);
    sender.answer('a 1', outcome);
    await late;
    expect(await stored()).toMatchObject({ attempts: 1 });
    expect(await standing()).toBe(before ?? null);
  });

  it('takes a notification that cannot be read for one that fails', async () => {
    await execute("UPDATE notifications SET url = '1.lost.x' WHERE id = 'hook'");
    await deliver(SUCCESS);
    expect(await stored()).toMatchObject({ state: 'pending', tries: 1, attempts: 1 });
    const [attempt] = await execute('SELECT at, status, latency_ms, failure, answer FROM delivery_attempts');
    expect(attempt).toEqual({
      at: now(),
      status: null,
      latency_ms: 0,
      failure: 'the notification cannot be read',
      answer: '',
    });
    expect([sender.sent, logged]).toEqual([[], ['A notification cannot be read', 'A webhook fails']]);
  });

  it('makes no attempt where the database is away, nor where it fails otherwise than by a fault of its own', async () => {
    const away = DomainError.unavailable('a test', undefined);
    const reading = jest.spyOn(ports.notifications, 'deliverable').mockRejectedValueOnce(away);
    await expect(deliver(SUCCESS)).rejects.toBe(away);
    expect(await stored()).toMatchObject({ state: 'pending', tries: 0, attempts: 0 });
    reading.mockRejectedValueOnce(DomainError.notFound('a test'));
    await deliver(SUCCESS);
    expect(await stored()).toMatchObject({ state: 'pending', tries: 1, attempts: 1 });
  });

  it('stores no failure that nobody wants, but every success', async () => {
    await deliver(FAILURE, false);
    expect(await stored()).toMatchObject({ state: 'pending', tries: 0, attempts: 0 });
    expect(health.failingSince).toBeNull();
    await deliver(SUCCESS, false);
    expect(await stored()).toMatchObject({ state: 'delivered', attempts: 1 });
  });
});
