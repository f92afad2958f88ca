import { Client } from 'pg';
import { type BuiltCommand, builtEntryPoint, endAll, freePort, runBuilt } from '../support/built-service';
import { fleetSettings } from '../support/built-fleet';
import { onPostgres, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { call } from '../support/open-app';
import { databaseUrl } from '../support/run-command';
import { scratchFolder } from '../support/scratch';

/** The lock of an instance that migrates. */
const MIGRATION_LOCK = 7_239_041;
const IN_TIME_MS = 60_000;

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(180_000);

describe.each(['1', '2'])('of %s processes', (WEB_CONCURRENCY) => {
  onPostgres('A start that waits for another instance, which migrates,', (create) => {
    const folder = scratchFolder();
    let database: TestDatabase;
    let other: Client;
    let service: BuiltCommand;
    let url: string;

    beforeEach(async () => {
      database = await create('none');
      other = new Client({ connectionString: databaseUrl(database) });
      await other.connect();
      await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
      const port = String(await freePort());
      url = `http://127.0.0.1:${port}/api/v1`;
      service = runBuilt(folder(), { ...fleetSettings(database), WEB_CONCURRENCY, PORT: port });
      await eventually(async () => expect((await fetch(`${url}/health`)).status).toBe(200), IN_TIME_MS);
    });
    afterEach(async () => {
      await other.end();
      await database.drop();
    });

    it('says so, lives, answers everything else with 503, and serves once that is over', async () => {
      expect(await (await fetch(`${url}/health`)).text()).toBe('OK');
      await eventually(
        () => expect(service.printed()).toContain('Waiting for another instance that migrates'),
        IN_TIME_MS,
      );
      const ready = await call(`${url}/ready`, 'GET', undefined, {});
      expect([ready.status, ready.json]).toMatchObject([503, { ready: false, reason: 'the process is starting' }]);
      for (const [method, path] of [
        ['GET', 'relayers'],
        ['POST', 'notifications'],
        ['GET', 'nothing'],
      ] as const) {
        const { status, json, headers } = await call(`${url}/${path}`, method, method === 'POST' ? {} : undefined, {});
        expect({ path, status }).toEqual({ path, status: 503 });
        expect(json).toEqual({ success: false, data: null, message: 'Internal Server Error' });
        expect(headers.get('retry-after')).toBe('1');
      }
      await other.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await eventually(async () => expect((await fetch(`${url}/ready`)).status).toBe(200), IN_TIME_MS);
      expect((await call(`${url}/relayers`, 'GET', undefined, {})).status).toBe(200);
      service.kill('SIGTERM');
      expect(await service.ended).toBe(0);
    });

    it('ends with 0 when it is told to stop', async () => {
      service.kill('SIGTERM');
      expect(await service.ended).toBe(0);
    });
  });
});
