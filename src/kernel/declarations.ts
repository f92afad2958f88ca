import 'reflect-metadata';
import { Type } from 'class-transformer';
import { ValidateBy, ValidateNested } from 'class-validator';
import { isPlainObject } from './merge-patch';

/** A class that declares the shape of something by its decorated fields. */
export type DeclaredClass<T extends object = object> = new () => T;

/** The keywords of JSON Schema (draft 2020-12) that declarations use. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is declared of a field beside its class-validator rules. */
export interface FieldNotes {
  readonly description?: string;
  readonly example?: unknown;
  /** A secret field is sealed where it is stored, and never shown. */
  readonly secret?: boolean;
  /** A field that a parent class declares as optional is required here. */
  readonly required?: boolean;
  readonly nested?: () => DeclaredClass;
  /** Whether the field holds a list of `nested` rather than one. */
  readonly list?: boolean;
  /** Texts that the field may hold in place of `nested`. */
  readonly texts?: readonly string[];
  /** Brings the accepted forms of a value to one; what it cannot read it returns as it came, for the rules to refuse. */
  readonly read?: (value: unknown) => unknown;
  readonly schema?: JsonSchema;
  /** The schema of another form of the value, of another JSON type, that `read` accepts. */
  readonly accepts?: JsonSchema;
}

const notes = new WeakMap<object, Map<string, FieldNotes>>();

/** Adds notes to a field; several declarations of one field add up, their schemas too. */
export function describeField(added: FieldNotes): PropertyDecorator {
  return (target, property) => {
    const fields = notes.get(target) ?? new Map<string, FieldNotes>();
    const known = fields.get(String(property));
    const schema = { ...known?.schema, ...added.schema };
    fields.set(String(property), { ...known, ...added, ...(Object.keys(schema).length > 0 ? { schema } : {}) });
    notes.set(target, fields);
  };
}

/** The notes of a field, those of a parent class included. */
export function notesOf(type: DeclaredClass, property: string): FieldNotes {
  let found: FieldNotes = {};
  for (let target = type.prototype as object | null; target; target = Object.getPrototypeOf(target) as object | null) {
    found = { ...notes.get(target)?.get(property), ...found };
  }
  return found;
}

/** Says in a sentence what a field means, with its unit, and shows a value of it. */
export const Describe = (description: string, example?: unknown): PropertyDecorator =>
  describeField({ description, ...(example === undefined ? {} : { example }) });

/** Marks a field whose value is sealed where it is stored, and never shown. */
export const Secret = (): PropertyDecorator => describeField({ secret: true });

/** Makes a field required that a parent class declares as optional. */
export const Required = (): PropertyDecorator => describeField({ required: true });

/**
 * Declares a field that holds an object of a declared class. It is declared to class-transformer, too, so that code
 * which builds on these classes can use `plainToInstance` and `validate` as with any other.
 */
export function Nested(type: () => DeclaredClass): PropertyDecorator {
  return (target, property) => {
    describeField({ nested: type })(target, property);
    ValidateNested()(target, property);
    Type(type)(target, property);
  };
}

/** Declares a field that holds one of some texts, or an object of a declared class. */
export function TextOrNested(texts: readonly string[], type: () => DeclaredClass): PropertyDecorator {
  const rule = Rule(
    'textOrNested',
    (value) => texts.includes(value as string) || isPlainObject(value),
    `must be ${texts.map((text) => `"${text}"`).join(', ')} or an object`,
  );
  return (target, property) => {
    describeField({ nested: type, texts })(target, property);
    rule(target, property);
  };
}

/** Declares a field that holds a list of `least` to `most` objects of a declared class. */
export function ListOf(type: () => DeclaredClass, most: number, least = 0): PropertyDecorator {
  return (target, property) => {
    listRule(least, most)(target, property);
    describeField({ list: true })(target, property);
    Nested(type)(target, property);
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
    least === 0
      ? `must be a list of at most ${String(most)} items`
      : `must be a list of ${String(least)} to ${String(most)} items`,
    { type: 'array', ...(least === 0 ? {} : { minItems: least }), maxItems: most },
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
  return (target, property) => {
    describeField({ schema: options.each ? { items: schema } : schema })(target, property);
    ValidateBy(
      { name, validator: { validate: test, defaultMessage: (argument) => say(argument?.value) } },
      { each: options.each ?? false },
    )(target, property);
  };
}

/** Declares a text of `least` to `most` characters (UTF-16 code units). */
export const Text = (least: number, most: number, options: { readonly each?: boolean } = {}): PropertyDecorator =>
  Rule(
    'text',
    (value) => typeof value === 'string' && value.length >= least && value.length <= most,
    `must be a string of ${String(least)} to ${String(most)} characters`,
    { type: 'string', minLength: least, maxLength: most },
    options,
  );

/** Declares true or false. */
export const Flag = (): PropertyDecorator =>
  Rule('flag', (value) => typeof value === 'boolean', 'must be true or false', { type: 'boolean' });

/** Declares one of some texts. */
export const OneOf = (texts: readonly string[], options: { readonly each?: boolean } = {}): PropertyDecorator =>
  Rule(
    'oneOf',
    (value) => texts.includes(value as string),
    `must be one of ${texts.join(', ')}`,
    { type: 'string', enum: texts },
    options,
  );

/** Declares a whole number from `least` to `most`, both safe integers, given as a JSON number. */
export const Whole = (least: number, most: number): PropertyDecorator =>
  Rule(
    'whole',
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
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
    (value) => typeof value === 'number' && Number.isFinite(value) && value >= least && value <= (most ?? Infinity),
    `must be a number ${within}`,
    { type: 'number', minimum: least, ...(most === undefined ? {} : { maximum: most }) },
  );
  return (target, property) => {
    rule(target, property);
    // Exact JSON reads an integer over 2^53 as a bigint; here the nearest number is what is meant.
    describeField({ read: (value) => (typeof value === 'bigint' ? Number(value) : value) })(target, property);
  };
}
