import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type BuiltService, builtEntryPoint, endAll, startBuiltService } from '../support/built-service';
import { fleetSettings } from '../support/built-fleet';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { API_KEY } from '../support/open-app';
import { scratchFolder } from '../support/scratch';

const CLIENTS = 16;
const WAITING = 50;
const ENDS_WITHIN_MS = 10_000;

interface Outcome {
  readonly id: string;
  /** Whether no request had been answered over its connection. */
  readonly isFirst: boolean;
  /** The status that came back; where none did, how the connection failed. */
  readonly result: number | string;
}

/** Creates a notification over a connection of the agent. */
function create(agent: Agent, baseUrl: string, id: string): Promise<Outcome> {
  const body = JSON.stringify({ id, url: 'https://hooks.example.com/load' });
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const sent = request(`${baseUrl}/api/v1/notifications`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => settle(response.statusCode ?? 0));
      response.once('error', (error) => settle(`cut off: ${error.message}`));
    });
    const settle = (result: number | string): void => resolve({ id, isFirst: !sent.reusedSocket, result });
    sent.once('error', (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
    sent.end(body);
  });
}

/** One client after another request, until it is refused; `outcomes` grows. */
async function load(client: number, baseUrl: string, outcomes: Outcome[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let number = 0; ; number++) {
    const outcome = await create(agent, baseUrl, `load-${String(client)}-${String(number)}`);
    outcomes.push(outcome);
    if (outcome.result !== 201) break;
  }
  agent.destroy();
}

/** How many connections to a local port the system has accepted, as Linux tells. */
function established(port: string): number {
  const server = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n');
  return lines.filter((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/);
    return local.endsWith(server) && state === '01';
  }).length;
}

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(60_000);

describe.each(['1', '3'])('of %s processes', (WEB_CONCURRENCY) => {
  onEachDatabase('a service that is told to stop', (createDatabase) => {
    const settingsFor = (database: TestDatabase) => ({ ...fleetSettings(database), WEB_CONCURRENCY });
    const folder = scratchFolder();
    let database: TestDatabase;
    let service: BuiltService;

    beforeEach(async () => {
      database = await createDatabase();
      service = await startBuiltService(folder(), settingsFor(database));
    });

    afterEach(() => database.drop());

    it('answers every request that reached it, keeps what it answered for, and ends with 0 in time', async () => {
      const outcomes: Outcome[] = [];
      const clients = Array.from({ length: CLIENTS }, (_, client) => load(client, service.baseUrl, outcomes));
      while (outcomes.length < 200) await wait(5);
      service.kill('SIGTERM');
      const code = await Promise.race([service.ended, wait(ENDS_WITHIN_MS, 'still there')]);
      expect(code).toBe(0);
      await Promise.all(clients);
      const refused = outcomes.filter(({ result }) => result !== 201);
      expect(refused.filter(({ isFirst }) => !isFirst)).toEqual([]);
      expect(refused).toHaveLength(CLIENTS);
      // The system may have accepted one more in the moment of the close; that its request had no effect is seen below.
      const reset = refused.filter(({ result }) => result === 'ECONNRESET');
      expect(reset.length).toBeLessThanOrEqual(1);
      expect(refused.filter((outcome) => !reset.includes(outcome) && outcome.result !== 'ECONNREFUSED')).toEqual([]);

      const next = await startBuiltService(folder(), settingsFor(database));
      const kept = new Set<string>();
      for (let page = 1; kept.size < outcomes.length - CLIENTS; page++) {
        const response = await fetch(`${next.baseUrl}/api/v1/notifications?per_page=1000&page=${String(page)}`, {
          headers: { authorization: `Bearer ${API_KEY}` },
        });
        const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
        if (data.length === 0) break;
        for (const { id } of data) kept.add(id);
      }
      const acknowledged = outcomes.filter(({ result }) => result === 201).map(({ id }) => id);
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      expect(kept.size).toBe(acknowledged.length);
      expect(await next.stop()).toBe(0);
    });

    it('answers also those whose connections waited to be accepted', async () => {
      const agent = new Agent();
      const { port } = new URL(service.baseUrl);
      const before = established(port);
      service.kill('SIGSTOP');
      const waiting = Array.from({ length: WAITING }, (_, index) =>
        create(agent, service.baseUrl, `waiting-${String(index)}`),
      );
      // What connects has only the system to accept it: the process does nothing.
      while (established(port) < before + WAITING) await wait(5);
      service.kill('SIGTERM');
      service.kill('SIGCONT');
      expect((await Promise.all(waiting)).map(({ result }) => result)).toEqual(waiting.map(() => 201));
      expect(await service.ended).toBe(0);
    });

    it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 on %s, also when it is told twice', async (signal) => {
      service.kill(signal);
      service.kill(signal);
      expect(await service.ended).toBe(0);
    });
  });
});
