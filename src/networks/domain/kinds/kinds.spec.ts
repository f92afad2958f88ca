import fc from 'fast-check';
import { fieldsOf } from '../../../kernel/declarations';
import { DomainError, type Fault } from '../../../kernel/domain-error';
import { parseExact, stringifyExact } from '../../../kernel/exact-json';
import { UrlRules } from '../../../kernel/url-rules';
import type { Network } from '../network';
import { validateNetworkDraft } from '../network.body';
import { NetworkRules } from '../network.rules';
import { catalogueNetworks } from '../catalogue';
import { NetworkKinds } from './index';

const kinds = new NetworkKinds();
const rules = new NetworkRules(
  kinds,
  new UrlRules({ webhookAllowedRanges: [], rpcAllowedHosts: [], rpcBlockPrivateIps: false }),
);
const catalogue = catalogueNetworks(kinds);

function read(body: object, parent?: Network): Network | readonly Fault[] {
  try {
    return rules.create(validateNetworkDraft(body, kinds), parent);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.faults;
    throw error;
  }
}

describe.each(kinds.all())('a network of the type $type', (kind) => {
  it.each(kind.examples.good)('takes %j, and reads it again from its own JSON as it was', (example) => {
    const parent = catalogue.get(`${kind.type}:${String(example.from)}`);
    const network = read({ network_type: kind.type, ...example }, parent) as Network;
    const { id, ...document } = parseExact(stringifyExact(network.document)) as Record<string, unknown>;
    const again = read(document) as Network;
    expect(again.id).toBe(id);
    expect(again.equals(network)).toBe(true);
  });

  it.each(kind.examples.bad)('refuses $network for exactly its faults', ({ network, faults }) => {
    expect(read({ network_type: kind.type, ...network })).toEqual(faults);
  });

  it('describes every field, with an example or a shape of its own', () => {
    for (const { notes, nested } of fieldsOf(kind.fields)) {
      expect(notes.description).toMatch(/\.$/);
      expect(notes.example !== undefined || nested !== undefined).toBe(true);
    }
  });

  it('says faults of any JSON, and never throws', () => {
    const names = fieldsOf(kind.fields).map(({ name }) => name);
    const known = kind.examples.good.flatMap((example) => Object.values(example));
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...known));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names, 'other'), value), (body) => {
        expect(read({ ...body, network_type: kind.type })).toBeDefined();
      }),
    );
  });
});

describe('The catalogue', () => {
  it('has 63 networks, each of which keeps the rules', () => {
    expect(catalogue.size).toBe(63);
    for (const network of catalogue.values()) {
      const { id, ...document } = network.document;
      expect((read(document) as Network).equals(network)).toBe(true);
      expect(network.id).toBe(id);
    }
  });
});

describe('A network that inherits', () => {
  const parent = catalogue.get('evm:arbitrum-one')!;
  const child = { network_type: 'evm', name: 'Nova', from: 'arbitrum-one' };

  it('has what the other has, but for its own values, and what both have of tags and features', () => {
    const network = read({ ...child, chain_id: 7, tags: ['rollup', 'ours'], features: null }, parent) as Network;
    expect(network.document).toEqual({
      ...parent.document,
      id: 'evm:nova',
      name: 'Nova',
      chain_id: 7n,
      tags: [...(parent.values.tags as string[]), 'ours'],
    });
  });

  it('from nobody is refused for that, and not for what it would have inherited', () => {
    expect(read(child)).toEqual([
      { path: 'from', message: 'must be the name of a network of type evm: there is no arbitrum-one' },
    ]);
  });

  it('is judged with what it inherits', () => {
    const cached = read({ ...child, name: 'cached', gas_price_cache: { stale_after_ms: 1 } }, parent) as Network;
    expect(cached.document).not.toHaveProperty('gas_price_cache');
    expect(cached.values.gas_price_cache).toEqual({ enabled: false, stale_after_ms: 1n, expire_after_ms: 45_000n });
    expect(read({ ...child, gas_price_cache: { stale_after_ms: 45_000 } }, parent)).toEqual([
      { path: 'gas_price_cache.expire_after_ms', message: 'must be greater than stale_after_ms' },
    ]);
  });
});
