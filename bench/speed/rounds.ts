import { TOKEN } from '../support/service';
import type { Contender } from './arena';
import type { Work } from './work';

const MAX_SECONDS = 10;

export interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
}

/** What one round of one side showed. */
export interface Sample {
  /** Requests a second. */
  readonly rate: number;
  /** In milliseconds, as clients see it. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server for a request, in microseconds. */
  readonly cpu: number;
  /** Processors that the server kept busy. */
  readonly busy: number;
  /** Resident memory of the server afterwards, in bytes. */
  readonly resident: number;
}

/**
 * Short rounds, one side after the other, so that all sides have the same good and bad moments of the machine.
 * @throws Error where a request fails
 */
export async function measure(
  contenders: readonly Contender[],
  workOf: (contender: Contender) => Work,
  plan: Plan,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  for (const contender of contenders) await round(contender, workOf(contender), plan, plan.warmUpSeconds);
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let number = 0; number < plan.rounds; number++) {
    for (const contender of contenders) {
      samples.get(contender.name)?.push(await round(contender, workOf(contender), plan, plan.seconds));
    }
  }
  return samples;
}

/** Requests a second of one more round. */
export const rateOf = async (contender: Contender, work: Work, plan: Plan): Promise<number> =>
  (await round(contender, work, plan, plan.seconds)).rate;

async function round(contender: Contender, work: Work, plan: Plan, seconds: number): Promise<Sample> {
  const { name, program, generator } = contender;
  const { connections } = plan;
  const before = program.cpuSeconds;
  const result = await generator.run({ url: program.url, token: TOKEN, connections, seconds, work });
  const cpu = program.cpuSeconds - before;
  // A disk that stalls may hold up every writer for longer than a short round takes.
  const isEmpty = result.requests === 0;
  if (isEmpty && result.failures === 0 && seconds < MAX_SECONDS) return round(contender, work, plan, seconds * 2);
  if (isEmpty || result.failures > 0) {
    throw new Error(`${name} failed ${String(result.failures)} of ${String(result.requests)} requests (${work.kind})`);
  }
  return {
    rate: result.requests / result.seconds,
    p50: result.p50,
    p99: result.p99,
    cpu: (cpu * 1e6) / result.requests,
    busy: cpu / result.seconds,
    resident: program.residentBytes,
  };
}
