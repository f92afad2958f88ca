import { SealError } from '../../src/encryption/secret-box';
import { NetworkKinds } from '../../src/networks/domain/kinds';
import { catalogueNetworks } from '../../src/networks/domain/catalogue';
import { NetworkRepository } from '../../src/networks/domain/network.repository';
import { NetworkUsage } from '../../src/networks/domain/network-usage';
import { networkEntity, relayerEntity, signerEntity } from '../builders/entities';
import type { Ports } from '../support/open-database';
import { readPage } from '../support/read-page';
import { describeManyRecords } from './many-records';
import { describeRecords } from './records';

const KEY = 'https://rpc.example.com/a-key-in-the-path';

/** What stores the networks promises. */
export function describeNetworkRepository(ports: () => Ports): void {
  describe(NetworkRepository.name, () => {
    it('has the catalogue from the beginning, without a key that seals it', async () => {
      const catalogue = [...catalogueNetworks(new NetworkKinds()).values()];
      const { items } = await readPage(ports().networks.page({ page: 1n, perPage: 1000 }));
      expect(items.map((item) => item.entity.document)).toEqual(catalogue.map(({ document }) => document));
      expect(items.every(({ entity, version }) => entity.isCatalogue && version === 1)).toBe(true);
      expect(await ports().database.query('SELECT 1 FROM networks WHERE key_id IS NOT NULL')).toEqual([]);
    });

    describeRecords(ports, {
      table: 'networks',
      prefix: 'evm:',
      records: ({ networks }) => networks,
      make: (id) => networkEntity(id),
    });

    describeManyRecords(
      ports,
      () => ports().networks,
      (id) => networkEntity(id),
      ({ id }) => networkEntity(id, KEY),
      'evm:',
    );

    const add = (id: string, url?: string) => ports().database.run(() => ports().networks.add(networkEntity(id, url)));

    it('keeps endpoints in place of those of the catalogue, as the next version of what still is part of it', async () => {
      const { database, networks } = ports();
      const before = (await networks.find('evm:holesky'))!;
      await database.run(async () => {
        const locked = (await networks.lock('evm:holesky'))!;
        await networks.replace(locked, locked.entity.withEndpoints([{ url: KEY, weight: 7 }]));
      });
      const after = (await networks.find('evm:holesky'))!;
      expect(after).toMatchObject({ position: before.position, version: 2, entity: { isCatalogue: true } });
      expect(after.entity.document).toEqual({ ...before.entity.document, rpc_urls: [{ url: KEY, weight: 7 }] });
    });

    it('stores endpoints sealed only', async () => {
      await add('evm:sealed', KEY);
      const rows = await ports().database.query<{ rpc_urls: string }>('SELECT * FROM networks ORDER BY seq');
      expect(rows.at(-1)!.rpc_urls).toMatch(/^1\.test\.[\w-]+$/);
      expect(JSON.stringify(rows)).not.toContain(KEY);
    });

    it('detects endpoints that were moved to another network, or taken away', async () => {
      const { database, networks } = ports();
      await add('evm:robbed', KEY);
      await add('evm:robber');
      const set = (value: string) =>
        database.run(() => database.query(`UPDATE networks SET rpc_urls = ${value} WHERE id = 'evm:robber'`));
      await set("(SELECT rpc_urls FROM networks WHERE id = 'evm:robbed')");
      await expect(networks.find('evm:robber')).rejects.toThrow(SealError);
      await set('NULL');
      await expect(networks.find('evm:robber')).rejects.toThrow(SealError);
      await set("'x'");
      await database.run(() => database.query("DELETE FROM networks WHERE id = 'evm:robber'"));
    });
  });

  describe(NetworkUsage.name, () => {
    it('names the relayers on a network by its name, and says whether there are others', async () => {
      const { database, signers, relayers, networkUsage } = ports();
      const network = networkEntity('evm:Used');
      await database.run(async () => {
        await signers.add(signerEntity('signer'));
        await signers.add(signerEntity('other'));
        await relayers.add(relayerEntity('z', { network: 'Used' }));
        await relayers.add(relayerEntity('a', { network: 'Used', signer_id: 'other' }));
        await relayers.add(relayerEntity('small', { network: 'used' }));
      });
      expect(await networkUsage.relayersOn(network)).toEqual(['z', 'a']);
      expect(await networkUsage.relayersOn(network, new Set(['a', 'small']))).toEqual(['a']);
      expect(await networkUsage.isUsedBeyond(network, new Set(['a']))).toBe(true);
      expect(await networkUsage.isUsedBeyond(network, new Set(['a', 'z']))).toBe(false);
      expect(await networkUsage.relayersOn(networkEntity('evm:none'))).toEqual([]);
    });
  });
}
