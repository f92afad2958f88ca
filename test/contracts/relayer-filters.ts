import { readPage } from '../support/read-page';
import type { Stored } from '../../src/kernel/record';
import type { Relayer } from '../../src/relayers/domain/relayer';
import type { RelayerDraft } from '../../src/relayers/domain/relayer.fields';
import type { RelayerFilter, RelayerRepository } from '../../src/relayers/domain/relayer.repository';
import { type Ports, skipPlaces, undone } from '../support/open-database';
import { expectPages } from './records';

type Add = (id: string, given?: Partial<RelayerDraft>) => Promise<Stored<Relayer>>;

/** What narrows a list of relayers. */
export function describeRelayerFilters(ports: () => Ports, add: Add): void {
  describe('filters', () => {
    const listed = async (filter: RelayerFilter): Promise<string[]> => {
      const page = await readPage(ports().relayers.page({ page: 1n, perPage: 1000 }, filter));
      expect(page.total).toBe(page.items.length);
      return page.items.map(({ entity }) => entity.id);
    };

    beforeAll(async () => {
      const own = { signer_id: 'other-signer' };
      await add('f1', { ...own, network: 'sepolia', name: 'Ünlu 100%' });
      await add('f2', { ...own, network: 'mainnet', paused: true, notification_id: 'webhook', name: 'a_b' });
      await add('f3', { ...own, network: 'devnet', network_type: 'solana', name: 'back\\slash' });
      await add('f4', { ...own, network: 'sepolia', network_type: 'solana', paused: true, name: 'axb' });
      await add('f5', { ...own, network: 'other', address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf' });
    });

    it.each<[RelayerFilter, string[]]>([
      [{}, ['f1', 'f2', 'f3', 'f4', 'f5']],
      [{ network_type: 'solana' }, ['f3', 'f4']],
      [{ network: 'sepolia' }, ['f1', 'f4']],
      [{ network: 'Sepolia' }, []],
      [{ network_type: 'evm', network: 'sepolia' }, ['f1']],
      [{ paused: true }, ['f2', 'f4']],
      [{ paused: false }, ['f1', 'f3', 'f5']],
      [{ system_disabled: false }, ['f1', 'f2', 'f3', 'f4', 'f5']],
      [{ system_disabled: true }, []],
      [{ notification_id: 'webhook' }, ['f2']],
      [{ search: 'F3' }, ['f3']],
      [{ search: 'ÜNLU' }, ['f1']],
      [{ search: '0%' }, ['f1']],
      [{ search: '%' }, ['f1']],
      [{ search: 'a_b' }, ['f2']],
      [{ search: 'K\\S' }, ['f3']],
      [{ search: '7e5f4552' }, ['f5']],
      [{ search: "' OR 1=1 --" }, []],
      [{ search: 'x', paused: true, network_type: 'solana' }, ['f4']],
    ])('%j', async (filter, expected) => {
      expect(await listed({ signer_id: 'other-signer', ...filter })).toEqual(expected);
    });

    it('page as a plain list would', async () => {
      const filter = { signer_id: 'other-signer' };
      const records = {
        page: (request: Parameters<RelayerRepository['page']>[0]) => ports().relayers.page(request, filter),
      };
      for (const perPage of [1, 2, 5]) await expectPages(records, ['f1', 'f2', 'f3', 'f4', 'f5'], perPage);
    });

    it.each([
      { page: 1n, perPage: 0 },
      { page: 2n, perPage: 5 },
      { page: 10n ** 99n, perPage: 1000 },
      { page: 1n, perPage: 10, after: 2 ** 31 },
    ])('give the total, and no items, for a page without any', async (request) => {
      expect(await readPage(ports().relayers.page(request, { signer_id: 'other-signer' }))).toEqual({
        items: [],
        total: 5,
      });
    });
  });

  describe('a search', () => {
    const ids = ['sparse-1', 'sparse-2', 'sparse-3', 'sparse-4', 'sparse-5'];

    beforeAll(async () => {
      for (const id of ids) {
        await ports().database.run(() => skipPlaces(ports(), 'relayers', 5_000));
        await add(id);
      }
    });

    it.each(['sparse', 'RSE-', 'e-'])('pages as a plain list would, wherever its records stand: %s', async (search) => {
      const records = {
        page: (request: Parameters<RelayerRepository['page']>[0]) => ports().relayers.page(request, { search }),
      };
      for (const perPage of [1, 2, 5, 7]) await expectPages(records, ids, perPage);
      expect(await readPage(records.page({ page: 10n ** 99n, perPage: 1000 }))).toEqual({ items: [], total: 5 });
      expect(await readPage(records.page({ page: 1n, perPage: 0 }))).toEqual({ items: [], total: 5 });
      expect(await readPage(records.page({ page: 1n, perPage: 10, after: 2 ** 31 }))).toEqual({ items: [], total: 5 });
    });

    it('lets others have their turn while it looks through very many', async () => {
      const { database, relayers } = ports();
      await undone(ports(), async () => {
        await database.query(
          `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100000)
             INSERT INTO relayers (id, version, name, network_type, network, address, search_text, policies, paused,
               system_disabled, signer_id)
             SELECT 'searched-' || n, 1, 'searched', 'evm', 'searched-' || n, '', 'searched-' || n, '{}', paused, system_disabled, 'signer'
             FROM numbers, relayers WHERE relayers.id = 'sparse-1'`,
        );
        let turns = 0;
        let next = setImmediate(function take(): void {
          turns++;
          next = setImmediate(take);
        });
        expect((await relayers.page({ page: 1n, perPage: 3 }, { search: 'd-9999' })).total).toBe(11);
        clearImmediate(next);
        expect(turns).toBeGreaterThan(0);
      });
    });
  });
}
