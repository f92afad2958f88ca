import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { exactJson, sharedApp } from '../support/shared-app';

const sentence = (network: string, type = 'evm'): string =>
  `Network '${network}' not found for network type '${type}'. Please ensure the network configuration exists.`;

const ROUNDS = 30;

onEachDatabase('The network of a relayer', (create) => {
  const service = sharedApp(create, { settings: { checkNetworks: true } });
  const { call } = service;

  beforeAll(() => service.add('signers', aSigner()));

  const faults = async (network: string, rest: object = {}) => {
    const { status, json } = await call(
      'POST',
      '/api/v1/relayers',
      exactJson(aRelayer({ id: 'none', network, ...rest })),
    );
    return [status, json.errors];
  };

  it.each([
    ['solana', 'devnet2', 'must be the name of a network of type solana: there is no devnet2: did you mean devnet?'],
    ['solana', 'Devnet', 'must be the name of a network of type solana: there is no Devnet: did you mean devnet?'],
    ['solana', 'sepolia', 'must be the name of a network of type solana: there is no sepolia'],
    ['solana', 'new', 'must not be the network itself'],
    ['solana', 'NEW', 'must not be the network itself'],
  ])('inherits from one that there is: %s %s', async (network_type, from, message) => {
    const { status, json } = await call('POST', '/api/v1/networks', { network_type, name: 'new', from });
    expect([status, json.errors]).toEqual([400, [{ path: 'from', message }]]);
  });

  it.each([
    ['sepoliaa', ' Did you mean sepolia?'],
    ['Sepolia', ' Did you mean sepolia?'],
    ['something-else-entirely', ''],
    ["'); --", ''],
  ])('must be there, by its very name: %s', async (network, hint) => {
    expect(await faults(network)).toEqual([400, [{ path: 'network', message: sentence(network) + hint }]]);
  });

  it('must be of its type, and is told beside all other faults', async () => {
    expect(await faults('devnet', { name: '', notification_id: 'none' })).toEqual([
      400,
      [
        { path: 'name', message: expect.any(String) },
        { path: 'network', message: sentence('devnet') },
        { path: 'notification_id', message: 'must be the id of a notification' },
      ],
    ]);
    expect(await faults('sepoliaa', { network_type: 'EVM' })).toMatchObject([400, [{ path: 'network_type' }]]);
  });

  it('is one of a file, or one that is stored, where the file has some or not', async () => {
    const own = { type: 'evm', network: 'own', from: 'mainnet', rpc_urls: null };
    const post = async (path: string, relayer: object, networks?: unknown) =>
      call('POST', `/api/v1/configuration/${path}`, exactJson({ relayers: [relayer], networks }));
    const onOwn = aRelayer({ id: 'on-own', network: 'own' });
    for (const path of ['validate', 'diff']) {
      const { json } = await post(path, aRelayer({ id: 'x', network: 'sepoliaa' }), [own]);
      const found = json.errors ?? (json.data as { findings: unknown }).findings;
      expect(found).toMatchObject([{ path: 'relayers[0].network', message: sentence('sepoliaa') }]);
    }
    const { json } = await post('validate', aRelayer({ id: 'x', network: 'onw' }), [own]);
    expect((json.data as { findings: unknown }).findings).toMatchObject([{ hint: 'did you mean own?' }]);
    expect((await post('apply', onOwn)).status).toBe(400);
    expect((await post('apply', onOwn, [own])).status).toBe(200);
    expect((await post('apply', aRelayer({ id: 'on-base', network: 'base' }), [own])).status).toBe(200);
    for (const id of ['on-own', 'on-base']) await call('DELETE', `/api/v1/relayers/${id}`);
    expect((await call('DELETE', '/api/v1/networks/evm:own')).status).toBe(200);
  });

  it('is there as long as the relayer, whoever comes first', async () => {
    const network = { network_type: 'evm', from: 'mainnet' };
    const body = aRelayer({ id: 'raced', network: 'raced' });
    const file = exactJson({ relayers: [body] });
    for (let round = 0; round < ROUNDS; round++) {
      await service.add('networks', { ...network, name: 'raced' });
      const creation =
        round % 2 === 0
          ? call('POST', '/api/v1/relayers', exactJson(body))
          : call('POST', '/api/v1/configuration/apply', file);
      const removal = call('DELETE', '/api/v1/networks/evm:raced');
      const [created, removed] = await Promise.all([creation, removal]);
      const outcome = `${String(created.status < 300)} ${String(removed.status)}`;
      expect(['true 409', 'false 200']).toContain(outcome);
      await call('DELETE', '/api/v1/relayers/raced');
      await call('DELETE', '/api/v1/networks/evm:raced');
    }
  }, 60_000);
});

onEachDatabase('The network of a relayer where networks are kept elsewhere', (create) => {
  const service = sharedApp(create, { settings: { checkNetworks: false } });

  it('may be any', async () => {
    await service.add('signers', aSigner());
    await service.add('relayers', aRelayer({ network: 'anywhere' }));
  });
});
