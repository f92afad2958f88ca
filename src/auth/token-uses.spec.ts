import { Logger } from '@nestjs/common';
import { CallContext } from '../kernel/call-context';
import type { Stored } from '../kernel/record';
import { ApiToken } from './domain/api-token';
import type { TokenRepository } from './domain/token.repository';
import { TokenUses } from './token-uses';

const NOW = new Date('2030-01-01T00:00:00.000Z');
const MINUTE_MS = 60_000;
const MOST = 10_000;
const later = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);

const logged: (readonly unknown[])[] = [];
const note = (...said: readonly unknown[]): void => void logged.push(said);
Logger.overrideLogger({ log: note, warn: note, error: note });

const { token: issued } = ApiToken.issue({ name: 'a', permissions: ['*'] }, NOW);

/** Of a token as it was read, which nothing written since has changed. */
const stored = (id = 'a', last_used_at: string | null = null): Stored<ApiToken> => ({
  entity: ApiToken.restore({ ...issued.document, id, last_used_at }, issued.digest),
  position: 1,
  version: 1,
});

/** Where uses are noted; what is to be written is only counted. */
function counting(outcome: () => Promise<unknown> = () => Promise.resolve()) {
  let writes = 0;
  const run = async <T>(): Promise<T> => {
    writes++;
    return (await outcome()) as T;
  };
  const transactions = { run, read: run, afterCommit: () => undefined };
  const uses = new TokenUses({} as TokenRepository, transactions, new CallContext());
  return {
    uses,
    /** How often it is written when tokens are used one after the other. */
    writesFor: (...used: readonly [Stored<ApiToken>, Date][]) => {
      const before = writes;
      for (const [token, at] of used) uses.note(token, at);
      return writes - before;
    },
  };
}

it('are written at most once a minute, by what is remembered and by what was read', () => {
  const { writesFor } = counting();
  expect(writesFor([stored(), NOW], [stored(), NOW], [stored(), later(MINUTE_MS - 1)])).toBe(1);
  expect(writesFor([stored(), later(MINUTE_MS)])).toBe(1);
  expect(writesFor([stored('b', NOW.toISOString()), later(MINUTE_MS - 1)])).toBe(0);
  expect(writesFor([stored('b', NOW.toISOString()), later(MINUTE_MS)])).toBe(1);
});

it('are written again where the clock was set back', () => {
  const { writesFor } = counting();
  expect(writesFor([stored(), NOW], [stored(), later(1 - MINUTE_MS)])).toBe(1);
  expect(writesFor([stored(), later(-MINUTE_MS)])).toBe(1);
});

it('are remembered of 10,000 tokens, and then of others', () => {
  const { writesFor } = counting();
  const many = Array.from({ length: MOST }, (_, index): [Stored<ApiToken>, Date] => [stored(String(index)), NOW]);
  expect(writesFor(...many)).toBe(MOST);
  expect(writesFor(...many)).toBe(0);
  expect(writesFor([stored('one more'), NOW])).toBe(1);
  expect(writesFor([stored('one more'), NOW], [stored('0'), NOW])).toBe(1);
});

it('are all written when the service shuts down, and their faults are logged', async () => {
  let end = (): void => undefined;
  const written = new Promise<void>((resolve) => (end = resolve));
  const { uses, writesFor } = counting(() => written);
  writesFor([stored(), NOW]);
  let isShut = false;
  const shutdown = uses.beforeApplicationShutdown().then(() => (isShut = true));
  await new Promise((turn) => setImmediate(turn));
  expect(isShut).toBe(false);
  end();
  await shutdown;
  const failing = counting(() => Promise.reject(new Error('the disk is full')));
  failing.writesFor([stored(), NOW]);
  await failing.uses.beforeApplicationShutdown();
  const fields = { token: 'a', err: new Error('the disk is full') };
  expect(logged).toEqual([[fields, 'The use of a token could not be noted', 'auth']]);
});
