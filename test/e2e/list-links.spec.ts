import { aNotification } from '../builders/a-notification';
import { relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import type { Reply } from '../support/open-app';
import { type SharedApp, sharedApp } from '../support/shared-app';

const idsOf = ({ json }: Reply): unknown[] => (json.data as readonly { readonly id: string }[]).map(({ id }) => id);

/** The targets of the header `Link` (RFC 8288), by their relations. */
const linksOf = ({ headers }: Reply): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, target = '', relation = '']) => [
      relation,
      target,
    ]),
  );

/** The ids on a page and on those after it, as the links lead; `between` happens after each page. */
async function walk(service: SharedApp, path: string, between: (page: number) => Promise<void>): Promise<unknown[]> {
  const seen: unknown[] = [];
  let next: string | undefined = path;
  for (let page = 1; next !== undefined; page++) {
    const reply = await service.call('GET', next);
    seen.push(...idsOf(reply));
    next = linksOf(reply).next;
    await between(page);
  }
  return seen;
}

onEachDatabase('Lists and their links', (create) => {
  const service = sharedApp(create);
  const standing = new Set<number>();
  const addRelayers = async (from: number, to: number): Promise<void> => {
    for (let number = from; number <= to; number++) {
      await service.add('relayers', relayerNumber(number));
      standing.add(number);
    }
  };
  const remove = async (...numbers: readonly number[]): Promise<void> => {
    for (const number of numbers.filter((number) => standing.delete(number))) {
      await service.call('DELETE', `/api/v1/relayers/relayer-${String(number)}`);
    }
  };
  const expected = (...numbers: readonly number[]): string[] => numbers.map((number) => `relayer-${String(number)}`);

  beforeAll(() => service.add('signers', aSigner()));
  beforeEach(() => addRelayers(1, 9));
  afterEach(() => remove(...standing));

  it('link to the first, previous, next and last page', async () => {
    const { first, prev, next, last } = linksOf(await service.call('GET', '/api/v1/relayers?page=2&per_page=3'));

    expect(idsOf(await service.call('GET', first!))).toEqual(expected(1, 2, 3));
    expect(idsOf(await service.call('GET', prev!))).toEqual(expected(1, 2, 3));
    expect(idsOf(await service.call('GET', next!))).toEqual(expected(7, 8, 9));
    expect(idsOf(await service.call('GET', last!))).toEqual(expected(7, 8, 9));
  });

  it('have no previous page before the first, and no next one after the last', async () => {
    expect(Object.keys(linksOf(await service.call('GET', '/api/v1/relayers?per_page=3')))).toEqual([
      'first',
      'next',
      'last',
    ]);
    expect(Object.keys(linksOf(await service.call('GET', '/api/v1/relayers?page=3&per_page=3')))).toEqual([
      'first',
      'prev',
      'last',
    ]);
  });

  it('lead back from past the end to the last page', async () => {
    const { prev } = linksOf(await service.call('GET', '/api/v1/relayers?page=77&per_page=4'));

    expect(idsOf(await service.call('GET', prev!))).toEqual(expected(9));
  });

  it('have no links where only the total is asked for', async () => {
    expect((await service.call('GET', '/api/v1/relayers?per_page=0')).headers.has('link')).toBe(false);
  });

  it('keep the filters in their links', async () => {
    const { next } = linksOf(await service.call('GET', '/api/v1/relayers?paused=false&search=Relayer&per_page=4'));

    expect(next).toMatch(/^\/api\/v1\/relayers\?/);
    expect(Object.fromEntries(new URL(next!, 'http://host').searchParams)).toMatchObject({
      paused: 'false',
      search: 'Relayer',
      page: '2',
      per_page: '4',
    });
  });

  it('say the number of the page that a link leads to', async () => {
    const { next } = linksOf(await service.call('GET', '/api/v1/relayers?per_page=4'));

    expect((await service.call('GET', next!)).json.pagination).toEqual({
      current_page: 2,
      per_page: 4,
      total_items: 9,
    });
  });

  it.each(['/api/v1/relayers?per_page=3', '/api/v1/relayers?per_page=3&network_type=evm'])(
    'are stable while records are created and deleted between the pages of %s',
    async (path) => {
      const seen = await walk(service, path, async (page) => {
        if (page === 1) await remove(1, 2, 3);
        if (page === 1) await addRelayers(10, 11);
        if (page === 2) await remove(5, 6, 8);
      });

      expect(seen).toEqual(expected(1, 2, 3, 4, 5, 6, 7, 9, 10, 11));
    },
  );

  it('lead through all records while those of the pages that were seen go', async () => {
    const seen = await walk(service, '/api/v1/relayers?per_page=2', async (page) => {
      await remove(page * 2 - 1, page * 2);
    });

    expect(seen).toEqual(expected(1, 2, 3, 4, 5, 6, 7, 8, 9));
  });

  it('show a record that is created while a client pages once, at the end', async () => {
    const seen = await walk(service, '/api/v1/relayers?per_page=4', async (page) => {
      if (page < 3) await addRelayers(20 + page, 20 + page);
    });

    expect(seen).toEqual(expected(1, 2, 3, 4, 5, 6, 7, 8, 9, 21, 22));
  });

  it('are in the order of creation, also after records were changed', async () => {
    await service.call('PATCH', '/api/v1/relayers/relayer-2', { name: 'AAA' });

    expect(idsOf(await service.call('GET', '/api/v1/relayers?per_page=3'))).toEqual(expected(1, 2, 3));
  });

  it('show a record that was created again at the end', async () => {
    await remove(1);
    await addRelayers(1, 1);

    expect(idsOf(await service.call('GET', '/api/v1/relayers'))).toEqual(expected(2, 3, 4, 5, 6, 7, 8, 9, 1));
  });

  it('are there for notifications and signers, too', async () => {
    for (const id of ['a', 'b', 'c']) {
      await service.add('notifications', aNotification({ id }));
      await service.add('signers', aSigner({ id }));
    }

    expect(await walk(service, '/api/v1/notifications?per_page=1', async () => undefined)).toEqual(['a', 'b', 'c']);
    expect(await walk(service, '/api/v1/signers?per_page=2', async () => undefined)).toEqual([
      'signer-1',
      'a',
      'b',
      'c',
    ]);
  });
});
