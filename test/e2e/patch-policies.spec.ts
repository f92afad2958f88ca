import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { exactJson, sharedApp } from '../support/shared-app';

const RECEIVERS = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x52908400098527886E0F7030069857D2E4169EE7'];
const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const initial = {
  evm: { min_balance: 5, gas_price_cap: 7, eip1559_pricing: true, whitelist_receivers: RECEIVERS },
  solana: {
    fee_payment_strategy: 'user',
    max_signatures: 3,
    allowed_tokens: [{ mint: USDC, decimals: 6, swap_config: { min_amount: 1, max_amount: 9 } }],
    swap_config: {
      strategy: 'jupiter-swap',
      cron_schedule: '0 0 * * * *',
      jupiter_swap_options: { priority_fee_max_lamports: 10, priority_level: 'high' },
    },
  },
  stellar: {
    fee_payment_strategy: 'user',
    max_fee: 100,
    swap_config: { strategies: ['order-book', 'soroswap'], min_balance_threshold: 4 },
  },
};
type NetworkType = keyof typeof initial;
const networks = { evm: 'mainnet', solana: 'mainnet-beta', stellar: 'pubnet' } satisfies Record<NetworkType, string>;

onEachDatabase('PATCH of policies', (create) => {
  const service = sharedApp(create);

  beforeAll(() => service.add('signers', aSigner()));
  beforeEach(async () => {
    for (const [network_type, policies] of Object.entries(initial)) {
      const network = networks[network_type as NetworkType];
      await service.add('relayers', aRelayer({ id: network_type, network_type, network, policies }));
    }
  });
  afterEach(async () => {
    for (const id of Object.keys(initial)) await service.call('DELETE', `/api/v1/relayers/${id}`);
  });

  const patch = (id: string, policies: unknown) =>
    service.call('PATCH', `/api/v1/relayers/${id}`, exactJson({ policies }));
  const policiesOf = async (id: string): Promise<unknown> => (await service.read(`/api/v1/relayers/${id}`)).policies;

  it.each<[string, NetworkType, unknown, unknown]>([
    ['merges one field into the others', 'evm', { gas_price_cap: 8 }, { ...initial.evm, gas_price_cap: 8 }],
    ['adds a field', 'evm', { private_transactions: false }, { ...initial.evm, private_transactions: false }],
    [
      'removes a field by null',
      'evm',
      { min_balance: null, whitelist_receivers: null },
      { gas_price_cap: 7, eip1559_pricing: true },
    ],
    [
      'replaces a list as a whole',
      'evm',
      { whitelist_receivers: [RECEIVERS[1]] },
      { ...initial.evm, whitelist_receivers: [RECEIVERS[1]] },
    ],
    ['empties a list', 'evm', { whitelist_receivers: [] }, { ...initial.evm, whitelist_receivers: [] }],
    [
      'merges deep',
      'solana',
      { swap_config: { cron_schedule: '0 30 * * * *', jupiter_swap_options: { priority_level: 'medium' } } },
      {
        ...initial.solana,
        swap_config: {
          strategy: 'jupiter-swap',
          cron_schedule: '0 30 * * * *',
          jupiter_swap_options: { priority_fee_max_lamports: 10, priority_level: 'medium' },
        },
      },
    ],
    [
      'removes deep',
      'solana',
      { swap_config: { jupiter_swap_options: null, cron_schedule: null } },
      { ...initial.solana, swap_config: { strategy: 'jupiter-swap' } },
    ],
    [
      'merges nothing into the items of a list',
      'solana',
      { allowed_tokens: [{ mint: USDC, symbol: 'USDC' }] },
      { ...initial.solana, allowed_tokens: [{ mint: USDC, symbol: 'USDC' }] },
    ],
    [
      'changes fields that depend on one another together',
      'solana',
      { fee_payment_strategy: 'relayer', swap_config: null },
      { fee_payment_strategy: 'relayer', max_signatures: 3, allowed_tokens: initial.solana.allowed_tokens },
    ],
    [
      'replaces a nested list',
      'stellar',
      { swap_config: { strategies: ['soroswap'] } },
      { ...initial.stellar, swap_config: { strategies: ['soroswap'], min_balance_threshold: 4 } },
    ],
    ['removes an object', 'stellar', { swap_config: null }, { fee_payment_strategy: 'user', max_fee: 100 }],
    ['resets by null', 'evm', null, {}],
    ['resets by null', 'solana', null, {}],
    ['resets by null to what the network type requires', 'stellar', null, { fee_payment_strategy: 'user' }],
  ])('%s (%s)', async (_, id, policies, expected) => {
    const { status, json } = await patch(id, policies);

    expect(status).toBe(200);
    expect(json.data).toMatchObject({ id });
    expect((json.data as { readonly policies: unknown }).policies).toEqual(expected);
    expect(await policiesOf(id)).toEqual(expected);
  });

  it.each<[string, NetworkType, unknown, Record<string, string>]>([
    [
      'policies of another network type',
      'evm',
      { max_fee: 5, fee_payment_strategy: 'user' },
      { max_fee: 'is not a known field', fee_payment_strategy: 'is not a known field' },
    ],
    [
      'nested fields that nobody knows',
      'solana',
      { swap_config: { speed: 1, jupiter_swap_options: { tip: 1 } } },
      {
        'swap_config.speed': 'is not a known field',
        'swap_config.jupiter_swap_options.tip': 'is not a known field',
      },
    ],
    [
      'a result that breaks a rule between what is set and what is given',
      'solana',
      { fee_payment_strategy: 'relayer' },
      { swap_config: 'must only be given where fee_payment_strategy is user' },
    ],
    [
      'the removal of what another field needs',
      'solana',
      { swap_config: { jupiter_swap_options: { priority_level: null } } },
      { 'swap_config.jupiter_swap_options.priority_level': 'is required together with priority_fee_max_lamports' },
    ],
    [
      'two lists that exclude one another',
      'solana',
      { allowed_accounts: [PROGRAM], disallowed_accounts: [PROGRAM] },
      { disallowed_accounts: 'must not be given together with allowed_accounts' },
    ],
    [
      'the removal of what the network type requires',
      'stellar',
      { fee_payment_strategy: null },
      { fee_payment_strategy: 'is required' },
    ],
    [
      'the removal of what an object requires',
      'stellar',
      { swap_config: { strategies: null } },
      { 'swap_config.strategies': 'is required' },
    ],
  ])('refuses %s (%s)', async (_, id, policies, faults) => {
    const { status, json } = await patch(id, policies);

    expect(status).toBe(400);
    expect(Object.fromEntries(json.errors!.map(({ path, message }) => [path, message]))).toEqual(
      Object.fromEntries(Object.entries(faults).map(([path, message]) => [`policies.${path}`, message])),
    );
    expect(await policiesOf(id)).toEqual(initial[id]);
  });
});
