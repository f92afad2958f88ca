import { relayerNumber } from '../builders/a-relayer';
import { aSigner } from '../builders/a-signer';
import { Client } from './client';

const RECORDS = 8;
const READERS = 64;
const WRITERS = 3;
const API = '/api/v1/relayers';
const PATHS = [API, `${API}?paused=true`, `${API}?search=relayer-`, `${API}?per_page=3&page=2`];
/** Every so many reads a token is issued, used by all, and revoked. */
const READS_PER_TOKEN = 200;

export interface Found {
  readonly reads: number;
  /** Reads that were answered with 304. */
  readonly unmodified: number;
  readonly changes: number;
  readonly revocations: number;
  readonly stale: readonly string[];
}

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly paused: boolean;
}

/** What was asked of a record, and what was acknowledged: the number of the last change. */
interface Progress {
  started: number;
  acknowledged: number;
}

/** Makes the records that {@link readersAndWriters} changes. */
export async function prepare(url: string, token: string): Promise<void> {
  const client = new Client(url, token);
  await client.call('POST', '/api/v1/signers', aSigner());
  for (let number = 1; number <= RECORDS; number++) {
    await client.call('POST', API, relayerNumber(number, { name: 'round 0', paused: true }));
  }
  client.close();
}

/**
 * Many readers and some writers on all services at once, which are on one database. Reads that begin after a change was
 * acknowledged have to give it, or a later one; whichever service was asked, alone, in lists, and by a 304.
 * @param enough tells when to stop
 */
export async function readersAndWriters(
  urls: readonly string[],
  token: string,
  enough: (found: Found) => boolean,
): Promise<Found> {
  const clients = urls.map((url) => new Client(url, token));
  const progress = new Map<string, Progress>(
    Array.from({ length: RECORDS }, (_, index) => [`relayer-${String(index + 1)}`, { started: 0, acknowledged: 0 }]),
  );
  const ids = [...progress.keys()];
  const tags = new Map<string, { readonly tag: string; readonly text: string }>();
  const counted = { reads: 0, unmodified: 0, changes: 0, revocations: 0, stale: [] as string[] };
  const waiting = new Set<{ readonly until: number; readonly go: () => void }>();
  let turn = 0;

  const isOver = (): boolean => enough(counted);
  const clientFor = (number: number): Client => clients[number % clients.length]!;

  const wakeUp = (): void => {
    for (const one of waiting) {
      if (counted.reads < one.until && !isOver()) continue;
      waiting.delete(one);
      one.go();
    }
  };
  const afterReads = (count: number): Promise<void> =>
    new Promise((go) => {
      waiting.add({ until: counted.reads + count, go });
      wakeUp();
    });

  const validate = (path: string, text: string, known: ReadonlyMap<string, number>): void => {
    const { data } = JSON.parse(text) as { readonly data: Shown | readonly Shown[] };
    const shown = new Map([data].flat().map((one) => [one.id, one]));
    for (const [id, least] of known) {
      const one = shown.get(id);
      const round = Number(one?.name.slice('round '.length));
      if (one && (round < least || one.paused !== (round % 2 === 0))) {
        counted.stale.push(`${path} gave ${id} at ${String(round)} after ${String(least)}`);
      }
      const isUnchanged = progress.get(id)!.started === least;
      const isExpected = path === PATHS[1] ? least % 2 === 0 : path === PATHS[0] || path === PATHS[2];
      if (isUnchanged && !one && isExpected) counted.stale.push(`${path} lacks ${id} after ${String(least)}`);
    }
  };

  const read = async (number: number): Promise<void> => {
    const path = number % 2 ? `${API}/${ids[number % ids.length]!}` : PATHS[(number >> 1) % PATHS.length]!;
    const known = new Map([...progress].map(([id, { acknowledged }]) => [id, acknowledged]));
    const before = number % 3 ? undefined : tags.get(path);
    const headers = before ? { 'if-none-match': before.tag } : {};
    const {
      status,
      headers: given,
      text,
    } = await clientFor(number * 7 + (number >> 3)).call('GET', path, undefined, headers);
    counted.reads++;
    if (status === 304 && before) {
      counted.unmodified++;
      validate(path, before.text, known);
    } else if (status === 200) {
      validate(path, text, known);
      tags.set(path, { tag: given.etag ?? '', text });
    } else counted.stale.push(`${path} answered ${String(status)}: ${text}`);
    wakeUp();
  };

  const reader = async (): Promise<void> => {
    while (!isOver()) await read(turn++);
    wakeUp();
  };

  const writer = async (first: number): Promise<void> => {
    for (let round = 1; !isOver(); round++) {
      for (let at = first; at < ids.length && !isOver(); at += WRITERS) {
        const own = progress.get(ids[at]!)!;
        own.started = round;
        const body = { name: `round ${String(round)}`, paused: round % 2 === 0 };
        const { status, text } = await clientFor(round + at).call('PATCH', `${API}/${ids[at]!}`, body);
        if (status !== 200) throw new Error(`A change was answered with ${String(status)}: ${text}`);
        own.acknowledged = round;
        counted.changes++;
        await afterReads((round * 13 + at * 7) % 40);
      }
    }
  };

  const revoker = async (): Promise<void> => {
    while (!isOver()) {
      const [by, other] = counted.revocations % 2 ? [clientFor(0), clientFor(1)] : [clientFor(1), clientFor(0)];
      const issued = await by.call('POST', '/api/v1/tokens', { name: 'a test', permissions: ['relayers:read'] });
      const { id, token: text } = (
        JSON.parse(issued.text) as { readonly data: { readonly id: string; readonly token: string } }
      ).data;
      const use = async (): Promise<number[]> => {
        const both = await Promise.all(
          [by, other].map((one) => one.call('GET', API, undefined, { authorization: `Bearer ${text}` })),
        );
        return both.map(({ status }) => status);
      };
      const good = [...(await use()), ...(await use())];
      await by.call('DELETE', `/api/v1/tokens/${id}`);
      const statuses = [...good, ...(await use())].join();
      if (statuses !== '200,200,200,200,401,401') counted.stale.push(`A revoked token was answered with ${statuses}`);
      counted.revocations++;
      await afterReads(READS_PER_TOKEN);
    }
  };

  await Promise.all([
    ...Array.from({ length: READERS }, reader),
    ...Array.from({ length: WRITERS }, (_, index) => writer(index)),
    revoker(),
  ]);
  for (const client of clients) client.close();
  return counted;
}
