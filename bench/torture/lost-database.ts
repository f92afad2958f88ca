import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Service } from '../support/service';
import { addRelayers, isInEnvelope, type Outcome, send, sure } from './client';
import { databases, type Scenario, type Stage, verifyChain } from './scenario';

const CLIENTS = 24;
const LOST_MS = 9_000;
const ANSWER_WITHIN_MS = 6_000;
const BACK_WITHIN_MS = 2_000;
const BEFORE_MS = 1_000;
const STORM_MS = 100;

/** How the database goes away, and comes back. */
interface Loss {
  readonly name: string;
  readonly lose: () => unknown;
  readonly bring: () => unknown;
}

/** PostgreSQL freezes, stops, is started anew and takes no changes, while clients read and write with a token of the database. */
export const lostDatabase: Scenario = async (stage) => {
  const settings = await databases.PostgreSQL?.(stage);
  const server = await stage.postgres();
  const service = await stage.service(settings);
  await service.start();
  await addRelayers(service.url, CLIENTS);
  const { data } = await sure(`${service.url}/api/v1/tokens`, {
    method: 'POST',
    body: { name: 'client', permissions: ['*'] },
  });
  const { token } = data as { readonly token: string };
  const losses: readonly Loss[] = [
    { name: 'frozen', lose: () => server.freeze(), bring: () => server.thaw() },
    { name: 'killed', lose: () => server.stop('immediate'), bring: () => server.start() },
    { name: 'stopped', lose: () => server.stop('fast'), bring: () => server.start() },
    { name: 'frozen again', lose: () => server.freeze(), bring: () => server.thaw() },
    readOnly(server.url),
    storm(server.url),
  ];
  for (const loss of losses) await survive(stage, service, token, loss);
  await verifyChain(stage, 'PostgreSQL after all', service);
};

/** It goes on reading, and refuses all changes: as a standby, or a server that protects what is left of its disk. */
function readOnly(url: string): Loss {
  const set = async (change: string): Promise<void> => {
    const operator = new Client({ connectionString: url });
    await operator.connect();
    await operator.query('SET default_transaction_read_only = off');
    await operator.query(`ALTER SYSTEM ${change}`);
    await operator.query('SELECT pg_reload_conf()');
    await operator.end();
  };
  return {
    name: 'read-only',
    lose: () => set('SET default_transaction_read_only = on'),
    bring: () => set('RESET default_transaction_read_only'),
  };
}

/** Every connection is ended ten times a second, at whatever moment of its life. */
function storm(url: string): Loss {
  let timer: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    const operator = new Client({ connectionString: url });
    await operator.connect();
    await operator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()');
    await operator.end();
  };
  return {
    name: 'in a storm',
    lose: () => (timer = setInterval(() => void end().catch(() => undefined), STORM_MS)),
    bring: () => {
      clearInterval(timer);
    },
  };
}

async function survive({ report }: Stage, service: Service, token: string, { name, lose, bring }: Loss): Promise<void> {
  const scenario = `PostgreSQL ${name}`;
  const outcomes: (Outcome & { readonly end: number })[] = [];
  let isOver = false;
  const client = async (index: number): Promise<void> => {
    for (let round = 0; !isOver; round++) {
      const path = `${service.url}/api/v1/relayers/relayer-${String(index)}`;
      const body = { name: `${name} ${String(round)}` };
      const outcome = await send(path, { token, ...(index % 2 === 0 && { method: 'PATCH', body }) });
      outcomes.push({ ...outcome, end: performance.now() });
      // Nobody asks again without a pause when there was nothing.
      if (outcome.status !== 200) await wait(20);
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
  await wait(BEFORE_MS);
  await lose();
  const lost = performance.now();
  await wait(LOST_MS);
  await bring();
  const back = performance.now();
  await wait(BACK_WITHIN_MS + BEFORE_MS);
  isOver = true;
  await Promise.all(clients);
  const during = outcomes.filter(({ end }) => end > lost && end < back);
  const first = outcomes.filter(({ status, end }) => status === 200 && end > back);
  const odd = outcomes.filter((one) => !(one.status === 200 || one.status === 503) || !isInEnvelope(one));
  const failed = during.filter(({ status }) => status === 503).length;
  report.add(scenario, 'answers 503 meanwhile', failed, 'some', failed > 0);
  report.none(scenario, 'answers other than 200 and 503 in the envelope', odd);
  report.within(scenario, 'slowest answer', Math.max(...outcomes.map(({ took }) => took)), ANSWER_WITHIN_MS);
  report.within(
    scenario,
    'first success after its return',
    Math.min(...first.map(({ end }) => end)) - back,
    BACK_WITHIN_MS,
  );
  const late = outcomes.filter(({ status, end, took }) => status !== 200 && end - took > back + BACK_WITHIN_MS);
  report.none(scenario, 'failures of requests sent 2 s after its return', late);
  report.add(scenario, 'process', service.isAlive ? 'alive' : 'dead', 'alive', service.isAlive);
}
