import { isUnavailable } from './driver-errors';

/** `failed` includes what was refused and taken back, `unavailable` says that the database did not do its part. */
export type DatabaseOutcome = 'ok' | 'failed' | 'unavailable';

/** Hears of every statement and transaction of a database. */
export interface DatabaseWatcher {
  queried(outcome: DatabaseOutcome, seconds: number): void;
  transacted(outcome: DatabaseOutcome, seconds: number): void;
}

/** Tells a watcher, where there is one, what became of some work, and how long it took. */
export async function timed<T>(
  watcher: DatabaseWatcher | undefined,
  event: keyof DatabaseWatcher,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  let outcome: DatabaseOutcome = 'ok';
  try {
    return await work();
  } catch (error) {
    outcome = isUnavailable(error) ? 'unavailable' : 'failed';
    throw error;
  } finally {
    watcher?.[event](outcome, (performance.now() - start) / 1000);
  }
}
