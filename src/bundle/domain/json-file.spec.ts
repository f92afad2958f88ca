import type { Bytes } from './byte-cursor';
import { Findings } from './finding';
import { readJsonFile } from './json-file';
import { readYamlFile } from './yaml-file';

const bytesOf = (text: string | Buffer): Bytes => {
  const buffer = Buffer.from(text);
  return { size: buffer.length, read: (offset, length) => buffer.subarray(offset, offset + length) };
};

function read(text: string | Buffer) {
  const findings = new Findings();
  const file = readJsonFile(bytesOf(text), findings);
  for (const section of file?.sections.values() ?? []) {
    for (let index = 0; index < (section.items?.length ?? 0); index++) section.items!.item(index, findings);
  }
  return { file, findings, told: findings.all.map(({ path, line, column, message }) => [path, line, column, message]) };
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

describe('readJsonFile', () => {
  it.each([
    ['as it is', whole],
    ['with a byte order mark', `\ufeff${whole}`],
    ['without line ends', whole.replaceAll(/\n\s*/g, '')],
  ])('finds sections, items and exact integers: %s', (_, text) => {
    const { file, told } = read(text);
    expect(told).toEqual([]);
    const { items } = file!.sections.get('relayers')!;
    expect([0, 1].map((index) => items!.item(index, new Findings()).value)).toEqual([
      { id: 'a', policies: { min_balance: 2n ** 128n - 1n } },
      { id: 'b, ]}"', policies: { whitelist_receivers: ['0x1', '0x2'] } },
    ]);
    expect(file!.sections.get('networks')).toMatchObject({ value: './networks' });
    expect(file!.sections.get('plugins')!.items).toHaveLength(0);
  });

  it('tells the place of every part, and of what holds a part that is not there', () => {
    const { file } = read(whole);
    const item = file!.sections.get('relayers')!.items!.item(1, new Findings());
    const line = (path: string) => [item.place(path).line, item.place(path).column];
    expect(line('')).toEqual([4, 5]);
    expect(line('policies')).toEqual([4, 24]);
    expect(line('policies.whitelist_receivers[1]')).toEqual([5, 40]);
    expect(line('policies.min_balance')).toEqual([4, 24]);
    expect(item.place('policies.min_balance').path).toBe('relayers[1].policies.min_balance');
  });

  it.each([
    ['', ['', 1, 1, 'must be a JSON object']],
    ['[]', ['', 1, 1, 'must be a JSON object']],
    ['\0'.repeat(100), ['', 1, 1, 'must be a JSON object']],
    ['{\n  "relayers": [', ['', 2, 16, 'is not valid JSON: it ends too early']],
    ['{"relayers": []}\n}', ['', 2, 1, 'must end with its last bracket']],
    ['{"relayers": [1 2]}', ['', 1, 17, 'is not valid JSON: here must be a comma between two items']],
    ['{"relayers": [1,]}', ['', 1, 17, 'is not valid JSON: here must be an item of the list']],
    ['{relayers: []}', ['', 1, 10, 'must be the name of a section, in quotes']],
    ['{"relayers": "x', ['', 1, 16, 'is not valid JSON: it ends within a text']],
    ['{"relayers": [\n{"id": "a",}]}', ['relayers[0]', 2, 12, 'is not valid JSON: property name expected']],
    ['{"relayers": [\n{"id": nope}]}', ['relayers[0]', 2, 8, 'is not valid JSON: invalid symbol']],
    ['{"relayers": [{"id": 1,\n"id": 2}]}', ['relayers[0].id', 2, 1, 'is given twice']],
    ['{"relayers": [], "relayers": []}', ['relayers', 1, 30, 'is given twice']],
    ['{"relayers": [{"__proto__": 1}]}', ['relayers[0].__proto__', 1, 16, 'must not have this name']],
    ['{"relayers": [{"id": "\\u0000"}]}', ['relayers[0].id', 1, 16, 'must not contain NUL or lone surrogates']],
    ['{"relayers": [1e999]}', ['relayers[0]', 1, 15, 'is a number that cannot be kept exactly']],
    [`{"relayers": [${'['.repeat(65)}${']'.repeat(65)}]}`, ['relayers[0]', 1, 15, 'must not be nested over 64 levels']],
    [Buffer.from('{"relayers": ["\xff"]}', 'latin1'), ['relayers[0]', 1, 15, 'must be valid UTF-8']],
    [`{"relayers": ["${'x'.repeat(5 << 20)}"]}`, ['', 1, 4194320, 'must not hold an item of over 4 MiB']],
  ])('tells what is wrong, and where (%#)', (text, told) => {
    expect(read(text).told[0]).toEqual(told);
  });
});

describe('readYamlFile', () => {
  const findings = new Findings();
  const text = `relayers:
  - id: a
    policies:
      min_balance: 340282366920938463463374607431768211455
      max_signatures: 5
networks: ./networks
`;

  it('reads the same, integers exact, with places', () => {
    const file = readYamlFile(text, findings);
    expect(findings.all).toEqual([]);
    const item = file!.sections.get('relayers')!.items!.item(0, findings);
    expect(item.value).toEqual({ id: 'a', policies: { min_balance: 2n ** 128n - 1n, max_signatures: 5 } });
    expect(item.place('policies.min_balance')).toEqual({
      path: 'relayers[0].policies.min_balance',
      line: 4,
      column: 20,
    });
    expect(file!.sections.get('networks')).toMatchObject({ value: './networks' });
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
    [`a: ${'['.repeat(100_000)}`, 'is n'],
  ])('tells what is wrong (%#)', (yaml, message) => {
    const told = new Findings();
    readYamlFile(yaml, told);
    expect(told.all[0]!.message).toContain(message);
  });
});
