import type { Service } from '../support/service';
import { addRelayers, send, sure } from './client';
import { databases, type Scenario, verifyChain } from './scenario';

const INSTANCES = 3;
const COUNTERS = 4;
const CLIENTS = 24;
const INCREMENTS = 50;

interface Relayer {
  readonly policies: { readonly min_balance?: number };
}

/** Clients of three instances count up the same few numbers, each by what it read and `If-Match`, again where that is refused. */
export const countersOn =
  (database: string): Scenario =>
  async (stage) => {
    const scenario = `counters on ${database}, ${String(INSTANCES)} instances`;
    const settings = await databases[database]?.(stage);
    const services: Service[] = [];
    for (let instance = 0; instance < INSTANCES; instance++) {
      const service = await stage.service(settings);
      await service.start();
      services.push(service);
    }
    const [first] = services;
    if (!first) return;
    await addRelayers(first.url, COUNTERS);
    const increments = stage.times(INCREMENTS);
    const odd: object[] = [];
    let refused = 0;
    const count = async (client: number): Promise<void> => {
      const path = `/api/v1/relayers/relayer-${String(client % COUNTERS)}`;
      for (let done = 0, round = client; done < increments; round++) {
        const url = `${services[round % INSTANCES]?.url ?? ''}${path}`;
        const { text, etag = '' } = await send(url);
        const { data } = JSON.parse(text) as { readonly data: Relayer };
        const body = { policies: { min_balance: (data.policies.min_balance ?? 0) + 1 } };
        const outcome = await send(url, { method: 'PATCH', body, headers: { 'if-match': etag } });
        if (outcome.status === 200) done++;
        else if (outcome.status === 412) refused++;
        else odd.push(outcome);
        if (odd.length > CLIENTS) return;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => count(client)));
    const sums = await Promise.all(services.map(sumOf));
    const all = CLIENTS * increments;
    stage.report.add(
      scenario,
      'sum that each instance reads',
      sums.join(', '),
      String(all),
      sums.every((sum) => sum === all),
    );
    stage.report.none(scenario, `answers other than 200 and 412 (of ${String(all)} and ${String(refused)})`, odd);
    await verifyChain(stage, scenario, first);
  };

async function sumOf({ url }: Service): Promise<number> {
  let sum = 0;
  for (let counter = 0; counter < COUNTERS; counter++) {
    const { data } = await sure(`${url}/api/v1/relayers/relayer-${String(counter)}`);
    sum += (data as Relayer).policies.min_balance ?? 0;
  }
  return sum;
}
