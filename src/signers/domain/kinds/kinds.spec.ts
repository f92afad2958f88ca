import fc from 'fast-check';
import { parseExact, stringifyExact } from '../../../kernel/exact-json';
import { validate } from '../../../kernel/validation';
import { type DeclaredClass, type DeclaredField, fieldsOf } from '../../../kernel/declarations';
import { conceal, reveal, secretPaths } from '../concealment';
import { SignerKinds } from './index';
import type { SignerKind } from './signer-kind';

function read(kind: SignerKind, config: unknown) {
  const { value: instance, faults } = validate(kind.config, config);
  return { instance, faults: [...faults, ...(kind.check?.(instance) ?? [])] };
}

const allFieldsOf = (type: DeclaredClass): readonly DeclaredField[] =>
  fieldsOf(type).flatMap((field) => [field, ...(field.nested ? allFieldsOf(field.nested) : [])]);

describe.each(new SignerKinds().all())('a signer of the type $type', (kind) => {
  it.each(kind.examples.good)('takes %j, and reads it again from its own JSON as it was', (config) => {
    const first = read(kind, config);
    expect(first.faults).toEqual([]);
    expect(read(kind, parseExact(stringifyExact(first.instance)))).toEqual(first);
  });

  it.each(kind.examples.bad)('refuses $config for exactly its faults', ({ config, faults }) => {
    expect(read(kind, config).faults).toEqual(faults);
  });

  it.each(kind.examples.good)('keeps the secrets of %j apart, and puts it together again', (config) => {
    const { instance } = read(kind, config);
    const concealed = conceal(kind.config, instance);
    const shown = stringifyExact(concealed.open);
    for (const [path, secret] of concealed.secrets) {
      expect(secretPaths(kind.config)).toContain(path);
      expect(shown).not.toContain(JSON.stringify(secret));
    }
    expect(read(kind, reveal(kind.config, concealed))).toEqual({ instance, faults: [] });
  });

  it('describes every field, with an example or a shape of its own', () => {
    for (const { notes, nested } of allFieldsOf(kind.config)) {
      expect(notes.description).toMatch(/\.$/);
      expect(notes.example !== undefined || nested !== undefined).toBe(true);
    }
  });

  it('says faults of any JSON, and never throws', () => {
    const names = fieldsOf(kind.config).map(({ name }) => name);
    const known = kind.examples.good.flatMap((config) => Object.values(config));
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...known));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names, 'other'), value), (config) => {
        expect(Array.isArray(read(kind, config).faults)).toBe(true);
      }),
    );
  });
});

it('calls the local signer plain too, as requests of the OpenZeppelin Relayer do', () => {
  const kinds = new SignerKinds();
  expect(kinds.find('plain')).toBe(kinds.find('local'));
});
