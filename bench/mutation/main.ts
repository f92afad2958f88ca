import { parseArgs } from 'node:util';
import { tableOf } from '../../src/cli/table';
import { mutations } from './list';
import { mutated, type Mutation, type Need, NEEDS } from './mutation';
import { Programs } from './programs';
import { Sandbox } from './sandbox';

const SURVIVED = 'SURVIVED';
const SKIPPED = 'SKIPPED';
const INVALID = 'NOT A MUTATION';

interface Result {
  readonly mutation: Mutation;
  readonly outcome: string;
  readonly seconds: number;
}

/** `npm run mutate`: takes away one protection after another, and shows which test misses it. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, list: { type: 'boolean' } } });
  const chosen = choose(values.only);
  if (values.list) {
    console.log(
      tableOf(
        ['name', 'kind', 'file', 'needs'],
        chosen.map(({ name, kind, file, needs = '' }) => [name, kind, file, needs]),
      ),
    );
    return;
  }
  const start = performance.now();
  const sandbox = new Sandbox();
  checkPrograms(chosen, sandbox);
  const possible = chosen.filter(isPossible);
  await checkUnmutated(possible, sandbox);
  const results: Result[] = [];
  for (const mutation of chosen) {
    const result = await attempt(mutation, sandbox);
    results.push(result);
    console.log(`${mutation.name}: ${shortened(result.outcome)} (${result.seconds.toFixed(0)} s)`);
  }
  report(results, (performance.now() - start) / 1000);
}

function choose(only: string | undefined): readonly Mutation[] {
  const names = only?.split(',');
  const unknown = names?.filter((name) => !mutations.some((mutation) => mutation.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`There is no mutation ${unknown.join(', ')}; --list names all`);
  const twice = mutations.find(({ name }, index) => mutations.findIndex((other) => other.name === name) !== index);
  if (twice) throw new Error(`Two mutations are named ${twice.name}`);
  return names ? mutations.filter(({ name }) => names.includes(name)) : mutations;
}

const isPossible = ({ needs }: Mutation): boolean => needs === undefined || (process.env[NEEDS[needs]] ?? '') !== '';

/** Before anything runs: in rounds that take one mutation of each file, as reading the whole program takes long. */
function checkPrograms(chosen: readonly Mutation[], sandbox: Sandbox): void {
  const rounds: Map<string, Mutation>[] = [];
  for (const mutation of chosen) {
    const round = rounds.find((files) => !files.has(mutation.file)) ?? new Map<string, Mutation>();
    if (round.size === 0) rounds.push(round);
    round.set(mutation.file, mutation);
  }
  const programs = new Programs(sandbox.root);
  const faults = rounds.flatMap((round) => {
    const texts = new Map([...round].map(([file, mutation]) => [file, mutated(mutation, sandbox.read(file))]));
    return programs.faultsOf(texts).map(([file, fault]) => `${round.get(file)?.name ?? ''}: ${INVALID}: ${fault}`);
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** What fails by itself would seem to catch everything. */
async function checkUnmutated(chosen: readonly Mutation[], sandbox: Sandbox): Promise<void> {
  for (const needs of [undefined, ...(Object.keys(NEEDS) as Need[])]) {
    const specs = [...new Set(chosen.filter((mutation) => mutation.needs === needs).flatMap(({ tests }) => tests))];
    if (specs.length === 0) continue;
    const { failure, broken } = await sandbox.run(specs, needs);
    const fault = broken ?? failure;
    if (fault !== undefined) throw new Error(`The source fails its specs before anything was taken away: ${fault}`);
    console.log(`${String(specs.length)} specs pass with everything in its place${needs ? `, with ${needs}` : ''}`);
  }
}

async function attempt(mutation: Mutation, sandbox: Sandbox): Promise<Result> {
  const start = performance.now();
  if (!isPossible(mutation)) {
    const outcome = `${SKIPPED}: ${NEEDS[mutation.needs ?? 'postgres']} is not set`;
    return { mutation, outcome, seconds: 0 };
  }
  const text = mutated(mutation, sandbox.read(mutation.file));
  const { failure, broken } = await sandbox.with(mutation.file, text, () =>
    sandbox.run(mutation.tests, mutation.needs),
  );
  const outcome = failure ?? SURVIVED;
  const seconds = (performance.now() - start) / 1000;
  return { mutation, outcome: broken === undefined ? outcome : `${INVALID}: ${broken}`, seconds };
}

function report(results: readonly Result[], seconds: number): void {
  const rows = results.map(({ mutation: { name, kind }, outcome }) => [name, kind, shortened(outcome)]);
  console.log(`\n${tableOf(['name', 'kind', 'caught by'], rows)}\n`);
  const count = (word: string): number => results.filter(({ outcome }) => outcome.startsWith(word)).length;
  const [survived, skipped, invalid] = [count(SURVIVED), count(SKIPPED), count(INVALID)];
  const caught = results.length - survived - skipped - invalid;
  console.log(
    `${String(caught)} of ${String(results.length)} caught, ${String(survived)} survived, ${seconds.toFixed(0)} s`,
  );
  if (invalid > 0) console.log(`${String(invalid)} are no mutations: their specs could not be run`);
  if (skipped > 0) console.log(`${String(skipped)} SKIPPED: nothing is known of them`);
  if (survived > 0 || invalid > 0) process.exitCode = 1;
}

/** Tests that try texts of any length have these in their names. */
const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
