import { SignerKinds } from '../../src/signers/domain/kinds';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

/** Test 1 of RFC 8032, 7.1: a seed, and its public key in hex, base 58 (Solana) and StrKey (Stellar). */
const RFC_8032 = {
  seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  hex: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  base64: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  solana: 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z',
  stellar: 'GDLVVGABQKYQVN6VJP7NHSLEA45A5YLS6PNKMIZFV4BBU2HXA5IRVHUR',
};
/** The base point of secp256k1 (SEC 2), public key of the private key 1, and its address. */
const GENERATOR = {
  compressed: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  evm: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
};
const HARDHAT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const example = (type: string): Readonly<Record<string, unknown>> =>
  new SignerKinds().all().find((kind) => kind.type === type)!.examples.good[0]!;

const signers: Readonly<Record<string, Record<string, unknown>>> = {
  hardhat: aSigner(),
  rfc8032: aSigner({ config: { key: RFC_8032.seed } }),
  'turnkey-secp': aSigner({ type: 'turnkey', config: { ...example('turnkey'), public_key: GENERATOR.compressed } }),
  'turnkey-ed': aSigner({ type: 'turnkey', config: { ...example('turnkey'), public_key: RFC_8032.hex } }),
  transit: aSigner({ type: 'vault_transit', config: { ...example('vault_transit'), pubkey: RFC_8032.base64 } }),
  'cdp-evm': aSigner({ type: 'cdp', config: { ...example('cdp'), account_address: GENERATOR.evm } }),
  'cdp-solana': aSigner({ type: 'cdp', config: { ...example('cdp'), account_address: RFC_8032.solana } }),
  aws: aSigner({ type: 'aws_kms', config: example('aws_kms') }),
  google: aSigner({ type: 'google_cloud_kms', config: example('google_cloud_kms') }),
  azure: aSigner({ type: 'azure_key_vault', config: example('azure_key_vault') }),
  vault: aSigner({ type: 'vault', config: example('vault') }),
};

onEachDatabase('The address of a relayer', (create) => {
  const service = sharedApp(create);

  beforeAll(async () => {
    for (const [id, body] of Object.entries(signers)) await service.add('signers', { ...body, id });
  });
  afterEach(() => service.call('DELETE', '/api/v1/relayers/relayer-1'));

  const send = (network_type: string, signer_id: string, address?: unknown) =>
    service.call(
      'POST',
      '/api/v1/relayers',
      aRelayer({
        network_type,
        signer_id,
        ...(network_type === 'stellar' ? { policies: { fee_payment_strategy: 'relayer' } } : {}),
        ...(address === undefined ? {} : { address }),
      }),
    );

  it.each([
    ['evm', 'hardhat', HARDHAT],
    ['solana', 'rfc8032', RFC_8032.solana],
    ['stellar', 'rfc8032', RFC_8032.stellar],
    ['evm', 'turnkey-secp', GENERATOR.evm],
    ['solana', 'turnkey-ed', RFC_8032.solana],
    ['stellar', 'turnkey-ed', RFC_8032.stellar],
    ['solana', 'transit', RFC_8032.solana],
    ['evm', 'cdp-evm', GENERATOR.evm],
    ['solana', 'cdp-solana', RFC_8032.solana],
  ])('on %s is derived from the signer %s', async (network_type, signer_id, address) => {
    const { status, json } = await send(network_type, signer_id);

    expect(status).toBe(201);
    expect(json.data).toMatchObject({ address });
    expect(await service.read('/api/v1/relayers/relayer-1')).toMatchObject({ address });
  });

  it.each([
    ['evm', 'aws'],
    ['evm', 'google'],
    ['evm', 'azure'],
    ['evm', 'vault'],
    ['solana', 'aws'],
    ['solana', 'vault'],
    ['stellar', 'google'],
  ])('on %s is empty while the signer %s does not tell it', async (network_type, signer_id) => {
    expect((await send(network_type, signer_id)).json.data).toMatchObject({ address: '' });
  });

  it.each([
    ['evm', 'aws', GENERATOR.evm],
    ['solana', 'aws', RFC_8032.solana],
    ['stellar', 'aws', RFC_8032.stellar],
  ])('on %s may be given where the signer %s does not tell it: %s', async (network_type, signer_id, address) => {
    expect((await send(network_type, signer_id, address)).json.data).toMatchObject({ address });
  });

  it.each([
    ['evm', 'hardhat', HARDHAT],
    ['evm', 'hardhat', HARDHAT.toLowerCase()],
    ['solana', 'rfc8032', RFC_8032.solana],
    ['stellar', 'rfc8032', RFC_8032.stellar],
  ])('on %s may be given with the signer %s if it is the same: %s', async (network_type, signer_id, address) => {
    const derived = { evm: HARDHAT, solana: RFC_8032.solana, stellar: RFC_8032.stellar }[network_type];

    expect((await send(network_type, signer_id, address)).json.data).toMatchObject({ address: derived });
  });

  it.each([
    ['evm', 'hardhat', GENERATOR.evm, `must be ${HARDHAT}, the account of the signer`],
    ['solana', 'rfc8032', '11111111111111111111111111111111', `must be ${RFC_8032.solana}, the account of the signer`],
    ['solana', 'rfc8032', 'fVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z', expect.any(String)],
    [
      'evm',
      'aws',
      '0x7e5F4552091A69125d5DfCb7b8C2659029395Bdf',
      'must be an EVM address with the right EIP-55 checksum',
    ],
    ['evm', 'aws', RFC_8032.solana, 'must be an EVM address: 0x and 40 hex digits'],
    ['evm', 'aws', '', 'must be a string of 1 to 255 characters'],
    ['evm', 'aws', 5, 'must be a string of 1 to 255 characters'],
    ['solana', 'aws', GENERATOR.evm, 'must be a Solana public key: 32 bytes in base58'],
    ['solana', 'aws', RFC_8032.solana.slice(4), 'must be a Solana public key: 32 bytes in base58'],
    [
      'stellar',
      'aws',
      RFC_8032.stellar.replace('GDLV', 'GDLW'),
      'must be a Stellar account (G...) with the right StrKey checksum',
    ],
  ])('on %s with the signer %s may not be %s', async (network_type, signer_id, address, message) => {
    const { status, json } = await send(network_type, signer_id, address);

    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: 'address', message }]);
  });

  it.each([
    ['evm', 'transit'],
    ['stellar', 'transit'],
    ['solana', 'azure'],
    ['stellar', 'azure'],
    ['stellar', 'cdp-evm'],
    ['stellar', 'cdp-solana'],
    ['evm', 'turnkey-ed'],
    ['solana', 'turnkey-secp'],
    ['evm', 'cdp-solana'],
    ['solana', 'cdp-evm'],
  ])('on %s cannot be that of the signer %s, which cannot sign there', async (network_type, signer_id) => {
    const { status, json } = await send(network_type, signer_id);

    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path: 'signer_id', message: expect.any(String) }]);
  });
});
