import type { Contender } from './arena';
import type { SideResult, WorkResult } from './results';
import { measure, type Plan, type Sample } from './rounds';
import { figureOf, ratioOf } from './statistics';
import { LEAST_RATIOS, type SideName, SIDES, type Verdict } from './targets';
import type { Work } from './work';

/** Measures the service, which comes first, beside the others at one work. */
export async function compare(
  key: string,
  title: string,
  contenders: readonly Contender[],
  work: Work,
  plan: Plan,
): Promise<WorkResult> {
  const samples = await measure(contenders, () => work, plan);
  const { connections, rounds, seconds } = plan;
  const [service, ...others] = [...samples];
  const own = service?.[1] ?? [];
  const sides = Object.fromEntries([...samples].map(([name, rounds]) => [name, sideOf(rounds)]));
  const verdicts = others.map(([name, rounds]) => verdictOf(key, name as SideName, own, rounds));
  return { title, connections, rounds, seconds, sides, verdicts };
}

function sideOf(samples: readonly Sample[]): SideResult {
  const figure = (name: keyof Sample) => figureOf(samples.map((sample) => sample[name]));
  return {
    rate: figure('rate'),
    p50: figure('p50'),
    p99: figure('p99'),
    cpu: figure('cpu'),
    busy: figure('busy'),
    resident: figure('resident'),
  };
}

function verdictOf(key: string, side: SideName, own: readonly Sample[], others: readonly Sample[]): Verdict {
  const column = (samples: readonly Sample[], name: keyof Sample) => samples.map((sample) => sample[name]);
  const limit = LEAST_RATIOS[key]?.[side];
  return {
    what: SIDES[side],
    figure: ratioOf(column(own, 'rate'), column(others, 'rate')),
    unit: '×',
    byCpu: ratioOf(column(others, 'cpu'), column(own, 'cpu')),
    ...(limit === undefined ? {} : { target: { bound: 'at least', limit } }),
  };
}
