import { Description } from '../../bench/fuzz/description';
import { Random } from '../../bench/fuzz/random';
import { makeRequest } from '../../bench/fuzz/requests';
import { PAGE_FILES } from '../../src/http/openapi/docs.page';

const SEED = 20_260_101;
const REQUESTS = 20_000;
const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
  'expect',
];

describe('Requests made by chance', () => {
  const description = new Description();
  const requests = Array.from({ length: REQUESTS }, (_, index) =>
    makeRequest(description, 'token', new Random(SEED, index)),
  );
  const conditionsOf = (asked: typeof requests): string[] =>
    CONDITIONS.filter((name) => asked.some(({ headers }) => name in headers));

  it('bring conditions, ranges and wishes to every operation', () => {
    for (const { method, path } of description.operations) {
      const asked = requests.filter(({ operation }) => operation?.method === method && operation.path === path);
      expect([method, path, conditionsOf(asked)]).toEqual([method, path, CONDITIONS]);
    }
  });

  it('bring them to the files of the docs page, too', () => {
    for (const file of ['', '/page.js', ...[...PAGE_FILES.keys()].map((name) => `/${name}`)]) {
      const asked = requests.filter(({ target }) => target === `/docs${file}`);
      expect([file, conditionsOf(asked)]).toEqual([file, CONDITIONS]);
    }
  });
});
