import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { curve, memory } from './curve';
import { deliveries } from './deliveries';
import { importing } from './import';
import { publish } from './publish';
import { textOf } from './report';
import { circumstances, readResults, type Results, writeResults } from './results';
import { postgres, slowDisk } from './postgres-sections';
import { get, list, patch, type Section, start } from './sections';

const RESULTS = resolve(__dirname, '../results.json');

const sections: Readonly<Record<string, Section>> = {
  list,
  get,
  patch,
  start,
  import: importing,
  curve,
  memory,
  postgres,
  'postgres-slow-disk': slowDisk,
  deliveries,
};
/** What the curve tells, too. */
const BY_NAME_ONLY = 'memory';

/** `npm run bench -- [section…] [--quick] [--note TEXT] [--out FILE]`; the note is kept with the results */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, note: { type: 'string' }, out: { type: 'string' } },
  });
  const unknown = positionals.filter((name) => !(name in sections));
  if (unknown.length > 0) {
    throw new Error(`No section ${unknown.join(', ')}: there are ${Object.keys(sections).join(', ')}`);
  }
  const chosen = Object.entries(sections).filter(([name]) =>
    positionals.length === 0 ? name !== BY_NAME_ONLY : positionals.includes(name),
  );
  // What was measured in a hurry is shown and not kept.
  const out = values.out ?? (values.quick ? undefined : RESULTS);
  const { machine, node } = circumstances();
  console.log(`${machine}, Node.js ${node}`);
  for (const [name, section] of chosen) {
    const result = await section(values.quick);
    console.log(`\n${textOf(result)}`);
    const results: Results = { [name]: { ...circumstances(values.note), ...result } };
    if (out !== undefined) writeResults(out, results);
  }
  if (out === RESULTS) publish(readResults(RESULTS));
}

// The processes that were started end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
