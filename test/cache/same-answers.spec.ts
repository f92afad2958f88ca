import { type Step, sections } from '../databases/same-answers.steps';
import { Transcript } from '../databases/transcript';
import { databases, type TestDatabase } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { metricsOf } from './metrics';

/** Hashes and tags cover what is made at random, and no answer waits for the last use of a token to be written. */
const BY_CHANCE = /"hash":"[0-9a-f]{64}"|"last_used_at":(null|"[^"]+")|^(ETag|Content-Length): .*$/gm;
const AT_RANDOM = ['repeated', 'tokens', 'routes', 'endings'];
/** Each entry has a nonce. */
const AUDIT = '/api/v1/audit-events';
const BYTES = 32 * 1024 * 1024;
/** In milliseconds: so that the budget of a section is whole again. */
const HOUR_MS = 3_600_000;

interface Opened {
  readonly database: TestDatabase;
  readonly app: OpenApp;
  readonly transcript: Transcript;
}

describe.each(databases)('With and without the answer cache, on $name', ({ create }) => {
  const clock = new FixedClock();
  const opened: Opened[] = [];

  beforeAll(async () => {
    for (const isOn of [true, false]) {
      const database = await create();
      const settings = {
        rateLimit: { perSecond: 1_000, burst: 3_000 },
        logLevel: 'silent',
        answerCache: { isOn, bytes: BYTES },
      };
      const app = await openApp({ database, settings, extensions: [FixedClockModule.with(clock)] });
      opened.push({ database, app, transcript: new Transcript(app.url) });
    }
  });
  afterAll(async () => {
    for (const { database, app, transcript } of opened) {
      transcript.close();
      await app.close();
      await database.drop();
    }
  });
  beforeEach(() => clock.advance(HOUR_MS));

  /** What each of the two answers, in full. */
  const ask = async (step: Step): Promise<readonly string[]> =>
    Promise.all(opened.map(({ transcript }) => transcript.answer(step)));

  /** A read is sent again, for its head only, and with the tag of its answer. */
  const repeated = ({ method, path, headers }: Step, answer: string): Step[] => {
    if (method !== 'GET') return [];
    const tag = /^ETag: (.*)$/m.exec(answer)?.[1];
    const again = { method, path, headers };
    return [
      again,
      { ...again, method: 'HEAD' },
      ...(tag === undefined ? [] : [{ ...again, headers: { ...headers, 'if-none-match': '*' } }]),
    ];
  };

  it.each(Object.entries(sections))('answers are the same, byte for byte: %s', async (name, steps) => {
    for (const step of steps) {
      const isByChance = AT_RANDOM.includes(name) || step.path.startsWith(AUDIT);
      const compared = (answer: string): string => (isByChance ? answer.replace(BY_CHANCE, '') : answer);
      const first = await ask(step);
      expect({ step, answer: compared(first[0]!) }).toEqual({ step, answer: compared(first[1]!) });
      for (const one of repeated(step, first[0]!)) {
        const [on = '', off = ''] = (await ask(one)).map(compared);
        expect({ step: one, answer: on }).toEqual({ step: one, answer: off });
      }
    }
  });

  it('many of them from the cache', async () => {
    expect((await metricsOf(opened[0]!.app.url, API_KEY)).hit).toBeGreaterThan(300);
  });
});
