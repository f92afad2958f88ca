import { IsBoolean, IsIn, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { Amount } from '../chains/amount';
import {
  Decimal,
  Describe,
  fieldsOf,
  Flag,
  ListOf,
  Nested,
  Optional,
  Required,
  Rule,
  Secret,
  Text,
  TextOrNested,
  Unsigned,
  ValuesOf,
} from './declarations';
import { OneOf } from './one-of';
import { EntityId } from './entity-id';
import { validate } from './validation';

class Part {
  @Text(1, 3)
  readonly name!: string;

  @Describe('How many there are.', 2)
  @Unsigned(8)
  @Optional()
  readonly count: number = 1;
}

class Whole {
  @EntityId()
  readonly id!: string;

  @Nested(() => Part)
  @Optional()
  readonly part?: Part;

  @ListOf(() => Part, 2, 1)
  @Optional()
  readonly parts?: readonly Part[];

  @ValuesOf((options) => OneOf(['a', 'b'], options), 3)
  @Optional()
  readonly letters?: readonly string[];

  @TextOrNested(['none', 'all'], () => Part)
  @Optional()
  readonly either?: string | Part;

  @Decimal(0)
  @Optional()
  readonly share?: number;

  @Rule(
    'even',
    (value) => typeof value === 'number' && value % 2 === 0,
    (value) => `must be even, not ${String(value)}`,
  )
  @Flag()
  @Optional()
  readonly odd?: unknown;

  @IsIn(['x', 'y'])
  @IsOptional()
  readonly plain?: string;
}

class Any {
  @Rule('object', (value) => typeof value === 'object', 'must be an object')
  readonly any!: object;
}

class ForeignInner {
  @IsBoolean()
  readonly flag!: boolean;
}

class Foreign {
  @IsString()
  readonly name!: string;

  @ValidateNested()
  @Type(() => ForeignInner)
  readonly inner!: ForeignInner;
}

class Stricter extends Part {
  @Required()
  override readonly count!: number;
}

class Child extends Part {
  @Amount(64)
  @Secret()
  readonly more!: bigint;
}

function read(value: unknown, type: new () => object = Whole) {
  const { value: instance, faults } = validate(type, value);
  return { instance, faults };
}

it('reads an object as an instance in the order of declaration, null counting as absent, defaults applied', () => {
  const { instance, faults } = read({
    share: 9007199254740993n,
    letters: ['a'],
    part: { name: 'p', count: null },
    parts: [{ count: 3, name: 'q' }],
    id: 'i',
    either: 'none',
    plain: null,
  });
  expect(faults).toEqual([]);
  expect(JSON.stringify(instance)).toBe(
    '{"id":"i","part":{"name":"p","count":1},"parts":[{"name":"q","count":3}],"letters":["a"],"either":"none","share":9007199254740992}',
  );
  expect((instance as Whole).part).toBeInstanceOf(Part);
  expect((instance as Whole).parts?.[0]).toBeInstanceOf(Part);
});

it.each<[unknown, ...[path: string, message: string][]]>([
  [null, ['', 'must be an object']],
  [[], ['', 'must be an object']],
  ['text', ['', 'must be an object']],
  [{}, ['id', 'is required']],
  [{ id: null }, ['id', 'is required']],
  [{ id: 'i', other: 1, constructor: 1 }, ['other', 'is not a known field'], ['constructor', 'is not a known field']],
  [JSON.parse('{"id":"i","__proto__":{"id":"j"}}'), ['__proto__', 'is not a known field']],
  [{ id: 'i', part: [] }, ['part', 'must be an object']],
  [{ id: 'i', part: [{ name: 'p' }] }, ['part', 'must be an object']],
  [{ id: 'i', part: {} }, ['part.name', 'is required']],
  [
    { id: 'i', part: { name: 'long', count: 256, x: 1 } },
    ['part.x', 'is not a known field'],
    ['part.name', 'must be a string of 1 to 3 characters'],
    ['part.count', 'must be a whole number from 0 to 255'],
  ],
  [{ id: 'i', parts: { 0: { name: 'p' } } }, ['parts', 'must be a list of 1 to 2 items']],
  [{ id: 'i', parts: [] }, ['parts', 'must be a list of 1 to 2 items']],
  [{ id: 'i', parts: [1, 2, 3] }, ['parts', 'must be a list of 1 to 2 items']],
  [
    { id: 'i', parts: [null, { name: '' }] },
    ['parts[0]', 'must be an object'],
    ['parts[1].name', 'must be a string of 1 to 3 characters'],
  ],
  [{ id: 'i', letters: 'a' }, ['letters', 'must be a list of at most 3 items']],
  [
    { id: 'i', letters: ['a', 'c', null] },
    ['letters[1]', 'must be one of a, b: did you mean a?'],
    ['letters[2]', 'must be one of a, b'],
  ],
  [{ id: 'i', letters: ['c', 'c', 'c', 'c'] }, ['letters', 'must be a list of at most 3 items']],
  [{ id: 'i', either: 'some' }, ['either', 'must be "none", "all" or an object']],
  [{ id: 'i', either: ['none'] }, ['either', 'must be "none", "all" or an object']],
  [{ id: 'i', either: { count: 1 } }, ['either.name', 'is required']],
  [{ id: 'i', share: '1' }, ['share', 'must be a number of at least 0']],
  [{ id: 'i', share: NaN }, ['share', 'must be a number of at least 0']],
  [{ id: 'i', odd: 3 }, ['odd', 'must be true or false']],
  [{ id: 'i', odd: true }, ['odd', 'must be even, not true']],
  [{ id: 'i', plain: 'z' }, ['plain', 'must be one of the following values: x, y']],
  [
    { id: 'a b', share: -1 },
    ['id', 'must be 1 to 36 characters of A-Z a-z 0-9 - _'],
    ['share', 'must be a number of at least 0'],
  ],
])('says of %j all that is wrong with it', (value, ...faults) => {
  expect(read(value).faults).toEqual(faults.map(([path, message]) => ({ path, message })));
});

it('puts the path of the object before those of its fields', () => {
  const { faults } = validate(Whole, { part: {} }, 'items[3]');
  expect(faults.map(({ path }) => path)).toEqual(['items[3].id', 'items[3].part.name']);
});

it('holds nothing but declared classes in nested fields, whatever was wrong', () => {
  const { instance } = read({ part: 'x', parts: [1, 2, 3], either: 7, letters: 'kept' });
  expect({ ...instance }).toEqual({ letters: 'kept' });
  const { value } = validate(Whole, { part: { name: 7 }, parts: [null, { name: 'p' }] });
  expect([value.part, ...(value.parts ?? [])].every((part) => part instanceof Part)).toBe(true);
});

it('knows the fields of a parent class, with their notes', () => {
  const fields = fieldsOf(Child);
  expect(fields.map(({ name }) => name).sort()).toEqual(['count', 'more', 'name']);
  expect(fields.find(({ name }) => name === 'count')?.notes).toMatchObject({
    description: 'How many there are.',
    example: 2,
  });
  expect(fields.filter(({ notes }) => notes.secret).map(({ name }) => name)).toEqual(['more']);
  expect(read({ more: '5' }, Child).faults).toEqual([{ path: 'name', message: 'is required' }]);
});

it('adds up the schemas of the rules of a field', () => {
  const schemaOf = (name: string) => fieldsOf(Whole).find((field) => field.name === name)?.notes.schema;
  expect(schemaOf('letters')).toEqual({ type: 'array', maxItems: 3, items: { type: 'string', enum: ['a', 'b'] } });
  expect(schemaOf('parts')).toEqual({ type: 'array', minItems: 1, maxItems: 2 });
});

it('makes a field required that a parent class declares as optional', () => {
  expect(read({}, Stricter).faults).toEqual([
    { path: 'name', message: 'is required' },
    { path: 'count', message: 'is required' },
  ]);
});

it('validates a class that has no declarations but those of class-validator and class-transformer', () => {
  const { value, faults } = validate(Foreign, { name: 'a', inner: { flag: true } });
  expect(faults).toEqual([]);
  expect(value.inner).toBeInstanceOf(ForeignInner);
  expect(
    read(
      { name: 5, inner: { flag: 1, constructor: 5, x: { constructor: { a: 5 } } }, toString: { constructor: 1 } },
      Foreign,
    ).faults,
  ).toEqual([
    { path: 'toString', message: 'is not a known field' },
    { path: 'name', message: 'must be a string' },
    { path: 'inner.x', message: 'is not a known field' },
    { path: 'inner.flag', message: 'must be a boolean value' },
  ]);
});

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'then', 'length'])(
  'refuses an unknown field %s at any depth, with anything in it',
  (name) => {
    const hostile = JSON.parse(`{"${name}":{"${name}":{"${name}":1}}}`) as object;
    const named = (at: string) => ({ path: at + name, message: 'is not a known field' });
    expect(read({ ...Object.fromEntries(Object.entries(hostile)), id: 'i', part: hostile }).faults).toEqual([
      named(''),
      named('part.'),
      { path: 'part.name', message: 'is required' },
    ]);
    expect(read({ id: hostile, share: hostile, letters: [hostile] }).faults.map(({ path }) => path)).toEqual([
      'id',
      'letters[0]',
      'share',
    ]);
  },
);

it('hands over an object in a field without a class as it is', () => {
  const any = JSON.parse('{"constructor":{"a":[1]},"__proto__":5,"toString":null}') as object;
  expect(validate(Any, { any }).value.any).toBe(any);
});
