import { readJsonDocument } from './json-document';
import { readYamlDocument } from './yaml-document';

async function read(text: string | Buffer) {
  const { document, findings } = await readJsonDocument(Buffer.from(text));
  return { document, told: findings.map(({ path, line, column, message }) => [path, line, column, message]) };
}

const whole = `{
  "relayers": [
    { "id": "a", "policies": { "min_balance": 340282366920938463463374607431768211455 } },
    { "id": "b, ]}\\"", "policies":
      { "whitelist_receivers": ["0x1", "0x2"] } }
  ],
  "networks": "./networks",
  "plugins": []
}
`;

describe('readJsonDocument', () => {
  it.each([
    ['as it is', whole],
    ['with a byte order mark', `\ufeff${whole}`],
    ['without line ends', whole.replaceAll(/\n\s*/g, '')],
  ])('finds sections, items and exact integers: %s', async (_, text) => {
    const { document, told } = await read(text);
    expect(told).toEqual([]);
    const { items } = document!.sections.get('relayers')!;
    expect([0, 1].map((index) => items!.at(index).value)).toEqual([
      { id: 'a', policies: { min_balance: 2n ** 128n - 1n } },
      { id: 'b, ]}"', policies: { whitelist_receivers: ['0x1', '0x2'] } },
    ]);
    expect(document!.sections.get('networks')).toMatchObject({ value: './networks' });
    expect(document!.sections.get('plugins')!.items).toHaveLength(0);
  });

  it('locates every part, and of what holds a part that is not there', async () => {
    const { document } = await read(whole);
    const item = document!.sections.get('relayers')!.items!.at(1);
    const line = (path: string) => [item.locate(path).line, item.locate(path).column];
    expect(line('')).toEqual([4, 5]);
    expect(line('policies')).toEqual([4, 24]);
    expect(line('policies.whitelist_receivers[1]')).toEqual([5, 40]);
    expect(line('policies.min_balance')).toEqual([4, 24]);
    expect(item.locate('policies.min_balance').path).toBe('relayers[1].policies.min_balance');
  });

  it('reads the other records beside one that is unsound', async () => {
    const { document } = await read('{"relayers": [{"id": "a", "id": "b"}, {"id": "c"}], "plugins": {"x": "\\u0000"}}');
    const { items } = document!.sections.get('relayers')!;
    expect([0, 1].map((index) => items!.at(index).value)).toEqual([undefined, { id: 'c' }]);
    expect(document!.sections.get('plugins')!.value).toBeUndefined();
  });

  it('reads each number as its digits say', async () => {
    const { document } = await read('{"plugins": [[1e21, 1.0, 0.5, -0, 12345678901234567890, 5e-1]]}');
    expect(document!.sections.get('plugins')!.items!.at(0).value).toEqual([
      10n ** 21n,
      1,
      0.5,
      -0,
      12345678901234567890n,
      0.5,
    ]);
  });

  it.each([
    ['', ['', 1, 1, 'must be a JSON object']],
    ['[]', ['', 1, 1, 'must be a JSON object']],
    ['\0'.repeat(100), ['', 1, 1, 'must be a JSON object']],
    ['{\n  "relayers": [', ['', 2, 16, 'is not valid JSON: it ends too early']],
    ['{"relayers": []}\n}', ['', 2, 1, 'is not valid JSON: end of file expected']],
    ['{"relayers": [1 2]}', ['', 1, 17, 'is not valid JSON: comma expected']],
    ['{"relayers": [1,]}', ['', 1, 17, 'is not valid JSON: value expected']],
    ['{relayers: []}', ['', 1, 2, 'is not valid JSON: invalid symbol']],
    ['{"relayers": "x', ['', 1, 14, 'is not valid JSON: it ends too early']],
    ['{"relayers": [\n{"id": "a",}]}', ['relayers[0]', 2, 12, 'is not valid JSON: property name expected']],
    ['{"relayers": [\n{"id": nope}]}', ['relayers[0]', 2, 8, 'is not valid JSON: invalid symbol']],
    ['{"relayers": [{"id": 1,\n"id": 2}]}', ['relayers[0].id', 2, 1, 'is given twice']],
    ['{"relayers": [], "relayers": []}', ['relayers', 1, 18, 'is given twice']],
    ['{"relayers": [{"__proto__": 1}]}', ['relayers[0].__proto__', 1, 16, 'must not have this name']],
    ['{"relayers": [{"id": "\\u0000"}]}', ['relayers[0].id', 1, 16, 'must not contain NUL or lone surrogates']],
    ['{"relayers": [1e999]}', ['relayers[0]', 1, 15, 'is a number that cannot be kept exactly']],
    [`{"relayers": [${'['.repeat(31)}${']'.repeat(31)}]}`, ['relayers[0]', 1, 45, 'must not be nested over 32 levels']],
    [`{"relayers": [${'['.repeat(100_000)}`, ['relayers[0]', 1, 45, 'must not be nested over 32 levels']],
    [Buffer.from('{"relayers": ["\xff"]}', 'latin1'), ['', 1, 16, 'must be valid UTF-8']],
  ])('tells what is wrong, and where (%#)', async (text, told) => {
    expect((await read(text)).told[0]).toEqual(told);
  });
});

describe('readYamlDocument', () => {
  const text = `relayers:
  - id: a
    policies:
      min_balance: 340282366920938463463374607431768211455
      max_signatures: 5
networks: ./networks
`;

  it('reads the same, integers exact, with places', () => {
    const { document, findings } = readYamlDocument(text);
    expect(findings).toEqual([]);
    const item = document!.sections.get('relayers')!.items!.at(0);
    expect(item.value).toEqual({ id: 'a', policies: { min_balance: 2n ** 128n - 1n, max_signatures: 5 } });
    expect(item.locate('policies.min_balance')).toEqual({
      path: 'relayers[0].policies.min_balance',
      line: 4,
      column: 20,
    });
    expect(document!.sections.get('networks')).toMatchObject({ value: './networks' });
  });

  it.each([
    ['a: [', 'is not valid YAML'],
    ['- a', 'must be a mapping'],
    ['a: 1\na: 2', 'is not valid YAML: Map keys must be unique'],
    ['a: .inf', 'has a number that cannot be kept exactly'],
    [
      'a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: {e: [*c,*c,*c,*c]}',
      'aliases',
    ],
    [`a: ${'['.repeat(40)}1${']'.repeat(40)}`, 'must not be nested over 32 levels'],
    ['a: {__proto__: 1}', 'must not have a member named __proto__'],
    [`a: ${'['.repeat(100_000)}`, 'is n'],
  ])('tells what is wrong (%#)', (yaml, message) => {
    expect(readYamlDocument(yaml).findings[0]!.message).toContain(message);
  });
});
