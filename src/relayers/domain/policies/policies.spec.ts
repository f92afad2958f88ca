import fc from 'fast-check';
import { fieldsOf } from '../../../kernel/declarations';
import { parseExact, stringifyExact } from '../../../kernel/exact-json';
import { validate } from '../../../kernel/validation';
import { SignerKinds } from '../../../signers/domain/kinds';
import { evm } from './evm';
import { NetworkTypes } from './index';
import type { NetworkType, PolicyExample } from './policy';
import { solana } from './solana';
import { stellar } from './stellar';

function read(type: NetworkType, policies: unknown, network = 'mainnet') {
  const { value: instance, faults } = validate(type.policies, policies);
  return { instance, faults: [...faults, ...type.check(instance, { network })] };
}

const shown = ({ policies }: PolicyExample): string => stringifyExact(policies).slice(0, 100);

describe.each(new NetworkTypes().all())('the policies of $name', (type) => {
  it.each(type.examples.good.map((example) => ({ example, shown: shown(example) })))(
    'takes $shown, and reads it again from its own JSON as it was',
    ({ example }) => {
      const first = read(type, example.policies, example.network);
      expect(first.faults).toEqual([]);

      const text = stringifyExact(first.instance);
      const second = read(type, parseExact(text), example.network);
      expect(second).toEqual(first);
      expect(stringifyExact(second.instance)).toBe(text);
    },
  );

  it.each(type.examples.bad.map((example) => ({ example, shown: shown(example) })))(
    'refuses $shown for exactly its faults',
    ({ example }) => {
      expect(read(type, example.policies, example.network).faults).toEqual(example.faults);
    },
  );

  it('has every policy, described and with an example or a shape of its own, in some good example', () => {
    const given = new Set(type.examples.good.flatMap(({ policies }) => Object.keys(policies)));
    for (const { name, notes, nested } of fieldsOf(type.policies)) {
      expect([name, given.has(name)]).toEqual([name, true]);
      expect(notes.description).toMatch(/\.$/);
      expect(notes.example !== undefined || nested !== undefined).toBe(true);
    }
  });

  it('says faults of any JSON, and never throws', () => {
    const names = fieldsOf(type.policies).map(({ name }) => name);
    const known = type.examples.good.flatMap(({ policies }) => Object.values(policies));
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...known));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names, 'other'), value), (policies) => {
        expect(Array.isArray(read(type, policies).faults)).toBe(true);
      }),
    );
  });
});

describe('lists', () => {
  const most = (items: number): string => `must be a list of at most ${String(items)} items`;
  const eip55 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const systemProgram = '11111111111111111111111111111111';

  it.each<[NetworkType, string, unknown, number]>([
    [evm, 'whitelist_receivers', eip55, 5_000],
    [solana, 'allowed_programs', systemProgram, 5_000],
    [solana, 'allowed_accounts', systemProgram, 5_000],
    [solana, 'disallowed_accounts', systemProgram, 5_000],
    [solana, 'allowed_tokens', { mint: systemProgram }, 500],
    [stellar, 'allowed_tokens', { asset: 'native' }, 500],
  ])('of $0.name: $1 has at most $3 items', (type, policy, item, items) => {
    const faultsOf = (length: number) =>
      read(type, { fee_payment_strategy: 'user', [policy]: Array<unknown>(length).fill(item) }).faults.filter(
        ({ path }) => path.startsWith(policy),
      );
    expect(faultsOf(items)).toEqual([]);
    expect(faultsOf(items + 1)).toEqual([{ path: policy, message: most(items) }]);
  });
});

describe('addresses', () => {
  // The base point of secp256k1 (SEC 2), the public key of RFC 8032, 7.1, test 1, and the account of SEP-23.
  const secp256k1 =
    '0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' +
    '483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8';
  const rfc8032 = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
  const sep23 = '3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a';

  it.each([
    ['evm', secp256k1, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
    ['solana', rfc8032, 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'],
    ['stellar', sep23, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ])('derives that of %s from a public key', (name, publicKey, address) => {
    const type = new NetworkTypes().find(name);
    expect(type?.addressOf(Buffer.from(publicKey, 'hex'))).toBe(address);
    expect(type?.addressFault(address)).toBeUndefined();
  });

  it('refuses that of another network type', () => {
    const address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
    const refusals = new NetworkTypes().all().map((type) => [type.name, type.addressFault(address) !== undefined]);
    expect(refusals).toEqual([
      ['evm', false],
      ['solana', true],
      ['stellar', true],
    ]);
  });

  it('spells one of EVM in one way', () => {
    const evm = new NetworkTypes().find('evm');
    expect(evm?.canonicalAddress?.('0x7e5f4552091a69125d5dfcb7b8c2659029395bdf')).toBe(
      '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    );
  });
});

it.each(new SignerKinds().all())(
  'knows the network types that signers of the type $type sign for',
  ({ networkTypes }) => {
    const types = new NetworkTypes();
    expect(networkTypes.filter((name) => types.find(name) === undefined)).toEqual([]);
  },
);
