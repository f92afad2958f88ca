import { asToken } from '../support/as-token';
import { onEachDatabase } from '../support/databases';
import { exactJson, sharedApp } from '../support/shared-app';

const PATH = '/api/v1/configuration';
const signer = (digit: string) => ({
  id: 's',
  type: 'local',
  config: { key: { type: 'plain', value: digit.padStart(64, '0') } },
});
const hook = {
  id: 'h',
  type: 'webhook',
  url: 'https://hooks.example.com/services/SECRETPATH',
  signing_key: { type: 'plain', value: 'k'.repeat(32) },
};
const relayer = {
  id: 'r',
  name: 'R',
  network: 'sepolia',
  network_type: 'evm',
  paused: false,
  signer_id: 's',
  notification_id: 'h',
  custom_rpc_urls: [{ url: 'https://rpc.example.com/v3/SECRETPATH' }],
};
const whole = {
  signers: [signer('1')],
  notifications: [hook],
  relayers: [relayer],
  networks: [
    { type: 'evm', network: 'sepolia', from: 'mainnet', rpc_urls: ['https://network.example.com/v2/SECRETPATH'] },
  ],
  plugins: [{ id: 'p', path: 'p.ts', config: { key: 'SECRETPATH' } }],
};

onEachDatabase('What a whole configuration tells those who may not write it', (create) => {
  const service = sharedApp(create);

  beforeEach(async () => {
    await service.call('POST', `${PATH}/apply`, exactJson(whole));
  });

  it.each([
    [['configuration:read'], [true, true, true, true]],
    [
      ['configuration:read', 'relayers:read', 'relayers:write'],
      [false, true, true, true],
    ],
    [
      ['configuration:read', 'notifications:read', 'notifications:write'],
      [true, false, true, true],
    ],
    [
      ['configuration:read', 'networks:read', 'networks:write'],
      [true, true, false, true],
    ],
    [
      ['configuration:read', 'configuration:write', 'plugins:read', 'plugins:write'],
      [true, true, true, false],
    ],
    [['*'], [false, false, false, false]],
  ])('exports URLs and configurations of plugins masked: %s', async (permissions, masked) => {
    const reader = await asToken(service, { permissions });
    const { text } = await reader.call('GET', PATH);
    expect([
      text.includes('"url":"https://rpc.example.com/***"'),
      text.includes('"url":"https://hooks.example.com/***"'),
      text.includes('"url":"https://network.example.com/***"'),
      text.includes('"config":{"***":"***"}'),
    ]).toEqual(masked);
    expect((text.match(/SECRETPATH/g) ?? []).length).toBe(masked.filter((isMasked) => !isMasked).length);
    const lines = await reader.call('GET', PATH, undefined, { accept: 'application/x-ndjson' });
    expect((lines.text.match(/SECRETPATH/g) ?? []).length).toBe(masked.filter((isMasked) => !isMasked).length);
  });

  it('takes no masked URL back', async () => {
    const reader = await asToken(service, { permissions: ['configuration:read'] });
    const { text } = await reader.call('GET', PATH);
    const { configuration } = (JSON.parse(text) as { data: { configuration: Record<string, object[]> } }).data;
    const again = {
      ...configuration,
      signers: [signer('1')],
      notifications: [{ ...hook, url: 'https://hooks.example.com/***' }],
    };
    const { status, json } = await service.call('POST', `${PATH}/apply`, exactJson(again));
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: 'relayers[0].custom_rpc_urls[0].url', message: 'must be whole: a part of it is masked by ***' },
      { path: 'notifications[0].url', message: 'must be whole: a part of it is masked by ***' },
      { path: 'networks[0].rpc_urls[0].url', message: 'must be whole: a part of it is masked by ***' },
      { path: 'plugins[0].config', message: 'must be whole: it is masked by ***' },
    ]);
  });

  it('compares no secrets for those who may not write them', async () => {
    const reader = await asToken(service, { permissions: ['configuration:read'] });
    const other = {
      ...whole,
      signers: [signer('2')],
      notifications: [{ ...hook, events: ['signer_update'] }],
      plugins: [{ id: 'p', path: 'q.ts', config: { key: 'another' } }],
    };
    const diff = async (caller: Pick<typeof reader, 'call'>) =>
      (await caller.call('POST', `${PATH}/diff`, caller === service ? exactJson(other) : other)).json.data as {
        readonly changes: readonly object[];
        readonly warnings: readonly object[];
      };
    const { changes, warnings } = await diff(reader);
    expect(changes).toEqual([
      {
        action: 'update',
        resource: 'notification',
        id: 'h',
        fields: [
          { path: 'events', after: ['signer_update'] },
          { path: 'signing_key', secret: 'not compared' },
        ],
      },
      {
        action: 'update',
        resource: 'plugin',
        id: 'p',
        fields: [
          { path: 'path', before: 'p.ts', after: 'q.ts' },
          { path: 'config', secret: 'not compared' },
        ],
      },
    ]);
    expect(warnings).toEqual([
      {
        severity: 'warning',
        path: '',
        message: 'has secrets, which are not compared: that needs the permission configuration:write',
      },
    ]);
    expect((await diff(service)).changes).toMatchObject([{ id: 's' }, { id: 'h' }, { id: 'r' }, { id: 'p' }]);
  });
});
