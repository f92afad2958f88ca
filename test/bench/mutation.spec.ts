import { mutated, type Mutation } from '../../bench/mutation/mutation';

const mutation = (edits: Pick<Mutation, 'find' | 'replace' | 'also'>): Mutation => ({
  name: 'a-guard',
  kind: 'guard',
  file: 'src/guard.ts',
  tests: [],
  ...edits,
});

describe('A mutation', () => {
  it('takes away exactly what it names, and every half of it', () => {
    const text = mutated(
      mutation({ find: 'one();', replace: '', also: [{ find: 'other()', replace: "'$&'" }] }),
      'one(); rest(); other();',
    );
    expect(text).toBe(" rest(); '$&';");
  });

  it.each([
    ['rest();', '0'],
    ['one(); one();', '2'],
  ])('is refused where the source is %j', (text, count) => {
    expect(() => mutated(mutation({ find: 'one();', replace: '' }), text)).toThrow(
      `a-guard: the source has changed, src/guard.ts has ${count} times "one();"`,
    );
  });
});
