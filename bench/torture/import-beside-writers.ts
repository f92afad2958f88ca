import { writeConfiguration } from '../speed/import';
import { isInEnvelope, type Outcome, send, sure } from './client';
import { databases, type Scenario, type Stage, verifyChain } from './scenario';

const RELAYERS = 100_000;
const WRITERS = 8;
/** In milliseconds: how long a change may wait for its turn. */
const ANSWER_WITHIN_MS = 5_000;

/** `relayctl import` of a long file into a service that is in use: others go on changing their own records. */
export const importBesideWriters: Scenario = async (stage) => {
  for (const database of Object.keys(databases)) await importOn(database, stage);
};

async function importOn(database: string, stage: Stage): Promise<void> {
  const relayers = stage.times(RELAYERS);
  const scenario = `import of ${String(relayers)} beside writers on ${database}`;
  const { report } = stage;
  const service = await stage.service(await databases[database]?.(stage));
  await service.start();
  const writers = Array.from(
    { length: WRITERS },
    (_, writer) => `${service.url}/api/v1/notifications/writer-${String(writer)}`,
  );
  for (const url of writers) {
    const body = { id: url.split('/').at(-1), url: 'https://hooks.example.com/new' };
    await sure(`${service.url}/api/v1/notifications`, { method: 'POST', body });
  }
  const file = writeConfiguration(stage.folder, relayers);
  const state = { isOver: false };
  const outcomes: Outcome[] = [];
  const writing = writers.map((url) => write(url, outcomes, () => state.isOver));
  const start = performance.now();
  const { code, output } = await service.command('import', file);
  const seconds = (performance.now() - start) / 1000;
  state.isOver = true;
  await Promise.all(writing);
  report.add(scenario, `import (${seconds.toFixed(1)} s)`, code === 0 ? 'done' : output.trim(), 'done', code === 0);
  const { pagination } = await sure(`${service.url}/api/v1/relayers?per_page=1`);
  const stored = pagination?.total_items ?? 0;
  report.add(scenario, 'relayers stored', stored, String(relayers), stored === relayers);
  const unavailable = outcomes.filter(({ status }) => status === 503);
  report.none(scenario, `changes of others answered 503 (of ${String(outcomes.length)})`, unavailable);
  const odd = outcomes.filter((outcome) => ![200, 503].includes(outcome.status) || !isInEnvelope(outcome));
  report.none(scenario, 'changes of others answered otherwise than 200', odd);
  report.within(
    scenario,
    'longest wait of a change',
    Math.max(0, ...outcomes.map(({ took }) => took)),
    ANSWER_WITHIN_MS,
  );
  await verifyChain(stage, scenario, service);
  await service.end('SIGTERM');
}

async function write(url: string, outcomes: Outcome[], isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    const body = { url: `https://hooks.example.com/${String(round)}` };
    outcomes.push(await send(url, { method: 'PATCH', body }));
  }
}
