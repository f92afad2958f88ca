import { fieldsOf } from '../../kernel/declarations';
import { isPlainObject } from '../../kernel/merge-patch';
import { validate, type Validated } from '../../kernel/validation';
import { PluginChanges } from './plugin.fields';

/** A change of a plugin, in which a null is allowed only where it clears something. */
export function validatePluginPatch(body: unknown): Validated<PluginChanges> {
  const { value, faults } = validate(PluginChanges, body);
  if (!isPlainObject(body)) return { value, faults };
  const nulls = fieldsOf(PluginChanges).filter(({ name, notes }) => body[name] === null && !notes.nullable);
  return { value, faults: [...faults, ...nulls.map(({ name }) => ({ path: name, message: 'must not be null' }))] };
}
