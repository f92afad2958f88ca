import { setImmediate as turn } from 'node:timers/promises';

/** In milliseconds: how long some work holds the event loop before others get their turn. */
const SHARE_MS = 5;

/**
 * Items for work that waits for nothing: it stops among them whenever it has held the event loop for its share.
 * @param signal ends it where whoever asked for it has gone
 */
export async function* inTurns<T>(items: Iterable<T> | AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T> {
  let since = performance.now();
  for await (const item of items) {
    if (performance.now() - since > SHARE_MS) {
      await turn();
      signal?.throwIfAborted();
      since = performance.now();
    }
    yield item;
  }
}

/** Takes steps in turns with others. */
export async function taken(steps: Iterable<unknown> | AsyncIterable<unknown>, signal?: AbortSignal): Promise<void> {
  const turns = inTurns(steps, signal);
  while (!(await turns.next()).done);
}
