import { parseExact } from '../../src/kernel/exact-json';
import { WEBHOOK_EVENTS } from '../../src/webhooks/domain/events';
import { Database } from '../../src/persistence/database';
import { pluginEntity } from '../builders/entities';
import { ApiDocument, committedText, type Json } from '../support/api-document';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { exactJson } from '../support/shared-app';
import { removePlugin, storePlugins } from '../support/stored-plugins';
import { createToldService, type ToldService } from '../support/told-service';
import { reactions, type WebhookReceiver } from '../support/webhook-receiver';

/** What no one may find anywhere; a part of each secret that is planted. */
const MARK = '5ec4e7a5ec4e7a5ec4e7a';
const SIGNER_KEY = MARK.padEnd(64, '7');
const SIGNING_KEY = MARK.padEnd(40, 'k');
const SECRET_URL = `https://${MARK}:${MARK}@rpc.example.com:8443/v1/${MARK}?key=${MARK}#${MARK}`;
const MASKED_URL = 'https://***@rpc.example.com:8443/***';
const U64 = 2n ** 64n - 1n;
const U128 = 2n ** 128n - 1n;

const NETWORKS = [
  { network_type: 'evm', network: 'sepolia', policies: { min_balance: U128, gas_price_cap: U64 } },
  { network_type: 'solana', network: 'devnet', policies: { min_balance: U64, fee_payment_strategy: 'user' } },
  { network_type: 'stellar', network: 'testnet', policies: { min_balance: U64, fee_payment_strategy: 'user' } },
];
/** What each of the relayers goes through. */
const LIFE = 'created updated paused resumed disabled disabled enabled deleted'.split(' ');

interface Sent {
  readonly event: string;
  readonly payload: Json & { readonly payload_type: string; readonly relayer?: Json };
}

onEachDatabase('The bodies that webhooks receive', (create) => {
  const document = new ApiDocument(committedText);
  let database: TestDatabase;
  let told: ToldService & { close(): Promise<void> };
  let receiver: WebhookReceiver;

  const sent = (): Sent[] => receiver.requests.map(({ body }) => parseExact(body) as Sent);
  const ofType = (payloadType: string): Sent[] => sent().filter(({ payload }) => payload.payload_type === payloadType);
  const about = (relayer: string): Sent[] => sent().filter(({ payload }) => payload.relayer?.id === relayer);

  async function live(network: (typeof NETWORKS)[number]): Promise<void> {
    const id = network.network_type;
    const urls = [
      { url: SECRET_URL, weight: 7 },
      { url: 'https://plain.example.com', weight: 1 },
    ];
    await told.post(
      'relayers',
      exactJson({ id, name: id, paused: false, signer_id: 'key', notification_id: 'hook', ...network }),
    );
    await told.patch(`relayers/${id}`, { custom_rpc_urls: urls, name: 'renamed' });
    for (const paused of [true, false]) await told.patch(`relayers/${id}`, { paused });
    for (const reason of [
      { type: 'RpcValidationFailed', details: `tried "${SECRET_URL}", (${SECRET_URL}) and <WSS://x.example/${MARK}>` },
      { type: 'Multiple', details: [`no answer: ${SECRET_URL}`, `url=${SECRET_URL}:\n${SECRET_URL}`, 'https://['] },
    ]) {
      await told.post(`relayers/${id}/system-state`, { disabled: true, reason });
    }
    await told.post(`relayers/${id}/system-state`, { disabled: false, retry_count: 2 ** 32 - 1 });
    await told.service.call('DELETE', `/api/v1/relayers/${id}`);
  }

  beforeAll(async () => {
    database = await create();
    told = await createToldService(database, {}, { logLevel: 'trace' });
    receiver = await told.receiver(reactions.answer(200, {}, 'thanks'));
    const url = receiver.url.replace('//', `//${MARK}:${MARK}@`);
    const events = ['signer_update', 'network_update', 'plugin_update'];
    await told.post('notifications', {
      id: 'hook',
      url: `${url}/${MARK}?token=${MARK}`,
      signing_key: SIGNING_KEY,
      events,
    });
    await told.post('signers', { id: 'key', type: 'local', config: { key: SIGNER_KEY } });
    for (const network of NETWORKS) await live(network);
    await told.service.call('DELETE', '/api/v1/signers/key');
    await told.post('networks', { network_type: 'evm', name: 'own', from: 'sepolia', rpc_urls: [SECRET_URL] });
    await told.patch('networks/evm:own', { rpc_urls: [{ url: SECRET_URL, weight: 1 }] });
    await told.service.call('DELETE', '/api/v1/networks/evm:own');
    await storePlugins(told.service, pluginEntity('quote'));
    await told.patch('plugins/quote', { config: { key: MARK } });
    await removePlugin(told.service, 'quote');
    await told.patch('notifications/hook', { url: `${url}/${MARK}/2`, signing_key: `${SIGNING_KEY}2` });
    await told.post('notifications/hook/test', undefined);
    await eventually(async () => {
      expect(await told.deliveries('hook', '&state=pending')).toEqual([]);
      expect(receiver.requests.length).toBeGreaterThan(NETWORKS.length * LIFE.length);
    });
  }, 60_000);
  afterAll(async () => {
    await told.close();
    await database.drop();
  });

  it.each(WEBHOOK_EVENTS)('are of the type $payloadType as openapi.json says', ({ event, payloadType }) => {
    const { operation } = document.webhooks.find(({ path }) => path === payloadType)!;
    const { schema } = operation.requestBody!.content['application/json']!;
    const bodies = ofType(payloadType);
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.map((body) => [body.event, document.faults(schema, body)])).toEqual(bodies.map(() => [event, []]));
  });

  it.each(NETWORKS)('tell everything of a relayer on $network_type, with every digit', ({ network_type, policies }) => {
    const all = about(network_type);
    expect(all.map(({ payload }) => payload.payload_type)).toEqual(LIFE.map((end) => `relayer_${end}`));
    for (const { payload } of all) expect(payload.relayer).toMatchObject({ network_type, policies });
    const masked = [
      { url: MASKED_URL, weight: 7 },
      { url: 'https://plain.example.com/', weight: 1 },
    ];
    for (const { payload } of all.slice(1)) expect(payload.relayer).toMatchObject({ custom_rpc_urls: masked });
  });

  it('quote no URL whole in a reason', () => {
    const reasonsOf = (relayer: string): unknown[] =>
      about(relayer).flatMap(({ payload }) => payload.disable_reason ?? []);
    const [one, several] = [
      `tried "${MASKED_URL} (${MASKED_URL} and <wss://x.example/***`,
      `no answer: ${MASKED_URL}, url=${MASKED_URL}\n${MASKED_URL}, ***`,
    ];
    for (const { network_type } of NETWORKS) expect(reasonsOf(network_type)).toEqual([one, several]);
  });

  it('hold no secret, nor does what is kept or logged of their delivery', async () => {
    expect(receiver.requests.every(({ path }) => path.includes(MARK))).toBe(true);
    const tables = ['deliveries', 'delivery_attempts'].map((table) =>
      told.service.app.get(Database).query(`SELECT * FROM ${table}`),
    );
    const [deliveries, attempts] = await Promise.all(tables);
    expect([deliveries!.length, attempts!.length]).toEqual([receiver.requests.length, receiver.requests.length]);
    expect(told.service.logged.length).toBeGreaterThan(receiver.requests.length);
    for (const kept of [receiver.requests.map(({ body }) => body), deliveries, attempts, told.service.logged]) {
      expect(JSON.stringify(kept)).not.toContain(MARK);
      expect(JSON.stringify(kept)).not.toContain(Buffer.from(MARK).toString('base64').slice(0, 20));
    }
  });
});
