import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const PATH = '/api/v1/relayers/relayer-1';
const rpc = (host: string, weight: number) => ({ url: `https://${host}.example.com/key`, weight });
const initial = {
  name: 'Relayer one',
  paused: false,
  notification_id: 'notification-1',
  custom_rpc_urls: [rpc('one', 60), rpc('two', 40)],
  policies: { min_balance: 5, eip1559_pricing: true },
};

onEachDatabase('PATCH of a relayer', (create) => {
  const service = sharedApp(create);

  beforeAll(async () => {
    await service.add('signers', aSigner());
    for (const number of [1, 2]) {
      await service.add('notifications', aNotification({ id: `notification-${String(number)}` }));
    }
  });
  beforeEach(() => service.add('relayers', aRelayer(initial)));
  afterEach(() => service.call('DELETE', PATH));

  const whole = {
    id: 'relayer-1',
    ...initial,
    network: 'sepolia',
    network_type: 'evm',
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    system_disabled: false,
    signer_id: 'signer-1',
  };
  const patched = async (patch: unknown): Promise<Record<string, unknown>> => {
    const { status, json } = await service.call('PATCH', PATH, patch);
    expect(status).toBe(200);
    expect(await service.read(PATH)).toEqual(json.data);
    return json.data;
  };

  it.each([
    ['name', 'absent', {}, {}],
    ['name', 'null', { name: null }, {}],
    ['name', 'a value', { name: 'Nové jméno 🚀' }, { name: 'Nové jméno 🚀' }],
    ['name', 'one character', { name: 'x' }, { name: 'x' }],
    ['name', '255 characters', { name: 'x'.repeat(255) }, { name: 'x'.repeat(255) }],
    ['name', 'a JSON text', { name: '"custom_rpc_urls":null' }, { name: '"custom_rpc_urls":null' }],
    ['name', 'patterns of replacement', { name: "$& $1 $' $$" }, { name: "$& $1 $' $$" }],
    ['paused', 'true', { paused: true }, { paused: true }],
    ['paused', 'what it is', { paused: false }, {}],
    ['notification_id', 'null, which clears it', { notification_id: null }, { notification_id: null }],
    ['notification_id', 'another', { notification_id: 'notification-2' }, { notification_id: 'notification-2' }],
    ['custom_rpc_urls', 'null, which clears them', { custom_rpc_urls: null }, { custom_rpc_urls: null }],
    ['custom_rpc_urls', 'no endpoints', { custom_rpc_urls: [] }, { custom_rpc_urls: [] }],
    [
      'custom_rpc_urls',
      'others, which replace the old ones',
      { custom_rpc_urls: [rpc('three', 0)] },
      { custom_rpc_urls: [rpc('three', 0)] },
    ],
    [
      'custom_rpc_urls',
      'one without a weight, which is 100',
      { custom_rpc_urls: [{ url: 'http://rpc.example.com' }, { url: 'HTTPS://x.example.com', weight: null }] },
      {
        custom_rpc_urls: [
          { url: 'http://rpc.example.com', weight: 100 },
          { url: 'HTTPS://x.example.com', weight: 100 },
        ],
      },
    ],
    ['policies', 'null, which resets them', { policies: null }, { policies: {} }],
    ['policies', 'nothing', { policies: {} }, {}],
    [
      'all fields',
      'values',
      { name: 'n', paused: true, notification_id: null, custom_rpc_urls: null, policies: null },
      { name: 'n', paused: true, notification_id: null, custom_rpc_urls: null, policies: {} },
    ],
  ])('%s: %s', async (_field, _value, patch, change) => {
    expect(await patched(patch)).toEqual({ ...whole, ...change });
  });

  it.each([
    ['name', '', 'must be a string of 1 to 255 characters'],
    ['name', 'x'.repeat(256), 'must be a string of 1 to 255 characters'],
    ['name', 5, 'must be a string of 1 to 255 characters'],
    ['name', [], 'must be a string of 1 to 255 characters'],
    ['paused', null, 'must not be null'],
    ['paused', 'true', 'must be true or false'],
    ['paused', 1, 'must be true or false'],
    ['notification_id', 'nothing', 'must be the id of a notification'],
    ['notification_id', '', 'must be 1 to 36 characters of A-Z a-z 0-9 - _'],
    ['notification_id', 5, 'must be 1 to 36 characters of A-Z a-z 0-9 - _'],
    ['custom_rpc_urls', {}, 'must be a list of at most 1000 items'],
    ['custom_rpc_urls', 'https://rpc.example.com', 'must be a list of at most 1000 items'],
    ['custom_rpc_urls', Array.from({ length: 1001 }, () => rpc('x', 1)), 'must be a list of at most 1000 items'],
    ['policies', [], 'must be an object'],
    ['policies', 'none', 'must be an object'],
    ['policies', 0, 'must be an object'],
  ])('refuses %s: %j', async (path, value, message) => {
    const { status, json } = await service.call('PATCH', PATH, { [path]: value });

    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path, message }]);
    expect(await service.read(PATH)).toEqual(whole);
  });

  it.each([
    ['url', 'rpc.example.com', 'must be an http or https URL of at most 8192 characters'],
    ['url', 'ws://rpc.example.com', 'must be an http or https URL of at most 8192 characters'],
    ['url', '', 'must be an http or https URL of at most 8192 characters'],
    ['url', 'https://', 'must be a valid http or https URL'],
    ['url', 'https://rpc.example.com/ x', 'must be a valid http or https URL'],
    ['url', null, 'is required'],
    ['weight', -1, 'must be a whole number from 0 to 100'],
    ['weight', 101, 'must be a whole number from 0 to 100'],
    ['weight', 0.5, 'must be a whole number from 0 to 100'],
    ['weight', '50', 'must be a whole number from 0 to 100'],
    ['priority', 1, 'is not a known field'],
  ])('refuses an endpoint whose %s is %j', async (field, value, message) => {
    const { status, json } = await service.call('PATCH', PATH, {
      custom_rpc_urls: [rpc('one', 1), { ...rpc('two', 2), [field]: value }],
    });

    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: `custom_rpc_urls[1].${field}`, message }]);
  });

  it.each([
    'id',
    'network',
    'network_type',
    'address',
    'system_disabled',
    'disabled_reason',
    'signer_id',
    'version',
    'created_at',
  ])('refuses to set %s, also to what it is or to null', async (field) => {
    for (const value of ['other', (whole as Record<string, unknown>)[field] ?? 'x', null]) {
      const { status, json } = await service.call('PATCH', PATH, { name: 'changed', [field]: value });

      expect(status).toBe(400);
      expect(json.errors).toEqual([{ path: field, message: 'is not a known field' }]);
    }
    expect(await service.read(PATH)).toEqual(whole);
  });

  it.each([
    ['an empty object', {}],
    ['a null name', { name: null }],
    ['an empty patch of the policies', { policies: {} }],
    ['the removal of a policy that is not set', { policies: { gas_price_cap: null } }],
    ['what everything is already', initial],
    ['a policy in another spelling', { policies: { min_balance: '5' } }],
  ])('changes nothing by %s, not even the version', async (_, patch) => {
    const before = await service.call('GET', PATH);
    const reply = await service.call('PATCH', PATH, patch);

    expect(reply.status).toBe(200);
    expect(reply.text).toBe(before.text);
    expect(reply.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('makes another version by every change', async () => {
    const tags = [(await service.call('GET', PATH)).headers.get('etag')];
    for (const paused of [true, false]) tags.push((await service.call('PATCH', PATH, { paused })).headers.get('etag'));

    expect(new Set(tags).size).toBe(3);
  });

  it('says which relayer there is not', async () => {
    const { status, json } = await service.call('PATCH', '/api/v1/relayers/nobody', { paused: true });

    expect(status).toBe(404);
    expect(json).toEqual({ success: false, data: null, message: 'Relayer with ID nobody not found' });
  });

  it('keeps no endpoint in a log', async () => {
    await service.call('PATCH', PATH, { custom_rpc_urls: [rpc('user:password@planted', 1)] });
    await service.call('PATCH', PATH, { custom_rpc_urls: [rpc('planted bad', 1)] });

    expect(service.app.logged.join('\n')).not.toContain('planted');
  });
});
