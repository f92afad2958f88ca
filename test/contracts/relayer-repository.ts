import { readPage } from '../support/read-page';
import { stringifyExact } from '../../src/kernel/exact-json';
import type { PageRequest } from '../../src/kernel/page';
import type { Locked } from '../../src/kernel/record';
import type { DisabledReason } from '../../src/relayers/domain/disabled-reason';
import type { Relayer } from '../../src/relayers/domain/relayer';
import type { RelayerDraft } from '../../src/relayers/domain/relayer.fields';
import { RelayerRepository, servedKey } from '../../src/relayers/domain/relayer.repository';
import { SealError } from '../../src/encryption/secret-box';
import { notificationEntity, relayerEntity, signerEntity } from '../builders/entities';
import type { Ports } from '../support/open-database';
import { describeManyRecords } from './many-records';
import { describeRecords } from './records';
import { describeRelayerFilters } from './relayer-filters';

const RPC_URL = 'https://key-that-nobody-may-see@rpc.example.com';
const BIGGEST = 2n ** 128n - 1n;

/** What stores the relayers promises. */
export function describeRelayerRepository(ports: () => Ports): void {
  describe(RelayerRepository.name, () => {
    beforeAll(async () => {
      const { database, signers, notifications } = ports();
      await database.run(async () => {
        for (const id of ['signer', 'other-signer']) await signers.add(signerEntity(id));
        await notifications.add(notificationEntity('webhook'));
      });
    });

    describeRecords<Relayer, Locked<Relayer>>(ports, {
      table: 'relayers',
      records: ({ relayers }) => ({
        find: (id) => relayers.find(id),
        page: (request) => relayers.page(request, {}),
        lock: (id) => relayers.lock(id),
        add: (relayer) => relayers.add(relayer),
        remove: (locked) => relayers.remove(locked),
      }),
      make: (id) => relayerEntity(id),
    });

    const whole = () => {
      const { relayers } = ports();
      return { many: relayers.many, page: (request: PageRequest) => relayers.page(request, {}) };
    };
    describeManyRecords(ports, whole, relayerEntity, (entity) => entity.patched({ paused: true }));

    it('names as many for one reading as are read at once, however large they are', async () => {
      const { relayers } = ports();
      const ids = ['zz-0', 'zz-1', 'zz-2'];
      const urls = [{ url: `https://rpc.example.com/${'x'.repeat(40 * 1024)}`, weight: 100 }];
      for (const id of ids) await add(id, { network: id, ...(id !== 'zz-2' && { custom_rpc_urls: urls }) });
      const [first = '', ...others] = await relayers.many.idsAfter('zz');
      expect([first, others]).toEqual(['zz-0', []]);
      expect(await relayers.many.idsAfter(first)).toEqual(['zz-1', 'zz-2']);
      expect(await relayers.many.idsAfter('zz-2')).toEqual([]);
    });

    it('moves relayers to the networks of one another', async () => {
      const { relayers, database } = ports();
      const networks = ['round-0', 'round-1', 'round-2'];
      for (const network of networks) await add(network, { network });
      const stored = await relayers.many.find(networks);
      const served = networks.map((network) => ({ signer_id: 'signer', network_type: 'evm', network }));
      const occupants = await relayers.servedAll([...served, { ...served[0]!, network_type: 'solana' }]);
      // By key: which is found first is up to the database.
      expect([...occupants.values()].sort()).toEqual(networks);
      await database.run(async () => {
        await relayers.vacate(networks);
        const changes = networks.map((id, index) => {
          const after = relayerEntity(id, { network: networks[(index + 1) % 3]! });
          return { before: stored.get(id)!, after };
        });
        await relayers.many.write(changes);
      });
      const after = await relayers.servedAll(served);
      expect(served.map((each) => after.get(servedKey(each)))).toEqual(['round-2', 'round-0', 'round-1']);
    });

    const add = (id: string, given: Partial<RelayerDraft> = {}) =>
      ports().database.run(() => ports().relayers.add(relayerEntity(id, given)));
    const change = (id: string, to: (entity: Relayer) => Relayer) =>
      ports().database.run(async () => {
        const kept = (await ports().relayers.lock(id))!;
        return ports().relayers.replace(kept, to(kept.entity));
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
      expect(stringifyExact(added.entity.document)).toContain(
        `"min_balance":${String(BIGGEST)},"gas_price_cap":9007199254740993`,
      );
      expect(stringifyExact((await ports().relayers.find('exact'))!.entity.document)).toBe(
        stringifyExact(added.entity.document),
      );
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
        return ports().relayers.replace(kept, entity);
      });
      expect(replaced).toMatchObject({ position: added.position, version: 2 });
      const found = (await ports().relayers.find('replaced'))!;
      expect(stringifyExact(found)).toBe(stringifyExact(replaced));
      const filter = { search: 'renamed', paused: true, notification_id: 'webhook' };
      const page = await readPage(ports().relayers.page({ page: 1n, perPage: 10 }, filter));
      expect(stringifyExact(page)).toBe(stringifyExact({ items: [replaced], total: 1 }));
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
      const rows = await ports().database.query<{ custom_rpc_urls: string }>('SELECT * FROM relayers ORDER BY seq');
      expect(rows.at(-1)!.custom_rpc_urls).toMatch(/^1\.test\.[\w-]+$/);
      expect(JSON.stringify(rows)).not.toContain('rpc.example.com');
    });

    it('stores URLs in the reason for which a relayer is out of service sealed only', async () => {
      const details = ['call of https://rpc.example.com/the-key-in-it failed', 'no key'];
      const reason = { type: 'Multiple', details };
      const replaced = await disable('reasoned', reason);
      expect((await ports().relayers.find('reasoned'))!.entity.document).toEqual(replaced.entity.document);
      const kept = (await lock('reasoned'))!;
      expect(kept.entity.document.disabled_reason).toEqual(reason);
      expect(kept.entity.withSystemState(reason).equals(kept.entity)).toBe(true);
      const other = { type: 'Multiple', details: ['call of https://rpc.example.com/another-key failed', 'no key'] };
      expect(kept.entity.withSystemState(other).equals(kept.entity)).toBe(false);
      const rows = await ports().database.query<{ disabled_reason: string }>('SELECT * FROM relayers ORDER BY seq');
      expect(rows.at(-1)!.disabled_reason).toMatch(/^1\.test\.[\w-]+$/);
      expect(JSON.stringify(rows)).not.toContain('the-key-in-it');
    });

    it('keeps a reason while other things change, and nothing where there is none', async () => {
      await disable('quoting', { type: 'NonceSyncFailed', details: 'https://rpc.example.com/key' });
      const sealed = async (id: string): Promise<unknown> =>
        (
          await ports().database.query('SELECT disabled_reason, disabled_reason_key FROM relayers WHERE id = ?', [id])
        )[0];
      const none = { disabled_reason: null, disabled_reason_key: null };
      const some = { disabled_reason: expect.stringMatching(/^1\.test\./), disabled_reason_key: 'test' };
      expect(await sealed('quoting')).toEqual(some);
      await change('quoting', (entity) =>
        entity.patched({ paused: true, custom_rpc_urls: [{ url: RPC_URL, weight: 1 }] }),
      );
      expect(await sealed('quoting')).toEqual(some);
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
      await expect(relayers.find('robber')).rejects.toThrow(SealError);
      await database.run(() => database.query("UPDATE relayers SET disabled_reason = NULL WHERE id = 'robber'"));
    });

    it('detects endpoints that were swapped between relayers, also where it knows them from before', async () => {
      await add('first', { custom_rpc_urls: [{ url: RPC_URL, weight: 1 }] });
      await add('second', { custom_rpc_urls: [{ url: RPC_URL, weight: 2 }] });
      const { database, relayers } = ports();
      await Promise.all([relayers.find('first'), relayers.find('second')]);
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
      await expect(relayers.find('first')).rejects.toThrow(SealError);
      await expect(relayers.find('second')).rejects.toThrow(SealError);
      await expect(lock('first')).rejects.toThrow(SealError);
      await database.run(() =>
        database.query("UPDATE relayers SET custom_rpc_urls = NULL WHERE id IN ('first', 'second')"),
      );
    });

    describeRelayerFilters(ports, add);
  });
}
