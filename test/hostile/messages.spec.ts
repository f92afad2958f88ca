import { databases, onEachDatabase, type TestDatabase } from '../support/databases';
import { type OpenApp, openApp } from '../support/open-app';
import { answersIn, type RawAnswer, sendRaw } from './raw';
import { messages } from './messages';

const ENVELOPE = /^\{"success":false,"data":null,"message":"[^"]+"(,"errors":\[\{.*\}\])?\}$/s;
/** What a stack, a path of the source, a version or a statement leaves in a text. */
const LEAK =
  /node_modules|\bat [\w.]+ \(|\.[jt]s\b|v?\d+\.\d+\.\d+|sqlite|postgres|express|nestjs|\b(SELECT|INSERT|FROM)\b/i;

/** What each message was answered, database by database. */
const heard = new Map<string, Map<string, readonly RawAnswer[]>>();

onEachDatabase('A hostile message', (create) => {
  let database: TestDatabase;
  let open: OpenApp;

  beforeAll(async () => {
    database = await create();
    open = await openApp({ database });
  });

  afterAll(async () => {
    await open.close();
    await database.drop();
  });

  it.each(messages)('$name: $statuses', async ({ name, bytes, statuses }) => {
    const answers = answersIn((await sendRaw(open.url, bytes)).text);
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    for (const { status, headers, body } of answers) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect([headers['x-content-type-options'], headers['cache-control']]).toEqual(['nosniff', 'no-store']);
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
      if (bytes.startsWith('HEAD')) expect(body).toBe('');
      else if (status >= 400) expect(body).toMatch(ENVELOPE);
      expect(`${JSON.stringify(headers)} ${body}`).not.toMatch(LEAK);
    }
    const known = heard.get(name) ?? new Map<string, readonly RawAnswer[]>();
    heard.set(name, known.set(database.settings.kind, answers));
  });

  it('leaves the service as it was', async () => {
    expect((await open.call('GET', '/api/v1/ready')).status).toBe(200);
    expect((await open.call('GET', '/api/v1/relayers')).json.pagination?.total_items).toBe(0);
    expect(open.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
  });
});

it('is answered the same on every database, byte by byte', () => {
  expect(heard.size).toBe(messages.length);
  for (const answers of heard.values()) {
    expect(answers.size).toBe(databases.length);
    const [first, ...others] = answers.values();
    for (const other of others) expect(other).toEqual(first);
  }
});
