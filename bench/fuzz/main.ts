import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mebibytes, numberFrom } from '../support/numbers';
import { PostgresServer } from '../support/postgres';
import { probe, Service, TOKEN } from '../support/service';
import { Description } from './description';
import { fuzz } from './fuzz';

/** What the heap may have grown by, once everything that is made on first use is there. */
const MAX_GROWTH_BYTES = 16 * 2 ** 20;
const SHOWN_VIOLATIONS = 10;

/** `npm run fuzz [-- postgres]`: a hundred thousand requests made from openapi.json, on SQLite or PostgreSQL. */
async function main(): Promise<void> {
  const requests = numberFrom('FUZZ_REQUESTS', 100_000);
  const seed = numberFrom('FUZZ_SEED', Math.floor(Math.random() * 2 ** 31));
  const postgres = process.argv.includes('postgres') ? await PostgresServer.make() : undefined;
  const database = postgres ? 'PostgreSQL' : 'SQLite';
  console.log(`${String(requests)} requests on ${database}, FUZZ_SEED=${String(seed)}`);
  const directory = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const settings = postgres && {
    DATABASE_URL: postgres.url,
    STORAGE_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
  const service = await Service.make(directory, settings, probe);
  try {
    await service.start();
    const start = performance.now();
    const heap: number[] = [];
    const { statuses, violations } = await fuzz(new Description(), {
      url: service.url,
      token: TOKEN,
      seed,
      requests,
      progress: async (done) => {
        const { heapUsed, rss } = await service.memory();
        heap.push(heapUsed);
        console.log(`${String(done).padStart(8)} requests, heap ${mebibytes(heapUsed)}, resident ${mebibytes(rss)}`);
      },
    });
    const seconds = (performance.now() - start) / 1000;
    const growth = Math.max(0, (heap.at(-1) ?? 0) - (heap[Math.floor(heap.length / 5)] ?? 0));
    const sorted = [...statuses].sort(([one], [other]) => one - other);
    console.table(
      Object.fromEntries(sorted.map(([status, count]) => [status === 0 ? 'none' : status, { answers: count }])),
    );
    for (const violation of violations.slice(0, SHOWN_VIOLATIONS)) console.log(violation);
    console.table({
      requests,
      violations: violations.length,
      '5xx': sorted.reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0),
      'process alive': service.isAlive,
      'heap growth': mebibytes(growth),
      duration: `${seconds.toFixed(0)} s`,
      seed,
    });
    if (!service.isAlive) console.log(service.output.slice(-2000));
    if (violations.length > 0 || !service.isAlive || growth > MAX_GROWTH_BYTES) process.exitCode = 1;
  } finally {
    await service.end('SIGKILL');
    postgres?.end();
    rmSync(directory, { recursive: true, force: true });
  }
}

void main();
