/** A JSON value that is an object, and neither null nor an array. */
export type PlainObject = Readonly<Record<string, unknown>>;

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a JSON merge patch (RFC 7396): an object merges member by member, a null removes, anything else replaces.
 * Neither argument is changed.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged: Record<string, unknown> = {};
  const base = isPlainObject(target) ? target : {};
  for (const name of Object.keys(base)) {
    if (!Object.hasOwn(patch, name)) set(merged, name, base[name]);
    else if (patch[name] !== null) set(merged, name, mergePatch(base[name], patch[name]));
  }
  for (const name of Object.keys(patch)) {
    if (patch[name] !== null && !Object.hasOwn(base, name)) set(merged, name, mergePatch(undefined, patch[name]));
  }
  return merged;
}

/** Assigning to a member named `__proto__` would change the prototype instead of the record. */
function set(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}
