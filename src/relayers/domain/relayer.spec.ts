import fc from 'fast-check';
import { relayerEntity } from '../../../test/builders/entities';
import type { Account } from '../../chains/account';
import { publicKeyOf } from '../../chains/public-key';
import { DomainError, type Fault } from '../../kernel/domain-error';
import { stringifyExact } from '../../kernel/exact-json';
import { NetworkTypes } from './policies';
import { Relayer } from './relayer';
import type { RelayerDraft } from './relayer.fields';
import type { RelayerPatch } from './relayer.patch';

const types = new NetworkTypes();
// SEC 2: the base point is the public key of 1.
const ADDRESS = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
const account = { publicKey: publicKeyOf(Buffer.from('1'.padStart(64, '0'), 'hex'), 'secp256k1') };
const draft = {
  id: 'one',
  name: 'Relayer one',
  network: 'sepolia',
  network_type: 'evm',
  signer_id: 'signer',
  paused: false,
};

/** A relayer whose signer tells that account; null where it tells none. */
const create = (given: Partial<RelayerDraft> = {}, known: Account | null = account): Relayer =>
  Relayer.create({ ...draft, ...given }, types.find(given.network_type ?? 'evm')!, known ?? undefined);

/** What is said of work that is refused. */
function faultsOf(work: () => unknown): readonly Fault[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.faults;
    throw error;
  }
  return [];
}

describe('a new relayer', () => {
  it('is in service, with the account of its signer, and null for what is not set', () => {
    expect(create().document).toEqual({
      id: 'one',
      name: 'Relayer one',
      network: 'sepolia',
      network_type: 'evm',
      address: ADDRESS,
      paused: false,
      system_disabled: false,
      signer_id: 'signer',
      notification_id: null,
      custom_rpc_urls: null,
      policies: {},
    });
  });

  it('has a fresh id where none was given', () => {
    const { name, network, network_type, signer_id, paused } = draft;
    const anonymous = (): Relayer =>
      Relayer.create({ name, network, network_type, signer_id, paused }, types.find('evm')!, account);
    expect(anonymous().id).not.toBe(anonymous().id);
  });

  it('takes an address where the signer tells none, and none where nobody does', () => {
    expect(create({ address: ADDRESS }, null).document.address).toBe(ADDRESS);
    expect(create({}, null).document.address).toBe('');
  });

  it('takes the address of its signer in another spelling, and shows the canonical one', () => {
    expect(create({ address: ADDRESS.toLowerCase() }).document.address).toBe(ADDRESS);
  });

  it('says all that is wrong with it at once', () => {
    const faults = faultsOf(() =>
      create({ address: `0x${'1'.repeat(40)}`, policies: { min_balance: -1, unknown: true, max_fee: 1 } }),
    );
    expect(faults.map(({ path }) => path).sort()).toEqual([
      'address',
      'policies.max_fee',
      'policies.min_balance',
      'policies.unknown',
    ]);
  });

  it('needs what its network type requires', () => {
    expect(faultsOf(() => create({ network_type: 'stellar', policies: {} }, null))).toEqual([
      { path: 'policies.fee_payment_strategy', message: 'is required' },
    ]);
  });
});

describe('a patched relayer', () => {
  const policies = { min_balance: 2n ** 127n, eip1559_pricing: true, whitelist_receivers: [ADDRESS] };
  const relayer = create({
    policies,
    notification_id: 'webhook',
    custom_rpc_urls: [{ url: 'https://rpc.example.com', weight: 100 }],
  });

  it.each<[RelayerPatch, object]>([
    [{}, {}],
    [{ name: 'Another' }, { name: 'Another' }],
    [{ paused: true }, { paused: true }],
    [{ notification_id: null }, { notification_id: null }],
    [{ notification_id: 'other' }, { notification_id: 'other' }],
    [{ custom_rpc_urls: null }, { custom_rpc_urls: null }],
    [{ custom_rpc_urls: [] }, { custom_rpc_urls: [] }],
    [{ policies: null }, { policies: {} }],
    [{ policies: {} }, {}],
    [{ policies: { min_balance: null } }, { policies: { eip1559_pricing: true, whitelist_receivers: [ADDRESS] } }],
    [{ policies: { whitelist_receivers: [] } }, { policies: { ...policies, whitelist_receivers: [] } }],
    [{ policies: { gas_price_cap: 1n } }, { policies: { ...policies, gas_price_cap: 1n } }],
  ])('by %p', (patch, difference) => {
    const patched = relayer.patched(patch);
    expect(patched.document).toEqual({ ...relayer.document, ...difference });
    expect(patched.equals(relayer)).toBe(Object.keys(difference).length === 0);
  });

  it('keeps what its network type requires when the policies are reset', () => {
    const stellar = create(
      { network_type: 'stellar', policies: { fee_payment_strategy: 'relayer', max_fee: 7n } },
      null,
    );
    expect(stellar.patched({ policies: null }).document.policies).toEqual({ fee_payment_strategy: 'relayer' });
    expect(faultsOf(() => stellar.patched({ policies: { fee_payment_strategy: null } }))).toEqual([
      { path: 'policies.fee_payment_strategy', message: 'is required' },
    ]);
  });

  it('is held to the same rules as a new one', () => {
    const faults = faultsOf(() => relayer.patched({ name: '', policies: { min_balance: 2n ** 128n, unknown: 1 } }));
    expect(faults.map(({ path }) => path).sort()).toEqual(['name', 'policies.min_balance', 'policies.unknown']);
  });

  it('stays as it is when a patch of it is made', () => {
    const before = stringifyExact(relayer.document);
    relayer.patched({ name: 'Another', policies: null });
    expect(stringifyExact(relayer.document)).toBe(before);
  });

  it('keeps the reason why it is out of service', () => {
    const disabled_reason = { type: 'RpcValidationFailed', details: 'no endpoint answers' };
    const disabled = Relayer.restore(
      { ...relayer.document, system_disabled: true, disabled_reason },
      relayer.networkType,
    );
    expect(disabled.patched({ paused: true }).document).toMatchObject({ system_disabled: true, disabled_reason });
  });

  it('does not depend on the order of patches of different fields', () => {
    const field = fc.constantFrom('name', 'paused', 'notification_id', 'custom_rpc_urls');
    const values: Record<string, fc.Arbitrary<unknown>> = {
      name: fc.string({ minLength: 1, maxLength: 20 }),
      paused: fc.boolean(),
      notification_id: fc.constantFrom(null, 'a', 'b'),
      custom_rpc_urls: fc.constantFrom(null, [], [{ url: 'https://rpc.example.com', weight: 1 }]),
    };
    const change = field.chain((name) => fc.record({ name: fc.constant(name), value: values[name]! }));
    fc.assert(
      fc.property(change, change, fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (one, two, min_balance) => {
        fc.pre(one.name !== two.name);
        const patches: RelayerPatch[] = [
          { [one.name]: one.value },
          { [two.name]: two.value },
          { policies: { min_balance } },
        ];
        const apply = (order: readonly RelayerPatch[]): string =>
          stringifyExact(order.reduce((current: Relayer, patch) => current.patched(patch), relayer).document);
        expect(apply(patches.toReversed())).toBe(apply(patches));
      }),
    );
  });
});

it('equals one with the same content', () => {
  expect(relayerEntity('one').equals(relayerEntity('one'))).toBe(true);
  expect(relayerEntity('one').equals(relayerEntity('one', { paused: true }))).toBe(false);
});
