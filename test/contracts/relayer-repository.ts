import type { DisabledReason } from '../../src/relayers/domain/disabled-reason';
import type { Relayer } from '../../src/relayers/domain/relayer';
import type { RelayerDraft } from '../../src/relayers/domain/relayer.fields';
import { type RelayerFilter, RelayerRepository } from '../../src/relayers/domain/relayer.repository';
import { SealError } from '../../src/persistence/secret-box';
import { notificationEntity, relayerEntity, signerEntity } from '../builders/entities';
import type { Ports } from '../support/open-database';
import { describeRecords, expectPages } from './records';

const RPC_URL = 'https://key-that-nobody-may-see@rpc.example.com';
const BIGGEST = 2n ** 128n - 1n;

/** What keeps the relayers promises. */
export function describeRelayerRepository(ports: () => Ports): void {
  describe(RelayerRepository.name, () => {
    beforeAll(async () => {
      const { database, signers, notifications } = ports();
      await database.run(async () => {
        for (const id of ['signer', 'other-signer']) await signers.add(signerEntity(id));
        await notifications.add(notificationEntity('webhook'));
      });
    });

    describeRecords(ports, {
      table: 'relayers',
      records: ({ relayers }) => ({
        read: (id) => relayers.read(id),
        page: (request) => relayers.page(request, {}),
        lock: (id) => relayers.lock(id),
        add: (relayer) => relayers.add(relayer),
        remove: (kept) => relayers.remove(kept),
      }),
      make: (id) => relayerEntity(id),
    });

    const add = (id: string, given: Partial<RelayerDraft> = {}) =>
      ports().database.run(() => ports().relayers.add(relayerEntity(id, given)));
    const change = (id: string, to: (entity: Relayer) => Relayer) =>
      ports().database.run(async () => {
        const kept = (await ports().relayers.lock(id))!;
        return ports().relayers.replace({ ...kept, entity: to(kept.entity) });
      });
    const disable = async (id: string, reason: DisabledReason) => {
      await add(id);
      return change(id, (entity) => entity.withSystemState(reason));
    };
    const lock = (id: string) => ports().database.run(() => ports().relayers.lock(id));

    it('brings back amounts and endpoints exactly', async () => {
      const policies = { min_balance: BIGGEST, gas_price_cap: 2n ** 53n + 1n };
      const custom_rpc_urls = [{ url: RPC_URL, weight: 7 }];
      const added = await add('exact', { policies, custom_rpc_urls });
      expect(added.json).toContain(`"min_balance":${String(BIGGEST)},"gas_price_cap":9007199254740993`);
      expect(added.rpcUrls).toBe(JSON.stringify(custom_rpc_urls));
      const { document } = (await lock('exact'))!.entity;
      expect(document.policies).toEqual(policies);
      expect(document.custom_rpc_urls).toEqual(custom_rpc_urls);
    });

    it('replaces a relayer in its place, as the next version', async () => {
      const added = await add('replaced', { custom_rpc_urls: [{ url: RPC_URL, weight: 1 }] });
      const replaced = await ports().database.run(async () => {
        const kept = (await ports().relayers.lock('replaced'))!;
        const entity = kept.entity.patched({
          name: 'Renamed',
          paused: true,
          notification_id: 'webhook',
          custom_rpc_urls: null,
          policies: { min_balance: BIGGEST },
        });
        return ports().relayers.replace({ ...kept, entity });
      });
      expect(replaced).toMatchObject({ position: added.position, version: 2, rpcUrls: undefined });
      expect(await ports().relayers.read('replaced')).toEqual(replaced);
      const filter = { search: 'renamed', paused: true, notificationId: 'webhook' };
      expect(await ports().relayers.page({ page: 1n, perPage: 10 }, filter)).toEqual({ items: [replaced], total: 1 });
      expect((await lock('replaced'))!.entity.document).toMatchObject({ name: 'Renamed', custom_rpc_urls: null });
    });

    it('tells which relayer a signer serves on a network', async () => {
      await add('serving', { network: 'served', network_type: 'evm' });
      const { relayers } = ports();
      expect(await relayers.served('signer', 'evm', 'served')).toBe('serving');
      for (const [signer, type, network] of [
        ['other-signer', 'evm', 'served'],
        ['signer', 'solana', 'served'],
        ['signer', 'evm', 'Served'],
      ] as const) {
        expect(await relayers.served(signer, type, network)).toBeUndefined();
      }
    });

    it('stores endpoints sealed only', async () => {
      await add('sealed', { custom_rpc_urls: [{ url: RPC_URL, weight: 100 }] });
      const rows = await ports().database.query<{ custom_rpc_urls: string }>('SELECT * FROM relayers');
      expect(rows.at(-1)!.custom_rpc_urls).toMatch(/^1\.test\.[\w-]+$/);
      expect(JSON.stringify(rows)).not.toContain('rpc.example.com');
    });

    it('stores URLs in the reason for which a relayer is out of service sealed only', async () => {
      const details = ['call of https://rpc.example.com/the-key-in-it failed', 'no key'];
      const reason = { type: 'Multiple', details };
      const replaced = await disable('reasoned', reason);
      const { json, disabledReason } = (await ports().relayers.read('reasoned'))!;
      expect({ json, disabledReason }).toEqual({ json: replaced.json, disabledReason: JSON.stringify(reason) });
      expect(JSON.parse(json)).toMatchObject({
        disabled_reason: { type: 'Multiple', details: ['call of https://rpc.example.com/*** failed', 'no key'] },
      });
      const kept = (await lock('reasoned'))!;
      expect(kept.entity.document.disabled_reason).toEqual(reason);
      expect(kept.entity.withSystemState(reason).equals(kept.entity)).toBe(true);
      const other = { type: 'Multiple', details: ['call of https://rpc.example.com/another-key failed', 'no key'] };
      expect(kept.entity.withSystemState(other).equals(kept.entity)).toBe(false);
      const rows = await ports().database.query<{ disabled_reason: string }>('SELECT * FROM relayers');
      expect(rows.at(-1)!.disabled_reason).toMatch(/^1\.test\.[\w-]+$/);
      expect(JSON.stringify(rows)).not.toContain('the-key-in-it');
    });

    it('keeps a reason while other things change, and seals nothing where it has no URL', async () => {
      await disable('plain', { type: 'NonceSyncFailed', details: 'no nonce' });
      await disable('quoting', { type: 'NonceSyncFailed', details: 'https://rpc.example.com/key' });
      const sealed = async (id: string): Promise<unknown> =>
        (
          await ports().database.query('SELECT disabled_reason, disabled_reason_key FROM relayers WHERE id = ?', [id])
        )[0];
      const none = { disabled_reason: null, disabled_reason_key: null };
      expect(await sealed('plain')).toEqual(none);
      const before = await sealed('quoting');
      expect(before).toEqual({ disabled_reason: expect.stringMatching(/^1\.test\./), disabled_reason_key: 'test' });
      await change('quoting', (entity) =>
        entity.patched({ paused: true, custom_rpc_urls: [{ url: RPC_URL, weight: 1 }] }),
      );
      expect(await sealed('quoting')).toEqual(before);
      expect((await lock('quoting'))!.entity.document.disabled_reason!.details).toBe('https://rpc.example.com/key');
      await change('quoting', (entity) => entity.withSystemState(undefined));
      expect(await sealed('quoting')).toEqual(none);
      expect((await lock('quoting'))!.entity.document).not.toHaveProperty('disabled_reason');
    });

    it('detects a reason that was moved to another relayer', async () => {
      const { database, relayers } = ports();
      await disable('robbed', { type: 'NonceSyncFailed', details: 'https://rpc.example.com/key' });
      await add('robber');
      await database.run(() =>
        database.query(
          `UPDATE relayers SET disabled_reason = (SELECT disabled_reason FROM relayers WHERE id = 'robbed')
           WHERE id = 'robber'`,
        ),
      );
      await expect(relayers.read('robber')).rejects.toThrow(SealError);
      await database.run(() => database.query("UPDATE relayers SET disabled_reason = NULL WHERE id = 'robber'"));
    });

    it('detects endpoints that were swapped between relayers, also where it knows them from before', async () => {
      await add('first', { custom_rpc_urls: [{ url: RPC_URL, weight: 1 }] });
      await add('second', { custom_rpc_urls: [{ url: RPC_URL, weight: 2 }] });
      const { database, relayers } = ports();
      await Promise.all([relayers.read('first'), relayers.read('second')]);
      await database.run(async () => {
        const sealed = await database.query<{ id: string; custom_rpc_urls: string }>(
          "SELECT id, custom_rpc_urls FROM relayers WHERE id IN ('first', 'second')",
        );
        for (const { id, custom_rpc_urls } of sealed) {
          await database.query('UPDATE relayers SET custom_rpc_urls = ? WHERE id <> ? AND id IN (?, ?)', [
            custom_rpc_urls,
            id,
            'first',
            'second',
          ]);
        }
      });
      await expect(relayers.read('first')).rejects.toThrow(SealError);
      await expect(relayers.read('second')).rejects.toThrow(SealError);
      await expect(lock('first')).rejects.toThrow(SealError);
      await database.run(() =>
        database.query("UPDATE relayers SET custom_rpc_urls = NULL WHERE id IN ('first', 'second')"),
      );
    });

    describe('filters', () => {
      const listed = async (filter: RelayerFilter): Promise<string[]> => {
        const page = await ports().relayers.page({ page: 1n, perPage: 1000 }, filter);
        expect(page.total).toBe(page.items.length);
        return page.items.map(({ json }) => (JSON.parse(json) as { readonly id: string }).id);
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
        [{ networkType: 'solana' }, ['f3', 'f4']],
        [{ network: 'sepolia' }, ['f1', 'f4']],
        [{ network: 'Sepolia' }, []],
        [{ networkType: 'evm', network: 'sepolia' }, ['f1']],
        [{ paused: true }, ['f2', 'f4']],
        [{ paused: false }, ['f1', 'f3', 'f5']],
        [{ systemDisabled: false }, ['f1', 'f2', 'f3', 'f4', 'f5']],
        [{ systemDisabled: true }, []],
        [{ notificationId: 'webhook' }, ['f2']],
        [{ search: 'F3' }, ['f3']],
        [{ search: 'ÜNLU' }, ['f1']],
        [{ search: '0%' }, ['f1']],
        [{ search: '%' }, ['f1']],
        [{ search: 'a_b' }, ['f2']],
        [{ search: 'K\\S' }, ['f3']],
        [{ search: '7e5f4552' }, ['f5']],
        [{ search: "' OR 1=1 --" }, []],
        [{ search: 'x', paused: true, networkType: 'solana' }, ['f4']],
      ])('%j', async (filter, expected) => {
        expect(await listed({ signerId: 'other-signer', ...filter })).toEqual(expected);
      });

      it('page as a plain list would', async () => {
        const filter = { signerId: 'other-signer' };
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
        expect(await ports().relayers.page(request, { signerId: 'other-signer' })).toEqual({ items: [], total: 5 });
      });
    });
  });
}
