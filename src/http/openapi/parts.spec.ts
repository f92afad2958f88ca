import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator';
import { Amount } from '../../kernel/amount';
import { Describe, ListOf, Nested, Secret, Text, TextOrNested, ValuesOf } from '../../kernel/declarations';
import { EvmAddress } from '../../kernel/evm-address';
import { builtIn, objectSchema, Parts, pascalCase } from './parts';

class Inner {
  @Describe('A name.', 'a')
  @Text(1, 5)
  readonly name!: string;
}

class Outer {
  @Describe('An amount.', 5n)
  @Amount(64)
  @IsOptional()
  readonly amount?: bigint;

  @Describe('A kind.', 'none')
  @TextOrNested(['none'], () => Inner)
  readonly kind!: 'none' | Inner;

  @Describe('One.')
  @Nested(() => Inner)
  @IsOptional()
  readonly one?: Inner;

  @Describe('Many.')
  @ListOf(() => Inner, 3)
  @IsOptional()
  readonly many?: Inner[];

  @Describe('Addresses.')
  @ValuesOf(EvmAddress, 2)
  @IsOptional()
  readonly addresses?: string[];

  @Describe('A mode.', 'fast')
  @IsIn(['fast', 'slow'])
  @IsOptional()
  readonly mode: string = 'fast';

  @Describe('A key.', 'k')
  @Text(1, 9)
  @Secret()
  readonly key!: string;
}

class OfClassValidator {
  @IsString()
  @Length(2, 4)
  @Matches(/^[a-z]+$/)
  readonly text!: string;

  @IsInt()
  @Min(1)
  @Max(9)
  readonly number!: number;

  @IsBoolean()
  readonly flag!: boolean;

  @IsString({ each: true })
  readonly texts!: string[];
}

const schemasOf = (form: 'given' | 'patch' | 'shown') => {
  const parts = new Parts(builtIn);
  parts.shape(Outer, form);
  return Object.fromEntries(parts.schemas) as Record<string, ReturnType<typeof objectSchema>>;
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const whole = { minimum: 0, maximum: 2n ** 64n - 1n, description: 'An amount.', examples: [5n] };

describe('The schema of a declared shape', () => {
  it('of a creation has everything, takes null for what is optional, and marks secrets', () => {
    const { OuterRequest } = schemasOf('given');
    expect(OuterRequest).toMatchObject({
      required: ['kind', 'key'],
      additionalProperties: false,
      properties: {
        amount: { ...whole, type: ['integer', 'string', 'null'], pattern: expect.any(String) },
        kind: { anyOf: [{ type: 'string', enum: ['none'] }, ref('InnerRequest')] },
        one: { anyOf: [ref('InnerRequest'), { type: 'null' }] },
        many: { type: ['array', 'null'], maxItems: 3, items: ref('InnerRequest') },
        addresses: { type: ['array', 'null'], items: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } },
        mode: { enum: ['fast', 'slow', null], default: 'fast' },
        key: { type: 'string', writeOnly: true },
      },
    });
  });

  it('of a patch requires nothing, goes into objects, and replaces lists', () => {
    const { OuterPatch, InnerPatch } = schemasOf('patch');
    expect(OuterPatch).not.toHaveProperty('required');
    expect(InnerPatch).not.toHaveProperty('required');
    expect(OuterPatch).toMatchObject({
      properties: {
        one: { anyOf: [ref('InnerPatch'), { type: 'null' }] },
        many: { type: ['array', 'null'], items: ref('InnerRequest') },
      },
    });
  });

  it('of an answer has no secret and no null, and what is filled in by default', () => {
    const { Outer: shown } = schemasOf('shown');
    expect(shown).toMatchObject({ required: ['kind', 'mode'], properties: { amount: { ...whole, type: 'integer' } } });
    expect(Object.keys(shown?.properties as object)).toEqual(['amount', 'kind', 'one', 'many', 'addresses', 'mode']);
  });

  it('says in JSON Schema what class-validator’s own rules say', () => {
    expect(new Parts(builtIn).properties(OfClassValidator, 'given')).toEqual({
      text: { type: 'string', minLength: 2, maxLength: 4, pattern: '^[a-z]+$' },
      number: { type: 'integer', minimum: 1, maximum: 9 },
      flag: { type: 'boolean' },
      texts: { items: { type: 'string' } },
    });
  });

  it('of the second class of one name has a name of its own', () => {
    const Other = { Inner: class Inner extends Outer {} }.Inner;
    const parts = new Parts(builtIn);
    expect([Inner, Other, Inner].map((type) => parts.shape(type, 'shown'))).toEqual([
      ref('Inner'),
      ref('Inner2'),
      ref('Inner'),
    ]);
  });
});

it.each([
  ['evm', 'Evm'],
  ['google_cloud_kms', 'GoogleCloudKms'],
])('calls %s %s in names', (name, called) => {
  expect(pascalCase(name)).toBe(called);
});
