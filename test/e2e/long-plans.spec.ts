import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { API_KEY, openApp, type OpenApp } from '../support/open-app';

const PATH = '/api/v1/configuration';
const NDJSON = { 'content-type': 'application/x-ndjson' };
const COUNT = 40;
const ADDRESSES = 5000;

const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`;

const listed = (first: number): string[] => Array.from({ length: ADDRESSES }, (_, index) => addressOf(first + index));

/** Relayers of 220 KB each. */
const configuration = (first: number) => ({
  signers: [{ id: 's', type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'k' } }],
  relayers: Array.from({ length: COUNT }, (_, number) => ({
    id: `r${String(number)}`,
    name: 'R',
    network: `n${String(number)}`,
    network_type: 'evm',
    paused: false,
    signer_id: 's',
    policies: { whitelist_receivers: listed(first) },
  })),
});

interface Shown {
  readonly changes: readonly { readonly id: string; readonly fields?: readonly object[] }[];
  readonly digest: string;
}

onEachDatabase('Changes of 17 MB', (create) => {
  let database: TestDatabase;
  let service: OpenApp;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    database = await create();
    service = await openApp({ database });
    const { status, text } = await service.call('POST', `${PATH}/apply`, lines(configuration(0)), NDJSON);
    if (status !== 200) throw new Error(text.slice(0, 400));
  }, 60_000);
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const lines = ({ signers, relayers }: ReturnType<typeof configuration>): string =>
    [...signers.map((signer) => ({ signer })), ...relayers.map((relayer) => ({ relayer }))]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');

  it('are told whole, one after the other', async () => {
    const body = lines(configuration(ADDRESSES));
    const { status, headers, text, json } = await service.call('POST', `${PATH}/diff`, body, NDJSON);
    expect([status, headers.get('content-length')]).toEqual([200, null]);
    expect(text.length).toBeGreaterThan(COUNT * 2 * ADDRESSES * addressOf(0).length);
    const { changes, digest } = json.data as Shown;
    expect(changes.map(({ id }) => id)).toEqual(Array.from({ length: COUNT }, (_, number) => `r${String(number)}`));
    const last = { path: 'policies.whitelist_receivers', before: listed(0), after: listed(ADDRESSES) };
    expect(changes.at(-1)!.fields).toEqual([last]);
    expect(text.slice(0, 40)).toBe('{"success":true,"data":{"changes":[{"act');
    expect(text.slice(text.lastIndexOf(']}]}]'))).toBe(
      `]}]}],"unchanged":1,"extra":0,"skipped":0,"digest":"${digest}","applied":false,"warnings":[]},"error":""}`,
    );
  });

  it('keep the place of their token for as long as the answer is not read', async () => {
    const request = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${API_KEY}\r\n\r\n`;
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.write(request);
    await once(socket, 'readable');
    const refused = await service.call('GET', PATH);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    socket.destroy();
    await eventually(async () => expect((await service.call('GET', PATH)).status).toBe(200));
  });
});
