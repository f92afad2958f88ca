import { validate } from '../../../kernel/validation';
import { SignerKinds } from '../../../signers/domain/kinds';
import { NetworkTypes } from './index';

const PRIVATE_KEY_ONE = '1'.padStart(64, '0');
// Account 0 of Hardhat and Anvil.
const HARDHAT = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
// RFC 8032, 7.1, test 1: seed and public key.
const RFC_8032_SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const RFC_8032_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
// SEP-5, test 1, account 0: the bytes of its secret key.
const SEP_5 = '4d691bc19b44a1383b1a0a130aaca3e05c3c1a371dbe45930ef9b761f7a74691';
// The base point of secp256k1 (SEC 2).
const BASE_POINT = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

/** What a signer of a type, its first example altered, tells of its address on a network type. */
function tell(type: string, config: object, networkType: string) {
  const kind = new SignerKinds().find(type);
  const network = new NetworkTypes().find(networkType);
  if (!kind || !network) throw new Error('no such type');
  const { value: read, faults } = validate(kind.config, { ...kind.examples.good[0], ...config });
  expect(faults).toEqual([]);
  const account = kind.account?.(read, network.curve);
  const address = account?.publicKey ? network.addressOf(account.publicKey) : account?.address;
  return {
    address,
    refusal: account?.refusal,
    fault: address === undefined ? undefined : network.addressFault(address),
  };
}

it.each([
  ['local', { key: PRIVATE_KEY_ONE }, 'evm', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
  ['local', { key: `0x${HARDHAT}` }, 'evm', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  ['local', { key: RFC_8032_SEED }, 'solana', 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'],
  ['local', { key: SEP_5 }, 'stellar', 'GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6'],
  ['turnkey', { public_key: BASE_POINT }, 'evm', '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
  ['turnkey', { public_key: RFC_8032_KEY }, 'solana', 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'],
  [
    'vault_transit',
    { pubkey: Buffer.from(RFC_8032_KEY, 'hex').toString('base64') },
    'solana',
    'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z',
  ],
  ['cdp', {}, 'evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  [
    'cdp',
    { account_address: 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z' },
    'solana',
    'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z',
  ],
])('derives from a %s signer with %j on %s the address %s', (type, config, networkType, address) => {
  expect(tell(type, config, networkType)).toEqual({ address });
});

it.each(['aws_kms', 'google_cloud_kms', 'azure_key_vault', 'vault'])('knows no address of a %s signer', (type) => {
  expect(tell(type, {}, 'evm')).toEqual({});
});

it('refuses a Turnkey key on the curve of another network type', () => {
  expect(tell('turnkey', { public_key: BASE_POINT }, 'stellar')).toEqual({
    refusal: 'has a public key that is not on ed25519',
  });
  expect(tell('turnkey', { public_key: RFC_8032_KEY }, 'evm')).toEqual({
    refusal: 'has a public key that is not on secp256k1',
  });
});

it('finds the fault of a CDP address on another network type', () => {
  expect(tell('cdp', {}, 'solana').fault).toBe('must be a Solana public key: 32 bytes in base58');
});

it.each([
  ['local', 'evm', 'solana', 'stellar'],
  ['aws_kms', 'evm', 'solana', 'stellar'],
  ['google_cloud_kms', 'evm', 'solana', 'stellar'],
  ['azure_key_vault', 'evm'],
  ['vault', 'evm', 'solana', 'stellar'],
  ['vault_transit', 'solana'],
  ['turnkey', 'evm', 'solana', 'stellar'],
  ['cdp', 'evm', 'solana'],
])('lets a signer of the type %s sign for %s %s %s', (type, ...networkTypes) => {
  expect(new SignerKinds().find(type)?.networkTypes).toEqual(networkTypes);
});
