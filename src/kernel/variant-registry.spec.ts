import { VariantRegistry } from './variant-registry';

const named = (...names: string[]) => ({ names });

const registry = (...builtIn: { names: string[] }[]) =>
  new VariantRegistry(({ names }: { names: string[] }) => names, builtIn);

it('finds a variant by each of its names, and nothing by what is no name', () => {
  const variant = named('local', 'plain');
  const variants = registry(variant);
  expect(variants.find('local')).toBe(variant);
  expect(variants.find('plain')).toBe(variant);
  for (const name of ['constructor', '__proto__', '', undefined, null, 7, ['local']]) {
    expect(variants.find(name)).toBeUndefined();
  }
});

it('lists the variants in the order of registration, those from outside last', () => {
  const variants = registry(named('a'), named('b'));
  variants.register(named('c'));
  expect(variants.all().map(({ names }) => names[0])).toEqual(['a', 'b', 'c']);
});

it('refuses a name that is taken, and then registers nothing of the variant', () => {
  const variants = registry(named('a'));
  expect(() => variants.register(named('b', 'a'))).toThrow('There is already a variant named a');
  expect(variants.find('b')).toBeUndefined();
  expect(variants.all()).toHaveLength(1);
});
