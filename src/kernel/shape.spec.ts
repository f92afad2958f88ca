import { IsIn, IsOptional } from 'class-validator';
import { Amount } from './amount';
import {
  Decimal,
  Describe,
  Flag,
  ListOf,
  Nested,
  OneOf,
  Rule,
  Secret,
  Text,
  TextOrNested,
  Unsigned,
  ValuesOf,
} from './declarations';
import type { Fault } from './domain-error';
import { EntityId } from './entity-id';
import { Shape } from './shape';

class Part {
  @Text(1, 3)
  readonly name!: string;

  @Describe('How many there are.', 2)
  @Unsigned(8)
  @IsOptional()
  readonly count: number = 1;
}

class Whole {
  @EntityId()
  readonly id!: string;

  @Nested(() => Part)
  @IsOptional()
  readonly part?: Part;

  @ListOf(() => Part, 2, 1)
  @IsOptional()
  readonly parts?: readonly Part[];

  @ValuesOf((options) => OneOf(['a', 'b'], options), 3)
  @IsOptional()
  readonly letters?: readonly string[];

  @TextOrNested(['none', 'all'], () => Part)
  @IsOptional()
  readonly either?: string | Part;

  @Decimal(0)
  @IsOptional()
  readonly share?: number;

  @Rule(
    'even',
    (value) => typeof value === 'number' && value % 2 === 0,
    (value) => `must be even, not ${String(value)}`,
  )
  @Flag()
  @IsOptional()
  readonly odd?: unknown;

  @IsIn(['x', 'y'])
  @IsOptional()
  readonly plain?: string;
}

class Child extends Part {
  @Amount(64)
  @Secret()
  readonly more!: bigint;
}

function read(value: unknown, type: new () => object = Whole) {
  const faults: Fault[] = [];
  const instance = Shape.of(type).read(value, '', faults);
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
    ['letters[1]', 'must be one of a, b'],
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
  const faults: Fault[] = [];
  Shape.of(Whole).read({ part: {} }, 'items[3]', faults);
  expect(faults.map(({ path }) => path)).toEqual(['items[3].id', 'items[3].part.name']);
});

it('holds nothing but declared classes in nested fields, whatever was wrong', () => {
  const { instance } = read({ part: 'x', parts: [1, 2, 3], either: 7, letters: 'kept' });
  expect({ ...instance }).toEqual({ part: {}, letters: 'kept' });
  expect((instance as Whole).part).toBeInstanceOf(Part);
});

it('knows the fields of a parent class, with their notes', () => {
  const shape = Shape.of(Child);
  expect(shape.fields.map(({ name }) => name).sort()).toEqual(['count', 'more', 'name']);
  expect(shape.fields.find(({ name }) => name === 'count')?.notes).toMatchObject({
    description: 'How many there are.',
    example: 2,
  });
  expect(shape.fields.filter(({ notes }) => notes.secret).map(({ name }) => name)).toEqual(['more']);
  expect(read({ more: '5' }, Child).faults).toEqual([{ path: 'name', message: 'is required' }]);
});

it('adds up the schemas of the rules of a field', () => {
  const schemaOf = (name: string) => Shape.of(Whole).fields.find((field) => field.name === name)?.notes.schema;
  expect(schemaOf('letters')).toEqual({ type: 'array', maxItems: 3, items: { type: 'string', enum: ['a', 'b'] } });
  expect(schemaOf('parts')).toEqual({ type: 'array', minItems: 1, maxItems: 2 });
});

it('is made once for a class', () => {
  expect(Shape.of(Whole)).toBe(Shape.of(Whole));
});
