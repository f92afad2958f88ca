import { SealError } from '../../src/encryption/secret-box';
import { SignerRepository } from '../../src/signers/domain/signer.repository';
import { SECRET_KEY, signerEntity } from '../builders/entities';
import type { Ports } from '../support/open-database';
import { describeManyRecords } from './many-records';
import { describeRecords } from './records';

// Account 1 of Hardhat and Anvil.
const OTHER_KEY = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

/** What keeps the signers promises. */
export function describeSignerRepository(ports: () => Ports): void {
  describe(SignerRepository.name, () => {
    describeRecords(ports, {
      table: 'signers',
      records: ({ signers }) => signers,
      make: (id) => signerEntity(id),
    });

    describeManyRecords(
      ports,
      () => ports().signers,
      (id) => signerEntity(id),
      ({ id }) => signerEntity(id, OTHER_KEY),
    );

    const add = (id: string, key?: string) => ports().database.run(() => ports().signers.add(signerEntity(id, key)));
    const lock = (id: string) => ports().database.run(() => ports().signers.lock(id));

    it('brings back the whole configuration, of which only what is open is shown', async () => {
      const added = await add('whole');
      expect(added.entity).toEqual({ id: 'whole', type: 'local', config: { key_name: 'key of whole' } });
      expect((await lock('whole'))!.entity.config).toEqual({ key: SECRET_KEY, key_name: 'key of whole' });
    });

    it('keeps another configuration in place of one, as the next version', async () => {
      const added = await add('changing');
      const { signers, database } = ports();
      const replaced = await database.run(async () =>
        signers.replace((await signers.lock('changing'))!, signerEntity('changing', OTHER_KEY)),
      );
      expect(replaced).toEqual({ ...added, version: 2 });
      const kept = await lock('changing');
      expect(kept).toMatchObject({ position: added.position, version: 2, entity: { config: { key: OTHER_KEY } } });
    });

    it('stores secrets sealed only', async () => {
      await add('sealed');
      const rows = await ports().database.query<{ secrets: string }>('SELECT * FROM signers ORDER BY seq');
      expect(JSON.parse(rows.at(-1)!.secrets)).toEqual({ key: expect.stringMatching(/^1\.test\.[\w-]+$/) });
      expect(JSON.stringify(rows)).not.toContain(SECRET_KEY);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(SECRET_KEY, 'hex').toString('base64'));
    });

    it('detects a secret that was moved to another signer', async () => {
      await add('robbed');
      await add('robber', OTHER_KEY);
      await ports().database.run(() =>
        ports().database.query(
          "UPDATE signers SET secrets = (SELECT secrets FROM signers WHERE id = 'robbed') WHERE id = 'robber'",
        ),
      );
      expect((await lock('robbed'))!.entity.config).toMatchObject({ key: SECRET_KEY });
      await expect(lock('robber')).rejects.toThrow(SealError);
    });
  });
}
