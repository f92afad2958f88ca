import { NetworkTypes } from '../../src/relayers/domain/policies';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { exactJson, sharedApp } from '../support/shared-app';

const PATH = '/api/v1/relayers/relayer-1';

/** The least that a relayer of each network type can be created with. */
const least: Readonly<Record<string, object>> = { stellar: { fee_payment_strategy: 'user' } };

/** An amount that is given as a text; 32 ones are the address of Solana's system program. */
const AMOUNT = /^(?!1{32}$)\+?\d{1,39}$/;

/** The policies as an answer shows them: no nulls and no empty optional texts, and amounts as numbers, whatever way they were given in. */
const shown = (policies: unknown): unknown =>
  JSON.parse(exactJson(policies), (name, value: unknown) => {
    // As an asset, an empty text is a value.
    if (value === null || (value === '' && name !== 'asset')) return undefined;
    return typeof value === 'string' && AMOUNT.test(value) ? Number(value) : value;
  });

onEachDatabase('The policies', (create) => {
  const service = sharedApp(create);

  beforeAll(() => service.add('signers', aSigner()));
  afterEach(() => service.call('DELETE', PATH));

  describe.each(new NetworkTypes().all().map((type) => [type.name, type] as const))('of %s', (network_type, type) => {
    it.each(type.examples.good.map((example) => [exactJson(example.policies), example] as const))(
      'may be %s',
      async (_, { policies, network = 'testnet' }) => {
        const created = await service.call(
          'POST',
          '/api/v1/relayers',
          exactJson(aRelayer({ network_type, network, policies })),
        );

        expect([created.status, created.text]).toEqual([201, expect.any(String)]);
        expect(created.json.data).toMatchObject({ policies: shown(policies) });
        expect((await service.call('GET', PATH)).text).toBe(created.text);
      },
    );

    const bad = type.examples.bad.map((example) => ({
      ...example,
      text: exactJson(example.policies),
      expected: example.faults.map(({ path, message }) => ({ path: `policies.${path}`, message })),
    }));

    it.each(bad)('may not be $text', async ({ policies, network = 'testnet', expected }) => {
      const body = exactJson(aRelayer({ network_type, network, policies }));
      const { status, json } = await service.call('POST', '/api/v1/relayers', body);

      expect(status).toBe(400);
      expect(json.errors).toEqual(expected);
    });

    it.each(bad.filter(({ text }) => text !== '{}'))(
      'may not become $text',
      async ({ policies, network = 'testnet', expected }) => {
        await service.add('relayers', aRelayer({ network_type, network, policies: least[network_type] }));
        const { status, json } = await service.call('PATCH', PATH, exactJson({ policies }));
        const known = Object.keys(least[network_type] ?? {}).map((name) => `policies.${name}`);

        expect(status).toBe(400);
        // What the relayer has already is not missing.
        expect(json.errors).toEqual(
          expected.filter(({ path, message }) => message !== 'is required' || !known.includes(path)),
        );
      },
    );
  });
});
