import fc from 'fast-check';
import { parse } from 'yaml';
import { printableYaml } from './printable-yaml';

it('writes YAML that reads as the value does, and shows nothing that a terminal would obey', () => {
  const texts = fc.string({ unit: 'grapheme-composite' });
  const harmful = fc.constantFrom(
    '\u202e',
    '\u009b',
    '\u{e0041}',
    '\u2028',
    '\t',
    'x\u001b[2J',
    'two\nlines',
    '#',
    ': ',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(texts, harmful)), fc.dictionary(fc.oneof(texts, harmful), harmful), (list, map) => {
      const value = { list, joined: list.join(''), map };
      const yaml = printableYaml(value);
      expect(parse(yaml)).toEqual({ ...value, map: { ...map } });
      expect(yaml.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

it('leaves what is visible as it is', () => {
  expect(printableYaml({ id: 'a', name: 'ключ 😀', text: 'one\ntwo\n' })).toBe(
    'id: a\nname: ключ 😀\ntext: |\n  one\n  two\n',
  );
});
