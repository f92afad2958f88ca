import type { Arena, Contender } from './arena';
import { relayerId, signer, signersFor } from './records';
import type { Costs, SectionResult } from './results';
import { measure, type Plan, type Sample } from './rounds';
import { inArena, LIST, relayerIds, type Section } from './sections';
import { type Figure, figureOf, ratioOf } from './statistics';
import { MAX_COSTS, MAX_RESIDENT_MIB, type Verdict } from './targets';
import type { Work } from './work';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const QUICK_SIZES = [1_000, 10_000];
const PER_PAGE = 10;
const CLIENTS = 32;
const MIB = 2 ** 20;

/** What is asked of a service with that many relayers. Creations come last, as they change how many there are. */
const works: Readonly<Record<string, (relayers: number) => Work>> = {
  'first page': () => ({ kind: 'read', paths: [LIST] }),
  'last page': (relayers) => ({ kind: 'read', paths: [pageAt(relayers - 1)] }),
  get: (relayers) => ({ kind: 'read', paths: relayerIds(relayers).map((id) => `${LIST}/${id}`) }),
  'first page, after a change': () => afterChange(LIST),
  'middle page, after a change': (relayers) => afterChange(pageAt(relayers / 2)),
  'last page, after a change': (relayers) => afterChange(pageAt(relayers - 1)),
  'filtered page, after a change': () => afterChange(`${LIST}?network_type=solana`),
  patch: (relayers) => ({ kind: 'patch', ids: relayerIds(relayers) }),
  create: (relayers) => ({ kind: 'create', signer: signer(signersFor(relayers) - 1).id }),
};

const pageAt = (index: number): string => `${LIST}?page=${String(Math.floor(index / PER_PAGE) + 1)}`;
const afterChange = (path: string): Work => ({ kind: 'after-change', path, id: relayerId(3) });

const planOf = (isQuick: boolean): Plan =>
  isQuick
    ? { connections: CLIENTS, rounds: 1, seconds: 0.4, warmUpSeconds: 0.3 }
    : { connections: CLIENTS, rounds: 5, seconds: 0.7, warmUpSeconds: 0.4 };

/** Services with ever more relayers, side by side. */
export const curve: Section = (isQuick) =>
  inArena(async (arena) => {
    const sizes = isQuick ? QUICK_SIZES : SIZES;
    const services = await servicesWith(arena, sizes);
    const measured = new Map<string, ReadonlyMap<string, readonly Sample[]>>();
    for (const [name, workOf] of Object.entries(works)) {
      measured.set(name, await measure(services, (service) => workOf(Number(service.name)), planOf(isQuick)));
    }
    const costs: Costs = Object.fromEntries(
      [...measured].map(([name, bySize]) => [
        name,
        Object.fromEntries([...bySize].map(([size, samples]) => [size, figureOf(costsOf(name, samples))])),
      ]),
    );
    const growth = [...measured].map(([name, bySize]) => growthOf(name, sizes, bySize));
    return { costs, verdicts: [...growth, ...services.map(memoryOf)] };
  });

/** Only what the service holds after requests of every kind to its longest list. */
export const memory: Section = (isQuick) =>
  inArena(async (arena): Promise<SectionResult> => {
    const services = await servicesWith(arena, (isQuick ? QUICK_SIZES : SIZES).slice(-1));
    for (const workOf of Object.values(works)) {
      await measure(services, (service) => workOf(Number(service.name)), { ...planOf(isQuick), rounds: 1 });
    }
    return { verdicts: services.map(memoryOf) };
  });

async function servicesWith(arena: Arena, sizes: readonly number[]): Promise<Contender[]> {
  const services: Contender[] = [];
  for (const size of sizes) services.push(await arena.service(size, String(size)));
  return services;
}

/** In milliseconds for a request: one client alone waits for its answer, of many the server serves so many a second. */
const costsOf = (name: string, samples: readonly Sample[]): number[] =>
  samples.map(({ rate, p50 }) => (isAlone(name) ? p50 : 1000 / rate));

const isAlone = (name: string): boolean => works[name]?.(PER_PAGE).kind === 'after-change';

function growthOf(name: string, sizes: readonly number[], bySize: ReadonlyMap<string, readonly Sample[]>): Verdict {
  const [first, last] = [sizes[0], sizes.at(-1)].map((size) => bySize.get(String(size)) ?? []);
  const limit = MAX_COSTS[name];
  const figure: Figure = ratioOf(costsOf(name, last ?? []), costsOf(name, first ?? []));
  const what = `${name}, ${words(sizes.at(-1))} relayers beside ${words(sizes[0])}`;
  return {
    what,
    figure,
    unit: '×',
    ...(isAlone(name) ? {} : { byCpu: ratioOf(cpusOf(last), cpusOf(first)) }),
    ...(limit === undefined ? {} : { target: { bound: 'at most', limit } }),
  };
}

const cpusOf = (samples: readonly Sample[] = []): number[] => samples.map(({ cpu }) => cpu);

function memoryOf({ name, program }: Contender): Verdict {
  const what = `resident memory after the load, ${words(Number(name))} relayers`;
  const figure = figureOf([program.residentBytes / MIB]);
  return { what, figure, unit: 'MiB', target: { bound: 'at most', limit: MAX_RESIDENT_MIB } };
}

const words = (size = 0): string => size.toLocaleString('en');
