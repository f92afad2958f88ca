import { DomainError } from '../kernel/domain-error';
import { DeclaredClassPipe } from './declared-class.pipe';
import { TextParameter } from './page.query';

class Named {
  @TextParameter()
  readonly name?: string;
}

const pipe = new DeclaredClassPipe();

describe('DeclaredClassPipe', () => {
  it.each(['body', 'query', 'param'] as const)('makes a %s what it is declared to be', (type) => {
    const made = pipe.transform({ name: 'a' }, { type, metatype: Named });
    expect(made).toBeInstanceOf(Named);
    expect(made).toEqual({ name: 'a' });
  });

  it.each([
    ['body', ['other', 'name']],
    ['param', ['other', 'name']],
    // What nobody asked for is no fault there.
    ['query', ['name']],
  ] as const)('refuses a %s with every fault', (type, paths) => {
    expect.assertions(2);
    try {
      pipe.transform({ name: '', other: 'b' }, { type, metatype: Named });
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      expect((error as DomainError).faults.map(({ path }) => path)).toEqual(paths);
    }
  });

  it.each([undefined, Object, String, Number, BigInt, Boolean, Array, Buffer, Date])(
    'leaves what is declared as %p as it is',
    (metatype) => {
      const value = { other: 'b' };
      expect(pipe.transform(value, { type: 'body', metatype: metatype as never })).toBe(value);
    },
  );

  it('leaves parameters alone that have a decorator of their own', () => {
    const value = { other: 'b' };
    expect(pipe.transform(value, { type: 'custom', metatype: Named })).toBe(value);
  });
});
