import { setTimeout as wait } from 'node:timers/promises';

/** What a command has printed, once a part of it is there. */
export async function printedInTime(printed: () => string, part: RegExp): Promise<string> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && !part.test(printed());) await wait(20);
  expect(printed()).toMatch(part);
  return printed();
}
