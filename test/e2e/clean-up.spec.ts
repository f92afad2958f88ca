import { CleanUp } from '../../src/clean-up/clean-up';
import { Database } from '../../src/persistence/database';
import { DeliveryQueue } from '../../src/webhooks/domain/delivery-queue';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { openApp, type OpenApp } from '../support/open-app';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

onEachDatabase('The clean-up', (create) => {
  let database: TestDatabase;
  let service: OpenApp;
  let clock: FixedClock;

  beforeEach(async () => {
    database = await create();
    clock = new FixedClock();
    service = await openApp({ database, extensions: [FixedClockModule.with(clock)] });
  }, 60_000);
  afterEach(async () => {
    await service.close();
    await database.drop();
  });

  const cleanUp = (): Promise<void> => service.app.get(CleanUp).run();
  const query = <Row>(sql: string): Promise<Row[]> =>
    service.app.get(Database).run(() => service.app.get(Database).query<Row>(sql));
  const issue = async (name: string, lasts?: number): Promise<string> => {
    const expires_at = lasts === undefined ? undefined : new Date(clock.now().getTime() + lasts).toISOString();
    const body = { name, permissions: ['relayers:read'], ...(expires_at && { expires_at }) };
    const { status, json } = await service.call('POST', '/api/v1/tokens', body);
    expect(status).toBe(201);
    return (json.data as { readonly id: string }).id;
  };
  const tokens = async (): Promise<string[]> => {
    const { json } = await service.call('GET', '/api/v1/tokens?per_page=100');
    return (json.data as readonly { readonly name: string }[]).map(({ name }) => name);
  };

  it('removes tokens ninety days after their end, and says so in the audit log', async () => {
    const revoked = await issue('revoked');
    await issue('an hour', HOUR);
    await issue('a year', 365 * DAY);
    await issue('for ever');
    await service.call('DELETE', `/api/v1/tokens/${revoked}`);
    clock.advance(89 * DAY);
    await cleanUp();
    expect(await tokens()).toHaveLength(4);
    clock.advance(2 * DAY);
    await cleanUp();
    expect(await tokens()).toEqual(['a year', 'for ever']);
    const { json } = await service.call('GET', `/api/v1/audit-events?id=${revoked}`);
    expect((json.data as readonly { readonly action: string }[]).map(({ action }) => action)).toEqual([
      'token.created',
      'token.revoked',
      'token.removed',
    ]);
    expect(json.data).toMatchObject({ 2: { actor: { id: 'service' }, before: { name: 'revoked' }, after: null } });
  });

  it('leaves the newest token, as a database without any gets a first one', async () => {
    await issue('one', HOUR);
    await issue('two', HOUR);
    clock.advance(100 * DAY);
    await cleanUp();
    expect(await tokens()).toEqual(['two']);
  });

  it('forgets the answers of a day ago, and no later ones', async () => {
    const post = async (key: string) => {
      const body = { url: 'https://hooks.example.com/a' };
      const { headers } = await service.call('POST', '/api/v1/notifications', body, { 'idempotency-key': key });
      return headers.get('idempotency-replayed');
    };
    await post('old');
    clock.advance(23 * HOUR);
    await post('new');
    await cleanUp();
    expect([await post('old'), await post('new')]).toEqual(['true', 'true']);
    clock.advance(2 * HOUR);
    await cleanUp();
    expect(await query('SELECT request_key FROM answered_requests')).toEqual([{ request_key: 'new' }]);
    expect([await post('old'), await post('new')]).toEqual([null, 'true']);
  });

  it('forgets the queue of a notification that has gone', async () => {
    for (const id of ['gone', 'there']) {
      await service.call('POST', '/api/v1/notifications', { id, url: 'https://hooks.example.com/a' });
      await service.app.get(DeliveryQueue).lease(id, 'somebody', 1);
    }
    await service.call('DELETE', '/api/v1/notifications/gone');
    await cleanUp();
    expect(await query('SELECT notification_id FROM delivery_queues')).toEqual([{ notification_id: 'there' }]);
  });

  it('commits nothing where there is nothing to remove', async () => {
    await issue('for ever');
    await service.call('GET', '/api/v1/audit-events');
    let transactions = 0;
    service.app.get(Database).watch({ queried: () => undefined, transacted: () => transactions++ });
    await cleanUp();
    expect(transactions).toBe(0);
  });

  it('is done by one after another where several start at once', async () => {
    for (let index = 0; index < 5; index++) await issue(`token ${String(index)}`, HOUR);
    clock.advance(100 * DAY);
    const other = await openApp({ database, extensions: [FixedClockModule.with(clock)] });
    await Promise.all([cleanUp(), cleanUp(), other.app.get(CleanUp).run()]);
    await other.close();
    expect(await tokens()).toEqual(['token 4']);
    const { json } = await service.call('GET', '/api/v1/audit-events?resource=token&per_page=100');
    const removed = (json.data as readonly { readonly action: string }[]).filter(
      ({ action }) => action === 'token.removed',
    );
    expect(removed).toHaveLength(4);
  });
});
