import fc from 'fast-check';
import { aNotification } from '../builders/a-notification';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { exactJson, sharedApp } from '../support/shared-app';

const PATH = '/api/v1/relayers/relayer-1';
const RUNS = 25;
type Members = Readonly<Record<string, unknown>>;

const U128 = 2n ** 128n - 1n;
const amount = fc.bigInt({ min: 0n, max: U128 });
const url = fc.stringMatching(/^https:\/\/rpc\.example\.com\/[!-~]{0,10}$/).filter((text) => !text.includes('\\'));
const address = fc.stringMatching(/^0x[0-9a-f]{40}$/);

/** The policies that one request sets; each member is there or not. */
const policies = {
  min_balance: amount,
  gas_price_cap: amount,
  eip1559_pricing: fc.boolean(),
  gas_limit_estimation: fc.boolean(),
  private_transactions: fc.boolean(),
  whitelist_receivers: fc.array(address, { maxLength: 3 }),
};
const fields = {
  name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((name) => !name.includes('\0')),
  paused: fc.boolean(),
  notification_id: fc.constantFrom('notification-1', 'notification-2', null),
  custom_rpc_urls: fc.option(fc.array(fc.record({ url, weight: fc.integer({ min: 0, max: 100 }) }), { maxLength: 3 })),
};
const orNull = (members: Record<string, fc.Arbitrary<unknown>>) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, fc.option(value, { freq: 3 })]));

const state = fc.record({ ...fields, policies: fc.record(policies, { requiredKeys: [] }) });
const patch = fc.record(
  { ...fields, policies: fc.option(fc.record(orNull(policies), { requiredKeys: [] }), { freq: 8 }) },
  { requiredKeys: [] },
);

/** RFC 7396, as the contract applies it to a relayer: the model that the service is held to. */
function merged(before: Members, { policies: change, ...rest }: Members): Members {
  if (change === undefined) return { ...before, ...rest };
  const policies = { ...(change === null ? {} : (before.policies as Members)), ...(change as Members | null) };
  const kept = Object.entries(policies).filter(([, value]) => value !== null);
  return { ...before, ...rest, policies: Object.fromEntries(kept) };
}

/** What takes a state back to the one before: a member that was not there is null. */
function inverse(before: Members, after: Members): Members {
  const [old, now] = [before.policies as Members, after.policies as Members];
  const gone = Object.keys(now).filter((name) => !(name in old));
  return { ...before, policies: { ...old, ...Object.fromEntries(gone.map((name) => [name, null])) } };
}

/** In one order and with the digits of amounts as texts, so that states can be compared as they are on the wire. */
function normal(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(normal);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, normal(member)]));
}

onEachDatabase('A merge patch', (create) => {
  const service = sharedApp(create);

  beforeAll(async () => {
    await service.add('signers', aSigner());
    for (const id of ['notification-1', 'notification-2']) await service.add('notifications', aNotification({ id }));
  });
  afterEach(() => service.call('DELETE', PATH));

  /** The members that can be changed, with the digits of the wire. */
  const seen = (text: string): unknown => {
    const quoted = text.replace(/"(min_balance|gas_price_cap)":(\d+)/g, '"$1":"$2"');
    const { data } = JSON.parse(quoted) as { readonly data: Members };
    const { name, paused, notification_id, custom_rpc_urls, policies } = data;
    return { name, paused, notification_id, custom_rpc_urls, policies };
  };
  const start = async (before: Members): Promise<void> => {
    await service.call('DELETE', PATH);
    await service.add('relayers', aRelayer(before));
  };
  const send = async (change: Members): Promise<unknown> => {
    const { status, text } = await service.call('PATCH', PATH, exactJson(change));
    expect([status, text]).toEqual([200, expect.any(String)]);
    const read = await service.call('GET', PATH);
    expect(read.text).toBe(text);
    return seen(read.text);
  };
  it('makes of a record what the model makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(state, patch, async (before, change) => {
        await start(before);

        expect(await send(change)).toEqual(normal(merged(before, change)));
      }),
      { numRuns: RUNS },
    );
  });

  it('is undone by its inverse', async () => {
    await fc.assert(
      fc.asyncProperty(state, patch, async (before, change) => {
        await start(before);
        await send(change);

        expect(await send(inverse(before, merged(before, change)))).toEqual(normal(before));
      }),
      { numRuns: RUNS },
    );
  });

  it('commutes with one of other fields', async () => {
    const names = [...Object.keys(fields), ...Object.keys(policies)];
    const parts = fc.tuple(state, patch, patch, fc.subarray(names));
    const only = ({ policies: inner, ...outer }: Members, allowed: (name: string) => boolean): Members => {
      const pick = (members: Members): Members =>
        Object.fromEntries(Object.entries(members).filter(([name]) => allowed(name)));
      return { ...pick(outer), ...(inner === undefined || inner === null ? {} : { policies: pick(inner as Members) }) };
    };
    await fc.assert(
      fc.asyncProperty(parts, async ([before, one, other, mine]) => {
        const first = only(one, (name) => mine.includes(name));
        const second = only(other, (name) => !mine.includes(name));

        await start(before);
        await send(first);
        const forth = await send(second);
        await start(before);
        await send(second);
        const back = await send(first);

        expect(back).toEqual(forth);
        expect(back).toEqual(normal(merged(merged(before, first), second)));
      }),
      { numRuns: RUNS },
    );
  });

  it('sent twice does what it does once, and keeps the version the second time', async () => {
    await fc.assert(
      fc.asyncProperty(state, patch, async (before, change) => {
        await start(before);
        const once = await service.call('PATCH', PATH, exactJson(change));
        const twice = await service.call('PATCH', PATH, exactJson(change));

        expect([twice.status, twice.text, twice.headers.get('etag')]).toEqual([
          200,
          once.text,
          once.headers.get('etag'),
        ]);
      }),
      { numRuns: RUNS },
    );
  });
});
