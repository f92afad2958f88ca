import fc from 'fast-check';
import { OpaqueTexts } from './opaque-texts';

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const texts = new OpaqueTexts([one]);
const FORM = /^[A-Za-z0-9_-]{22}$/;

it('needs a key', () => {
  expect(() => new OpaqueTexts([])).toThrow('Opaque texts need a key');
});

it('makes one tag of one state, in every process with the key, and another one of another state or by another key', () => {
  const tag = texts.tag('relayers 1.1');
  expect(tag).toMatch(FORM);
  expect(new OpaqueTexts([one]).tag('relayers 1.1')).toBe(tag);
  const others = [texts.tag('relayers 1.2'), texts.tag('signers 1.1'), new OpaqueTexts([two]).tag('relayers 1.1')];
  expect(new Set([tag, ...others]).size).toBe(4);
});

it('recognises the tags of every key, and makes those of the first', () => {
  const both = new OpaqueTexts([two, one]);
  expect(both.tagsOf('x')).toEqual([new OpaqueTexts([two]).tag('x'), texts.tag('x')]);
  expect(both.tag('x')).toBe(both.tagsOf('x')[0]);
});

it('takes back the cursors that it made for a list, whatever the position', () => {
  fc.assert(
    fc.property(fc.string(), fc.maxSafeNat(), (list, position) => {
      const cursor = texts.cursor(list, position);
      expect(cursor).toMatch(FORM);
      expect(texts.position(list, cursor)).toBe(position);
      expect(new OpaqueTexts([two, one]).position(list, cursor)).toBe(position);
    }),
  );
});

it.each([
  ['of another list', texts.cursor('signers', 7)],
  ['of another key', new OpaqueTexts([two]).cursor('relayers', 7)],
  ['that was altered', texts.cursor('relayers', 7).replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ['that is a number', '7'],
  ['that is empty', ''],
  ['that is too long', `${texts.cursor('relayers', 7)}AAAA`],
])('takes no cursor %s', (_, cursor) => {
  expect(texts.position('relayers', cursor)).toBeUndefined();
});

it('makes cursors of which neither a beginning nor an end tells the position', () => {
  const cursors = Array.from({ length: 200 }, (_, position) => texts.cursor('relayers', position));
  for (const part of [(text: string) => text.slice(0, 8), (text: string) => text.slice(-8)]) {
    expect(new Set(cursors.map(part)).size).toBe(200);
  }
});
