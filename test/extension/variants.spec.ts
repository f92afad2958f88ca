import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { Amount } from '../../src/chains/amount';
import { Describe, Flag, Optional, Secret, Text } from '../../src/kernel/declarations';
import { Database } from '../../src/persistence/database';
import { NetworkTypes } from '../../src/relayers/domain/policies';
import type { NetworkType } from '../../src/relayers/domain/policies/policy';
import { RelayersModule } from '../../src/relayers/relayers.module';
import { SignerKinds } from '../../src/signers/domain/kinds';
import type { SignerKind } from '../../src/signers/domain/kinds/signer-kind';
import { SignersModule } from '../../src/signers/signers.module';
import { type OpenApp, openApp } from '../support/open-app';

const PIN = 'a-pin-that-nobody-may-see';
const ADDRESS = 'acme1account';

/** A signer kind of somebody else: a key in a hardware module behind a PIN. */
class HardwareSigner {
  @Describe('Slot of the key.', 'slot-1')
  @Text(1, 64)
  readonly slot!: string;

  @Describe('PIN that unlocks it.', PIN)
  @Text(8, 64)
  @Secret()
  readonly pin!: string;
}

const hardware: SignerKind<HardwareSigner> = {
  type: 'hardware',
  title: 'Hardware module',
  config: HardwareSigner,
  networkTypes: ['acme'],
  account: ({ slot }) => ({ address: `acme1${slot}` }),
  examples: { good: [{ slot: 'slot-1', pin: PIN }], bad: [] },
};

class AcmePolicies {
  @Describe('Least balance of the account, in grains.', 1n)
  @Amount(128)
  readonly min_balance!: bigint;

  @Describe('Whether transactions are bundled.', true)
  @Flag()
  @Optional()
  readonly bundled?: boolean;
}

const acme: NetworkType<AcmePolicies> = {
  name: 'acme',
  title: 'Acme Chain',
  policies: AcmePolicies,
  required: ['min_balance'],
  check: ({ bundled }, { network }) =>
    bundled && network === 'acme-mainnet' ? [{ path: 'bundled', message: 'must be false on acme-mainnet' }] : [],
  curve: 'ed25519',
  addressOf: (publicKey) => `acme1${Buffer.from(publicKey).toString('hex')}`,
  addressFault: (address) => (address.startsWith('acme1') ? undefined : 'must start with acme1'),
  signerTypes: ['aws_kms'],
  examples: { good: [{ policies: { min_balance: 1n } }], bad: [] },
};

/** Registers in its constructor. */
@Injectable()
class HardwareSigners {
  constructor(kinds: SignerKinds) {
    kinds.register(hardware);
  }
}

@Module({ imports: [SignersModule], providers: [HardwareSigners] })
class HardwareSignersModule {}

/** Registers when the module starts. */
@Module({ imports: [RelayersModule] })
class AcmeModule implements OnModuleInit {
  constructor(private readonly networkTypes: NetworkTypes) {}

  onModuleInit(): void {
    this.networkTypes.register(acme);
  }
}

describe('a signer kind and a network type from outside', () => {
  let service: OpenApp;

  beforeAll(async () => {
    service = await openApp({ extensions: [HardwareSignersModule, AcmeModule] });
    await service.call('POST', '/api/v1/signers', {
      id: 'hsm',
      type: 'hardware',
      config: { slot: 'account', pin: PIN },
    });
  });
  afterAll(() => service.close());

  const aRelayer = (given: object) => ({
    name: 'Acme relayer',
    network: 'acme-mainnet',
    network_type: 'acme',
    signer_id: 'hsm',
    paused: false,
    policies: { min_balance: 1 },
    ...given,
  });
  const create = (given: object) => service.call('POST', '/api/v1/relayers', aRelayer(given));

  it('seal and conceal what the kind marks as secret', async () => {
    const { json, text } = await service.call('GET', '/api/v1/signers/hsm');
    expect(json.data).toEqual({ id: 'hsm', type: 'hardware', config: { slot: 'account' } });
    const stored = JSON.stringify(await service.app.get(Database).query('SELECT * FROM signers'));
    expect(stored).toContain('"type":"hardware"');
    expect(text + stored + service.logged.join()).not.toContain(PIN);
  });

  it('validate the configuration by the declaration', async () => {
    const { json } = await service.call('POST', '/api/v1/signers', {
      type: 'hardware',
      config: { pin: 'short', x: 1 },
    });
    expect(json.errors).toEqual([
      { path: 'config.x', message: 'is not a known field' },
      { path: 'config.slot', message: 'is required' },
      { path: 'config.pin', message: 'must be a string of 8 to 64 characters' },
    ]);
  });

  it('serve relayers, with their address and exact amounts', async () => {
    const biggest = (2n ** 128n - 1n).toString();
    const created = await create({ id: 'acme', policies: { min_balance: biggest } });
    expect(created.status).toBe(201);
    expect(created.text).toContain(`"address":"${ADDRESS}"`);
    const patched = await service.call('PATCH', '/api/v1/relayers/acme', { policies: { bundled: false } });
    expect(patched.text).toContain(`"policies":{"min_balance":${biggest},"bundled":false}`);
    const reset = await service.call('PATCH', '/api/v1/relayers/acme', { policies: null });
    expect(reset.text).toContain(`"policies":{"min_balance":${biggest}}`);
    const { text } = await service.call('GET', '/api/v1/relayers?network_type=acme');
    expect(text).toContain(`"min_balance":${biggest}`);
    expect(text).toContain('"total_items":1');
  });

  it('validate policies, addresses and signers by the declaration', async () => {
    const missing = await create({ policies: {} });
    expect(missing.json.errors).toEqual([{ path: 'policies.min_balance', message: 'is required' }]);
    const crossed = await create({ policies: { min_balance: 1, bundled: true } });
    expect(crossed.json.errors).toEqual([{ path: 'policies.bundled', message: 'must be false on acme-mainnet' }]);
    const elsewhere = await create({ address: 'elsewhere' });
    expect(elsewhere.json.errors).toEqual([{ path: 'address', message: 'must start with acme1' }]);
    const wrongSigner = await create({ network_type: 'evm', network: 'sepolia', policies: {} });
    expect(wrongSigner.json.errors).toEqual([
      { path: 'signer_id', message: 'must be a signer for evm, which one of type hardware is not' },
    ]);
  });

  it('can sign with a kind that is built in, where the network type says so', async () => {
    await service.call('POST', '/api/v1/signers', {
      id: 'kms',
      type: 'aws_kms',
      config: { region: 'eu-central-1', key_id: 'd6f0b6a4-5f44-4d8c-8f3a-0d4a5a3c1b2e' },
    });
    expect((await create({ signer_id: 'kms', network: 'acme-testnet' })).status).toBe(201);
  });

  it('are named where an unknown one is refused', async () => {
    const { json } = await create({ network_type: 'none' });
    expect(json.errors).toEqual([{ path: 'network_type', message: expect.stringContaining('acme') }]);
  });
});
