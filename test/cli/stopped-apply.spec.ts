import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { builtEntryPoint, endAll } from '../support/built-service';
import { fleetSettings, startInstance } from '../support/built-fleet';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { scratchFolder } from '../support/scratch';

/** So many that the first machines are not done with them before they are told to stop. */
const RELAYERS = 8_000;
const ENDS_WITHIN_MS = 10_000;

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(300_000);

function configuration(): string {
  const lines: object[] = [];
  for (let index = 0; index < RELAYERS; index++) {
    const signer_id = `signer-${String(index)}`;
    lines.push({ signer: { id: signer_id, type: 'aws_kms', config: { region: 'eu-central-1', key_id: 'alias/a' } } });
    const relayer = { id: `relayer-${String(index)}`, name: 'One of many', network: 'sepolia', network_type: 'evm' };
    lines.push({ relayer: { ...relayer, signer_id, paused: false } });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Sends a configuration; resolves with the status, and with 0 where the connection was closed before there was all of an answer. */
async function apply(baseUrl: string, sent: () => void): Promise<number> {
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/x-ndjson' };
  const posted = request(`${baseUrl}/api/v1/configuration/apply`, { method: 'POST', headers });
  posted.end(configuration(), sent);
  try {
    const [response] = (await once(posted, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    const texts: string[] = [];
    for await (const chunk of response) texts.push(String(chunk));
    return JSON.parse(texts.join('')).success === true ? response.statusCode : 0;
  } catch {
    return 0;
  }
}

onEachDatabase('A service that is told to stop while it applies a long configuration', (create) => {
  const folder = scratchFolder();
  let database: TestDatabase;

  beforeEach(async () => {
    database = await create();
  });
  afterEach(() => database.drop());

  it('ends in time, and has stored all of it or nothing', async () => {
    const { service } = await startInstance(folder(), fleetSettings(database));
    const sent = { isOver: false };
    const outcome = apply(service.baseUrl, () => (sent.isOver = true));
    while (!sent.isOver) await wait(5);
    service.kill('SIGTERM');
    const code = await Promise.race([service.ended, wait(ENDS_WITHIN_MS, 'still there')]);
    const status = await outcome;
    expect({ code, isWhole: [200, 0].includes(status) }).toEqual({ code: 0, isWhole: true });

    const next = await startInstance(folder(), fleetSettings(database));
    const total = async (collection: string): Promise<number | undefined> =>
      (await next.call('GET', `/api/v1/${collection}?per_page=1`)).json.pagination?.total_items;
    const relayers = await total('relayers');
    // Whoever got no answer knows of neither.
    expect(status === 200 ? [RELAYERS] : [0, RELAYERS]).toContain(relayers);
    expect(await total('signers')).toBe(relayers);
    expect(await next.service.stop()).toBe(0);
  });
});
