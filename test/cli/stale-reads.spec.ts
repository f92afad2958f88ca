import { relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { type Instance, twoProcesses } from '../support/built-fleet';
import { onEachDatabase, type TestDatabase } from '../support/databases';

const RECORDS = 8;
const ROUNDS = 40;
/** How a record can be read: alone, in a list, in a filtered list, and with the page that was kept before. */
const LISTS = ['/api/v1/relayers', '/api/v1/relayers?network_type=evm', '/api/v1/relayers?search=relayer-'];

interface Named {
  readonly id: string;
  readonly name: string;
}

jest.setTimeout(120_000);

function describeFleet(create: () => Promise<TestDatabase>): void {
  const instances = twoProcesses(create);

  /** What reads give that begin after the acknowledgement of a change, where it is not the changed name. */
  async function staleReads({ call }: Instance, id: string, name: string): Promise<string[]> {
    const one = call('GET', `/api/v1/relayers/${id}`).then(({ json }) => [json.data as Named]);
    const lists = LISTS.map((path) => call('GET', path).then(({ json }) => json.data as readonly Named[]));
    const seen = (await Promise.all([one, ...lists])).map((found) => found.find((relayer) => relayer.id === id)?.name);
    return seen.filter((found) => found !== name).map((found) => `${id}: ${String(found)} instead of ${name}`);
  }

  it('never answer a read with a state from before an acknowledged change of the other', async () => {
    const [first] = instances();
    await first.call('POST', '/api/v1/signers', aSigner());
    const stale: string[] = [];
    let changes = 0;

    const writer = async (number: number): Promise<void> => {
      const id = `relayer-${String(number)}`;
      await first.call('POST', '/api/v1/relayers', relayerNumber(number));
      for (let round = 1; round <= ROUNDS; round++) {
        const [left, right] = instances();
        const [by, other] = (round + number) % 2 ? [left, right] : [right, left];
        const name = `round ${String(round)}`;
        const { status } = await by.call('PATCH', `/api/v1/relayers/${id}`, { name });
        if (status === 200) changes++;
        stale.push(...(await staleReads(other, id, name)));
      }
    };
    await Promise.all(Array.from({ length: RECORDS }, (_, index) => writer(index + 1)));

    expect(changes).toBe(RECORDS * ROUNDS);
    expect(stale).toEqual([]);
  });

  it('count what the other one makes and deletes at once', async () => {
    const [first, second] = instances();
    const totals = async (): Promise<(number | undefined)[]> => {
      const pages = await Promise.all(instances().map(({ call }) => call('GET', '/api/v1/notifications')));
      return pages.map(({ json }) => json.pagination?.total_items);
    };
    for (let round = 1; round <= ROUNDS; round++) {
      const [by, other] = round % 2 ? [first, second] : [second, first];
      const id = `hook-${String(round)}`;
      await by.call('POST', '/api/v1/notifications', { id, url: 'https://hooks.example.com/a' });
      expect(await totals()).toEqual([1, 1]);
      expect((await other.call('DELETE', `/api/v1/notifications/${id}`)).status).toBe(200);
      expect(await totals()).toEqual([0, 0]);
    }
  });

  it('know at once the tokens that the other one issues, rotates and revokes', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const [by, other] = round % 2 ? instances() : [...instances()].reverse();
      const issued = (await by.call('POST', '/api/v1/tokens', { name: 'a test', permissions: ['relayers:read'] })).json
        .data as { readonly id: string; readonly token: string };
      const statusOf = async (token: string): Promise<number> =>
        (await other.call('GET', '/api/v1/relayers', undefined, { authorization: `Bearer ${token}` })).status;

      expect(await statusOf(issued.token)).toBe(200);
      const rotated = (await by.call('POST', `/api/v1/tokens/${issued.id}/rotate`)).json.data as typeof issued;
      expect([await statusOf(issued.token), await statusOf(rotated.token)]).toEqual([401, 200]);
      await by.call('DELETE', `/api/v1/tokens/${issued.id}`);
      expect(await statusOf(rotated.token)).toBe(401);
    }
  });
}

onEachDatabase('Two processes on one database', describeFleet);
