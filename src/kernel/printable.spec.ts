import fc from 'fast-check';
import { parseExact } from './exact-json';
import { printable, printableJson, printableLines } from './printable';

it.each([
  ['\u001b[2J\r\n', '\\u001b[2J\\u000d\\u000a'],
  ['\u009b31m\u007f', '\\u009b31m\\u007f'],
  ['a\u202eb\u2066c\u200fd', 'a\\u202eb\\u2066c\\u200fd'],
  ['\u2028\u2029', '\\u2028\\u2029'],
  ['\u{e0041}', '\\udb40\\udc41'],
  ['\ud800x', '\\ud800x'],
  ['ключ 😀 日本', 'ключ 😀 日本'],
])('prints %j as %s', (text, printed) => {
  expect(printable(text)).toBe(printed);
});

it('leaves the lines of several as they are', () => {
  expect(printableLines('a\u202e\nb\r\n\tc')).toBe('a\\u202e\nb\\u000d\n\\u0009c');
});

it('writes JSON that reads as before, and shows nothing that a terminal would obey', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.boolean(), (value, text, isIndented) => {
      const given = { value, text, amount: 2n ** 70n, bidi: '\u202e\u009b' };
      const json = printableJson(given, isIndented ? 2 : undefined);
      expect(parseExact(json)).toEqual(parseExact(printableJson(given)));
      expect((parseExact(json) as typeof given).text).toBe(text);
      expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});
