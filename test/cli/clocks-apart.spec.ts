import { resolve } from 'node:path';
import { builtEntryPoint, endAll } from '../support/built-service';
import { fleetSettings, type Instance, startInstance } from '../support/built-fleet';
import { onPostgres, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { call } from '../support/open-app';
import { scratchFolder } from '../support/scratch';
import { reactions, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NODE_OPTIONS = `--require ${resolve(__dirname, '../support/clock-off.cjs')}`;
const DELIVERIES = 200;
const IN_TIME_MS = 120_000;

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(300_000);

onPostgres('Instances whose clocks are hours off', (create) => {
  const folder = scratchFolder();
  let database: TestDatabase;
  let receiver: WebhookReceiver;
  let slow: Instance;
  let fast: Instance;

  beforeEach(async () => {
    database = await create();
    receiver = await startWebhookReceiver();
    const start = (off: number): Promise<Instance> =>
      startInstance(folder(), {
        ...fleetSettings(database),
        NODE_OPTIONS,
        CLOCK_OFF: String(off),
        WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
        WEBHOOK_RETRY_DELAYS: '1s,1s,1s',
      });
    [slow, fast] = await Promise.all([start(-30 * HOUR_MS), start(30 * HOUR_MS)]);
  });
  afterEach(async () => {
    await Promise.all([slow, fast].map(({ service }) => service.stop()));
    await receiver.close();
    await database.drop();
  });

  it('agree on when a token ends', async () => {
    const expires_at = new Date(Date.now() + HOUR_MS).toISOString();
    const body = { name: 'an hour', permissions: ['notifications:read'], expires_at };
    for (const [made, used] of [
      [slow, fast],
      [fast, slow],
    ] as const) {
      const { status, json } = await made.call('POST', '/api/v1/tokens', body);
      expect(status).toBe(201);
      const { token, created_at } = json.data as { readonly token: string; readonly created_at: string };
      expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(HOUR_MS);
      const get = await call(`${used.service.baseUrl}/api/v1/notifications`, 'GET', undefined, {
        authorization: `Bearer ${token}`,
      });
      expect(get.status).toBe(200);
    }
    const past = new Date(Date.now() - HOUR_MS).toISOString();
    expect((await slow.call('POST', '/api/v1/tokens', { ...body, expires_at: past })).status).toBe(400);
  });

  it('remember each for the other what was answered under a key', async () => {
    const body = { url: 'https://hooks.example.com/a' };
    const headers = { 'idempotency-key': 'once' };
    const first = await slow.call('POST', '/api/v1/notifications', body, headers);
    await slow.call('POST', '/api/v1/notifications', body, { 'idempotency-key': 'other' });
    const again = await fast.call('POST', '/api/v1/notifications', body, headers);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    // What the fast one would take for two days old is not forgotten by its own requests either.
    await fast.call('POST', '/api/v1/notifications', body, { 'idempotency-key': 'third' });
    expect((await slow.call('POST', '/api/v1/notifications', body, headers)).text).toBe(first.text);
  });

  it('deliver each event once between them, and its retries when they are due', async () => {
    receiver.react((response) =>
      reactions.answer(receiver.requests.length <= 3 ? 500 : 200)(response, receiver.requests[0]!),
    );
    await slow.call('POST', '/api/v1/notifications', { id: 'hook', url: receiver.url });
    await slow.call('POST', '/api/v1/signers', {
      id: 's',
      type: 'aws_kms',
      config: { region: 'eu-central-1', key_id: 'a' },
    });
    const relayer = { id: 'r', name: 'A', network: 'sepolia', network_type: 'evm', signer_id: 's', paused: false };
    expect((await slow.call('POST', '/api/v1/relayers', { ...relayer, notification_id: 'hook' })).status).toBe(201);
    for (let index = 1; index < DELIVERIES; index++) {
      const at = index % 2 === 0 ? slow : fast;
      expect((await at.call('PATCH', '/api/v1/relayers/r', { name: `A${String(index)}` })).status).toBe(200);
    }
    await eventually(async () => {
      const { json } = await fast.call('GET', '/api/v1/notifications/hook/deliveries?per_page=1000');
      const states = (json.data as { readonly state: string }[]).map(({ state }) => state);
      expect(states).toEqual(Array.from({ length: DELIVERIES }, () => 'delivered'));
    }, IN_TIME_MS);
    const sent = receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000);
    for (const at of sent) expect(Math.abs(at - Date.now())).toBeLessThan(DAY_MS);
    expect(sent).toHaveLength(DELIVERIES + 3);
  });
});
