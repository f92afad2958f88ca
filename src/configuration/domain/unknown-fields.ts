import { type DeclaredClass, fieldsOf } from '../../kernel/declarations';
import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { below } from '../../kernel/validation';
import { type Issue, warning } from './finding';
import { fieldNames, meant } from './hints';

/** What is left of an object, and what is said of the rest. */
interface Known<T> {
  readonly value: T;
  readonly issues: readonly Issue[];
}

/**
 * Leaves out what a declared class does not declare, with a warning, where the OpenZeppelin Relayer ignores it in its file.
 * @param at the path of the value
 * @param isLenient whether it is ignored in an object at a path below the value, without the indexes of lists
 */
export function ignoringUnknown(
  type: DeclaredClass,
  value: PlainObject,
  at: string,
  isLenient: (path: string) => boolean,
  path = '',
): Known<PlainObject> {
  const fields = new Map(fieldsOf(type).map((field) => [field.name, field]));
  const issues: Issue[] = [];
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const field = fields.get(name);
    if (!field && isLenient(path)) {
      const hint = meant(name, fieldNames(type), Object.keys(value));
      issues.push(warning(below(at, name), 'is not a known field, and is ignored', hint));
      continue;
    }
    const { nested } = field ?? {};
    const known =
      nested &&
      eachObject(member, below(at, name), (object, place) =>
        ignoringUnknown(nested, object, place, isLenient, below(path, name)),
      );
    members.push([name, known ? known.value : member]);
    issues.push(...(known?.issues ?? []));
  }
  return { value: Object.fromEntries(members), issues };
}

/** An object, or those in a list; whatever else stands in their place is for others to judge. */
function eachObject(
  value: unknown,
  at: string,
  read: (object: PlainObject, at: string) => Known<PlainObject>,
): Known<unknown> {
  if (isPlainObject(value)) return read(value, at);
  if (!Array.isArray(value)) return { value, issues: [] };
  const items = value.map((item: unknown, index) =>
    isPlainObject(item) ? read(item, `${at}[${String(index)}]`) : { value: item, issues: [] },
  );
  return { value: items.map((item) => item.value), issues: items.flatMap(({ issues }) => issues) };
}
