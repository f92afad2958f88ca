import { aRelayer, relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { databases, onEachDatabase, type TestDatabase } from '../support/databases';
import { type OpenApp, openApp, testSettings } from '../support/open-app';
import { sharedApp } from '../support/shared-app';

const PATH = '/api/v1/relayers/relayer-1';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Patches that each change another member: of all of them none may be lost. */
const changes: readonly Record<string, unknown>[] = [
  { name: 'changed' },
  { paused: true },
  { custom_rpc_urls: [{ url: 'https://rpc.example.com', weight: 7 }] },
  { policies: { min_balance: 1 } },
  { policies: { gas_price_cap: 2 } },
  { policies: { gas_limit_estimation: true } },
  { policies: { eip1559_pricing: true } },
  { policies: { private_transactions: true } },
  { policies: { include_revert_data: true } },
  { policies: { whitelist_receivers: [] } },
];
const changed = {
  name: 'changed',
  paused: true,
  custom_rpc_urls: [{ url: 'https://rpc.example.com', weight: 7 }],
  policies: {
    min_balance: 1,
    gas_limit_estimation: true,
    gas_price_cap: 2,
    whitelist_receivers: [],
    eip1559_pricing: true,
    private_transactions: true,
    include_revert_data: true,
  },
};

onEachDatabase('Concurrent changes', (create) => {
  const service = sharedApp(create);

  beforeAll(() => service.add('signers', aSigner()));

  it('100 of different fields of ten records at once are all kept', async () => {
    for (const number of numbers(10)) await service.add('relayers', relayerNumber(number));
    const replies = await Promise.all(
      numbers(10).flatMap((number) =>
        changes.map((change) => service.call('PATCH', `/api/v1/relayers/relayer-${String(number)}`, change)),
      ),
    );

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    for (const number of numbers(10)) {
      const { json } = await service.call('GET', `/api/v1/relayers/relayer-${String(number)}`);
      expect(json.data).toMatchObject(changed);
      const entries = await service.call('GET', `/api/v1/audit-events?per_page=100&id=relayer-${String(number)}`);
      expect((entries.json.data as object[]).at(-1)).toMatchObject({ version: 1 + changes.length });
      await service.call('DELETE', `/api/v1/relayers/relayer-${String(number)}`);
    }
  });

  it('50 writers with the same If-Match: one 200, 49 times 412', async () => {
    await service.add('relayers', aRelayer());
    const tag = (await service.call('GET', PATH)).headers.get('etag')!;
    const replies = await Promise.all(
      numbers(50).map((number) =>
        service.call('PATCH', PATH, { name: `writer ${String(number)}` }, { 'if-match': tag }),
      ),
    );
    const winners = replies.filter(({ status }) => status === 200);

    expect(winners).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(49);
    expect(await service.read(PATH)).toEqual(winners[0]!.json.data);
    await service.call('DELETE', PATH);
  });

  it('20 deletions of one record: one 200, 19 times 404', async () => {
    await service.add('relayers', aRelayer());
    const replies = await Promise.all(numbers(20).map(() => service.call('DELETE', PATH)));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)]);
    expect((await service.call('GET', '/api/v1/relayers')).json.pagination?.total_items).toBe(0);
  });

  it('20 creations with one id: one 201, 19 times 409', async () => {
    const replies = await Promise.all(
      numbers(20).map((number) =>
        service.call('POST', '/api/v1/relayers', aRelayer({ network: `network-${String(number)}` })),
      ),
    );

    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect((await service.call('GET', '/api/v1/relayers')).json.pagination?.total_items).toBe(1);
    await service.call('DELETE', PATH);
  });

  it('the refusal of one change leaves those that were under way with it', async () => {
    await service.add('relayers', aRelayer());
    const replies = await Promise.all(
      changes.flatMap((change) => [
        service.call('PATCH', PATH, change),
        service.call('PATCH', PATH, { ...change, notification_id: 'nothing' }),
      ]),
    );

    expect(replies.map(({ status }) => status)).toEqual(changes.flatMap(() => [200, 400]));
    expect(await service.read(PATH)).toMatchObject({ ...changed, notification_id: null });
    await service.call('DELETE', PATH);
  });

  it('readers see a record before or after a change, never between', async () => {
    const states = ['first', 'second'].map((name) => ({ name, policies: { min_balance: name.length } }));
    await service.add('relayers', aRelayer(states[0]));
    const read: Promise<unknown>[] = [];
    for (let round = 0; round < 10; round++) {
      const write = service.call('PATCH', PATH, states[round % 2]);
      read.push(...numbers(5).map(() => service.read(PATH)));
      await write;
    }

    for (const { name, policies } of (await Promise.all(read)) as Record<string, unknown>[]) {
      expect(states).toContainEqual({ name, policies });
    }
    await service.call('DELETE', PATH);
  });
});

function twoInstances(create: () => Promise<TestDatabase>): void {
  let database: TestDatabase;
  let instances: readonly [OpenApp, OpenApp];

  beforeAll(async () => {
    database = await create();
    const { encryptionKeys } = testSettings(database);
    // At once: both find an empty database, and one of them makes the schema.
    instances = await Promise.all([
      openApp({ database, settings: { encryptionKeys } }),
      openApp({ database, settings: { encryptionKeys } }),
    ]);
    await instances[0].call('POST', '/api/v1/signers', aSigner());
    await instances[1].call('POST', '/api/v1/relayers', aRelayer());
  });
  afterAll(async () => {
    for (const instance of instances) await instance.close();
    await database.drop();
  });

  it('keep all changes of different fields, and show them both', async () => {
    const replies = await Promise.all(
      changes.map((change, index) => instances[index % 2 ? 1 : 0].call('PATCH', PATH, change)),
    );

    expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
    for (const instance of instances) expect((await instance.call('GET', PATH)).json.data).toMatchObject(changed);
  });

  it('let one of 50 writers with the same If-Match change a record', async () => {
    const tag = (await instances[1].call('GET', PATH)).headers.get('etag')!;
    const replies = await Promise.all(
      numbers(50).map((number) =>
        instances[number % 2 ? 1 : 0].call('PATCH', PATH, { name: `writer ${String(number)}` }, { 'if-match': tag }),
      ),
    );

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(49);
  });

  it('show each other at once what they wrote, in lists as well', async () => {
    for (const round of numbers(10)) {
      const [writer, reader] = round % 2 ? instances : [instances[1], instances[0]];
      const name = `round ${String(round)}`;
      await reader.call('GET', '/api/v1/relayers');
      await writer.call('PATCH', PATH, { name });

      expect((await reader.call('GET', PATH)).json.data).toMatchObject({ name });
      expect((await reader.call('GET', '/api/v1/relayers')).json.data).toEqual([expect.objectContaining({ name })]);
    }
  });
}

/** Instances that share a SQLite file are processes of their own: see test/cli. */
for (const { name, create } of databases.filter(({ name }) => name === 'PostgreSQL')) {
  describe(`Two instances of the service on one database of ${name}`, () => {
    twoInstances(create);
  });
}
