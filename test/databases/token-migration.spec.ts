import { DataSource } from 'typeorm';
import { migrations } from '../../migrations';
import { GiveTokensALife1763700000010 } from '../../migrations/1763700000010-give-tokens-a-life';
import { ApiToken } from '../../src/auth/domain/api-token';
import { TypeOrmTokenRepository } from '../../src/auth/typeorm/typeorm-token.repository';
import { openDatabase } from '../../src/persistence/open-database';
import type { DatabaseSettings } from '../../src/settings/settings';
import { onEachDatabase, type TestDatabase } from '../support/databases';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const before = migrations.slice(0, migrations.indexOf(GiveTokensALife1763700000010));

const connect = (settings: DatabaseSettings, known = migrations): Promise<DataSource> =>
  new DataSource({
    ...(settings.kind === 'sqlite'
      ? { type: 'better-sqlite3', database: settings.path }
      : { type: 'postgres', url: settings.url.reveal() }),
    migrations: known,
    migrationsTransactionMode: 'all',
  }).initialize();

onEachDatabase('tokens from before they had a life', (create) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await create();
  });
  afterAll(() => test.drop());

  it('stay good, are listed and counted, and come through the way back and forth', async () => {
    const old = await connect(test.settings, before);
    await old.runMigrations();
    const digests = ['a', 'b'].map((digit) => digit.repeat(64));
    for (const [index, digest] of digests.entries()) {
      await old.query(
        `INSERT INTO api_tokens (id, name, digest, permissions) VALUES ('id${String(index)}', 'old', '${digest}', 'relayers:read *')`,
      );
    }
    await old.destroy();

    const database = await openDatabase(test.settings);
    const tokens = new TypeOrmTokenRepository(database);
    const { items, total } = await tokens.page({ page: 1n, perPage: 10 });
    expect(items.map(({ id }) => id)).toEqual(['id0', 'id1']);
    expect(total).toBe(2);
    const [first] = await Promise.all(items.map(({ id }) => tokens.find(id)));
    expect(first?.entity).toMatchObject({
      digest: digests[0],
      document: {
        name: 'old',
        permissions: ['relayers:read', '*'],
        relayers: null,
        expires_at: null,
        revoked_at: null,
      },
    });
    const wishes = [{ relayers: ['a'] }, { expires_at: '2031-01-01T00:00:00Z' }];
    for (const wish of wishes) {
      const { token } = ApiToken.issue({ name: 'new', permissions: ['*'], ...wish }, NOW);
      await database.run(() => tokens.add(token));
    }
    await database.run(async () => {
      const kept = (await tokens.lock('id1'))!;
      await tokens.replace({ ...kept, entity: kept.entity.revoked(NOW) });
    });
    await database.close();

    const back = await connect(test.settings);
    const later = migrations.length - before.length;
    for (let step = 0; step < later; step++) await back.undoLastMigration();
    expect(await back.query('SELECT id, name, digest, permissions FROM api_tokens')).toEqual([
      { id: 'id0', name: 'old', digest: digests[0], permissions: 'relayers:read *' },
    ]);
    await back.runMigrations();
    await back.destroy();

    const again = await openDatabase(test.settings);
    expect((await new TypeOrmTokenRepository(again).page({ page: 1n, perPage: 10 })).total).toBe(1);
    await again.close();
  });
});
