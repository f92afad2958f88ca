import { aSigner } from '../builders/a-signer';
import { onPostgres } from '../support/databases';
import { type OpenApp, openApp } from '../support/open-app';
import { severable, type Severable } from '../support/severable';

const NOTIFICATIONS = '/api/v1/notifications';
const FAILURE = { success: false, data: null, message: 'Internal Server Error' };
const POOL_SIZE = 10;

onPostgres('A PostgreSQL that freezes', (createDatabase) => {
  let network: Severable;
  let service: OpenApp;
  let token: Record<string, string>;

  beforeAll(async () => {
    network = await severable(await createDatabase());
    service = await openApp({ database: network.database });
    const { json } = await service.call('POST', '/api/v1/tokens', { name: 'caller', permissions: ['*'] });
    token = { authorization: `Bearer ${(json.data as { token: string }).token}` };
  });

  afterAll(async () => {
    await service.close();
    await network.sever();
    await network.database.drop();
  });

  const create = (id: string) => service.call('POST', NOTIFICATIONS, { id, url: 'https://hooks.example.com' }, token);

  it('is answered for with 503s in the envelope, and is used again as soon as it is back', async () => {
    expect((await service.call('POST', '/api/v1/signers', aSigner(), token)).status).toBe(201);
    network.freeze();
    const replies = await Promise.all([
      ...Array.from({ length: 2 * POOL_SIZE }, (_, index) => create(`during-${String(index)}`)),
      service.call('GET', NOTIFICATIONS, undefined, token),
    ]);
    for (const { status, json } of replies) expect([status, json]).toEqual([503, FAILURE]);
    expect((await service.call('GET', '/api/v1/ready')).status).toBe(503);
    expect((await service.call('GET', '/api/v1/health')).status).toBe(200);
    network.thawForNew();
    const after = await Promise.all(
      Array.from({ length: 2 * POOL_SIZE }, (_, index) => create(`after-${String(index)}`)),
    );
    for (const { status } of after) expect(status).toBe(201);
    expect((await service.call('GET', NOTIFICATIONS)).json.pagination?.total_items).toBe(2 * POOL_SIZE);
  });

  it('is answered for with a 503 that says so where nobody knows whether the change was stored', async () => {
    // All entries of the audit log are sealed then, so that the next commit is that of the request.
    await service.call('GET', '/api/v1/audit-events');
    network.freezeAfter('COMMIT');
    const { status, json } = await create('perhaps');
    expect([status, json]).toEqual([
      503,
      { success: false, data: null, message: expect.stringMatching(/outcome is unknown/) },
    ]);
    network.thawForNew();
    const replies = await Promise.all(
      Array.from({ length: 2 * POOL_SIZE }, () => service.call('GET', `${NOTIFICATIONS}/perhaps`, undefined, token)),
    );
    expect(replies.map(({ status }) => status)).toContain(200);
  });
});
