import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { type DeclaredClass, type FieldNotes, notesOf } from './declarations';
import type { Fault } from './domain-error';
import { isPlainObject } from './merge-patch';

type Validation = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** One rule of a field, made ready to run. */
interface Check {
  readonly name: string;
  readonly constraints: readonly unknown[];
  readonly each: boolean;
  /** What the rule says of a value, or undefined where the value keeps it. */
  readonly fault: (value: unknown) => string | undefined;
}

/** A declared field of a shape. */
export interface Field {
  readonly name: string;
  readonly optional: boolean;
  readonly notes: FieldNotes;
  readonly checks: readonly Check[];
  readonly nested: Shape | undefined;
}

/**
 * The shape that a class declares by class-validator's decorators and those of `declarations`, read once per class.
 * It is what everything else about such a class follows from: validation, storage, concealment, the API description.
 */
export class Shape<T extends object = object> {
  private static readonly known = new WeakMap<DeclaredClass, Shape>();

  readonly fields: readonly Field[];
  private readonly byName: ReadonlyMap<string, Field>;

  static of<T extends object>(type: DeclaredClass<T>): Shape<T> {
    const known = Shape.known.get(type) ?? new Shape(type);
    Shape.known.set(type, known);
    return known as Shape<T>;
  }

  private constructor(readonly type: DeclaredClass<T>) {
    this.fields = readFields(type);
    this.byName = new Map(this.fields.map((field) => [field.name, field]));
  }

  /**
   * An instance made of the fields of `value`, in the order of their declaration, null counting as absent.
   * Adds every fault to `faults`, with its path below `at`; the instance is fit for use only when none was added.
   * Even then what it holds for a nested class is of that class, so that rules between fields may be tried on it too.
   */
  read(value: unknown, at: string, faults: Fault[]): T {
    const instance = Object.create(this.type.prototype as object) as T;
    const defaults = new this.type() as Readonly<Record<string, unknown>>;
    if (!isPlainObject(value)) {
      faults.push({ path: at, message: 'must be an object' });
      return instance;
    }
    for (const name of Object.keys(value)) {
      if (!this.byName.has(name)) faults.push({ path: below(at, name), message: 'is not a known field' });
    }
    for (const field of this.fields) {
      const given = value[field.name];
      const missing = given === undefined || given === null;
      if (missing && !field.optional) faults.push({ path: below(at, field.name), message: 'is required' });
      const read = missing ? defaults[field.name] : readField(field, given, below(at, field.name), faults);
      if (read !== undefined) (instance as Record<string, unknown>)[field.name] = read;
    }
    return instance;
  }
}

/** The path of a member of what stands at `at`; the outermost object has no path of its own. */
export const below = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

function readField(field: Field, given: unknown, path: string, faults: Fault[]): unknown {
  const { notes, nested } = field;
  const value = notes.read ? notes.read(given) : given;
  for (const check of field.checks) {
    const broken = faultsOf(check, value, path);
    if (broken.length === 0) continue;
    faults.push(...broken);
    return nested ? undefined : value;
  }
  if (!nested || notes.texts?.includes(value as string)) return value;
  if (!notes.list) return nested.read(value, path, faults);
  return (value as readonly unknown[]).map((item, index) => nested.read(item, at(path, index), faults));
}

function faultsOf(check: Check, value: unknown, path: string): Fault[] {
  if (!check.each) return faultAt(check.fault(value), path);
  if (!Array.isArray(value)) return faultAt('must be a list', path);
  return value.flatMap((item: unknown, index) => faultAt(check.fault(item), at(path, index)));
}

const at = (path: string, index: number): string => `${path}[${String(index)}]`;

const faultAt = (message: string | undefined, path: string): Fault[] =>
  message === undefined ? [] : [{ path, message }];

function readFields(type: DeclaredClass): Field[] {
  const validations = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  const names = [...new Set(validations.map(({ propertyName }) => propertyName))];
  return names.map((name) => {
    const own = validations.filter(({ propertyName }) => propertyName === name);
    const notes = notesOf(type, name);
    return {
      name,
      notes,
      optional: !notes.required && own.some(({ type: kind }) => kind === ValidationTypes.CONDITIONAL_VALIDATION),
      checks: own.flatMap((validation) => readCheck(validation)),
      nested: notes.nested && Shape.of(notes.nested()),
    };
  });
}

function readCheck(validation: Validation): Check[] {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(validation.constraintCls);
  if (!constraint) return [];
  const { instance } = constraint;
  // Typed as always there, and absent for rules without any.
  const constraints = (validation.constraints as Validation['constraints'] | undefined) ?? [];
  const { propertyName: property, each } = validation;
  const fault = (value: unknown): string | undefined => {
    const argument = { value, constraints, property, object: {}, targetName: '' };
    if (instance.validate(value, argument) === true) return undefined;
    const own = validation.message as Validation['message'] | undefined;
    const said = own ?? instance.defaultMessage?.(argument) ?? 'is not valid';
    const message = typeof said === 'string' ? said : said(argument);
    return message
      .replace(/^(each value in )?\$property /, '')
      .replace(/\$constraint(\d)/g, (_, digit: string) => list(constraints[Number(digit) - 1]));
  };
  return [{ name: constraint.name, constraints, each, fault }];
}

const list = (constraint: unknown): string => (Array.isArray(constraint) ? constraint.join(', ') : String(constraint));
