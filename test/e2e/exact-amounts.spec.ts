import fc from 'fast-check';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { type OpenApp, openApp } from '../support/open-app';
import { exactJson, sharedApp } from '../support/shared-app';

const PATH = '/api/v1/relayers/relayer-1';
const U64 = 2n ** 64n - 1n;
const U128 = 2n ** 128n - 1n;
const RUNS = 25;

/** The digits that a text of JSON has for a member. */
const digitsOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`"${name}":([^,}]+)`, 'g'))].map(([, digits = '']) => digits);

onEachDatabase('Exact amounts', (create) => {
  const service = sharedApp(create);

  beforeAll(() => service.add('signers', aSigner()));
  afterEach(() => service.call('DELETE', PATH));

  const send = (method: string, policies: string) =>
    service.call(
      method,
      method === 'POST' ? '/api/v1/relayers' : PATH,
      method === 'POST' ? exactJson(aRelayer()).replace(/}$/, `,"policies":${policies}}`) : `{"policies":${policies}}`,
    );

  it('keep every digit of the example of the specification', async () => {
    await service.add('relayers', aRelayer());
    const amount = '123456789012345678901234567890';
    const patched = await send('PATCH', `{"min_balance":${amount}}`);

    expect(patched.status).toBe(200);
    for (const { text } of [patched, await service.call('GET', PATH), await service.call('GET', '/api/v1/relayers')]) {
      expect(text).toContain(`"min_balance":${amount}`);
    }
  });

  it.each([
    ['digits', '1000', '1000'],
    ['zero', '0', '0'],
    ['2^53 + 1', '9007199254740993', '9007199254740993'],
    ['the greatest of 128 bits', U128.toString(), U128.toString()],
    ['a text of digits', '"1000"', '1000'],
    ['a text of the greatest', `"${U128.toString()}"`, U128.toString()],
    ['a text with a sign, as the OpenZeppelin Relayer takes it', '"+1"', '1'],
    ['a text with zeros before its digits, likewise', '"007"', '7'],
    ['an exponent', '1e21', '1000000000000000000000'],
    ['an exponent with a sign', '1E+21', '1000000000000000000000'],
    ['a point and an exponent', '1.5e3', '1500'],
    ['what JavaScript writes for a great number', JSON.stringify(123456789e30), `123456789${'0'.repeat(30)}`],
    ['a fraction of nothing', '5.0', '5'],
    ['an exponent that makes an integer', '2500e-2', '25'],
    ['zero with an exponent', '0e5', '0'],
    ['many digits and an exponent', '1234567890123456789.01e2', '123456789012345678901'],
  ])('may be given as %s: %s', async (_, given, expected) => {
    for (const method of ['POST', 'PATCH']) {
      const { status, text } = await send(method, `{"min_balance":${given},"gas_price_cap":${given}}`);

      expect([method, status]).toEqual([method, method === 'POST' ? 201 : 200]);
      expect([digitsOf(text, 'min_balance'), digitsOf(text, 'gas_price_cap')]).toEqual([[expected], [expected]]);
    }
  });

  it.each([
    '-1',
    '-0.5',
    '0.5',
    '1.5',
    '1e-1',
    '1e-400',
    '1e400',
    '1e999999999',
    '0.99999999999999999999',
    '99999999999999.999999',
    '123456789012345.9999999',
    '-0',
    '-0.0',
    '-0e5',
    '340282366920938463463374607431768211456',
    '1e39',
    `1${'0'.repeat(500)}`,
    '"1e21"',
    '"-1"',
    '"1.0"',
    '"+-1"',
    '"++1"',
    '"0x10"',
    '" 1"',
    '""',
    '"340282366920938463463374607431768211456"',
    'true',
    '[1]',
    '{}',
  ])('may not be %s', async (given) => {
    await service.add('relayers', aRelayer());
    const patched = await send('PATCH', `{"min_balance":${given}}`);
    const created = await send('POST', `{"min_balance":${given}}`);

    for (const { status, json } of [patched, created]) {
      expect(status).toBe(400);
      expect(json.errors).toEqual([
        { path: 'policies.min_balance', message: 'must be a whole number from 0 to 2^128-1' },
      ]);
    }
  });

  it.each([
    ['solana', 'min_balance', U64],
    ['solana', 'max_allowed_fee_lamports', U64],
    ['stellar', 'min_balance', U64],
    ['stellar', 'timeout_seconds', U64],
    ['stellar', 'max_fee', 2n ** 32n - 1n],
  ])('of %s %s are up to %d', async (network_type, name, most) => {
    const policies = network_type === 'stellar' ? { fee_payment_strategy: 'user' } : {};
    await service.add('relayers', aRelayer({ network_type, policies }));

    expect(digitsOf((await send('PATCH', `{"${name}":${most.toString()}}`)).text, name)).toEqual([most.toString()]);
    expect((await send('PATCH', `{"${name}":${(most + 1n).toString()}}`)).status).toBe(400);
    expect((await send('PATCH', `{"${name}":"${(most + 1n).toString()}"}`)).status).toBe(400);
    expect((await send('PATCH', `{"${name}":-1}`)).status).toBe(400);
  });

  it('of lists, which come from other numbers, are exact too', async () => {
    const tokens = [0n, 9007199254740993n, U64].map((max_allowed_fee) => ({
      mint: 'So11111111111111111111111111111111111111112',
      max_allowed_fee,
      swap_config: { max_amount: max_allowed_fee, slippage_percentage: 0.1 },
    }));
    await service.add('relayers', aRelayer({ network_type: 'solana', policies: { allowed_tokens: tokens } }));
    const { text } = await service.call('GET', PATH);

    expect(digitsOf(text, 'max_allowed_fee')).toEqual(['0', '9007199254740993', U64.toString()]);
    expect(digitsOf(text, 'max_amount')).toEqual(['0', '9007199254740993', U64.toString()]);
    expect(digitsOf(text, 'slippage_percentage')).toEqual(['0.1', '0.1', '0.1']);
  });

  it('are kept whatever they are: created, patched, read and listed', async () => {
    const amount = fc.bigInt({ min: 0n, max: U128 });
    const fee = fc.bigInt({ min: 0n, max: U64 });
    await fc.assert(
      fc.asyncProperty(amount, amount, fee, async (balance, cap, other) => {
        const created = await send('POST', exactJson({ min_balance: balance }));
        const patched = await send('PATCH', exactJson({ gas_price_cap: cap.toString(), min_balance: other }));
        const read = await service.call('GET', PATH);
        const listed = await service.call('GET', '/api/v1/relayers');
        await service.call('DELETE', PATH);

        expect(digitsOf(created.text, 'min_balance')).toEqual([balance.toString()]);
        for (const { text } of [patched, read, listed]) {
          expect([digitsOf(text, 'min_balance'), digitsOf(text, 'gas_price_cap')]).toEqual([
            [other.toString()],
            [cap.toString()],
          ]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

onEachDatabase('Exact amounts after a restart', (create) => {
  it('are those of before', async () => {
    const database = await create();
    const amounts = fc.sample(fc.bigInt({ min: 0n, max: U128 }), { numRuns: RUNS, seed: 7 });
    const amountsOf = async (app: OpenApp): Promise<string[]> =>
      digitsOf((await app.call('GET', '/api/v1/relayers?per_page=1000')).text, 'min_balance');

    const first = await openApp({ database });
    await first.call('POST', '/api/v1/signers', aSigner());
    for (const [index, min_balance] of amounts.entries()) {
      const network = `network-${String(index)}`;
      await first.call(
        'POST',
        '/api/v1/relayers',
        exactJson(aRelayer({ id: network, network, policies: { min_balance } })),
      );
    }
    const before = await amountsOf(first);
    await first.close();
    const second = await openApp({ database });
    const after = await amountsOf(second);
    const patched = await second.call('PATCH', '/api/v1/relayers/network-0', { name: 'changed' });
    await second.close();
    await database.drop();

    expect(before).toEqual(amounts.map(String));
    expect(after).toEqual(before);
    expect(digitsOf(patched.text, 'min_balance')).toEqual([amounts[0]!.toString()]);
  });
});
