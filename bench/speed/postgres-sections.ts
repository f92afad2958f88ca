import { PostgresServer } from '../support/postgres';
import { TOKEN } from '../support/service';
import type { Contender } from './arena';
import { ask } from './ask';
import { compare } from './comparison';
import { DeliveryCounter } from './delivery-counter';
import { notificationId } from './records';
import type { WorkResult } from './results';
import { type Plan, rateOf } from './rounds';
import { requireSameAnswers } from './same-answers';
import {
  changes,
  getRelayers,
  inArena,
  LIST,
  mixed,
  mixedOf,
  patchRelayers,
  planOf,
  READERS,
  reads,
  RELAYERS,
  type Section,
  singles,
  toldRelayerIds,
  WRITERS,
} from './sections';
import { ratioOf } from './statistics';

/** A disk on which each commit takes 3 ms, and which takes several at once. */
const SLOW_DISK = ['-c commit_delay=3000', '-c commit_siblings=0'];

export const postgres: Section = (isQuick) =>
  inArena(async (arena) => {
    const [own, other] = [await arena.postgres(), await arena.postgres()];
    if (own === undefined || other === undefined) {
      console.log('NOT MEASURED on PostgreSQL: TEST_DATABASE_URL is not set');
      return {};
    }
    const receiver = await DeliveryCounter.open();
    try {
      const service = await arena.service(RELAYERS, 'service', own);
      const sides = [service, await arena.baseline('express-pg', service, other)];
      await requireSameAnswers(sides, TOKEN, [{ path: LIST }, ...singles, ...changes]);
      const works: Record<string, WorkResult> = {};
      for (const [name, title, work, connections] of [
        ['postgres-list', 'PostgreSQL: GET /api/v1/relayers, page of 10', reads([LIST]), READERS],
        ['postgres-list-with-changes', 'PostgreSQL: the same with 5 % PATCH between', mixed, READERS],
        ['postgres-get', 'PostgreSQL: GET one relayer', getRelayers, READERS],
        ['postgres-patch', 'PostgreSQL: PATCH one relayer, durable', patchRelayers, WRITERS],
      ] as const) {
        works[name] = await compare(name, title, sides, work, planOf(isQuick, connections));
      }
      await tell(service, receiver.url);
      works['postgres-list-with-deliveries'] = await compare(
        'postgres-list-with-deliveries',
        'PostgreSQL: page of 10 with 5 % PATCH between, of which this service delivers each to a webhook',
        sides,
        mixedOf(toldRelayerIds()),
        planOf(isQuick, READERS),
      );
      return { works };
    } finally {
      receiver.close();
    }
  });

/** Has a receiver told of the changes of relayers. */
async function tell({ program }: Contender, url: string): Promise<void> {
  for (let index = 0; index < RELAYERS / 10; index++) {
    const path = `/api/v1/notifications/${notificationId(index)}`;
    await ask(program.url, TOKEN, { method: 'PATCH', path, body: JSON.stringify({ url }) });
  }
}

/** PATCH where a commit is slow, as on a disk in a network: what counts is how many share one. */
export const slowDisk: Section = async (isQuick) => {
  const server = await PostgresServer.make(SLOW_DISK);
  try {
    return await inArena(async (arena) => {
      const first = await arena.service(RELAYERS, 'service', server.database('service'));
      const sides = [first, await arena.baseline('express-pg', first, server.database('baseline'))];
      const title = 'PostgreSQL whose disk takes 3 ms for a commit: PATCH one relayer';
      const plan = planOf(isQuick, WRITERS);
      const work = await compare('postgres-slow-patch', title, sides, patchRelayers, plan);
      const second = await arena.another(first);
      return {
        works: { 'postgres-slow-patch': work },
        verdicts: [
          {
            what: 'the same, two instances beside one, 32 connections in all',
            figure: await ratioOfTwo(first, second, plan),
            unit: '×',
            target: { bound: 'at least', limit: 1 },
          },
        ],
      };
    });
  } finally {
    server.end();
  }
};

async function ratioOfTwo(first: Contender, second: Contender, plan: Plan) {
  const halves = { ...plan, connections: plan.connections / 2 };
  const alone = () => rateOf(first, patchRelayers, plan);
  const both = async (): Promise<number> => {
    const rates = await Promise.all([first, second].map((each) => rateOf(each, patchRelayers, halves)));
    return rates.reduce((sum, rate) => sum + rate, 0);
  };
  const [one, two]: [number[], number[]] = [[], []];
  await both();
  for (let round = 0; round < plan.rounds; round++) {
    one.push(await alone());
    two.push(await both());
  }
  return ratioOf(two, one);
}
