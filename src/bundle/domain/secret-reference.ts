import { isPlainObject, type PlainObject } from '../../kernel/merge-patch';
import { below, type Shape } from '../../kernel/shape';
import type { Surroundings } from './surroundings';

const HINT = 'write {"type": "env", "value": "NAME"} or {"type": "plain", "value": "…"}';

/** What goes on with the references of a record: told with paths below it. */
export interface Resolution {
  error(path: string, message: string, hint?: string): void;
  /** A variable is not set. */
  missing(path: string, name: string): void;
}

/** The value that a reference stands for, `{"type": "env" | "plain", "value": …}`; undefined where that was told. */
export function resolveReference(
  reference: unknown,
  path: string,
  surroundings: Surroundings,
  told: Resolution,
): string | undefined {
  if (!isPlainObject(reference)) {
    told.error(path, 'must be a reference to a secret', HINT);
    return undefined;
  }
  const { type, value, ...rest } = reference;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) told.error(below(path, unknown), 'is not a known field', HINT);
  if (type !== 'env' && type !== 'plain') told.error(below(path, 'type'), 'must be env or plain', HINT);
  else if (typeof value !== 'string' || value === '') {
    told.error(below(path, 'value'), 'must be a text that is not empty', HINT);
  } else return type === 'plain' ? value : variableOf(value, path, surroundings, told);
  return undefined;
}

function variableOf(name: string, path: string, surroundings: Surroundings, told: Resolution): string | undefined {
  if (surroundings.refusal !== undefined) {
    told.error(path, `must be plain: ${surroundings.refusal}`, 'relayctl --url resolves it where it runs');
    return undefined;
  }
  const value = surroundings.variable(name);
  if (value === undefined) told.missing(path, name);
  return value;
}

/**
 * A configuration with the values of its references in their places. A secret field takes nothing but a reference; any
 * other text may be one.
 */
export function resolveReferences(
  { fields }: Shape,
  value: PlainObject,
  at: string,
  surroundings: Surroundings,
  told: Resolution,
): PlainObject {
  const members = Object.entries(value).map(([name, member]): readonly [string, unknown] => {
    const path = below(at, name);
    const field = fields.find((known) => known.name === name);
    if (field?.nested) {
      return [name, isPlainObject(member) ? resolveReferences(field.nested, member, path, surroundings, told) : member];
    }
    const isGiven = member !== null && member !== undefined;
    const isReference = field && isGiven && (field.notes.secret === true || isPlainObject(member));
    return [name, isReference ? resolveReference(member, path, surroundings, told) : member];
  });
  return Object.fromEntries(members);
}
