import { TOKEN } from '../support/service';
import { Arena, type Contender } from './arena';
import type { Question } from './ask';
import { compare } from './comparison';
import { notificationId, relayerId } from './records';
import type { SectionResult } from './results';
import type { Plan } from './rounds';
import { requireSameAnswers } from './same-answers';
import { figureOf } from './statistics';
import { MAX_START_SECONDS, type SideName } from './targets';
import { changeNumber, type Work } from './work';

export type Section = (isQuick: boolean) => Promise<SectionResult>;

/** How many relayers the comparisons have. */
export const RELAYERS = 1_000;
/** Records that are asked for in turns: one alone would be in every cache. */
const VARIETY = 200;
export const READERS = 50;
export const WRITERS = 32;
/** One change to so many reads. */
const READS_A_CHANGE = 19;

export const LIST = '/api/v1/relayers';
const MIB = 2 ** 20;

export const planOf = (isQuick: boolean, connections: number): Plan =>
  isQuick
    ? { connections, rounds: 1, seconds: 0.3, warmUpSeconds: 0.2 }
    : { connections, rounds: 5, seconds: 1.2, warmUpSeconds: 2 };

const spread = (id: (index: number) => string, count: number): string[] =>
  Array.from({ length: VARIETY }, (_, index) => id(Math.floor((index * count) / VARIETY)));

/** Those whose changes are delivered to a webhook. */
export const toldRelayerIds = (count = RELAYERS): string[] => spread((index) => relayerId(index | 1), count);

/** Those that no webhook is told of: the receivers would be measured with them, and the baselines tell nobody. */
export const relayerIds = (count = RELAYERS): string[] => spread((index) => relayerId(index - (index % 2)), count);

export const reads = (paths: readonly string[]): Work => ({ kind: 'read', paths });
export const getRelayers = reads(relayerIds().map((id) => `${LIST}/${id}`));
const getNotifications = reads(spread(notificationId, RELAYERS / 10).map((id) => `/api/v1/notifications/${id}`));
export const patchRelayers: Work = { kind: 'patch', ids: relayerIds() };
export const mixedOf = (ids: readonly string[]): Work => ({ kind: 'mixed', ids, path: LIST, reads: READS_A_CHANGE });
export const mixed = mixedOf(relayerIds());

/** One of each network type, with and without RPC endpoints. */
export const changes: Question[] = [0, 1, 7, 8].map((index) => ({
  method: 'PATCH',
  path: `${LIST}/${relayerId(index)}`,
  body: changeNumber(index),
}));
export const singles: Question[] = [
  ...[0, 1, 7, 8, 9].map((index) => ({ path: `${LIST}/${relayerId(index)}` })),
  { path: `/api/v1/notifications/${notificationId(0)}` },
];

/** Works in an arena, which is gone afterwards. */
export async function inArena<T>(work: (arena: Arena) => Promise<T>): Promise<T> {
  const arena = new Arena();
  try {
    return await work(arena);
  } finally {
    await arena.close();
  }
}

/** The service with baselines that answer as it does. */
async function sidesOf(
  arena: Arena,
  baselines: readonly Exclude<SideName, 'service'>[],
  questions: readonly Question[],
): Promise<Contender[]> {
  const service = await arena.service(RELAYERS);
  const others = await Promise.all(baselines.map((name) => arena.baseline(name, service)));
  await requireSameAnswers([service, ...others], TOKEN, questions);
  return [service, ...others];
}

export const list: Section = (isQuick) =>
  inArena(async (arena) => {
    const names = ['bare-node', 'bare-express', 'bare-express-lean', 'express-sqlite', 'nest'] as const;
    const sides = await sidesOf(arena, names, [{ path: LIST }]);
    const stored = sides.filter(({ name }) => !name.startsWith('bare'));
    await requireSameAnswers(stored, TOKEN, [{ path: `${LIST}?page=100&per_page=10` }, ...singles]);
    const plan = planOf(isQuick, READERS);
    const title = 'GET /api/v1/relayers, page of 10';
    return {
      works: {
        list: await compare('list', title, sides, reads([LIST]), plan),
        'list-with-changes': await compare(
          'list-with-changes',
          `${title}, with 5 % PATCH between`,
          stored,
          mixed,
          plan,
        ),
      },
    };
  });

export const get: Section = (isQuick) =>
  inArena(async (arena) => {
    const sides = await sidesOf(arena, ['express-sqlite', 'nest'], singles);
    const plan = planOf(isQuick, READERS);
    return {
      works: {
        'get-relayer': await compare('get-relayer', 'GET one relayer', sides, getRelayers, plan),
        'get-notification': await compare('get-notification', 'GET one notification', sides, getNotifications, plan),
      },
    };
  });

export const patch: Section = (isQuick) =>
  inArena(async (arena) => {
    const sides = await sidesOf(arena, ['express-sqlite', 'nest'], changes);
    const title = 'PATCH one relayer, durable';
    return { works: { patch: await compare('patch', title, sides, patchRelayers, planOf(isQuick, WRITERS)) } };
  });

export const start: Section = (isQuick) =>
  inArena(async (arena) => {
    let service = await arena.service(RELAYERS);
    const seconds: number[] = [];
    const cpu: number[] = [];
    const resident: number[] = [];
    for (let number = isQuick ? 2 : 7; number > 0; number--) {
      service = await arena.again(service);
      seconds.push(service.program.startedIn / 1000);
      cpu.push(service.program.cpuSeconds);
      resident.push(service.program.residentBytes / MIB);
    }
    return {
      verdicts: [
        {
          what: 'process start to first page of relayers',
          figure: figureOf(seconds),
          unit: 's',
          target: { bound: 'at most', limit: MAX_START_SECONDS },
        },
        { what: 'processor time until then', figure: figureOf(cpu), unit: 's' },
        { what: 'resident memory after the start', figure: figureOf(resident), unit: 'MiB' },
      ],
    };
  });
