import { aNotification } from '../builders/a-notification';
import { relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { onEachDatabase } from '../support/databases';
import { sharedApp } from '../support/shared-app';

const RECORDS = 12;
const numbers = Array.from({ length: RECORDS }, (_, index) => index + 1);

const collections = {
  relayers: numbers.map((number) => relayerNumber(number)),
  notifications: numbers.map((number) => aNotification({ id: `notification-${String(number)}` })),
  signers: numbers.map((number) => aSigner({ id: `signer-${String(number)}` })),
};
const ids = (records: readonly Record<string, unknown>[]): unknown[] => records.map(({ id }) => id);

onEachDatabase('Pagination', (create) => {
  const service = sharedApp(create);

  beforeAll(async () => {
    for (const [collection, bodies] of Object.entries(collections).reverse()) {
      for (const body of bodies) await service.add(collection, body);
    }
  });

  describe.each(Object.entries(collections))('of %s', (collection, records) => {
    const path = `/api/v1/${collection}`;
    const everything = ids(records);

    it.each([
      ['nothing', '', 1, 10, everything.slice(0, 10)],
      ['page 1', '?page=1', 1, 10, everything.slice(0, 10)],
      ['page 0, which means 1', '?page=0', 1, 10, everything.slice(0, 10)],
      ['page 2', '?page=2', 2, 10, everything.slice(10)],
      ['a page with leading zeros', '?page=002&per_page=05', 2, 5, everything.slice(5, 10)],
      ['the last page, partly filled', '?page=3&per_page=5', 3, 5, everything.slice(10)],
      ['a page past the end', '?page=4&per_page=5', 4, 5, []],
      ['one record a page', '?page=12&per_page=1', 12, 1, everything.slice(11)],
      ['per_page 0, which asks for the total', '?per_page=0', 1, 0, []],
      ['page 3 of per_page 0', '?page=3&per_page=0', 3, 0, []],
      ['the maximum', '?per_page=1000', 1, 1000, everything],
      ['over the maximum, which lowers it', '?per_page=1001', 1, 1000, everything],
      ['far over the maximum', '?per_page=99999999999999999999', 1, 1000, everything],
      ['parameters that nobody knows', '?limit=1&offset=5&page=2', 2, 10, everything.slice(10)],
    ])('answers %s', async (_, query, current_page, per_page, expected) => {
      const { status, json } = await service.call('GET', path + query);

      expect(status).toBe(200);
      expect(ids(json.data)).toEqual(expected);
      expect(json.pagination).toEqual({ current_page, per_page, total_items: RECORDS });
    });

    it.each(['9007199254740993', '18446744073709551616', '9'.repeat(100)])(
      'answers page %s, and says its number digit by digit',
      async (page) => {
        const { status, json, text } = await service.call('GET', `${path}?page=${page}`);

        expect(status).toBe(200);
        expect(json.data).toEqual([]);
        expect(text).toContain(`"pagination":{"current_page":${page},"per_page":10,"total_items":${String(RECORDS)}}`);
      },
    );

    it.each(['page', 'per_page'])('refuses a %s that is no whole number of 0 or more', async (name) => {
      for (const value of ['-1', '%2B1', '1.0', '1e1', '0x1', 'one', '', '%20', '1%20', '1,2', '١', '%00']) {
        const { status, json } = await service.call('GET', `${path}?${name}=${value}`);

        expect([value, status, json.message]).toEqual([value, 400, 'Bad Request']);
        expect(json.errors).toEqual([{ path: name, message: expect.stringMatching(/^must /) }]);
      }
    });

    it('refuses a repeated page number', async () => {
      const { status, json } = await service.call('GET', `${path}?page=1&page=1`);

      expect(status).toBe(400);
      expect(json.errors).toEqual([{ path: 'page', message: 'must be given once, with at most 255 characters' }]);
    });

    it('reports every wrong parameter at once', async () => {
      const { json } = await service.call('GET', `${path}?page=-1&per_page=x`);

      expect(json.errors).toEqual([
        { path: 'page', message: 'must be a whole number, 0 or more' },
        { path: 'per_page', message: 'must be a whole number, 0 or more' },
      ]);
    });
  });
});
