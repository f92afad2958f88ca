import fc from 'fast-check';
import { mergePatch } from './merge-patch';

/** RFC 7396, appendix A: original, patch, result. */
const APPENDIX = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
] as const;

it.each(APPENDIX)('turns %s by %s into %s', (original, patch, result) => {
  expect(mergePatch(JSON.parse(original), JSON.parse(patch))).toEqual(JSON.parse(result));
});

it('leaves the prototype of the result alone', () => {
  const patched = mergePatch(
    { a: 1 },
    JSON.parse('{"__proto__":{"polluted":true},"b":{"__proto__":{"c":1}}}'),
  ) as object;
  expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
  expect(Object.keys(patched)).toEqual(['a', '__proto__', 'b']);
  expect('polluted' in patched).toBe(false);
});

it('changes neither of its arguments', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const before = JSON.stringify([target, patch]);
      mergePatch(target, patch);
      expect(JSON.stringify([target, patch])).toBe(before);
    }),
  );
});

it('gives the same when applied twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const once = mergePatch(target, patch);
      expect(mergePatch(once, patch)).toEqual(once);
    }),
  );
});

it('commutes for patches of different fields', () => {
  const patchOf = (...names: string[]) => fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
  fc.assert(
    fc.property(patchOf('a', 'b', 'c', 'd'), patchOf('a', 'b'), patchOf('c', 'd'), (target, one, other) => {
      expect(mergePatch(mergePatch(target, one), other)).toEqual(mergePatch(mergePatch(target, other), one));
    }),
  );
});
