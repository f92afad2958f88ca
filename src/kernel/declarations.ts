import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';
import { hasCharacters, WITHOUT_NUL } from './characters';
import { isPlainObject } from './merge-patch';
import { isNumberWithin, nearestNumber } from './number-rules';

/** A class that declares the shape of something by its decorated fields. */
export type DeclaredClass<T extends object = object> = new () => T;

/** The keywords of JSON Schema (draft 2020-12) that declarations use. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is declared of a field beside its class-validator rules. */
export interface FieldNotes {
  readonly description?: string;
  readonly example?: unknown;
  readonly secret?: boolean;
  readonly optional?: boolean;
  /** Whether null stays null. */
  readonly nullable?: boolean;
  readonly emptyIsAbsent?: boolean;
  /** A field that a parent class declares as optional is required here. */
  readonly required?: boolean;
  readonly nested?: () => DeclaredClass;
  /** How many of `nested` the field holds at most, where it holds a list. */
  readonly list?: number;
  /** Texts that the field may hold in place of `nested`. */
  readonly texts?: readonly string[];
  readonly schema?: JsonSchema;
  /** The schema of another form of the value, of another JSON type, that is accepted, too. */
  readonly accepts?: JsonSchema;
}

/** A declared field of a class. */
export interface DeclaredField {
  readonly name: string;
  readonly optional: boolean;
  readonly nested: DeclaredClass | undefined;
  readonly notes: FieldNotes;
}

const NOTES = Symbol('notes of fields');
const FIELDS = Symbol('declared fields');

type Notes = ReadonlyMap<string, FieldNotes>;

/** Adds notes to a field; several declarations of one field add up, their schemas too. */
export function describeField(added: FieldNotes): PropertyDecorator {
  return (target, property) => {
    const known = Reflect.getOwnMetadata(NOTES, target) as Notes | undefined;
    const before = known?.get(String(property));
    const schema = { ...before?.schema, ...added.schema };
    const after = { ...before, ...added, ...(Object.keys(schema).length > 0 ? { schema } : {}) };
    Reflect.defineMetadata(NOTES, new Map([...(known ?? []), [String(property), after]]), target);
  };
}

/** The fields that a class declares by these decorators, in the order of declaration; those of a parent class come last. */
export function fieldsOf(type: DeclaredClass): readonly DeclaredField[] {
  const known = Reflect.getOwnMetadata(FIELDS, type) as readonly DeclaredField[] | undefined;
  if (known) return known;
  const fields = [...notesIn(type.prototype as object)].map(([name, notes]) => ({
    name,
    notes,
    optional: notes.optional === true && notes.required !== true,
    nested: notes.nested?.(),
  }));
  Reflect.defineMetadata(FIELDS, fields, type);
  return fields;
}

function notesIn(target: object | null): Notes {
  if (target === null) return new Map();
  const inherited = notesIn(Object.getPrototypeOf(target) as object | null);
  const own = [...((Reflect.getOwnMetadata(NOTES, target) as Notes | undefined) ?? [])];
  return new Map([
    ...own.filter(([name]) => !inherited.has(name)),
    ...inherited,
    ...own.map(([name, notes]) => [name, { ...inherited.get(name), ...notes }] as const),
  ]);
}

/** Says in a sentence what a field means, with its unit, and shows a value of it. */
export const Describe = (description: string, example?: unknown): PropertyDecorator =>
  describeField({ description, ...(example === undefined ? {} : { example }) });

/** Marks a field whose value is sealed where it is stored. */
export const Secret = (): PropertyDecorator => describeField({ secret: true });

/** Declares a field that may be absent or null. */
export const Optional = (): PropertyDecorator => (target, property) => {
  const isRequired = ({ constructor }: object): boolean =>
    fieldsOf(constructor as DeclaredClass).some(({ name, optional }) => name === property && !optional);
  describeField({ optional: true })(target, property);
  ValidateIf((object: object, value) => (value ?? null) !== null || isRequired(object))(target, property);
};

/** The same, and null is something else: a merge patch clears the field with it. */
export const Nullable = (): PropertyDecorator => (target, property) => {
  describeField({ nullable: true })(target, property);
  Optional()(target, property);
};

/** Makes a field required that a parent class declares as optional. */
export const Required = (): PropertyDecorator => describeField({ required: true });

/** Declares a field that holds an object of a declared class. */
export function Nested(type: () => DeclaredClass): PropertyDecorator {
  const rule = Rule('object', isPlainObject, 'must be an object');
  return (target, property) => {
    rule(target, property);
    holds(type)(target, property);
  };
}

const holds =
  (type: () => DeclaredClass): PropertyDecorator =>
  (target, property) => {
    describeField({ nested: type })(target, property);
    ValidateNested()(target, property);
    Type(type)(target, property);
  };

/** Declares a field that holds one of some texts, or an object of a declared class. */
export function TextOrNested(texts: readonly string[], type: () => DeclaredClass): PropertyDecorator {
  const rule = Rule(
    'textOrNested',
    (value) => texts.includes(value as string) || isPlainObject(value),
    `must be ${texts.map((text) => `"${text}"`).join(', ')} or an object`,
  );
  return (target, property) => {
    describeField({ texts })(target, property);
    ValidateIf((_, value) => !texts.includes(value as string))(target, property);
    rule(target, property);
    holds(type)(target, property);
  };
}

/** Declares a field that holds a list of `least` to `most` objects of a declared class. */
export function ListOf(type: () => DeclaredClass, most: number, least = 0): PropertyDecorator {
  return (target, property) => {
    listRule(least, most)(target, property);
    describeField({ list: most })(target, property);
    holds(type)(target, property);
  };
}

/** Declares a field that holds a list of `least` to `most` values, each of which keeps a rule. */
export function ValuesOf(
  rule: (options: { readonly each: boolean }) => PropertyDecorator,
  most: number,
  least = 0,
): PropertyDecorator {
  return (target, property) => {
    listRule(least, most)(target, property);
    rule({ each: true })(target, property);
  };
}

// The rules of a field are tried in the order of their declaration: a list is bounded before its items are looked at.
const listRule = (least: number, most: number): PropertyDecorator =>
  Rule(
    'list',
    (value) => Array.isArray(value) && value.length >= least && value.length <= most,
    `must be a list of ${least === 0 ? 'at most' : `${String(least)} to`} ${String(most)} items`,
    { type: 'array', ...(least > 0 && { minItems: least }), maxItems: most },
  );

/** Declares a rule of one's own: its name, the test, what is said when it fails, and its JSON Schema. */
export function Rule(
  name: string,
  test: (value: unknown) => boolean,
  message: string | ((value: unknown) => string),
  schema: JsonSchema = {},
  options: { readonly each?: boolean } = {},
): PropertyDecorator {
  const say = typeof message === 'string' ? () => message : message;
  const one = { validate: test, defaultMessage: (argument?: ValidationArguments) => say(argument?.value) };
  return (target, property) => {
    describeField({ schema: options.each ? { items: schema } : schema })(target, property);
    ValidateBy({ name, validator: options.each ? ofItems(test, say) : one })(target, property);
  };
}

/** Of how many items of a list it is said that they are wrong: nobody mends more at once. */
const MAX_WRONG_ITEMS = 1_000;

/** What is said of one item of a list: `[3] must be true or false`. */
export const ITEM_LINE = /^(\[\d+\]) ([^]*)$/;

/** class-validator has one message for a whole list; here it has a line for each item that breaks the rule. */
const ofItems = (test: (value: unknown) => boolean, say: (value: unknown) => string) => ({
  validate: (value: unknown) => Array.isArray(value) && value.every(test),
  defaultMessage(argument?: ValidationArguments): string {
    const items: unknown = argument?.value;
    if (!Array.isArray(items)) return 'must be a list';
    const wrong = [...items.keys()].filter((index) => !test(items[index])).slice(0, MAX_WRONG_ITEMS);
    return wrong.map((index) => `[${String(index)}] ${say(items[index])}`).join('\n');
  },
});

/** Declares a text of `least` to `most` characters (code points). */
export const Text = (least: number, most: number, options: { readonly each?: boolean } = {}): PropertyDecorator =>
  Rule(
    'text',
    (value) => typeof value === 'string' && hasCharacters(value, least, most),
    `must be a string of ${String(least)} to ${String(most)} characters`,
    { type: 'string', minLength: least, maxLength: most, pattern: WITHOUT_NUL },
    options,
  );

/** Declares true or false. */
export const Flag = () =>
  Rule('flag', (value) => typeof value === 'boolean', 'must be true or false', { type: 'boolean' });

/** Declares a whole number from `least` to `most`, both safe integers, given as a JSON number. */
export const Whole = (least: number, most: number): PropertyDecorator =>
  Rule(
    'whole',
    (value) => Number.isInteger(value) && isNumberWithin(value, least, most),
    `must be a whole number from ${String(least)} to ${String(most)}`,
    { type: 'integer', minimum: least, maximum: most },
  );

/** Declares a whole number of `bits` bits, at most 32, given as a JSON number. */
export const Unsigned = (bits: 8 | 16 | 32): PropertyDecorator => Whole(0, 2 ** bits - 1);

/** Declares a number from `least` to `most`, fractions included. */
export function Decimal(least: number, most?: number): PropertyDecorator {
  const within = most === undefined ? `of at least ${String(least)}` : `from ${String(least)} to ${String(most)}`;
  const rule = Rule(
    'decimal',
    (value) => Number.isFinite(value) && isNumberWithin(value, least, most),
    `must be a number ${within}`,
    { type: 'number', minimum: least, ...(most === undefined ? {} : { maximum: most }) },
  );
  return (target, property) => {
    rule(target, property);
    // Exact JSON reads an integer over 2^53 as a bigint; here the nearest number is what is meant.
    Transform(({ value }) => nearestNumber(value), { toClassOnly: true })(target, property);
  };
}
