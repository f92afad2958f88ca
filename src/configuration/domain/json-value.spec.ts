import { JsonValue, readExact, unsoundAt } from './json-value';

const HALF_A_MEBIBYTE = 512 * 1024;
const MANY = 10_000;
const START = { path: 'relayers[3]', line: 7, column: 5 };

/** A text with its last part in the second line, of a length and with as many commas as are asked for. */
function textOf(length: number, commas: number): string {
  const head = `{"list": [${'1,'.repeat(commas - 2)}1], "filler": "`;
  const tail = '",\n"last": 1.50}';
  return head + 'x'.repeat(length - head.length - tail.length) + tail;
}

describe('A JSON value of a file', () => {
  const text = '{"id": "a",\n "policies": {"min": 5,\n  "list": [1, 2.50]},\n "name": 1e3}';

  it.each([
    ['', 7, 5],
    ['id', 7, 6],
    ['policies', 8, 2],
    ['policies.min', 8, 15],
    ['policies.list', 9, 3],
    ['policies.list[0]', 9, 12],
    ['policies.list[1]', 9, 15],
    ['policies.list[2]', 9, 3],
    ['policies.max', 8, 2],
    ['name', 10, 2],
    ['other', 7, 5],
  ])('knows where %j stands, or what would hold it', (path, line, column) => {
    const at = path === '' ? START.path : `${START.path}.${path}`;
    expect(new JsonValue(text, START).locate(path)).toStrictEqual({ path: at, line, column });
  });

  it('names the file where it is another one', () => {
    expect(new JsonValue('1', { ...START, file: 'networks.json' }).locate('')).toStrictEqual({
      ...START,
      file: 'networks.json',
    });
  });

  it('is within its parents, whose own places are not its own', () => {
    const within = new JsonValue(text, START, ['policies']);
    expect(within.value).toEqual({ min: 5, list: [1, 2.5] });
    expect(within.locate('min')).toMatchObject({ line: 8, column: 15 });
    expect(within.locate('max')).toMatchObject({ line: 7, column: 5 });
    expect(within.written('list[1]')).toBe('2.50');
  });

  it('tells how a number is written, where not all are integers', () => {
    const value = new JsonValue(text, START);
    const paths = ['policies.list[1]', 'name', 'policies.min', 'id', 'policies', 'other'];
    expect(paths.map((path) => value.written(path))).toEqual(['2.50', '1e3', '5', undefined, undefined, undefined]);
    expect(new JsonValue('{"min": 5}', START).written('min')).toBeUndefined();
  });

  it.each([
    ['half a mebibyte, however many parts it has', HALF_A_MEBIBYTE, 2 * MANY, true],
    ['more than that with 10,000 commas', HALF_A_MEBIBYTE + 1, MANY, true],
    ['more than that with 10,001 commas', HALF_A_MEBIBYTE + 1, MANY + 1, false],
  ])('locates the parts of a text of %s: %#', (_, length, commas, isLocated) => {
    const long = textOf(length, commas);
    expect([long.length, long.split(',').length - 1]).toEqual([length, commas]);
    const value = new JsonValue(long, START);
    expect(value.characters).toBe(length);
    expect(value.locate('last')).toMatchObject(isLocated ? { line: 8, column: 1 } : { line: 7, column: 5 });
    expect(value.written('last')).toBe(isLocated ? '1.50' : undefined);
  });
});

it('knows of what is unsound where it begins, and nothing else', () => {
  const unsound = unsoundAt(START);
  expect([unsound.value, unsound.characters]).toEqual([undefined, 0]);
  expect(unsound.locate('policies.min')).toEqual({ ...START, path: 'relayers[3].policies.min' });
});

it.each([
  ['9007199254740993', 9007199254740993n],
  ['[1e21, 0.5]', [10n ** 21n, 0.5]],
  ['-0', -0],
  ['{"a": "0.5", "b": 7}', { a: '0.5', b: 7 }],
])('reads %s exactly', (text, value) => {
  expect(readExact(text)).toStrictEqual(value);
});
