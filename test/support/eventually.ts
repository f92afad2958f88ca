import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 20;

/** Repeats an assertion until it holds; throws as it did last when it did not within `ms` milliseconds. */
export async function eventually<T>(assertion: () => Promise<T> | T, ms = 20_000): Promise<T> {
  for (const deadline = Date.now() + ms; ;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await wait(POLL_MS);
  }
}
