import type { Service } from '../support/service';
import { addRelayers, send, sure } from './client';
import { databases, type Scenario, type Stage, verifyChain } from './scenario';

const ROUNDS = 20;
const RELAYERS = 10;
const RIVALS = 50;

/** Each writer of a relayer has a field of its own; a value of each for every round. */
const FIELDS: readonly ((round: number) => Readonly<Record<string, unknown>>)[] = [
  (round) => ({ name: `round ${String(round)}` }),
  (round) => ({ paused: round % 2 === 0 }),
  (round) => ({ custom_rpc_urls: [{ url: `https://rpc.example.com/${String(round)}`, weight: 7 }] }),
  (round) => ({ policies: { min_balance: round } }),
  (round) => ({ policies: { gas_price_cap: round } }),
  (round) => ({ policies: { gas_limit_estimation: round % 2 === 0 } }),
  (round) => ({ policies: { eip1559_pricing: round % 2 === 0 } }),
  (round) => ({ policies: { private_transactions: round % 2 === 0 } }),
  (round) => ({ policies: { include_revert_data: round % 2 === 0 } }),
  (round) => ({ policies: { whitelist_receivers: round % 2 === 0 ? [ADDRESS] : [] } }),
];
const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A hundred writers of different fields, twenty rounds; then fifty with the same `If-Match`. */
export const writersOn =
  (database: string, instances: number): Scenario =>
  async (stage) => {
    const scenario = `writers on ${database}, ${instances === 1 ? 'one instance' : `${String(instances)} instances`}`;
    const settings = await databases[database]?.(stage);
    const services: Service[] = [];
    for (let instance = 0; instance < instances; instance++) {
      const service = await stage.service(settings);
      await service.start();
      services.push(service);
    }
    const [first] = services;
    if (!first) return;
    await addRelayers(first.url, RELAYERS);
    await differentFields(stage, scenario, services);
    await sameVersion(stage, scenario, services);
    await verifyChain(stage, scenario, first);
  };

const urlOf = (services: readonly Service[], writer: number): string => services[writer % services.length]?.url ?? '';

async function differentFields(stage: Stage, scenario: string, services: readonly Service[]): Promise<void> {
  const lost: object[] = [];
  const refused: object[] = [];
  const rounds = stage.times(ROUNDS);
  for (let round = 1; round <= rounds; round++) {
    const changes = Array.from({ length: RELAYERS * FIELDS.length }, (_, writer) => ({
      path: `/api/v1/relayers/relayer-${String(writer % RELAYERS)}`,
      body: FIELDS[Math.floor(writer / RELAYERS)]?.(round) ?? {},
    }));
    const outcomes = await Promise.all(
      changes.map(({ path, body }, writer) => send(urlOf(services, writer) + path, { method: 'PATCH', body })),
    );
    refused.push(...outcomes.filter(({ status }) => status !== 200));
    for (const [writer, { path, body }] of changes.entries()) {
      const { data } = await sure(urlOf(services, writer + 1) + path);
      if (!holds(data, body)) lost.push({ round, path, body });
    }
  }
  const all = rounds * RELAYERS * FIELDS.length;
  const kept = `${String(all - lost.length)} of ${String(all)}`;
  for (const fault of lost.slice(0, 5)) console.log(fault);
  stage.report.add(scenario, 'changes kept', kept, 'all', lost.length === 0);
  stage.report.none(scenario, 'changes refused', refused);
}

/** Whether a record has all that a change sets. */
function holds(record: Readonly<Record<string, unknown>>, change: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(change).every(([name, value]) => {
    const kept = record[name];
    return name === 'policies'
      ? holds(kept as Record<string, unknown>, value as Record<string, unknown>)
      : JSON.stringify(kept) === JSON.stringify(value);
  });
}

async function sameVersion({ report }: Stage, scenario: string, services: readonly Service[]): Promise<void> {
  const path = '/api/v1/relayers/relayer-0';
  const { etag = '' } = await send(urlOf(services, 0) + path);
  const outcomes = await Promise.all(
    Array.from({ length: RIVALS }, (_, writer) => {
      const body = { name: `rival ${String(writer)}` };
      return send(urlOf(services, writer) + path, { method: 'PATCH', body, headers: { 'if-match': etag } });
    }),
  );
  const count = (wanted: number): number => outcomes.filter(({ status }) => status === wanted).length;
  const measured = `${String(count(200))} × 200, ${String(count(412))} × 412`;
  report.add(
    scenario,
    '50 with the same If-Match',
    measured,
    '1 × 200, 49 × 412',
    count(200) === 1 && count(412) === 49,
  );
}
