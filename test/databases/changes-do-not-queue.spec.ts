import { Client } from 'pg';
import { onPostgres, type TestDatabase } from '../support/databases';
import { openApp, type OpenApp } from '../support/open-app';
import { createRelayer, relayerBody, signerBody } from '../support/samples';

onPostgres('Changes on PostgreSQL', (create) => {
  let test: TestDatabase;
  let service: OpenApp;
  let operator: Client;

  beforeAll(async () => {
    test = await create();
    service = await openApp({ database: test });
    const { settings } = test;
    operator = new Client({ connectionString: settings.kind === 'postgres' ? settings.url.reveal() : '' });
    await operator.connect();
    await createRelayer(service);
    await service.call('PATCH', '/api/v1/notifications/hook', { events: ['signer_update'] });
  }, 30_000);
  afterAll(async () => {
    await operator.end();
    await service.close();
    await test.drop();
  });

  it.each([
    ['PATCH', 'relayers/relayer', { name: 'renamed' }],
    ['POST', 'relayers/relayer/system-state', { disabled: true, reason: { type: 'NonceSyncFailed', details: 'x' } }],
    ['DELETE', 'relayers/relayer', undefined],
    ['POST', 'relayers', relayerBody('relayer', 'signer', { notification_id: 'hook' })],
    ['PATCH', 'notifications/hook', { url: 'https://hooks.example.com/b' }],
    ['POST', 'signers', signerBody('another', '8'.repeat(64))],
    ['DELETE', 'signers/another', undefined],
  ] as const)('%s %s does not wait for the end of the audit log, and leaves one event', async (...request) => {
    const [method, path, body] = request;
    const events = async (): Promise<number> =>
      (await operator.query<{ n: number }>('SELECT count(*)::int AS n FROM deliveries')).rows[0]!.n;
    const before = await events();
    await operator.query('BEGIN');
    await operator.query('SELECT seq FROM audit_head FOR UPDATE');
    const { status } = await service.call(method, `/api/v1/${path}`, body);
    await operator.query('COMMIT');
    expect(status).toBeLessThan(300);
    expect(await events()).toBe(before + 1);
  });

  it('sixty changes of a record that is locked elsewhere keep nobody from other records', async () => {
    for (const [index, id] of ['locked', 'free'].entries()) {
      await service.call('POST', '/api/v1/signers', signerBody(`signer-${id}`, String(index + 2).repeat(64)));
      await service.call('POST', '/api/v1/relayers', relayerBody(id, `signer-${id}`));
    }
    await operator.query('BEGIN');
    await operator.query("SELECT id FROM relayers WHERE id = 'locked' FOR UPDATE");
    let answered = 0;
    const waiting = Array.from({ length: 60 }, async (_, number) => {
      const reply = await service.call('PATCH', '/api/v1/relayers/locked', { name: String(number) });
      answered++;
      return reply.status;
    });
    const others = [
      await service.call('GET', '/api/v1/relayers/free'),
      await service.call('PATCH', '/api/v1/relayers/free', { name: 'changed' }),
      await service.call('GET', '/api/v1/relayers?per_page=2'),
    ];
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answered).toBe(0);
    await operator.query('COMMIT');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  });
});
