import { longRun } from './long-run';

const MOST = 256 * 1024;
const AT_ONCE = 512 * 1024;

function look(text: string) {
  const run = longRun(text);
  for (let turns = 0; ; turns++) {
    const { done, value } = run.next();
    if (done) return { turns, found: value };
  }
}
const found = (text: string) => look(text).found;

describe(longRun.name, () => {
  it('finds a text of over 256 Ki characters, where it begins', () => {
    expect(found(`{"a":"${'x'.repeat(MOST)}"}`)).toBeUndefined();
    expect(found(`{"a":"${'x'.repeat(MOST + 1)}"}`)).toEqual({ line: 1, column: 6 });
    expect(found(`{\n  "a": [1,\n "${'x'.repeat(MOST + 1)}"]}`)).toEqual({ line: 3, column: 2 });
    expect(found(`{"a":"${'x'.repeat(MOST + 1)}`)).toEqual({ line: 1, column: 6 });
  });

  it.each(['1', ' ', 'x', '/'])('finds a run of %j', (character) => {
    expect(found(`{"a":${character.repeat(MOST)}}`)).toBeUndefined();
    expect(found(`{"a":${character.repeat(MOST + 2)}}`)).toEqual({ line: 1, column: 6 });
  });

  it.each(['{', '}', '[', ']', ',', ':', '\n', '""'])(
    'takes what is before %j and what is behind it for two',
    (between) => {
      const half = '1'.repeat(MOST - 1);
      expect(found(half + between + half)).toBeUndefined();
      expect(found(`${half}${between}${half}${half}`)).toEqual(
        between === '\n' ? { line: 2, column: 1 } : { line: 1, column: half.length + between.length + 1 },
      );
    },
  );

  it('takes no bracket, comma or colon within a text for an end of it', () => {
    expect(found(`["${'{}[],:'.repeat(MOST / 4)}"]`)).toEqual({ line: 1, column: 2 });
  });

  it('takes no escaped quote for an end of a text, and a quote behind an escaped backslash for one', () => {
    const half = 'x'.repeat(MOST - 10);
    expect(found(`["${half}\\"${half}"]`)).toEqual({ line: 1, column: 2 });
    expect(found(`["${half}\\\\","${half}"]`)).toBeUndefined();
  });

  it('takes a line end for the end of a text that has none', () => {
    const half = 'x'.repeat(MOST - 10);
    expect(found(`["${half}\n${half}"]`)).toBeUndefined();
  });

  it('gives others their turn after each 512 Ki characters', () => {
    expect(look('1'.repeat(MOST))).toEqual({ turns: 0, found: undefined });
    expect(look('1,'.repeat(AT_ONCE)).turns).toBe(2);
    expect(look(`${'1,'.repeat(AT_ONCE)}1`).turns).toBe(3);
  });
});
