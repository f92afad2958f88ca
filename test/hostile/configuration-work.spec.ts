import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { TokensService } from '../../src/auth/tokens.service';
import { Planner } from '../../src/configuration/planner';
import { RelayerSpool } from '../../src/configuration/relayer-spool';
import { DomainError } from '../../src/kernel/domain-error';
import { Database } from '../../src/persistence/database';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { signal } from '../support/signal';
import { unfinishedRequest } from '../support/unfinished-request';

const PATH = '/api/v1/configuration';
const KMS = { id: 's', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'k' } };
const relayer = (index: number) => ({
  id: `r${String(index)}`,
  name: 'R',
  network: `n${String(index)}`,
  network_type: 'evm',
  paused: false,
  signer_id: 's',
});
const fleet = (count: number) => ({
  signers: [KMS],
  relayers: Array.from({ length: count }, (_, index) => relayer(index)),
});

interface Verdict {
  readonly findings: readonly { readonly path: string; readonly message: string }[];
}

onEachDatabase('Work on whole configurations', (create) => {
  let database: TestDatabase;
  let service: OpenApp;

  beforeEach(async () => {
    database = await create();
    service = await openApp({ database });
  });
  afterEach(async () => {
    await service.close();
    await database.drop();
  });

  const validated = async (body: unknown): Promise<Verdict> =>
    (await service.call('POST', `${PATH}/validate`, body)).json.data;

  it('lists 1,000 findings, and says that there are more', async () => {
    const { findings } = await validated(`{"relayers":[${'{},'.repeat(5_000)}{}]}`);
    expect(findings).toHaveLength(1_000);
    expect(findings.at(-1)).toMatchObject({ path: '', message: 'has more findings than these' });
    const applied = await service.call('POST', `${PATH}/apply`, `{"relayers":[${'{},'.repeat(5_000)}{}]}`);
    expect(applied.status).toBe(400);
    expect(applied.json.errors).toHaveLength(1_000);
    expect(applied.json.errors!.at(-1)).toEqual({ path: 'body', message: 'has more findings than these' });
  });

  it('ends a record with its first syntax error, and reads on behind it', async () => {
    const { findings } = await validated(
      '{"relayers":[{"id": nope, "x": [1 2]}, {"id":,}, {"id":"a"}], "signers": []}',
    );
    expect(findings.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'relayers[0] is not valid JSON: invalid symbol',
      'relayers[1] is not valid JSON: value expected',
    ]);
  });

  it.each([
    ['members', `{"relayers":[{"id":"a",${Array.from({ length: 2_000 }, (_, n) => `"f${String(n)}":1`).join(',')}}]}`],
    ['values', `{"plugins":[{"id":"a","list":[${'0,'.repeat(50_000)}0]}]}`],
    ['nested values', `{"plugins":[{"id":"a","list":[${'[[]],'.repeat(25_000)}0]}]}`],
    ['characters', `{"plugins":[{"id":"a","config":[${`"${'x'.repeat(200 * 1024)}",`.repeat(50)}1]}]}`],
    ['parts', `{"plugins":[{"id":"a","config":[${`[${'0,'.repeat(9_000)}0],`.repeat(300)}1]}]}`],
    ['digits', `{"plugins":[{"id":"a","list":[${`${'1'.repeat(40)},`.repeat(9_000)}1]}]}`],
  ])('refuses a record of too many %s, unread', async (_, body) => {
    const { findings } = await validated(body);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^must not (have over|hold over|be longer)/),
    ]);
  });

  it('refuses it in a line, too, and takes the next one', async () => {
    const long = JSON.stringify({ plugin: { id: 'a', list: Array<number>(50_000).fill(0), path: 'a.ts' } });
    const body = `${long}\n${JSON.stringify({ plugin: { id: 'b', path: 'b.ts' } })}\n`;
    const type = 'application/x-ndjson';
    const { json } = await service.call('POST', `${PATH}/validate`, body, { 'content-type': type });
    const { findings } = json.data as unknown as Verdict;
    expect(findings).toMatchObject([{ line: 1, message: 'must not hold over 50000 values' }]);
  });

  it.each(['application/json', 'application/x-ndjson'])(
    'reads no further where the outermost object has too many members: %s',
    async (type) => {
      const body = `{${Array.from({ length: 3_000 }, (_, n) => `"section${String(n)}":1`).join(',')}}`;
      const { json } = await service.call('POST', `${PATH}/validate`, body, { 'content-type': type });
      const { findings } = json.data as unknown as Verdict;
      expect(findings.map(({ message }) => message)).toContain('must not have over 1000 members');
      expect(findings.filter(({ path }) => path !== '')).toEqual([]);
    },
  );

  it.each([
    ['application/json', `{"signers":[${'0,'.repeat(500_000)}0],"relayers":[${'0,'.repeat(500_000)}0]}`],
    ['application/x-ndjson', `{"relayers":[${'0,'.repeat(1_000_000)}0]}`],
  ])('counts the records before it looks at them: %s', async (type, body) => {
    const { json } = await service.call('POST', `${PATH}/validate`, body, { 'content-type': type });
    const { findings } = json.data as unknown as Verdict;
    expect(findings.map(({ message }) => message)).toContain('must not have over 1000000 records');
    expect(findings.length).toBeLessThan(3);
  });

  it.each([
    ['a string', `"${'x'.repeat(7 * 1024 * 1024)}"`],
    ['escapes', `"${'\\n'.repeat(3 * 1024 * 1024)}"`],
    ['escaped quotes', `"${'\\"'.repeat(3 * 1024 * 1024)}"`],
    ['blanks', `${' '.repeat(7 * 1024 * 1024)}1`],
    ['digits', '1'.repeat(7 * 1024 * 1024)],
    ['a comment', `/*${'x'.repeat(7 * 1024 * 1024)}*/1`],
  ])('refuses what the scanner would read without a pause: %s', async (_, value) => {
    const { findings } = await validated(`{"relayers": [{"id": "a",\n "name":${value}}]}`);
    expect(findings).toEqual([
      expect.objectContaining({ line: 2, column: 9, message: 'must have no text, number or blank of over 256 KiB' }),
    ]);
  });

  it.each(['charset=utf-16', 'charset=utf-8; charset=utf-16'])('takes NDJSON in UTF-8 only: %s', async (parameters) => {
    const headers = { 'content-type': `application/x-ndjson; ${parameters}` };
    const { status, json } = await service.call('POST', `${PATH}/validate`, '{"relayers":[]}', headers);
    expect([status, json.errors?.[0]?.path]).toEqual([400, 'Content-Type']);
  });

  it('takes a relayer of 1,000 RPC URLs of 8 KiB, and answers it as it is', async () => {
    const url = (index: number): string => `https://rpc.example.com/${String(index)}/`.padEnd(8192, '0123456789');
    const custom_rpc_urls = Array.from({ length: 1_000 }, (_, index) => ({ url: url(index), weight: 1 }));
    const body = { ...fleet(0), relayers: [{ ...relayer(0), custom_rpc_urls }] };
    expect((await service.call('POST', `${PATH}/apply`, body)).status).toBe(200);
    const { json } = await service.call('GET', '/api/v1/relayers/r0');
    expect((json.data as { custom_rpc_urls: unknown }).custom_rpc_urls).toEqual(custom_rpc_urls);
    expect((await service.call('PATCH', '/api/v1/relayers/r0', { custom_rpc_urls })).status).toBe(413);
  });

  it('compares without the turn of a writer', async () => {
    await service.call('POST', `${PATH}/apply`, fleet(1));
    const locked = new Promise<void>((resolve, reject) => {
      service.app
        .get(Database)
        .run(async () => {
          await service.app.get(Database).query("UPDATE relayers SET name = 'held' WHERE id = 'r0'");
          const { status, json } = await service.call('POST', `${PATH}/diff`, fleet(2));
          expect([status, (json.data as { changes: unknown[] }).changes]).toEqual([
            200,
            [{ action: 'create', resource: 'relayer', id: 'r1' }],
          ]);
        })
        .then(resolve, reject);
    });
    await locked;
  });

  it('is done once at a time for a token, and three times in a process', async () => {
    const reader = async (name: string): Promise<string> => {
      const issued = await service.call('POST', '/api/v1/tokens', { name, permissions: ['configuration:read'] });
      return (issued.json.data as unknown as { token: string }).token;
    };
    const [one, two, three] = [await reader('one'), await reader('two'), await reader('three')];
    const held = [one, two].map((token) => unfinishedRequest(service.url, token));
    await Promise.all(held.map(({ isTaken }) => isTaken));
    const ask = (token: string) => service.call('GET', PATH, undefined, { authorization: `Bearer ${token}` });
    for (const token of [one, three]) {
      const refused = await ask(token);
      expect([refused.status, refused.headers.get('retry-after'), refused.json.message]).toEqual([
        429,
        '1',
        'Too Many Requests',
      ]);
    }
    expect((await ask(API_KEY)).status).toBe(200);
    for (const request of held) request.end();
    await eventually(async () => expect((await ask(three)).status).toBe(200));
  });

  it('leaves nothing of a plan whose transaction failed at its end', async () => {
    const [closed, made] = [jest.spyOn(RelayerSpool.prototype, 'close'), jest.spyOn(Planner.prototype, 'plan')];
    const reading = jest.spyOn(service.app.get(Database), 'read').mockImplementationOnce(async (work) => {
      await work();
      throw DomainError.unavailable('the connection was lost', undefined);
    });
    expect((await service.call('POST', `${PATH}/diff`, fleet(1))).status).toBe(503);
    expect([made.mock.calls, closed.mock.calls].map(({ length }) => length)).toEqual([1, 1]);
    for (const spy of [closed, made, reading]) spy.mockRestore();
  });

  it('leaves the next one its turn where its caller had gone before the token was known', async () => {
    const tokens = service.app.get(TokensService);
    const [asked, goesOn] = [signal(), signal()];
    const authenticate = jest.spyOn(tokens, 'authenticate').mockImplementationOnce(async (text) => {
      asked.give();
      await goesOn.given;
      return tokens.authenticate(text);
    });
    const closed = new Promise((resolve) =>
      service.app.getHttpServer().once('connection', (socket: Socket) => socket.once('close', resolve)),
    );
    const request = unfinishedRequest(service.url, API_KEY);
    await asked.given;
    request.end();
    await closed;
    goesOn.give();
    await eventually(async () => expect((await service.call('GET', PATH)).status).toBe(200));
    authenticate.mockRestore();
  });

  it('ends where its caller has gone, and leaves nothing', async () => {
    await service.call('POST', `${PATH}/apply`, { signers: [KMS] });
    const server = service.app.getHttpServer();
    const { port } = new URL(service.url);
    const database = service.app.get(Database);
    const waiting = (): number => database.load().waiting + (database.load().connections?.busy ?? 0);
    await database.run(async () => {
      await database.query("UPDATE signers SET version = version WHERE id = 's'");
      const [before, held] = [await promisify(server.getConnections.bind(server))(), waiting()];
      const socket = connect(Number(port), '127.0.0.1');
      const changed = { ...fleet(300), signers: [{ ...KMS, config: { ...KMS.config, key_id: 'other' } }] };
      socket.write(applyRequest(JSON.stringify(changed)));
      await eventually(() => expect(waiting()).toBeGreaterThan(held));
      socket.destroy();
      await eventually(async () => expect(await promisify(server.getConnections.bind(server))()).toBe(before));
    });
    await eventually(() => expect(service.logged.some((line) => line.includes('"status":499'))).toBe(true));
    const { json } = await service.call('GET', '/api/v1/relayers?per_page=0');
    expect(json.pagination).toMatchObject({ total_items: 0 });
  });
});

const applyRequest = (text: string): string =>
  [
    `POST ${PATH}/apply HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${API_KEY}`,
    'content-type: application/json',
    `content-length: ${String(Buffer.byteLength(text))}`,
    '',
    text,
  ].join('\r\n');
