import { Counter, Gauge, type Registry } from 'prom-client';

interface Cache {
  readonly counts: Readonly<Record<'hit' | 'miss' | 'joined' | 'passed', number>>;
  readonly bytes: number;
}

/** What became of requests that the answer cache might answer, and how much memory it takes. */
export function watchAnswerCache(registry: Registry, cache: Cache): void {
  new Counter({
    name: 'answer_cache_requests_total',
    help: 'Reading requests with a token, by what the answer cache did.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(cache.counts)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'answer_cache_bytes',
    help: 'Memory that the answers in the cache take.',
    registers: [registry],
    collect() {
      this.set(cache.bytes);
    },
  });
}
