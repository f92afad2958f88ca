import { onEachDatabase } from '../support/databases';
import { configuredService, IMPORT, linesOf, PRUNE } from '../support/configured-service';

const own = (network: string, rest: object = {}) => ({
  type: 'evm',
  network,
  rpc_urls: ['https://rpc.example.com/key'],
  chain_id: 2n ** 64n - 1n,
  required_confirmations: 1,
  symbol: 'ETH',
  gas_price_cache: { enabled: true },
  ...rest,
});
const signer = { id: 's', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'k' } };
const relayer = (id: string, network: string) => ({
  id,
  name: id,
  network,
  network_type: 'evm',
  paused: false,
  signer_id: 's',
});

onEachDatabase('The networks of a configuration', (create) => {
  const service = configuredService(create);

  it('are exported where they were changed or are used, as they come back', async () => {
    const networks = [own('one'), { type: 'evm', network: 'two', from: 'one', rpc_urls: null, tags: ['x'] }];
    await service.apply(service.written({ signers: [signer], relayers: [relayer('r', 'sepolia')], networks }));
    await service.call('PATCH', '/api/v1/networks/solana:devnet', { rpc_urls: ['https://devnet.example.com'] });
    const { configuration } = await service.exported();
    const exported = configuration.networks as readonly Record<string, unknown>[];
    expect(exported.map(({ type, network }) => `${String(type)}:${String(network)}`)).toEqual([
      'evm:one',
      'evm:sepolia',
      'evm:two',
      'solana:devnet',
    ]);
    const [values] = exported;
    expect(exported[2]).toEqual({ ...values, network: 'two', tags: ['x'] });
    expect(values).toMatchObject({
      chain_id: 2n ** 64n - 1n,
      gas_price_cache: { enabled: true, stale_after_ms: 20_000 },
    });
    const again = service.written(configuration);
    expect((await service.plan(again, PRUNE)).plan).toMatchObject({ changes: [], extra: 0 });
  });

  it('are left out of an export that has none to tell of', async () => {
    const { configuration } = await service.exported();
    expect(configuration).not.toHaveProperty('networks');
    expect((await service.plan(service.written(configuration), PRUNE)).plan).toMatchObject({ changes: [], extra: 0 });
  });

  it('of the catalogue are no obstacle while nobody changed them, and are never pruned', async () => {
    const path = service.written({ networks: [own('sepolia')] });
    const { plan } = await service.apply(path, IMPORT);
    expect(linesOf(plan)).toEqual(['update network evm:sepolia']);
    expect(plan.changes[0]!.fields).toContainEqual({
      path: 'rpc_urls',
      before: expect.any(Array),
      after: [{ url: 'https://rpc.example.com/***', weight: 100 }],
    });
    const other = service.written({ networks: [own('sepolia', { symbol: 'X' })] }, 'other.json');
    await expect(service.apply(other, IMPORT)).rejects.toThrow('Already stored: network evm:sepolia');
    await service.apply(service.written({ networks: [own('own')] }), PRUNE);
    expect((await service.call('GET', '/api/v1/networks?per_page=0')).json.pagination!.total_items).toBe(64);
    expect((await service.call('GET', '/api/v1/networks/evm:sepolia')).json.data).toMatchObject({ symbol: 'ETH' });
    expect(await service.audited()).toContain('network.updated evm:sepolia');
  });

  it('go where the file has them not, but for those that relayers are on', async () => {
    const whole = { signers: [signer], networks: [own('one'), own('two')] };
    await service.apply(service.written({ ...whole, relayers: [relayer('r', 'one')] }));
    const rest = service.written({ networks: [own('two')] }, 'rest.json');
    expect((await service.plan(rest)).plan).toMatchObject({ changes: [], extra: 1 });
    const refusal = 'Network evm:one is used by relayers: r';
    await expect(service.apply(rest, PRUNE)).rejects.toThrow(refusal);
    const both = { relayers: [relayer('r', 'one')], networks: [own('two')] };
    await expect(service.apply(service.written(both), PRUNE)).rejects.toThrow(refusal);
    const moved = service.written({ relayers: [relayer('r', 'two')], networks: [own('two')] });
    expect(linesOf((await service.apply(moved, PRUNE)).plan)).toEqual(['update relayer r', 'delete network evm:one']);
    expect((await service.call('GET', '/api/v1/networks/evm:one')).status).toBe(404);
  });
});
