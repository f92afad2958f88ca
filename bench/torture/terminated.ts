import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Service } from '../support/service';
import { type Outcome, send, sure } from './client';
import { databases, type Scenario, verifyChain } from './scenario';

const CLIENTS = 32;
const ROUNDS = 10;
const LOAD_MS = 500;
const ENDS_WITHIN_MS = 10_000;
const PER_PAGE = 1_000;

/** What each client ends with: nobody accepts its connection any more. */
const REFUSED = 'ECONNREFUSED';

/** The service is told to stop while clients create records, over connections that are kept and over fresh ones. */
export const terminatedOn =
  (database: string): Scenario =>
  async (stage) => {
    const scenario = `SIGTERM on ${database}`;
    const { report } = stage;
    const service = await stage.service(await databases[database]?.(stage));
    const acknowledged: string[] = [];
    const lost: object[] = [];
    const ends: { readonly code: number | null; readonly took: number }[] = [];
    let answers = 0;
    for (let round = 0; round < stage.times(ROUNDS); round++) {
      await service.start();
      const outcomes: (Outcome & { readonly id: string })[] = [];
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        load(service, `${String(round)}-${String(client)}`, round % 2 === 0, outcomes),
      );
      await wait(LOAD_MS);
      ends.push(await service.end('SIGTERM'));
      await Promise.all(clients);
      answers += outcomes.length;
      acknowledged.push(...outcomes.filter(({ status }) => status === 201).map(({ id }) => id));
      lost.push(...outcomes.filter(({ status, text }) => status !== 201 && text !== REFUSED));
    }
    await service.start();
    const kept = await idsOf(service);
    report.none(scenario, `accepted requests lost (of ${String(answers)})`, lost);
    const missing = acknowledged.filter((id) => !kept.has(id));
    report.none(scenario, `acknowledged records missing (of ${String(acknowledged.length)})`, missing);
    report.add(
      scenario,
      'records that nobody was told of',
      kept.size - acknowledged.length,
      '0',
      kept.size === acknowledged.length,
    );
    report.none(
      scenario,
      'exit codes other than 0',
      ends.filter(({ code }) => code !== 0),
    );
    report.within(scenario, 'slowest end', Math.max(...ends.map(({ took }) => took)), ENDS_WITHIN_MS);
    await verifyChain(stage, scenario, service);
  };

/** One creation after another, until one gets no answer. */
async function load(
  { url }: Service,
  name: string,
  isKept: boolean,
  outcomes: (Outcome & { readonly id: string })[],
): Promise<void> {
  const agent = isKept ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
  for (let number = 0; ; number++) {
    const id = `n-${name}-${String(number)}`;
    const body = { id, url: 'https://hooks.example.com/load' };
    const outcome = await send(`${url}/api/v1/notifications`, { method: 'POST', body, agent });
    outcomes.push({ ...outcome, id });
    if (outcome.status !== 201) return;
  }
}

async function idsOf({ url }: Service): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let page = 1, length = PER_PAGE; length === PER_PAGE; page++) {
    const query = `per_page=${String(PER_PAGE)}&page=${String(page)}`;
    const { data } = await sure(`${url}/api/v1/notifications?${query}`);
    const items: readonly { readonly id: string }[] = data;
    for (const { id } of items) ids.add(id);
    length = items.length;
  }
  return ids;
}
