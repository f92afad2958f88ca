import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { TOKEN } from '../support/service';
import { addRelayers, type Outcome, send } from './client';
import { databases, type Scenario } from './scenario';

const CONNECTIONS = 2_048;
/** In milliseconds: how far apart the bytes are, and how long others ask meanwhile. */
const TRICKLE_MS = 9_000;
const ASKING_MS = 30_000;
const P99_MS = 1_000;
const CALLERS = 8;

const BODY_HEAD = [
  'POST /api/v1/notifications HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000',
  `Authorization: Bearer ${TOKEN}\r\n\r\n{`,
].join('\r\n');

/** What each connection begins with, and what it goes on with. */
const senders: Readonly<Record<string, readonly [first: string, next: string]>> = {
  'that send nothing': ['', ''],
  'that trickle a head': ['G', 'E'],
  'that trickle a body': [BODY_HEAD, ' '],
};

/** Connections that take all there are and give next to nothing, anew as soon as they are closed, beside others who ask. */
export const slowSendersOn =
  (database: string): Scenario =>
  async (stage) => {
    const service = await stage.service(await databases[database]?.(stage));
    await service.start();
    await addRelayers(service.url, 1);
    const path = `${service.url}/api/v1/relayers`;
    const hooks = `${service.url}/api/v1/notifications`;
    for (const [kind, bytes] of Object.entries(senders)) {
      const scenario = `${String(CONNECTIONS)} connections ${kind}, on ${database}`;
      const stop = trickle(service.url, bytes);
      await wait(1_000);
      const end = performance.now() + stage.times(ASKING_MS);
      const outcomes: Record<'reads' | 'writes', Outcome[]> = { reads: [], writes: [] };
      const callers = Array.from({ length: CALLERS }, async (_, caller) => {
        for (let round = 0; performance.now() < end; round++) {
          // A connection for each: those that are kept make room for others.
          outcomes.reads.push(await send(path, { agent: false }));
          const body = { name: `${String(caller)} ${String(round)}` };
          outcomes.writes.push(await send(`${path}/relayer-0`, { method: 'PATCH', body, agent: false }));
          const id = `n-${String(round)}-${String(caller)}`;
          const created = { id, url: 'https://hooks.example.com' };
          outcomes.writes.push(await send(hooks, { method: 'POST', body: created, agent: false }));
          outcomes.writes.push(await send(`${hooks}/${id}`, { method: 'DELETE', agent: false }));
        }
      });
      await Promise.all(callers);
      stop();
      for (const [what, all] of Object.entries(outcomes)) {
        const took = all.map((outcome) => outcome.took).sort((one, other) => one - other);
        const refused = all.filter(({ status }) => status !== 200 && status !== 201);
        stage.report.none(scenario, `${what} not served (of ${String(all.length)})`, refused);
        stage.report.within(scenario, `p99 of ${what}`, took[Math.floor(took.length * 0.99)] ?? Infinity, P99_MS);
      }
    }
  };

/** Returns what ends it. */
function trickle(url: string, [first, next]: readonly [string, string]): () => void {
  const { hostname, port } = new URL(url);
  let isOver = false;
  const open = (): void => {
    if (isOver) return;
    const socket = connect(Number(port), hostname, () => socket.write(first));
    const timer = setInterval(() => (isOver ? socket.destroy() : socket.write(next)), TRICKLE_MS);
    socket.on('error', () => undefined).resume();
    socket.once('close', () => {
      clearInterval(timer);
      setTimeout(open, 50);
    });
  };
  for (let count = 0; count < CONNECTIONS; count++) open();
  return () => {
    isOver = true;
  };
}
