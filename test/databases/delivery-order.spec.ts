import { Client } from 'pg';
import { onPostgres, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { openApp, type OpenApp } from '../support/open-app';
import { createRelayer, relayerBody, signerBody } from '../support/samples';

onPostgres('The order of deliveries on PostgreSQL', (create) => {
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

  const places = async (): Promise<number> =>
    Number((await operator.query<{ last: string }>('SELECT last_value AS last FROM deliveries_seq_seq')).rows[0]!.last);
  const waiters = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

  it.each([
    ['PATCH', 'relayers/relayer', { name: 'renamed' }],
    ['POST', 'relayers/relayer/system-state', { disabled: true, reason: { type: 'NonceSyncFailed', details: 'x' } }],
    ['DELETE', 'relayers/relayer', undefined],
    ['POST', 'relayers', relayerBody('relayer', 'signer', { notification_id: 'hook' })],
    ['PATCH', 'notifications/hook', { url: 'https://hooks.example.com/b' }],
    ['POST', 'signers', signerBody('another', '8'.repeat(64))],
    ['DELETE', 'signers/another', undefined],
  ] as const)(
    '%s %s takes its place among deliveries behind the audit trail, in the order of commits',
    async (...request) => {
      const [method, path, body] = request;
      const before = await places();
      await operator.query('BEGIN');
      await operator.query('SELECT seq FROM audit_head FOR UPDATE');
      const answer = service.call(method, `/api/v1/${path}`, body);
      await eventually(async () => expect((await operator.query(waiters)).rowCount).toBe(1));
      const meanwhile = await places();
      await operator.query('COMMIT');
      expect((await answer).status).toBeLessThan(300);
      expect([meanwhile, await places()]).toEqual([before, before + 1]);
    },
  );
});
