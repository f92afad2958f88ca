import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const PATH = '/api/v1/relayers/relayer-1';
const post = '/api/v1/relayers';

onEachDatabase('POST of a relayer', (create) => {
  const service = sharedApp(create);

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('notifications', aNotification());
  });
  afterEach(() => service.call('DELETE', PATH));

  const least = {
    id: 'relayer-1',
    name: 'Relayer one',
    network: 'sepolia',
    network_type: 'evm',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    paused: false,
    system_disabled: false,
    signer_id: 'signer-1',
    notification_id: null,
    custom_rpc_urls: null,
    policies: {},
  };

  it('answers with all fields, those that are not set as null or empty', async () => {
    const reply = await service.call('POST', post, aRelayer());

    expect(reply.status).toBe(201);
    expect(reply.json.data).toEqual(least);
    expect(reply.headers.get('location')).toBe(PATH);
    expect((await service.call('GET', PATH)).text).toBe(reply.text);
    expect((await service.call('GET', post)).json.data).toEqual([least]);
  });

  it.each(['notification_id', 'custom_rpc_urls', 'policies', 'address'])(
    'takes null for %s as absent',
    async (field) => {
      expect(await service.add('relayers', aRelayer({ [field]: null }))).toEqual(least);
    },
  );

  it.each([
    ['notification_id', 'notification-1'],
    ['custom_rpc_urls', [{ url: 'https://rpc.example.com/v1?key=x', weight: 0 }]],
    ['custom_rpc_urls', Array.from({ length: 100 }, () => ({ url: 'http://rpc.example.com', weight: 100 }))],
    ['policies', { eip1559_pricing: false }],
    ['paused', true],
    ['name', 'x'.repeat(255)],
    ['network', 'x'.repeat(255)],
  ])('takes %s', async (field, value) => {
    expect(await service.add('relayers', aRelayer({ [field]: value }))).toEqual({ ...least, [field]: value });
    expect(await service.read(PATH)).toEqual({ ...least, [field]: value });
  });

  it.each(['name', 'network', 'network_type', 'signer_id', 'paused'])('needs %s', async (field) => {
    for (const value of [undefined, null]) {
      const { status, json } = await service.call('POST', post, aRelayer({ [field]: value }));

      expect(status).toBe(400);
      expect(json.errors).toContainEqual({ path: field, message: 'is required' });
    }
  });

  it.each([
    ['name', '', 'must be a string of 1 to 255 characters'],
    ['network', '', 'must be a string of 1 to 255 characters'],
    ['network_type', 'EVM', 'must be one of evm, solana, stellar: did you mean evm?'],
    ['network_type', 'bitcoin', 'must be one of evm, solana, stellar'],
    ['network_type', 5, 'must be a string of 1 to 64 characters'],
    ['signer_id', 'nobody', 'must be the id of a signer'],
    ['notification_id', 'nothing', 'must be the id of a notification'],
    ['paused', 0, 'must be true or false'],
    ['system_disabled', false, 'is not a known field'],
    ['policy', {}, 'is not a known field'],
  ])('refuses %s %j', async (path, value, message) => {
    const { status, json } = await service.call('POST', post, aRelayer({ [path]: value }));

    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path, message }]);
    expect((await service.call('GET', PATH)).status).toBe(404);
  });

  it('needs the fee payment strategy on Stellar', async () => {
    const { status, json } = await service.call('POST', post, aRelayer({ network_type: 'stellar' }));

    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: 'policies.fee_payment_strategy', message: 'is required' }]);
  });

  it('counts no relayer that it refuses', async () => {
    await service.call('POST', post, aRelayer({ paused: 'no' }));
    await service.add('relayers', aRelayer());

    expect((await service.call('GET', post)).json.pagination?.total_items).toBe(1);
  });
});
