import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import { changeNumber, creationNumber, type Load, type LoadResult, quantile, type Work } from './work';

/** How late a load may end: autocannon looks at the clock as often as it takes samples. */
const STOP_WITHIN_MS = 50;

/** Goes on over all loads of this process: what is sent once is not sent again. */
let number = 0;

/** The generator of load for one side, in a process of its own. */
process.on('message', (load: Load) => {
  void run(load).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

function run(load: Load): Promise<LoadResult> {
  return load.work.kind === 'after-change' ? readAfterChanges(load, load.work.path, load.work.id) : crowd(load);
}

/** As many clients as there are connections, each of which asks again once it was answered. */
async function crowd(load: Load): Promise<LoadResult> {
  const { url, token, connections, seconds } = load;
  const requests = requestsOf(load.work);
  const times: number[] = [];
  let clients = 0;
  const start = performance.now();
  const { non2xx, errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url,
        connections,
        sampleInt: STOP_WITHIN_MS,
        duration: seconds,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        requests,
        // Each begins at another place, as clients do that know nothing of one another.
        setupClient: (client) => {
          const place = clients++ % requests.length;
          client.setRequests([...requests.slice(place), ...requests.slice(0, place)]);
        },
      },
      (error: Error | null, result) => (error ? reject(error) : resolve(result)),
    );
    running.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  const took = (performance.now() - start) / 1000;
  return { ...summary(times), seconds: took, failures: non2xx + errors + timeouts };
}

function requestsOf(work: Work): autocannon.Request[] {
  switch (work.kind) {
    case 'read':
      return work.paths.map((path) => ({ method: 'GET', path }));
    case 'patch':
      return [change(work.ids)];
    case 'mixed':
      return [
        change(work.ids),
        ...Array.from({ length: work.reads }, () => ({ method: 'GET' as const, path: work.path })),
      ];
    case 'create':
      return [
        {
          method: 'POST',
          path: '/api/v1/relayers',
          setupRequest: (template) => ({ ...template, body: creationNumber(work.signer, ++number) }),
        },
      ];
    case 'after-change':
      return [];
  }
}

const change = (ids: readonly string[]): autocannon.Request => ({
  method: 'PATCH',
  setupRequest: (template) => ({
    ...template,
    path: `/api/v1/relayers/${ids[++number % ids.length] ?? ''}`,
    body: changeNumber(number),
  }),
});

function summary(times: number[]): Pick<LoadResult, 'requests' | 'p50' | 'p99'> {
  times.sort((one, other) => one - other);
  return { requests: times.length, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

async function readAfterChanges({ url, token, seconds }: Load, path: string, id: string): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let failures = 0;
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    const changed = await send(agent, token, `${url}/api/v1/relayers/${id}`, changeNumber(++number));
    const asked = performance.now();
    const read = await send(agent, token, `${url}${path}`);
    times.push(performance.now() - asked);
    failures += [changed, read].filter((status) => status !== 200).length;
  }
  agent.destroy();
  return { ...summary(times), seconds: times.reduce((sum, time) => sum + time, 0) / 1000, failures };
}

function send(agent: Agent, token: string, url: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(url, { agent, headers, method: body === undefined ? 'GET' : 'PATCH' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });
}
