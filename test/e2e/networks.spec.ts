import { NetworkKinds } from '../../src/networks/domain/kinds';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { asToken } from '../support/as-token';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const NETWORKS = '/api/v1/networks';
const OWN = {
  network_type: 'evm',
  name: 'Own',
  rpc_urls: ['https://user:secret@rpc.example.com/key', { url: 'https://spare.example.com/key', weight: 0 }],
  chain_id: 31_337,
  required_confirmations: 1,
  symbol: 'ETH',
};
const ENDPOINTS = [
  { url: 'https://user:secret@rpc.example.com/key', weight: 100 },
  { url: 'https://spare.example.com/key', weight: 0 },
];

onEachDatabase('Networks', (create) => {
  const service = sharedApp(create);
  const { call } = service;

  it('are those of the OpenZeppelin Relayer from the first start, page by page', async () => {
    const first = await call('GET', `${NETWORKS}?per_page=2`);
    expect(first.json).toMatchObject({
      data: [{ id: 'evm:abstract' }, { id: 'evm:abstract-sepolia' }],
      pagination: { current_page: 1, per_page: 2, total_items: 63 },
    });
    const last = await call('GET', `${NETWORKS}?page=32&per_page=2`);
    expect(last.json.data).toMatchObject([{ id: 'stellar:testnet' }]);
  });

  it('are answered as the OpenZeppelin Relayer answers them, by their id in either form', async () => {
    const { text, json } = await call('GET', `${NETWORKS}/evm:sepolia`);
    expect(json.data).toEqual({
      id: 'evm:sepolia',
      name: 'sepolia',
      network_type: 'evm',
      rpc_urls: expect.arrayContaining([{ url: expect.stringMatching(/^https:/), weight: 100 }]),
      explorer_urls: expect.any(Array),
      average_blocktime_ms: 12_000,
      is_testnet: true,
      tags: expect.any(Array),
      chain_id: 11_155_111,
      required_confirmations: 6,
      features: ['eip1559'],
      symbol: 'ETH',
    });
    expect((await call('GET', `${NETWORKS}/evm%3Asepolia`)).text).toBe(text);
    expect((await call('GET', `${NETWORKS}/EVM:Sepolia`)).text).toBe(text);
    for (const id of ['EVM:none', 'evm:none', 'none', 'evm%3A%F0%9F%98%80', 'a%20%3Ab']) {
      const { status, json: refusal } = await call('GET', `${NETWORKS}/${id}`);
      expect([status, refusal.message]).toEqual([404, `Network with ID '${decodeURIComponent(id)}' not found`]);
    }
  });

  it('are made, with their place, and unmade', async () => {
    const { status, headers, json } = await call('POST', NETWORKS, OWN);
    expect(status).toBe(201);
    expect(json.data).toEqual({ ...OWN, id: 'evm:own', rpc_urls: ENDPOINTS });
    expect(headers.get('location')).toBe(`${NETWORKS}/evm%3Aown`);
    expect((await call('GET', headers.get('location')!)).json.data).toEqual(json.data);
    expect((await call('POST', NETWORKS, { ...OWN, name: 'OWN' })).json.message).toBe(
      'Network with ID evm:own already exists',
    );
    expect((await call('DELETE', `${NETWORKS}/evm%3Aown`)).json.data).toBe('Network deleted successfully');
    expect((await call('DELETE', `${NETWORKS}/evm%3Aown`)).status).toBe(404);
  });

  it('of any name have an address', async () => {
    const { headers, json } = await call('POST', NETWORKS, { ...OWN, name: 'Ä/ё ?\u{1F600}' });
    expect(json.data).toMatchObject({ id: 'evm:ä/ё ?\u{1F600}', name: 'Ä/ё ?\u{1F600}' });
    expect((await call('DELETE', headers.get('location')!)).status).toBe(200);
  });

  it('inherit from a network that is stored, once and for all', async () => {
    const body = { network_type: 'solana', name: 'devnet-2', from: 'devnet', tags: ['ours'] };
    const devnet = (await call('GET', `${NETWORKS}/solana:devnet`)).json.data as object;
    expect((await call('POST', NETWORKS, body)).json.data).toEqual({
      ...devnet,
      id: 'solana:devnet-2',
      name: 'devnet-2',
      tags: ['ours'],
    });
    const { status, json } = await call('POST', NETWORKS, { ...body, name: 'x', from: 'sepolia' });
    expect([status, json.errors]).toEqual([
      400,
      [{ path: 'from', message: 'must be the name of a network of type solana: there is no sepolia' }],
    ]);
  });

  it.each(
    new NetworkKinds()
      .all()
      .flatMap(({ type, examples }) => examples.bad.map(({ network, faults }) => [type, network, faults] as const)),
  )('of type %s are refused with %j', async (network_type, network, faults) => {
    const { status, json } = await call('POST', NETWORKS, { network_type, ...network });
    expect([status, json.errors]).toEqual([400, faults]);
  });

  it('are refused with every fault where nobody can tell their type', async () => {
    const { json } = await call('POST', NETWORKS, { type: 'evm', network: 'x', chain_id: 1, rpc_urls: [] });
    expect(json.errors).toEqual([
      { path: 'type', message: 'is not a known field' },
      { path: 'network', message: 'is not a known field' },
      { path: 'network_type', message: 'is required' },
      { path: 'name', message: 'is required' },
      { path: 'rpc_urls', message: 'must be a list of 1 to 1000 items' },
    ]);
  });

  it('are found by their id in whatever case', async () => {
    const rpc_urls = [{ url: 'https://rpc.example.com', weight: 100 }];
    await call('POST', NETWORKS, { network_type: 'solana', name: 'MINE', rpc_urls });
    for (const id of ['solana:mine', 'solana:MINE', 'SOLANA%3AMine']) {
      expect((await call('GET', `${NETWORKS}/${id}`)).json.data).toMatchObject({ id: 'solana:mine', name: 'MINE' });
      expect((await call('PATCH', `${NETWORKS}/${id}`, { rpc_urls })).status).toBe(200);
    }
    expect((await call('DELETE', `${NETWORKS}/solana:MINE`)).status).toBe(200);
  });

  it('of another type are refused for that alone', async () => {
    const { json } = await call('POST', NETWORKS, { ...OWN, network_type: 'EMV' });
    expect(json.errors).toEqual([
      { path: 'network_type', message: 'must be one of evm, solana, stellar: did you mean evm?' },
    ]);
  });

  describe('when changed', () => {
    const PATH = `${NETWORKS}/evm%3Aholesky`;

    it('get other endpoints, in either form, as the next version', async () => {
      const before = await call('GET', PATH);
      const rpc_urls = ['https://a.example.com', { url: 'https://b.example.com', weight: 50 }];
      const patched = await call('PATCH', PATH, { rpc_urls }, { 'if-match': before.headers.get('etag')! });
      expect(patched.status).toBe(200);
      const endpoints = [{ url: 'https://a.example.com', weight: 100 }, rpc_urls[1]];
      expect(patched.json.data).toEqual({ ...(before.json.data as object), rpc_urls: endpoints });
      const after = await call('GET', PATH);
      expect(after.text).toBe(patched.text);
      expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
      const again = await call('PATCH', PATH, { rpc_urls: endpoints });
      expect(again.headers.get('etag')).toBe(after.headers.get('etag'));
      const unchanged = await call('PATCH', PATH, {});
      expect([unchanged.status, unchanged.text]).toEqual([200, after.text]);
      const late = await call('PATCH', PATH, { rpc_urls }, { 'if-match': before.headers.get('etag')! });
      expect(late.status).toBe(412);
    });

    it.each([
      [{ rpc_urls: null }, 'rpc_urls', 'must not be null'],
      [{ rpc_urls: [] }, 'rpc_urls', 'must be a list of 1 to 1000 items'],
      [{ rpc_urls: 'https://a.example.com' }, 'rpc_urls', 'must be a list of 1 to 1000 items'],
      [{ symbol: 'X' }, 'symbol', 'is not a known field'],
      [{ rpc_urls: ['https://a.example.com/***'] }, 'rpc_urls[0].url', 'must be whole: a part of it is masked by ***'],
      [{ rpc_urls: ['http://metadata.google.internal'] }, 'rpc_urls[0].url', expect.stringContaining('metadata')],
      [{ rpc_urls: [{ url: 'https://a', weight: 101 }] }, 'rpc_urls[0].weight', expect.stringContaining('0 to 100')],
    ])('refuse %j', async (body, path, message) => {
      const { status, json } = await call('PATCH', PATH, body);
      expect([status, json.errors]).toEqual([400, [{ path, message }]]);
    });

    it('that are not there are told after the shape of what was asked for', async () => {
      expect((await call('PATCH', `${NETWORKS}/evm:none`, { rpc_urls: [] })).status).toBe(400);
      const { status, json } = await call('PATCH', `${NETWORKS}/evm:none`, { rpc_urls: ['https://a.example.com'] });
      expect([status, json.message]).toEqual([404, "Network with ID 'evm:none' not found"]);
    });
  });

  it('show their endpoints whole to those alone who may write them, too', async () => {
    await service.add('networks', { ...OWN, name: 'keyed' });
    const path = `${NETWORKS}/evm:keyed`;
    const reader = await asToken(service, { permissions: ['networks:read'] });
    const seen = await reader.call('GET', path);
    expect(seen.json.data).toMatchObject({
      rpc_urls: [
        { url: 'https://***@rpc.example.com/***', weight: 100 },
        { url: 'https://spare.example.com/***', weight: 0 },
      ],
    });
    expect((await reader.call('GET', `${NETWORKS}?per_page=1000`)).text).not.toContain('secret');
    expect((await reader.call('PATCH', path, { rpc_urls: [] })).status).toBe(403);
    const writer = await asToken(service, { permissions: ['networks:write'] });
    expect((await writer.call('PATCH', path, { rpc_urls: ['https://u:p@rpc.example.com/key'] })).text).not.toContain(
      'key"',
    );
    expect((await writer.call('GET', path)).status).toBe(403);
  });

  it('are in the audit log with their endpoints masked', async () => {
    await service.add('networks', { ...OWN, name: 'logged', gas_price_cache: { enabled: true } });
    await call('PATCH', `${NETWORKS}/evm:logged`, { rpc_urls: ['https://rpc.example.com/another-key'] });
    await call('DELETE', `${NETWORKS}/evm:logged`);
    const log = await call('GET', '/api/v1/audit-events?resource=network&id=evm:logged');
    expect(log.json.data).toMatchObject([
      { action: 'network.created', version: 1, after: { gas_price_cache: { enabled: true } } },
      { action: 'network.updated', version: 2, paths: ['rpc_urls'] },
      { action: 'network.deleted', version: 2, after: null },
    ]);
    expect(log.text).not.toMatch(/secret|another-key|example.com\/key/);
  });

  it('cannot be deleted while relayers are on them', async () => {
    await service.add('signers', aSigner());
    await service.add('relayers', aRelayer({ network: 'base' }));
    const { status, json } = await call('DELETE', `${NETWORKS}/evm:base`);
    expect([status, json.message]).toEqual([409, 'Network evm:base is used by relayers: relayer-1']);
    const stranger = await asToken(service, { relayers: ['another'] });
    expect((await stranger.call('DELETE', `${NETWORKS}/evm:base`)).status).toBe(403);
    expect((await stranger.call('PATCH', `${NETWORKS}/evm:base`, { rpc_urls: ['https://a'] })).status).toBe(403);
    await call('DELETE', '/api/v1/relayers/relayer-1');
    expect((await call('DELETE', `${NETWORKS}/evm:base`)).status).toBe(200);
  });
});
