import { writeConfiguration } from '../speed/import';
import { isInEnvelope, type Outcome, send, sure } from './client';
import { databases, type Scenario, type Stage, verifyChain } from './scenario';

const RELAYERS = 100_000;
const WRITERS = 8;
/** In milliseconds: how long a change may wait for its turn. */
const ANSWER_WITHIN_MS: Readonly<Record<string, number>> = { SQLite: 5_000, PostgreSQL: 1_000 };
const SIGNER = { id: 'writers', type: 'local', config: { key: '7'.padStart(64, '0') } };

/** `relayctl import` of a long file into a service that is in use: others go on changing their own records, and making some. */
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
  await sure(`${service.url}/api/v1/signers`, { method: 'POST', body: SIGNER });
  const file = writeConfiguration(stage.folder, relayers);
  const state = { isOver: false };
  const outcomes: Outcome[] = [];
  const made: Outcome[] = [];
  const writing = [
    ...writers.map((url) => write(url, outcomes, () => state.isOver)),
    make(`${service.url}/api/v1/relayers`, made, () => state.isOver),
  ];
  const start = performance.now();
  const { code, output } = await service.command('import', file);
  const seconds = (performance.now() - start) / 1000;
  state.isOver = true;
  await Promise.all(writing);
  report.add(scenario, `import (${seconds.toFixed(1)} s)`, code === 0 ? 'done' : output.trim(), 'done', code === 0);
  const { pagination } = await sure(`${service.url}/api/v1/relayers?per_page=1`);
  const stored = pagination?.total_items ?? 0;
  const expected = relayers + made.filter(({ status }) => status === 201).length;
  report.add(scenario, 'relayers stored', stored, String(expected), stored === expected);
  for (const [what, answers, success] of [
    ['changes', outcomes, 200],
    ['creations', made, 201],
  ] as const) {
    const unavailable = answers.filter(({ status }) => status === 503);
    report.none(scenario, `${what} of others answered 503 (of ${String(answers.length)})`, unavailable);
    const odd = answers.filter((outcome) => ![success, 503].includes(outcome.status) || !isInEnvelope(outcome));
    report.none(scenario, `${what} of others answered otherwise than ${String(success)}`, odd);
    const longest = Math.max(0, ...answers.map(({ took }) => took));
    report.within(scenario, `longest wait of ${what}`, longest, ANSWER_WITHIN_MS[database] ?? 0);
  }
  await verifyChain(stage, scenario, service);
  await service.end('SIGTERM');
}

async function write(url: string, outcomes: Outcome[], isOver: () => boolean): Promise<void> {
  for (let round = 0; !isOver(); round++) {
    const body = { url: `https://hooks.example.com/${String(round)}` };
    outcomes.push(await send(url, { method: 'PATCH', body }));
  }
}

async function make(url: string, outcomes: Outcome[], isOver: () => boolean): Promise<void> {
  const rest = { name: 'made meanwhile', network_type: 'evm', paused: false, signer_id: SIGNER.id };
  for (let round = 0; !isOver(); round++) {
    const body = { id: `made-${String(round)}`, network: `made-${String(round)}`, ...rest };
    outcomes.push(await send(url, { method: 'POST', body }));
  }
}
