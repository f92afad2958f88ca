import { Logger } from '@nestjs/common';
import { databases, type TestDatabase } from '../../test/support/databases';
import { eventually } from '../../test/support/eventually';
import { FixedClock } from '../../test/support/fixed-clock';
import { addDeliveries, delivererOver, FAILURE, GivenSender, SUCCESS } from '../../test/support/given-sender';
import { openPorts, type Ports } from '../../test/support/open-database';
import { notificationEntity } from '../../test/builders/entities';
import { DomainError } from '../kernel/domain-error';
import type { ReceiverHealth } from './deliverer';
import { QueueRunner } from './queue-runner';
import { Slots } from './slots';

const ID = 'hook';
const WIDTH = 3;
// What goes wrong on purpose is not printed.
Logger.overrideLogger(false);

describe('QueueRunner', () => {
  let test: TestDatabase;
  let ports: Ports;
  let clock: FixedClock;
  let sender: GivenSender;
  let health: ReceiverHealth;
  let runner: QueueRunner;
  let slots: Slots;

  beforeEach(async () => {
    test = await databases[0]!.create();
    ports = await openPorts(test);
    clock = new FixedClock();
    sender = new GivenSender();
    health = { failingSince: null };
    const { database, notifications, queue } = ports;
    const deliverer = delivererOver(ports, sender, clock);
    slots = new Slots(WIDTH);
    const now = (): number => clock.now().getTime();
    const time = () => ({ now: now(), latest: now() + 1_000_000_000 });
    runner = new QueueRunner(ID, health, { queue, deliverer, slots, time, width: WIDTH });
    await database.run(() => notifications.add(notificationEntity(ID)));
  });

  afterEach(async () => {
    await ports.database.close();
    await test.drop();
  });

  /** Deliveries about records, whose bodies name them. */
  const add = (...bodies: readonly string[]) => addDeliveries(ports, ID, clock, ...bodies);
  const numbered = (count: number, name: (number: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => name(index + 1));
  const sentEventually = (...bodies: readonly string[]) => eventually(() => expect(sender.sent).toEqual(bodies));
  const states = async (): Promise<Record<string, number>> => {
    const sql = 'SELECT state, CAST(COUNT(*) AS integer) AS count FROM deliveries GROUP BY state';
    const rows = await ports.database.query<{ state: string; count: number }>(sql);
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  /** Wakes it, and gives it the time of many readings to find something and to send it. */
  const lookedAgain = async (): Promise<void> => {
    runner.wake();
    for (let reading = 0; reading < 20; reading++) await ports.queue.fresh(ID, 1);
  };

  it('ends at once where nothing waits', async () => {
    await runner.run();
    expect(sender.sent).toEqual([]);
  });

  it('sends what is about one record one by one, beside what is about others, as far as its width goes', async () => {
    await add('a 1', 'a 2', 'b 1', 'c 1', 'd 1');
    const over = runner.run();
    await sentEventually('a 1', 'b 1', 'c 1');
    sender.answer('b 1', SUCCESS);
    await sentEventually('a 1', 'b 1', 'c 1', 'd 1');
    sender.answer('a 1', SUCCESS);
    await sentEventually('a 1', 'b 1', 'c 1', 'd 1', 'a 2');
    for (const body of ['c 1', 'd 1', 'a 2']) sender.answer(body, SUCCESS);
    await over;
    expect(await states()).toEqual({ delivered: 5 });
  });

  it('sends what comes in meanwhile, once', async () => {
    await add('a 1');
    const over = runner.run();
    await sentEventually('a 1');
    await add('b 1');
    runner.wake();
    await sentEventually('a 1', 'b 1');
    await lookedAgain();
    for (const body of ['a 1', 'b 1']) sender.answer(body, SUCCESS);
    await over;
    expect(sender.sent).toHaveLength(2);
  });

  it('asks a receiver that fails for one thing at a time, and for more once it succeeds', async () => {
    health.failingSince = clock.now().getTime();
    expect(runner.isFailing).toBe(true);
    await add('a 1', 'b 1', 'c 1', 'd 1');
    const over = runner.run();
    await sentEventually('a 1');
    await lookedAgain();
    expect(sender.sent).toHaveLength(1);
    sender.answer('a 1', SUCCESS);
    await sentEventually('a 1', 'b 1', 'c 1', 'd 1');
    expect(runner.isFailing).toBe(false);
    for (const body of ['b 1', 'c 1', 'd 1']) sender.answer(body, SUCCESS);
    await over;
  });

  it('goes on with the next one of a record where one failed, whose retry goes beside others of it', async () => {
    await add('a 1', 'a 2');
    let over = runner.run();
    await sentEventually('a 1');
    sender.answer('a 1', FAILURE);
    await sentEventually('a 1', 'a 2');
    sender.answer('a 2', SUCCESS);
    await over;
    clock.advance(60_000);
    await add('a 3');
    over = runner.run();
    await sentEventually('a 1', 'a 2', 'a 3', 'a 1');
    for (const body of ['a 3', 'a 1']) sender.answer(body, SUCCESS);
    await over;
    expect(await states()).toEqual({ delivered: 3 });
  });

  it('starts nothing more once it is stopped, and stores no failure then', async () => {
    await add('a 1', 'b 1', 'c 1', 'd 1');
    const over = runner.run();
    await sentEventually('a 1', 'b 1', 'c 1');
    runner.stop();
    sender.answer('a 1', FAILURE);
    sender.answer('b 1', FAILURE);
    sender.answer('c 1', SUCCESS);
    await over;
    expect(sender.sent).toHaveLength(3);
    expect(await states()).toEqual({ pending: 3, delivered: 1 });
    expect(await ports.database.query('SELECT seq FROM delivery_attempts')).toHaveLength(1);
  });

  it('sends nothing that still waits for its turn when it is stopped', async () => {
    const taken = await Promise.all([slots.take(false), slots.take(false), slots.take(false)]);
    const take = jest.spyOn(slots, 'take');
    await add('a 1');
    const over = runner.run();
    await eventually(() => expect(take).toHaveBeenCalledTimes(1));
    runner.stop();
    for (const giveBack of taken) giveBack();
    await over;
    expect([sender.sent, await states()]).toEqual([[], { pending: 1 }]);
  });

  it('sends nothing that was cancelled while it waited for its turn', async () => {
    await add('a 1', 'a 2', 'a 3');
    const over = runner.run();
    await sentEventually('a 1');
    await ports.queue.cancelBeyond(1, clock.now().getTime());
    sender.answer('a 1', FAILURE);
    await sentEventually('a 1', 'a 3');
    sender.answer('a 3', SUCCESS);
    await over;
    expect([sender.sent, await states()]).toEqual([['a 1', 'a 3'], { cancelled: 2, delivered: 1 }]);
  });

  it('starts nothing more where something could not be stored, and says so when all is over', async () => {
    await add('a 1', 'b 1', 'c 1', 'd 1');
    const away = DomainError.unavailable('a test', undefined);
    jest.spyOn(ports.queue, 'record').mockRejectedValueOnce(away);
    const over = runner.run();
    await sentEventually('a 1', 'b 1', 'c 1');
    sender.answer('a 1', SUCCESS);
    await lookedAgain();
    for (const body of ['b 1', 'c 1']) sender.answer(body, SUCCESS);
    await expect(over).rejects.toBe(away);
    expect(sender.sent).toHaveLength(3);
    expect(await states()).toEqual({ pending: 2, delivered: 2 });
  });

  it('waits for what is under way where it could not read what comes next, and says so when all is over', async () => {
    await add('a 1', 'b 1');
    const over = runner.run();
    await sentEventually('a 1', 'b 1');
    let isOver = false;
    void over.catch(() => (isOver = true));
    const away = DomainError.unavailable('a test', undefined);
    const reading = jest.spyOn(ports.queue, 'fresh').mockRejectedValueOnce(away);
    await add('c 1');
    runner.wake();
    await eventually(() => expect(reading).toHaveBeenCalledTimes(1));
    await lookedAgain();
    sender.answer('a 1', SUCCESS);
    await eventually(async () => expect(await states()).toEqual({ delivered: 1, pending: 2 }));
    await lookedAgain();
    expect([isOver, sender.sent]).toEqual([false, ['a 1', 'b 1']]);
    sender.answer('b 1', SUCCESS);
    await expect(over).rejects.toBe(away);
    expect(await states()).toEqual({ delivered: 2, pending: 1 });
  });

  it.each([
    [100, true],
    [101, false],
  ])('finds what is about another record as number %i of those that wait: %s', async (number, isFound) => {
    await add(...numbered(number - 1, (each) => `a ${String(each)}`), 'b 1');
    const over = runner.run();
    await sentEventually('a 1');
    await lookedAgain();
    expect(sender.sent).toEqual(isFound ? ['a 1', 'b 1'] : ['a 1']);
    runner.stop();
    for (const body of sender.sent) sender.answer(body, SUCCESS);
    await over;
  });

  it('hands its queue on after a thousand', async () => {
    sender.always = SUCCESS;
    await add(...numbered(1_002, (each) => `r${String(each)} 1`));
    await runner.run();
    expect(await states()).toEqual({ delivered: 1_000, pending: 2 });
  });
});
