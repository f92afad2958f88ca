import { notificationEntity, relayerEntity, signerEntity } from '../builders/entities';
import { onPostgres, type TestDatabase } from '../support/databases';
import { openPorts, type Ports } from '../support/open-database';
import { readPage } from '../support/read-page';
import { signal } from '../support/signal';

const MANY = 300;

onPostgres('Very many records that are written', (create) => {
  let database: TestDatabase;
  let ports: Ports;

  beforeEach(async () => {
    database = await create();
    ports = await openPorts(database);
    await ports.database.run(() => ports.signers.add(signerEntity('signer')));
    await ports.database.run(() => ports.notifications.add(notificationEntity('used')));
  });
  afterEach(async () => {
    await ports.database.close();
    await database.drop();
  });

  const add = (id: string): Promise<unknown> =>
    ports.database.run(() => ports.relayers.add(relayerEntity(id, { network: `network-of-${id}` })));

  /** @param between what others do while all but the commit is done */
  const write = (prefix: string, between: () => Promise<void>): Promise<void> => {
    const meanwhile = signal();
    const others = meanwhile.given.then(between);
    return ports.database.run(async () => {
      const reserved = (await ports.relayers.many.reserve(MANY))!;
      const ids = Array.from({ length: MANY }, (_, index) => `${prefix}-${String(index)}`);
      await ports.relayers.many.write(
        ids.map((id) => ({ after: relayerEntity(id, { network: `network-of-${id}`, notification_id: 'used' }) })),
        reserved.first,
      );
      meanwhile.give();
      await others;
      await reserved.settle();
    });
  };

  it('let others change what they refer to', async () => {
    await write('first', async () => {
      await ports.database.run(async () => {
        const locked = (await ports.notifications.lock('used'))!;
        await ports.notifications.replace(locked, locked.entity.changed({ url: 'https://hooks.example.com/changed' }));
        expect((await ports.signers.lock('signer'))!.version).toBe(1);
      });
    });
    expect((await ports.notifications.find('used'))!.entity.url).toBe('https://hooks.example.com/changed');
  });

  it('let others create and delete, and come behind what was committed before', async () => {
    await add('gone');
    await write('first', async () => {
      await add('meanwhile');
      await ports.database.run(async () => ports.relayers.remove((await ports.relayers.lock('gone'))!));
    });
    await add('after');
    await write('second', () => Promise.resolve());
    await add('last');
    const ids: string[] = [];
    for (let page = 1n; page <= 7n; page++) {
      const { items, total } = await readPage(ports.relayers.page({ page, perPage: 100 }, {}));
      expect(total).toBe(2 * MANY + 3);
      ids.push(...items.map(({ entity }) => entity.id));
    }
    const named = (prefix: string) => Array.from({ length: MANY }, (_, index) => `${prefix}-${String(index)}`);
    expect(ids).toEqual(['meanwhile', ...named('first'), 'after', ...named('second'), 'last']);
  });

  it('leave nothing behind where they are undone', async () => {
    const undo = new Error('undo');
    await expect(write('undone', () => Promise.reject(undo))).rejects.toThrow(undo);
    await add('one');
    const { items, total } = await readPage(ports.relayers.page({ page: 1n, perPage: 100 }, {}));
    expect([total, items.map(({ entity }) => entity.id)]).toEqual([1, ['one']]);
  });

  it('need no room where they are few', async () => {
    await ports.database.run(async () => {
      expect(await ports.relayers.many.reserve(100)).toBeUndefined();
    });
  });
});
