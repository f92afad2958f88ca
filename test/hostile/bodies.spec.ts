import { databases, onEachDatabase, type TestDatabase } from '../support/databases';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { bodies, RELAYER, soundTexts } from './bodies';

const KEY = `${'0'.repeat(63)}1`;
const LIST = '/api/v1/relayers';

/** What each body was answered, database by database. */
const heard = new Map<string, Map<string, string>>();
const remember = (name: string, kind: string, answer: string): void => {
  heard.set(name, (heard.get(name) ?? new Map<string, string>()).set(kind, answer));
};

onEachDatabase('A hostile body', (create) => {
  let database: TestDatabase;
  let open: OpenApp;
  let before: string;

  beforeAll(async () => {
    database = await create();
    open = await openApp({ database });
    await open.call('POST', '/api/v1/signers', { id: 'signer', type: 'local', config: { key: KEY } });
    await open.call('POST', LIST, {
      id: 'relayer',
      name: 'A relayer',
      network: 'sepolia',
      network_type: 'evm',
      signer_id: 'signer',
      paused: false,
    });
    before = (await open.call('GET', RELAYER)).text;
  });

  afterAll(async () => {
    await open.close();
    await database.drop();
  });

  it.each(bodies)('$name: $status', async ({ name, method, path, body, headers, status, faults }) => {
    const response = await fetch(open.url + path, {
      method,
      headers: { authorization: `Bearer ${API_KEY}`, ...headers },
      body,
    });
    const text = await response.text();
    remember(name, database.settings.kind, `${String(response.status)} ${text}`);
    expect(response.status).toBe(status);
    const answer = JSON.parse(text) as { success: boolean; errors?: readonly { readonly path: string }[] };
    expect(answer.success).toBe(status < 400);
    expect(answer.errors?.map((fault) => fault.path)).toEqual(faults);
    expect((await open.call('GET', RELAYER)).text).toBe(before);
  });

  it.each(soundTexts)('%j is a name like others', async (name) => {
    const answer = await open.call('PATCH', RELAYER, { name });
    expect(answer.json).toMatchObject({ success: true, data: { name } });
    expect((await open.call('GET', RELAYER)).text).toBe(answer.text);
    expect((await open.call('GET', LIST)).json).toMatchObject({ data: [{ name }] });
    await open.call('PATCH', RELAYER, { name: 'A relayer' });
  });

  it.each([...soundTexts, '%', '_', '\\', '%%%%', "' OR '1'='1"])('%j finds only what contains it', async (search) => {
    const query = `${LIST}?search=${encodeURIComponent(search)}`;
    const without = await open.call('GET', query);
    expect(without.json).toMatchObject({ data: [], pagination: { total_items: 0 } });
    await open.call('PATCH', RELAYER, { name: search });
    const found = await open.call('GET', query);
    expect(found.json).toMatchObject({ data: [{ name: search }], pagination: { total_items: 1 } });
    await open.call('PATCH', RELAYER, { name: 'A relayer' });
    remember(`search ${search}`, database.settings.kind, found.text);
  });

  it.each(soundTexts)('%j is no filter that means more than it says', async (value) => {
    const quoted = encodeURIComponent(value);
    const closed = await open.call('GET', `${LIST}?network_type=${quoted}`);
    expect([closed.status, closed.json.errors]).toEqual([400, [expect.objectContaining({ path: 'network_type' })]]);
    for (const name of ['network', 'signer_id', 'notification_id']) {
      const { status, text, json } = await open.call('GET', `${LIST}?${name}=${quoted}`);
      expect(status).toBe(200);
      expect(json).toMatchObject({ data: [] });
      remember(`${name} ${value}`, database.settings.kind, text);
    }
  });

  it.each(['0', '1', '00', '18446744073709551616', '9'.repeat(100)])('the page number %s is one', async (page) => {
    for (const query of [`page=${page}`, `page=${page}&paused=false`, `per_page=${page}`]) {
      const { status, text } = await open.call('GET', `${LIST}?${query}`);
      expect(`${query}: ${String(status)}`).toBe(`${query}: 200`);
      remember(query, database.settings.kind, text.replace(/"data":\[.*\],"error"/s, ''));
    }
  });

  it.each(['', '-1', '+1', '1.0', '1e3', '0x1', ' 1', '1 ', '٣', 'NaN', '9'.repeat(101), 'null'])(
    'the page number %p is none',
    async (page) => {
      for (const name of ['page', 'per_page']) {
        const answer = await open.call('GET', `${LIST}?${name}=${encodeURIComponent(page)}`);
        expect(answer.status).toBe(400);
        expect(answer.json.errors?.map(({ path }) => path)).toEqual([name]);
        remember(`${name}=${page}`, database.settings.kind, answer.text);
      }
    },
  );

  it('leaves nothing in the log that looks like a fault of ours', () => {
    expect(open.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
  });
});

it('is answered the same on every database, byte by byte', () => {
  expect(heard.size).toBeGreaterThan(bodies.length);
  for (const [name, answers] of heard) {
    expect([name, answers.size]).toEqual([name, databases.length]);
    const [first, ...others] = answers.values();
    for (const other of others) expect(other).toBe(first);
  }
});
