import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { type DeclaredClass, fieldsOf, ITEM_LINE } from './declarations';
import { DomainError, type Fault } from './domain-error';
import { isPlainObject, type PlainObject } from './merge-patch';

/** What came, validated by a declared class. */
export interface Validated<T> {
  /**
   * Fit for use only without faults. Even with faults, nested fields hold instances of their class or nothing, so that
   * rules between fields can be tried on it too.
   */
  readonly value: T;
  readonly faults: readonly Fault[];
}

const IGNORING = { whitelist: true, stopAtFirstError: true, forbidUnknownValues: false };
const REFUSING = { ...IGNORING, forbidNonWhitelisted: true };

/** How many unknown fields of an object are looked at: the work of class-validator grows with their square. */
const MAX_UNKNOWN = 1_000;

/** Stands before the name of a method: class-transformer and class-validator would trip over a field of that name. */
const MARK = '\0';

/**
 * Makes an instance of a declared class from plain data, null counting as absent, and says every fault in it: unknown
 * fields first, then the others in the order of their declaration.
 * @param at where the data stands, `policies`; empty for a whole body
 * @see docs/adr/0010-data-is-validated-by-class-validator.md
 */
export const validate = <T extends object>(type: DeclaredClass<T>, plain: unknown, at = ''): Validated<T> =>
  validateWith(REFUSING, type, plain, at);

/** The same for the parameters of a query: unknown ones are ignored, and those that all queries share come first. */
export function validateQuery<T extends object>(type: DeclaredClass<T>, query: unknown): Validated<T> {
  const { value, faults } = validateWith(IGNORING, type, query, '');
  const parent = Object.getPrototypeOf(type) as DeclaredClass | typeof Function.prototype;
  const shared = new Set('prototype' in parent ? fieldsOf(parent as DeclaredClass).map(({ name }) => name) : []);
  const order = ({ path }: Fault): number => (shared.has(path) ? 0 : 1);
  return { value, faults: faults.toSorted((one, other) => order(one) - order(other)) };
}

function validateWith<T extends object>(
  rules: typeof IGNORING,
  type: DeclaredClass<T>,
  plain: unknown,
  at: string,
): Validated<T> {
  if (!isPlainObject(plain)) return { value: new type(), faults: [{ path: at, message: 'must be an object' }] };
  const value = instanceOf(type, plain);
  const errors = validateSync(value, rules);
  for (const error of errors) dropMisfits(error);
  return { value, faults: faultsOf(errors, at) };
}

/**
 * What {@link validate} makes of plain data in which there is no fault.
 * @throws DomainError `invalid` with every fault
 */
export function validateOrThrow<T extends object>(type: DeclaredClass<T>, plain: unknown): T {
  const { value, faults } = validate(type, plain);
  if (faults.length > 0) throw DomainError.invalid(faults);
  return value;
}

/** The path of a member of what stands at `at`; the outermost object has no path of its own. */
export const below = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

/**
 * An instance with its fields in the order of declaration. class-transformer converts what is no object; objects in
 * fields without a class of their own are handed over as they are, since it would copy them and drop some of their keys.
 */
function instanceOf<T extends object>(type: DeclaredClass<T>, given: PlainObject): T {
  const fields = fieldsOf(type);
  const names = new Set(fields.map(({ name }) => name));
  const plain = withFewUnknown(given, names);
  const converted = plainToInstance(type, convertible(plain, names)) as PlainObject;
  const instance = Object.create(type.prototype as object) as Record<string, unknown>;
  for (const name of Object.keys({ ...plain, ...converted })) {
    if (!names.has(name)) instance[name in Object.prototype ? MARK + name : name] = converted[name] ?? undefined;
  }
  for (const { name, nested, notes, optional } of fields) {
    const member = plain[name];
    if (member === null && notes.nullable) instance[name] = null;
    if (isAbsent(member) && (!optional || notes.nullable)) continue;
    const value = nested ? nestedOf(nested, member, notes.list) : member;
    const field = isAbsent(member) || typeof value !== 'object' ? converted[name] : value;
    if (field !== undefined) instance[name] = field;
  }
  return instance as T;
}

function withFewUnknown(given: PlainObject, declared: ReadonlySet<string>): PlainObject {
  const entries = Object.entries(given);
  if (entries.length <= MAX_UNKNOWN) return given;
  let unknown = 0;
  return Object.fromEntries(entries.filter(([name]) => declared.has(name) || unknown++ < MAX_UNKNOWN));
}

/**
 * An item that is no object becomes false: class-validator passes over null, and looks into a list. Of a list that is too
 * long, one item too many is enough to be refused for it.
 * @param most how many items a list may have; absent where it is none
 */
function nestedOf(type: DeclaredClass, given: unknown, most: number | undefined): unknown {
  if (isPlainObject(given)) return most === undefined ? instanceOf(type, given) : given;
  if (most === undefined || !Array.isArray(given)) return given;
  return given.slice(0, most + 1).map((item: unknown) => isPlainObject(item) && instanceOf(type, item));
}

const convertible = (plain: PlainObject, declared: ReadonlySet<string>): PlainObject =>
  Object.fromEntries(
    Object.entries(plain)
      .filter(([name, given]) => (declared.has(name) ? !isAbsent(given) && typeof given !== 'object' : true))
      .map(([name, given]) => [name, withoutConstructors(given)]),
  );

/** class-transformer calls what an object has as its `constructor`. */
function withoutConstructors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutConstructors);
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'constructor');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutConstructors(member)]));
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

function dropMisfits({ target = {}, property, value, constraints, children = [] }: ValidationError): void {
  const nested = fieldsOf(target.constructor as DeclaredClass).find(({ name }) => name === property)?.nested;
  if (nested && constraints) Reflect.deleteProperty(target, property);
  if (constraints) return;
  const items: unknown[] | undefined = Array.isArray(value) ? value : undefined;
  for (const child of children) {
    if (!items) dropMisfits(child);
    else if (nested && child.constraints) items[Number(child.property)] = Object.create(nested.prototype as object);
    else child.children?.forEach(dropMisfits);
  }
}

const faultsOf = (errors: readonly ValidationError[], at: string): Fault[] =>
  errors.flatMap((error) => {
    const path = pathOf(error, at);
    const [broken] = Object.entries(error.constraints ?? {});
    return broken ? ownFaults(error, path, broken) : faultsOf(error.children ?? [], path);
  });

function pathOf({ target, property }: ValidationError, at: string): string {
  return Array.isArray(target) ? `${at}[${property}]` : below(at, property.replace(MARK, ''));
}

function ownFaults({ property, value }: ValidationError, path: string, [rule, text]: [string, string]): Fault[] {
  if (rule === 'whitelistValidation') return [{ path, message: 'is not a known field' }];
  if (isAbsent(value)) return [{ path, message: 'is required' }];
  if (rule === 'nestedValidation') return [{ path, message: 'must be an object' }];
  return text.split(/\n(?=\[\d+\] )/).map((line) => {
    const [, item = '', message = line] = ITEM_LINE.exec(line) ?? [];
    return { path: path + item, message: withoutName(message, property) };
  });
}

/** class-validator begins its own messages with the name of the field. */
const withoutName = (message: string, property: string): string =>
  [`each value in ${property} `, `${property} `].reduce(
    (text, start) => (text.startsWith(start) ? text.slice(start.length) : text),
    message,
  );
