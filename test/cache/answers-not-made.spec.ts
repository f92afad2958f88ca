import { AnswerCache } from '../../src/http/answer-cache';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { relayerBody, signerBody } from '../support/samples';

const PATH = '/api/v1/relayers';
/** So many that the list is written while it is read. */
const custom_rpc_urls = Array.from({ length: 100 }, (_, index) => ({
  url: `https://rpc.example.com/${String(index)}/`.padEnd(2048, 'x'),
}));

onEachDatabase('A long list that was not made for whoever asked first', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  beforeAll(async () => {
    database = await create();
    service = await openApp({ database, settings: { answerCache: { isOn: true, bytes: 32 * 1024 * 1024 } } });
    await service.call('POST', '/api/v1/signers', signerBody('signer'));
    await service.call('POST', PATH, relayerBody('long', 'signer', { custom_rpc_urls }));
    // What is sealed later is a commit, too.
    await eventually(async () => {
      const { json } = await service.call('GET', '/api/v1/audit-events?resource=relayer');
      expect(json.pagination).toMatchObject({ total_items: 1 });
    });
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    service.call(method, path, undefined, { authorization: `Bearer ${API_KEY}`, ...headers });

  it.each([
    ['has it', 'GET', `${PATH}?page=1`, 304],
    ['wants its head', 'HEAD', `${PATH}?page=01`, 200],
  ] as const)('is stored for the others, where that one %s', async (_, method, path, status) => {
    // To the cache that is another answer.
    const tag = (await ask('GET', PATH)).headers.get('etag')!;
    const first = await ask(method, path, method === 'GET' ? { 'if-none-match': tag } : {});
    expect([first.status, first.text]).toEqual([status, '']);
    const { counts } = service.app.get(AnswerCache);
    const before = { ...counts };
    for (let count = 0; count < 2; count++) expect((await ask('GET', path)).status).toBe(200);
    expect([counts.passed - before.passed, counts.miss - before.miss, counts.hit - before.hit]).toEqual([0, 1, 1]);
  });
});
