import { Description } from '../../bench/fuzz/description';
import { Random } from '../../bench/fuzz/random';
import { makeRequest } from '../../bench/fuzz/requests';
import { databases, postgresUrl, type TestDatabase } from '../support/databases';
import { FixedClock, FixedClockModule } from '../support/fixed-clock';
import { API_KEY, type OpenApp, openApp } from '../support/open-app';
import { sections, type Step } from './same-answers.steps';
import { Transcript } from './transcript';

const RANDOM_REQUESTS = 1_500;
const SEED = 20_300_101;
const HOUR_MS = 3_600_000;
/** Hashes and tags cover what is made at random, and no answer waits for the last use of a token to be written. */
const BY_CHANCE = /"hash":"[0-9a-f]{64}"|"last_used_at":(null|"[^"]+")|^(ETag|Content-Length): .*$/gm;
const AT_RANDOM = ['repeated', 'tokens', 'routes', 'endings'];
/** Each entry has a nonce. */
const AUDIT = '/api/v1/audit-events';

if (postgresUrl === undefined) {
  process.stderr.write('NOT TESTED: the same answers on every database (TEST_DATABASE_URL is not set)\n');
}

/** Figures of a service, and what the ids decide of which each database of this run has made others: order, and finds. */
const THEIR_OWN = /^\/(metrics|api\/v1\/configuration)|[?&]search=[0-9a-f-]{1,8}(&|$)/i;

describe('Every database of this run gives the same answers, byte for byte', () => {
  const clock = new FixedClock();
  const opened: { readonly database: TestDatabase; readonly app: OpenApp; readonly transcript: Transcript }[] = [];

  const open = async (): Promise<void> => {
    for (const { create } of databases) {
      const database = await create();
      const settings = { rateLimit: { perSecond: 100, burst: 300 }, logLevel: 'silent' };
      const app = await openApp({ database, settings, extensions: [FixedClockModule.with(clock)] });
      opened.push({ database, app, transcript: new Transcript(app.url) });
    }
  };
  const close = async (): Promise<void> => {
    for (const { database, app, transcript } of opened.splice(0)) {
      transcript.close();
      await app.close();
      await database.drop();
    }
  };

  /** What each service answers to one request. */
  const ask = async (step: Step): Promise<string[]> => {
    const answers: string[] = [];
    for (const { transcript } of opened) answers.push(await transcript.answer(step));
    return answers;
  };

  describe('to a script', () => {
    const statuses = new Set<string>();

    beforeAll(open, 30_000);
    afterAll(close);
    beforeEach(() => clock.advance(HOUR_MS));

    it.each(Object.entries(sections))('%s', async (name, steps) => {
      for (const step of steps) {
        const [first = '', ...others] = await ask(step);
        statuses.add(first.slice(0, 3));
        const isByChance = AT_RANDOM.includes(name) || step.path.startsWith(AUDIT);
        const compared = (answer: string): string => (isByChance ? answer.replace(BY_CHANCE, '') : answer);
        for (const other of others) {
          expect({ step, answer: compared(other) }).toEqual({ step, answer: compared(first) });
        }
        if (steps.length > 200) clock.advance(1_000);
      }
    });

    it('that goes through every kind of answer', () => {
      const wanted = ['200', '201', '304', '400', '401', '403', '404', '405', '409', '412', '413'];
      expect([...statuses].sort()).toEqual(expect.arrayContaining(wanted));
    });

    it('when the rate is exceeded', async () => {
      const step = { method: 'HEAD', path: '/api/v1/relayers' };
      let last: string[] = [];
      for (let count = 0; count <= 300; count++) last = await ask(step);
      expect(last[0]).toMatch(/^429 /);
      expect(new Set(last).size).toBe(1);
    });
  });

  describe('to requests made by chance', () => {
    beforeAll(open, 30_000);
    afterAll(close);

    it(`${String(RANDOM_REQUESTS)} of them`, async () => {
      const description = new Description();
      for (let index = 0; index < RANDOM_REQUESTS; index++) {
        clock.advance(1_000);
        const { method, target, headers, body } = makeRequest(description, API_KEY, new Random(SEED, index));
        if (THEIR_OWN.test(target)) continue;
        const [first = '', ...others] = (await ask({ method, path: target, headers, body })).map((answer) =>
          answer.replace(BY_CHANCE, ''),
        );
        for (const other of others) {
          expect({ index, method, target, body, answer: other }).toEqual({
            index,
            method,
            target,
            body,
            answer: first,
          });
        }
      }
    }, 120_000);
  });
});
