import { TokensService } from '../../src/auth/tokens.service';
import { Database } from '../../src/persistence/database';
import { databases } from '../support/databases';
import {
  isOfConfiguration,
  RESOURCES,
  document,
  given,
  idOf,
  keyOf,
  shown,
  takesExample,
} from '../support/documented-examples';
import { eventually } from '../support/eventually';
import { API_KEY, type OpenApp, type Reply } from '../support/open-app';
import { severable } from '../support/severable';
import { exactJson } from '../support/shared-app';
import { unfinishedRequest } from '../support/unfinished-request';
import { DocumentedAnswers } from '../support/documented-answers';
import { showPlugins } from '../support/documented-plugins';
import { unlessStill } from '../support/unless-still';
import { wrongRequests } from '../support/wrong-requests';

const OPERATOR = { id: 'test', name: 'test', permissions: new Set(['*'] as const) };

const api = document.operations.filter(({ operation }) => operation.security.length > 0);
const postgres = databases.find(({ name }) => name === 'PostgreSQL');

describe('What openapi.json says of answers is what the service answers', () => {
  const answers = new DocumentedAnswers();
  const { open, call, pageTwice, createOneOfEach } = answers;

  beforeAll(() => answers.begin());
  afterAll(() => answers.end());

  /** Breaks a service, and calls all its operations with a token of the database: to know it, each asks there. */
  async function* broken(wanted: number, on: OpenApp, breakIt: () => Promise<void>): AsyncGenerator<Reply> {
    await createOneOfEach(on);
    const { text } = await on.app.get(TokensService).issue({ name: 'kept', permissions: ['*'] }, OPERATOR);
    const headers = { authorization: `Bearer ${text.reveal()}` };
    await breakIt();
    for (const { operation } of api) {
      const id = operation.operationId;
      yield call(id, wanted, { headers, body: takesExample(id) ? exactJson(given(id)[0]) : undefined }, on);
    }
  }

  it.each(RESOURCES)('creates the %ss of the examples, and answers as they show', async (name) => {
    const created: unknown[] = [];
    for (const body of given(`create${name}`)) {
      const reply = await call(`create${name}`, 201, { body });
      created.push(reply.json);
      const id = idOf(reply.json.data);
      const read = await call(`get${name}`, 200, { name: id });
      expect(read.text).toBe(reply.text);
      await call(`get${name}`, 304, { name: id, headers: unlessStill(read) });
    }
    expect(created).toEqual(expect.arrayContaining(shown(`create${name}`, 201)));
    await pageTwice(`list${name}s`, '?page=0&per_page=2');
  });

  it.each([
    ['updateNotification', 'Notification'],
    ['updateRelayer', 'Relayer'],
    ['updateNetwork', 'Network'],
    ['setRelayerSystemState', 'Relayer'],
  ])('%s changes a %s as each of the examples says', async (id, resource) => {
    const name = idOf(given(`create${resource}`)[0]!);
    for (const body of given(id)) await call(id, 200, { name, body });
    const [body] = given(id);
    await call(id, 400, { name, body: { id: 'other', paused: null, url: 'nowhere' } });
    await call(id, 400, { name, body: '{"name":' });
    await call(id, 404, { body });
    await call(id, 412, { name, body, headers: { 'if-match': '"0.0"' } });
  });

  it('shows plugins as the examples do, and changes them as each of the examples says', () => showPlugins(answers));

  it('answers conflicts, failed preconditions and deletions as documented', async () => {
    const relayers = given('createRelayer').map(idOf);
    await call('createNotification', 201, { body: { id: 'used', url: 'https://example.com' } });
    await call('updateRelayer', 200, { name: relayers[0]!, body: { notification_id: 'used' } });
    await call('deleteNotification', 409, { name: 'used' });
    await call('deleteSigner', 409, { name: 'spare-signer' });
    await call('createRelayer', 201, { body: { ...given('createRelayer')[0], id: 'on-base', network: 'base' } });
    await call('deleteNetwork', 409, { name: 'evm:base' });
    await call('deleteRelayer', 200, { name: 'on-base' });
    await call('deleteNetwork', 200, { name: 'evm:base' });
    await call('createRelayer', 409, { body: { ...given('createRelayer')[0], id: 'another' } });
    for (const name of RESOURCES) {
      const [body] = given(`create${name}`);
      await call(`create${name}`, 409, { body });
      await call(`delete${name}`, 412, { name: idOf(body!), headers: { 'if-match': '"0.0"' } });
    }
    for (const id of relayers) await call('deleteRelayer', 200, { name: id });
    await call('deleteNotification', 200, { name: 'used' });
    await call('deleteSigner', 200, { name: 'spare-signer' });
  });

  it('answers the audit trail as documented', async () => {
    const page = await call('listAuditEvents', 200, { query: '?per_page=1000' });
    expect((page.json.data as { before: unknown }[]).map(({ before }) => before)).toContainEqual(expect.anything());
    await pageTwice('listAuditEvents', '?per_page=1');
  });

  it('issues the tokens of the examples, rotates and revokes them as documented', async () => {
    for (const body of given('createToken')) {
      const issued = await call('createToken', 201, { body });
      const name = idOf(issued.json.data);
      const read = await call('getToken', 200, { name });
      await call('getToken', 304, { name, headers: unlessStill(read) });
      await call('rotateToken', 200, { name });
      await call('rotateToken', 412, { name, headers: { 'if-match': read.headers.get('etag')! } });
      await call('revokeToken', 412, { name, headers: { 'if-match': read.headers.get('etag')! } });
      await call('revokeToken', 200, { name });
      await call('rotateToken', 409, { name });
    }
    await pageTwice('listTokens', '?per_page=2');
  });

  it('answers the whole configuration as documented', async () => {
    const [whole, part] = given('applyConfiguration');
    for (const body of [whole, part]) {
      await call('applyConfiguration', 200, { body: exactJson(body) });
      await call('validateConfiguration', 200, { body: exactJson(body) });
      await call('diffConfiguration', 200, {
        body: exactJson({ ...body, plugins: [{ id: 'quote', path: 'quote.ts' }] }),
      });
    }
    for (const id of ['diffConfiguration', 'applyConfiguration']) {
      await call(id, 409, { body: exactJson(whole), query: '?on_conflict=fail' });
    }
    await call('applyConfiguration', 412, { body: exactJson(whole), query: `?digest=${'0'.repeat(64)}` });
    await call('getConfiguration', 200);
  });

  it('answers work on whole configurations beside some that goes on as documented', async () => {
    const unfinished = unfinishedRequest(answers.service.url, API_KEY);
    await unfinished.isTaken;
    for (const { operation } of api.filter(isOfConfiguration)) {
      const reply = await call(operation.operationId, 429, {
        body: takesExample(operation.operationId) ? '{}' : undefined,
      });
      expect(reply.headers.get('retry-after')).toBe('1');
    }
    unfinished.end();
    await eventually(() => call('getConfiguration', 200));
  });

  it('answers an export without a record that cannot be opened as documented', async () => {
    const broken = await open();
    await createOneOfEach(broken);
    const database = broken.app.get(Database);
    await database.run(() => database.query("UPDATE notifications SET url = '1.nobody.AAAA'"));
    await call('getConfiguration', 409, {}, broken);
  });

  it('answers what a notification was told as documented', async () => {
    await call('createNotification', 201, { body: { id: 'told', url: 'https://hooks.example.com' } });
    const tested = await call('testNotification', 200, { name: 'told' });
    const name = idOf(tested.json.data);
    await pageTwice('listDeliveries', '', 'told');
    await call('listDeliveries', 404);
    const read = await call('getDelivery', 200, { name });
    await call('getDelivery', 304, { name, headers: unlessStill(read) });
    await call('replayDelivery', 200, { name });
  });

  it('answers a repeated creation as documented', async () => {
    const request = { body: { url: 'https://example.com' }, headers: { 'idempotency-key': 'once' } };
    await call('createNotification', 201, request);
    const again = await call('createNotification', 201, request);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    await call('createNotification', 409, { ...request, body: { url: 'https://example.com/other' } });
  });

  it.each(api)('answers what is wrong with $method $path as documented', async ({ operation, path }) => {
    const { operationId: id } = operation;
    const { text } = await answers.service.app
      .get(TokensService)
      .issue({ name: 'nobody', permissions: [id === 'getMetrics' ? 'audit:read' : 'metrics:read'] }, OPERATOR);
    await call(id, 401, { headers: { authorization: 'Bearer nobody-knows-this-token' } });
    await call(id, 403, { headers: { authorization: `Bearer ${text.reveal()}` } });
    for (const [status, request] of wrongRequests(operation, path)) await call(id, status, request);
  });

  it('answers without a token what is public', async () => {
    const headers = { authorization: '' };
    for (const id of ['health', 'readiness', 'getApiDescription']) {
      await call(id, 200, { headers });
      await call(id, 400, { headers, query: '?%E0%A4' });
    }
    const description = await call('getApiDescription', 200, { headers });
    await call('getApiDescription', 304, { headers: { ...headers, ...unlessStill(description) } });
  });

  it('answers a token whose budget is used up as documented', async () => {
    const limited = await open({ settings: { rateLimit: { perSecond: 0.01, burst: 1 } } });
    await call('listRelayers', 200, {}, limited);
    const budgeted = api.filter((place) => place.operation.responses['429'] && !isOfConfiguration(place));
    const isLimited = ({ method, path }: (typeof api)[number]) => method !== 'get' || path.includes('/relayers');
    expect(budgeted).toEqual(api.filter((place) => isLimited(place) && !isOfConfiguration(place)));
    for (const { operation } of budgeted) {
      const reply = await call(operation.operationId, 429, {}, limited);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(reply.headers.get('x-ratelimit-remaining')).toBe('0');
    }
  });

  it('answers a failure of its own as documented', async () => {
    const service = await open();
    const database = service.app.get(Database);
    const tables = ['relayers', 'signers', 'notifications', 'networks', 'plugins', 'audit_events', 'api_tokens'];
    const dropAll = () =>
      database.run(async () => {
        for (const table of tables) await database.query(`DROP TABLE ${table}`);
      });
    for await (const { text } of broken(500, service, dropAll)) expect(text).toContain('Internal Server Error');
  });

  if (!postgres) process.stderr.write('NOT TESTED: answers without a database (TEST_DATABASE_URL is not set)\n');
  else {
    it('answers without its database as documented', async () => {
      const network = await severable(await postgres.create());
      const alone = await open({ database: network.database });
      for await (const { headers } of broken(503, alone, () => network.sever())) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await call('readiness', 503, {}, alone);
      await network.database.drop();
    });
  }

  it('was seen to give every answer that is documented', () => {
    const documented = document.operations.flatMap(({ operation }) =>
      Object.keys(operation.responses).map((status) => keyOf(operation.operationId, status)),
    );
    const expected = postgres ? documented : documented.filter((answer) => !answer.endsWith(' 503'));
    expect(expected.filter((answer) => !answers.seen.has(answer))).toEqual([]);
  });
});
