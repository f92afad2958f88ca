import { Controller, Get, Module } from '@nestjs/common';
import { Needs } from '../../src/http/needs.decorator';
import { Database } from '../../src/persistence/database';
import { onEachDatabase, onPostgres, type TestDatabase } from '../support/databases';
import { type OpenApp, openApp } from '../support/open-app';
import { severable } from '../support/severable';

/** In everything that is planted, and so in nothing that is logged. */
const MARK = '5ec4e7-hunter2';
const KEY = `${'5ec4e7'.repeat(10)}abcd`;
const URL_WITH_KEYS = `https://user:${MARK}@rpc.example.com/v3/${MARK}?key=${MARK}`;

/** Each fails as code does that was handed a secret and let its error pass. */
@Controller('/api/v1/failing')
class FailingController {
  constructor(private readonly database: Database) {}

  @Get('duplicate')
  @Needs('any')
  duplicate(): Promise<unknown> {
    return this.database.run(async () => {
      for (let time = 0; time < 2; time++) {
        await this.database.query('INSERT INTO planted (id, value) VALUES (?, ?)', [MARK, MARK]);
      }
    });
  }

  @Get('value')
  @Needs('any')
  value(): Promise<unknown> {
    const isPostgres = this.database.dataSource.options.type === 'postgres';
    return this.database.query(isPostgres ? 'SELECT CAST(? AS integer)' : 'SELECT json(?)', [MARK]);
  }

  @Get('statement')
  @Needs('any')
  statement(): Promise<unknown> {
    return this.database.query(`SELECT "${MARK}" FROM nowhere WHERE id = ?`, [MARK]);
  }

  @Get('parse')
  @Needs('any')
  parse(): unknown {
    return JSON.parse(`{"key": "${MARK}" oops}`);
  }

  @Get('url')
  @Needs('any')
  url(): never {
    throw Object.assign(new Error(`cannot reach ${URL_WITH_KEYS}`), { request: { headers: { authorization: MARK } } });
  }

  @Get('thrown')
  @Needs('any')
  thrown(): never {
    const thrown: unknown = { config: { key: MARK } };
    throw thrown as Error;
  }
}

@Module({ controllers: [FailingController] })
class FailingModule {}

const settings = { logLevel: 'trace' };
const failuresOf = ({ logged }: OpenApp): string[] => logged.filter((line) => line.includes('A request failed'));

onEachDatabase('A failure in the log', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  beforeAll(async () => {
    database = await create();
    service = await openApp({ database, settings, extensions: [FailingModule] });
    const kept = service.app.get(Database);
    await kept.run(() => kept.query('CREATE TABLE planted (id text PRIMARY KEY, value text)'));
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  it.each(['duplicate', 'value', 'statement', 'parse', 'url', 'thrown'])(
    'tells where it comes from, and no secret: %s',
    async (route) => {
      const before = failuresOf(service).length;
      expect((await service.call('GET', `/api/v1/failing/${route}`)).status).toBe(500);
      const [line, ...more] = failuresOf(service).slice(before);
      expect(more).toEqual([]);
      expect(line).toMatch(route === 'thrown' ? /"type":"object"/ : /"stack":"\w+: [^]*\\n {4}at /);
      expect(line).not.toContain(MARK);
    },
  );

  it('has nothing of what was sent along, in whatever part of the request', async () => {
    const kept = service.app.get(Database);
    await kept.run(async () => {
      for (const table of ['relayers', 'signers', 'retired_signing_keys', 'notifications']) {
        await kept.query(`DROP TABLE ${table}`);
      }
    });
    const headers = { 'x-api-key': MARK, cookie: `session=${MARK}`, traceparent: MARK, 'user-agent': MARK };
    const requests = [
      ['POST', '/signers', { id: 'one', type: 'local', config: { key: KEY } }],
      ['POST', '/notifications', { url: URL_WITH_KEYS.replace(`user:${MARK}@`, ''), signing_key: MARK }],
      ['PATCH', `/notifications/${MARK}`, { signing_key: MARK }],
      ['GET', `/relayers?access_token=${MARK}&search=${MARK}`, undefined],
      ['GET', `/relayers/${MARK}`, undefined],
      ['GET', `/${MARK}`, undefined],
      ['POST', `/tokens?key=${MARK}`, `{"name": "${MARK}`],
    ] as const;
    for (const [method, path, body] of requests) {
      await service.call(method, `/api/v1${path}`, body, headers);
      await service.call(method, `/api/v1${path}`, body, { ...headers, authorization: `Bearer ${MARK}` });
    }
    const failed = failuresOf(service).length;
    expect(failed).toBeGreaterThan(8);
    expect(service.logged.filter((line) => line.includes(MARK) || line.includes(KEY))).toEqual([]);
  });
});

onPostgres('PostgreSQL that cannot be reached', (create) => {
  it('is in the log with the reason, and without what was sent', async () => {
    const network = await severable(await create());
    const service = await openApp({ database: network.database, settings });
    await network.sever();
    const body = { url: 'https://hooks.example.com', signing_key: MARK };
    expect((await service.call('POST', '/api/v1/notifications', body)).status).toBe(503);
    const [line] = failuresOf(service);
    expect(line).toContain('"message":"the database does not answer"');
    expect(line).toMatch(/"cause":\{"type":"\w+"/);
    expect(service.logged.join()).not.toContain(MARK);
    await service.close();
    await network.database.drop();
  });
});
