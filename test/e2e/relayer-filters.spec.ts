import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { Transactions } from '../../src/kernel/transactions';
import { Relayer } from '../../src/relayers/domain/relayer';
import { RelayerRepository } from '../../src/relayers/domain/relayer.repository';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

/** A seed of RFC 8032. */
const ED25519_KEY = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';

const relayers = [
  aRelayer({ id: 'alpha', name: 'Payments 100%', network: 'sepolia', notification_id: 'notification-1' }),
  aRelayer({ id: 'beta', name: 'payments_1000', network: 'mainnet', paused: true }),
  aRelayer({
    id: 'gamma',
    name: 'Back\\slash',
    network: 'devnet',
    network_type: 'solana',
    signer_id: 'signer-2',
    notification_id: 'notification-2',
    paused: true,
  }),
  aRelayer({
    id: 'delta',
    name: 'Ünïcode Größe',
    network: 'mainnet',
    network_type: 'stellar',
    signer_id: 'signer-2',
    policies: { fee_payment_strategy: 'relayer' },
  }),
];

onEachDatabase('Relayer filters', (create) => {
  const service = sharedApp(create);

  beforeAll(async () => {
    await service.add('signers', aSigner());
    await service.add('signers', aSigner({ id: 'signer-2', config: { key: ED25519_KEY } }));
    for (const number of [1, 2]) {
      await service.add('notifications', aNotification({ id: `notification-${String(number)}` }));
    }
    for (const body of relayers) await service.add('relayers', body);
    await disable('beta');
  });

  /** What a runtime does when a relayer cannot go on; no request can. */
  async function disable(id: string): Promise<void> {
    const repository = service.app.app.get(RelayerRepository);
    await service.app.app.get(Transactions).run(async () => {
      const kept = (await repository.lock(id))!;
      const { document, networkType } = kept.entity;
      const disabled_reason = { type: 'RpcValidationFailed', details: 'no endpoint answers' };
      const entity = Relayer.restore({ ...document, system_disabled: true, disabled_reason }, networkType);
      await repository.replace(kept, entity);
    });
  }

  const found = async (query: string): Promise<unknown> => {
    const { json } = await service.call('GET', `/api/v1/relayers?${query}`);
    const ids = (json.data as readonly { readonly id: string }[]).map(({ id }) => id);
    expect(json.pagination?.total_items).toBe(ids.length);
    return ids;
  };

  it('names the network types where another one is asked for', async () => {
    const { status, json } = await service.call('GET', '/api/v1/relayers?network_type=evmm');
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: 'network_type', message: 'must be one of evm, solana, stellar: did you mean evm?' },
    ]);
  });

  it.each([
    ['network_type=evm', ['alpha', 'beta']],
    ['network_type=stellar', ['delta']],
    ['network=mainnet', ['beta', 'delta']],
    ['network=MAINNET', []],
    ['paused=true', ['beta', 'gamma']],
    ['paused=false', ['alpha', 'delta']],
    ['system_disabled=true', ['beta']],
    ['system_disabled=false', ['alpha', 'gamma', 'delta']],
    ['signer_id=signer-2', ['gamma', 'delta']],
    ['signer_id=nobody', []],
    ['notification_id=notification-2', ['gamma']],
  ])('finds by %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each([
    ['network_type=evm&paused=true', ['beta']],
    ['network=mainnet&network_type=stellar', ['delta']],
    ['paused=true&system_disabled=false', ['gamma']],
    ['search=payments&paused=false', ['alpha']],
    [
      'network_type=solana&network=devnet&paused=true&system_disabled=false&signer_id=signer-2' +
        '&notification_id=notification-2&search=gam',
      ['gamma'],
    ],
    ['network_type=evm&signer_id=signer-2', []],
  ])('combines %s with AND', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each([
    ['part of an id', 'amm', ['gamma']],
    ['an id, whatever the case', 'ALPHA', ['alpha']],
    ['part of a name, whatever the case', 'PAYMENTS', ['alpha', 'beta']],
    ['part of an address, whatever the case', '0xF39FD6E51AAD88', ['alpha', 'beta']],
    ['a percent sign, which stands for itself', '100%', ['alpha']],
    ['a percent sign alone', '%', ['alpha']],
    ['an underscore, which stands for itself', 's_1', ['beta']],
    ['an underscore alone', '_', ['beta']],
    ['a backslash', '\\', ['gamma']],
    ['a backslash before a percent sign', '\\%', []],
    ['letters beyond ASCII, whatever the case', 'ünÏcODE grÖSSe'.replace('SS', 'ß'), ['delta']],
    ['what is in no record', 'nowhere', []],
    ['a quote', "' OR 1=1 --", []],
  ])('searches for %s', async (_, search, expected) => {
    expect(await found(`search=${encodeURIComponent(search)}`)).toEqual(expected);
  });

  it.each([
    ['paused', 'yes', 'must be true or false'],
    ['system_disabled', '1', 'must be true or false'],
    ['paused', 'TRUE', 'must be true or false'],
    ['network', '', 'must not be empty'],
    ['search', '', 'must not be empty'],
    ['search', 'x'.repeat(256), 'must be given once, with at most 255 characters'],
    ['network', '%00', 'must not contain NUL'],
    ['search', '%00', 'must not contain NUL'],
  ])('refuses %s=%s', async (name, value, message) => {
    const { status, json } = await service.call('GET', `/api/v1/relayers?${name}=${value}`);

    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: name, message }]);
  });

  it('refuses a filter that is repeated, and reports every fault at once', async () => {
    const { status, json } = await service.call('GET', '/api/v1/relayers?network=a&network=b&paused=maybe&page=x');

    expect(status).toBe(400);
    expect(json.errors?.map(({ path }) => path)).toEqual(['page', 'network', 'paused']);
  });

  it('pages through what a filter finds', async () => {
    const { json } = await service.call('GET', '/api/v1/relayers?paused=true&page=2&per_page=1');

    expect(json.data).toEqual([expect.objectContaining({ id: 'gamma' })]);
    expect(json.pagination).toEqual({ current_page: 2, per_page: 1, total_items: 2 });
  });

  it('shows why a relayer is disabled, which can be patched all the same', async () => {
    const { status, json } = await service.call('PATCH', '/api/v1/relayers/beta', {
      custom_rpc_urls: [{ url: 'https://rpc.example.com' }],
    });

    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      system_disabled: true,
      disabled_reason: { type: 'RpcValidationFailed', details: 'no endpoint answers' },
      custom_rpc_urls: [{ url: 'https://rpc.example.com', weight: 100 }],
    });
  });
});
