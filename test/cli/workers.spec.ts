import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { aRelayer } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { builtEntryPoint, endAll, freePort } from '../support/built-service';
import { fleetSettings, type Instance, startInstance } from '../support/built-fleet';
import { onEachDatabase, type TestDatabase } from '../support/databases';
import { eventually } from '../support/eventually';
import { metricNamesOf, samplesOf, valueOf } from '../support/prometheus';
import { scratchFolder } from '../support/scratch';

const WORKERS = 3;
const WITHIN_MS = 30_000;
const ROUNDS = 60;
const PATH = '/api/v1/relayers/relayer-1';
const SIGNERS = '/api/v1/signers';
/** A connection stays with the worker that took it. */
const ALONE = { connection: 'close' };

interface Line {
  readonly pid: number;
  readonly msg: string;
  readonly route?: string;
  readonly delay?: number;
}

beforeAll(() => {
  builtEntryPoint();
}, 180_000);

afterEach(endAll);

jest.setTimeout(120_000);

const linesOf = ({ service }: Instance): Line[] =>
  service
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);

const messages = (instance: Instance, wanted: string): Line[] => linesOf(instance).filter(({ msg }) => msg === wanted);

/** The processes that have answered requests so far. */
const servers = (instance: Instance): Set<number> => new Set(messages(instance, 'request').map(({ pid }) => pid));

/** Calls the service until that many processes other than these have answered. */
async function untilServing(instance: Instance, count: number, gone: readonly number[] = []): Promise<number[]> {
  const found = (): number[] => [...servers(instance)].filter((pid) => !gone.includes(pid));
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline && found().length < count;) {
    const calls = Array.from({ length: 8 }, () => instance.call('GET', SIGNERS, undefined, ALONE));
    await Promise.allSettled(calls);
    await wait(20);
  }
  expect(found()).toHaveLength(count);
  return found();
}

onEachDatabase('Several processes on one port', (create) => {
  const folder = scratchFolder();
  let database: TestDatabase;
  let instance: Instance;

  const start = async (settings: Record<string, string> = {}): Promise<void> => {
    instance = await startInstance(folder(), {
      ...fleetSettings(database),
      WEB_CONCURRENCY: String(WORKERS),
      ...settings,
    });
  };

  beforeEach(async () => {
    database = await create();
  });
  afterEach(async () => {
    expect(await instance.service.stop()).toBe(0);
    await database.drop();
  });

  it('all serve, and announce themselves once, with one token', async () => {
    await start({ API_KEY: '' });
    const named = (): string[] => instance.service.printed().match(/(?<="tokenFile":")[^"]+/g) ?? [];
    for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline && named().length === 0;) await wait(20);
    const authorization = `Bearer ${readFileSync(named()[0]!, 'utf8').trim()}`;
    const { call } = instance;
    instance = {
      ...instance,
      call: (method, path, body, headers) => call(method, path, body, { ...headers, authorization }),
    };
    await untilServing(instance, WORKERS);
    expect(named()).toHaveLength(1);
    expect(messages(instance, 'listening')).toHaveLength(1);
    expect((await instance.call('GET', '/api/v1/signers')).status).toBe(200);
  });

  it('answer the metrics of all, whichever of them is asked', async () => {
    await start();
    const before = await untilServing(instance, WORKERS);
    const expectFigures = (): Promise<void> =>
      eventually(async () => {
        const { text } = await instance.call('GET', '/metrics', undefined, ALONE);
        const open = samplesOf(text).filter(({ name }) => name === 'http_requests_in_flight');
        expect(new Set(open.map(({ labels }) => labels.worker)).size).toBe(WORKERS);
        const alive = linesOf(instance).filter(({ pid, route }) => route === SIGNERS && !killed.includes(pid));
        expect(valueOf(text, 'http_request_duration_seconds_count', { route: SIGNERS })).toBe(alive.length);
      });
    const killed: number[] = [];
    await expectFigures();
    killed.push(before[0]!);
    process.kill(before[0]!, 'SIGKILL');
    await untilServing(instance, WORKERS, killed);
    await expectFigures();
  });

  it('list the metrics of all on a port of their own, until they end', async () => {
    const METRICS_PORT = String(await freePort());
    await start({ METRICS_PORT });
    const [first] = await untilServing(instance, WORKERS);
    const url = `http://127.0.0.1:${METRICS_PORT}`;
    const read = async (path: string): Promise<string> => (await fetch(url + path, { headers: ALONE })).text();
    const expectAll = (): Promise<void> =>
      eventually(async () => {
        const samples = samplesOf(await read('/metrics/http_requests_in_flight'));
        expect(new Set(samples.map(({ labels }) => labels.worker)).size).toBe(WORKERS);
        expect(samples).toHaveLength(WORKERS);
        expect(JSON.parse(await read('/metrics'))).toEqual(metricNamesOf(await read('/debug/metrics/scrape')));
      });
    await expectAll();
    process.kill(first!, 'SIGKILL');
    await untilServing(instance, WORKERS, [first!]);
    await expectAll();
    expect(messages(instance, 'listening')).toHaveLength(1);
    expect(servers(instance).size).toBe(WORKERS + 1);
    expect(await instance.service.stop()).toBe(0);
    await expect(read('/metrics')).rejects.toThrow();
  });

  it('never answer with a state from before a change that another one acknowledged', async () => {
    await start();
    await untilServing(instance, WORKERS);
    await instance.call('POST', '/api/v1/signers', aSigner());
    await instance.call('POST', '/api/v1/relayers', aRelayer());
    const stale: string[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const name = `round ${String(round)}`;
      await instance.call('PATCH', PATH, { name }, ALONE);
      const reads = ['', '?paused=false'].flatMap((query) => [
        instance.call('GET', PATH, undefined, ALONE).then(({ json }) => [json.data as { readonly name: string }]),
        instance
          .call('GET', `/api/v1/relayers${query}`, undefined, ALONE)
          .then(({ json }) => json.data as readonly { readonly name: string }[]),
      ]);
      stale.push(...(await Promise.all(reads)).flatMap(([seen]) => (seen?.name === name ? [] : [String(seen?.name)])));
    }
    expect(stale).toEqual([]);
  });

  it('are replaced when they die, also the first one, while the others serve', async () => {
    await start();
    const before = await untilServing(instance, WORKERS);
    for (const pid of before.slice(0, 2)) process.kill(pid, 'SIGKILL');
    const after = await untilServing(instance, WORKERS, before.slice(0, 2));
    expect(after).toContain(before[2]);
    expect(messages(instance, 'a worker ended, another one takes its place')).toHaveLength(2);
    expect(messages(instance, 'listening')).toHaveLength(1);
  });

  it('are replaced at once, however often they die after they have served', async () => {
    await start();
    const gone: number[] = [];
    for (let round = 0; round < 4; round++) {
      const [pid = 0] = await untilServing(instance, WORKERS, gone);
      process.kill(pid, 'SIGKILL');
      gone.push(pid);
    }
    await untilServing(instance, WORKERS, gone);
    const replaced = messages(instance, 'a worker ended, another one takes its place');
    expect(replaced.map(({ delay }) => delay)).toEqual([0, 0, 0, 0]);
  });

  it('are not waited for by the process that started them, where none is left', async () => {
    await start();
    const pids = await untilServing(instance, WORKERS);
    instance.service.kill('SIGSTOP');
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    instance.service.kill('SIGTERM');
    instance.service.kill('SIGCONT');
    expect(await instance.service.ended).toEqual(expect.any(Number));
    await start();
  });

  it('end with the process that started them', async () => {
    await start();
    await untilServing(instance, WORKERS);
    instance.service.kill('SIGKILL');
    const isServed = (): Promise<boolean> =>
      instance.call('GET', '/api/v1/health', undefined, ALONE).then(
        () => true,
        () => false,
      );
    for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline && (await isServed());) await wait(20);
    expect(await isServed()).toBe(false);
    await start();
  });
});
